"""Whatever command reads a journal says what of it is lost."""

import json
import re
from pathlib import Path

import pytest

from companion.cli import main

WHOLE = Path(__file__).parents[1] / "data/journals/touch.journal"


@pytest.mark.parametrize("command", ["export", "replay", "analyse"])
def test_a_lost_line_is_told(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "game.journal"
    lines = WHOLE.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join((*lines[:3], *lines[4:])))
    main([command, str(journal)])
    assert "line 4 lost" in "".join(capsys.readouterr())


@pytest.mark.parametrize("command", ["export", "replay", "analyse"])
def test_the_folder_of_a_journal_stands_for_it(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.journal").write_bytes(WHOLE.read_bytes())
    assert main([command, str(tmp_path)]) == 0
    assert capsys.readouterr().out


def test_a_journal_that_is_there_already_is_gone_on_with_by_a_command_that_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (journal := tmp_path / "game.journal").write_bytes(WHOLE.read_bytes())
    main(["export", str(journal), "--out", str(text := tmp_path / "game.txt")])
    assert main(["import", str(text), str(journal)]) == 1
    assert f"companion referee RECORDING --resume {journal}" in capsys.readouterr().err


def test_an_error_in_a_written_game_names_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (text := tmp_path / "game.txt").write_text('[Game "looney-blockade"]\n\n2. B4 G5: pass\n')
    assert main(["import", str(text), str(tmp_path / "new.journal")]) == 1
    assert f"{text}: line 3: turn 1 is expected here" in capsys.readouterr().err


def test_the_recording_of_a_simulated_table_is_judged_by_the_command_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = {"game": "looney-blockade", "simulated": True, "events": [{"t": 0, "frame": "000.jpg"}]}
    (tmp_path / "recording.json").write_text(json.dumps(recording))
    (tmp_path / "game.journal").write_bytes(WHOLE.read_bytes())
    assert main(["referee", str(tmp_path)]) == 1
    named = re.search(r"companion (replay \S+) judges", capsys.readouterr().err)
    assert named and main(named[1].split()) == 0
    assert "judged again" in capsys.readouterr().out
