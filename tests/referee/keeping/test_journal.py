"""The journal survives what happens to files."""

import json
from pathlib import Path

import pytest

from companion.referee.errors import RefereeError
from companion.referee.keeping.journal import Journal, read


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.journal"
    with Journal.create(path, {"game": "looney-blockade"}) as journal:
        for n in range(3):
            journal.append("commit", {"commit": {"B": n}, "note": 'quotes ","crc":" and \n in it, and ü'})
    return path


def test_what_was_written_is_read(path: Path) -> None:
    contents = read(path)
    assert contents.header["game"] == "looney-blockade"
    assert [record["commit"]["B"] for record in contents.records] == [0, 1, 2]
    assert [record["seq"] for record in contents.records] == [1, 2, 3]
    assert contents.torn == 0
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_last_line_torn_at_any_byte_is_dropped_and_nothing_else(path: Path) -> None:
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for size in range(last, len(whole)):
        path.write_bytes(whole[:size])
        contents = read(path)
        assert len(contents.records) == 2
        assert (contents.whole, contents.torn) == (last, size - last)


def test_going_on_after_a_torn_line_leaves_a_whole_journal(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    journal, contents = Journal.reopen(path)
    with journal:
        journal.append("commit", {"commit": {"B": 9}})
    assert len(contents.records) == 2
    assert [record["commit"]["B"] for record in read(path).records] == [0, 1, 9]
    assert read(path).torn == 0


def test_any_changed_byte_before_the_last_line_is_reported_with_its_line(path: Path) -> None:
    whole = path.read_bytes()
    first, second = whole.index(b"\n"), whole.index(b"\n", whole.index(b"\n") + 1)
    for at in range(first + 1, second):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(RefereeError, match="line 2 is damaged"):
            read(path)


def test_a_missing_line_is_reported(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[3]]))
    with pytest.raises(RefereeError, match="line 2 is damaged"):
        read(path)


def test_a_journal_is_never_overwritten(path: Path) -> None:
    with pytest.raises(RefereeError, match="already holds a game"):
        Journal.create(path, {})
    assert len(read(path).records) == 3


def test_two_referees_do_not_write_one_journal(path: Path) -> None:
    journal, _ = Journal.reopen(path)
    with journal, pytest.raises(RefereeError, match="another referee"):
        Journal.reopen(path)
    Journal.reopen(path)[0].close()


def test_a_journal_that_died_in_its_header_is_begun_anew(path: Path) -> None:
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for size in range(header):
        path.write_bytes(whole[:size])
        Journal.create(path, {"game": "looney-blockade"}).close()
        assert path.read_bytes() == whole[:header]


@pytest.mark.parametrize("content", [b"", b"hello\n", b'{"seq":0}\n'])
def test_what_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(RefereeError):
        read(path)
