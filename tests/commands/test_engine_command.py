"""`companion engine` and `companion rules` as a user runs them."""

import io
import json
import subprocess
import sys

import pytest

from companion.cli import main
from companion.commands.engine import serve
from companion.games.engine import MOST_BYTES


def test_one_answer_a_line_in_order_and_on_after_nonsense() -> None:
    lines = [
        b'{"game": "looney-blockade", "op": "initial", "id": 1}',
        b"nonsense",
        b"",
        b"\xff\xfe",
        b'{"id": 2, "pad": "' + b"x" * (2 * MOST_BYTES) + b'"}',
        b'{"game": "looney-blockade", "op": "initial", "id": 3}',
    ]
    answers = io.StringIO()
    serve(io.BytesIO(b"\n".join(lines)), answers)
    read = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [answer.get("id") for answer in read] == [1, None, None, None, 3]
    assert ["error" in answer for answer in read] == [False, True, True, True, False]


def test_answers_come_at_once() -> None:
    """Each answer is there before the next request is written."""
    command = [sys.executable, "-m", "companion.cli", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        for number in (1, 2):
            process.stdin.write(json.dumps({"game": "looney-blockade", "op": "initial", "id": number}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_the_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "looney-blockade"]) == 0
    book = capsys.readouterr().out
    assert book.startswith("Blockade, by Kristin Looney")
    assert all(f"BK-{number:02}  " in book for number in range(1, 19))
    assert main(["rules", "looney-blockade", "bk-07"]) == 0
    assert capsys.readouterr().out.startswith("BK-07  Standing on a black pyramid\n  On the black of")
    assert main(["rules", "looney-blockade", "BK-02"]) == 0
    assert "[BK-02: c]" in capsys.readouterr().out


def test_a_rule_that_is_not_in_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "looney-blockade", "BK-99"]) == 1
    assert "there is no rule 'BK-99'" in capsys.readouterr().err
