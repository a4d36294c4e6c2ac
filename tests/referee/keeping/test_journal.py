"""The journal survives what happens to files."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from companion.games.reason import Reason
from companion.referee.errors import KeepingError, RefereeError
from companion.referee.keeping.journal import Journal, glance, read
from companion.referee.keeping.sayable import all_sayable
from companion.texts.language import english
from tests.referee.keeping.disks import room_for

ROOT = Path(__file__).parents[3]
HEADER = {"game": "looney-blockade", "options": {}}
NOTE = 'quotes ","crc":" and \n in it, and ü'


def said(n: int) -> dict[str, Any]:
    return {"event": n, "t": float(n), "commit": {"roll": {"B": 1 + n, "G": 1}}, "remarks": [], "note": NOTE}


def rolled(path: Path) -> list[int]:
    """What is in force after each record that says a roll."""
    return [record["commit"]["roll"]["B"] for record in read(path).records if record["kind"] == "commit"]


def sealed(text: bytes) -> bytes:
    """A line with a good checksum, whatever it holds."""
    return text[:-1] + b',"crc":"%08x"}\n' % zlib.crc32(text[:-1])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.journal"
    with Journal.create(path, HEADER) as journal:
        for n in range(4):
            journal.append("commit", said(n))
    return path


def test_what_was_written_is_read(path: Path) -> None:
    contents = read(path)
    assert contents.header["game"] == "looney-blockade"
    assert rolled(path) == [1, 2, 3, 4]
    assert [record["seq"] for record in contents.records] == [1, 2, 3, 4]
    assert (contents.torn, contents.damaged, contents.lost) == (0, False, ())
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_last_line_torn_at_any_byte_is_dropped_and_nothing_else(path: Path) -> None:
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for size in range(last, len(whole)):
        path.write_bytes(whole[:size])
        contents = read(path)
        assert len(contents.records) == 3 and not contents.damaged
        assert (contents.whole, contents.torn) == (last, size - last)


def test_going_on_after_a_torn_line_leaves_a_whole_journal(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    journal, contents = Journal.reopen(path)
    with journal:
        journal.append("commit", said(5))
    assert len(contents.records) == 3
    assert rolled(path) == [1, 2, 3, 6]
    assert read(path).torn == 0
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_flipped_bit_in_a_complete_last_line_is_damage_and_is_said(path: Path) -> None:
    """It was announced: to drop it as if it was torn would lose a verdict without a word."""
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for at in range(last, len(whole) - 1):
        for bit in (0, 3, 7):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            contents = read(path)
            assert contents.torn == 0 and contents.lost[-1].endswith(("5", "6")), (at, bit)
            assert [record["kind"] for record in contents.records] == ["commit"] * 3 + ["gap", "mended"]
            assert "line 5 lost" in str(RefereeError.of(contents.messages_about(path)[0])) or whole[at] ^ 1 << bit == 10


def test_a_flipped_bit_in_the_end_of_the_last_line_loses_nothing(path: Path) -> None:
    whole = path.read_bytes()
    for bit in range(8):
        path.write_bytes(whole[:-1] + bytes([10 ^ 1 << bit]))
        contents = read(path)
        assert rolled(path) == [1, 2, 3, 4] and contents.torn == 0
        journal, _ = Journal.reopen(path)
        with journal:
            journal.append("commit", said(5))
        assert rolled(path) == [1, 2, 3, 4, 6]


def test_any_changed_bit_in_the_middle_loses_its_line_and_no_other(path: Path) -> None:
    whole = path.read_bytes()
    first = whole.index(b"\n")
    second = whole.index(b"\n", first + 1)
    for at in range(first + 1, second):
        for bit in (0, 4):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            contents = read(path)
            assert contents.lost == ("2",) and contents.damaged
            assert rolled(path) == [2, 3, 4]
            assert [record["kind"] for record in contents.records] == ["gap", *["commit"] * 3, "mended"]


def test_a_lost_line_end_loses_both_its_lines_and_no_other(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((lines[0], lines[1], lines[2][:-1], b"\x0b", lines[3], lines[4])))
    assert read(path).lost == ("3-4",)
    assert rolled(path) == [1, 4]


def test_a_missing_line_is_told(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[4]]))
    contents = read(path)
    assert contents.lost == ("2", "4") and rolled(path) == [2, 4]
    assert "lines 2 and 4 lost" in str(RefereeError.of(contents.messages_about(path)[0]))


def test_lines_in_another_order_or_twice_lose_nothing(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[1], lines[3], b"rubbish\n", lines[3], lines[4]]))
    contents = read(path)
    assert contents.damaged and contents.lost == () and rolled(path) == [1, 2, 3, 4]
    assert "nothing is lost" in str(RefereeError.of(contents.messages_about(path)[0]))


def test_of_two_lines_with_one_number_neither_is_believed(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    other = sealed(json.dumps({"seq": 2, "kind": "commit", **said(5)}).encode())
    path.write_bytes(b"".join([*lines[:3], other, *lines[3:]]))
    assert read(path).lost == ("3",) and rolled(path) == [1, 3, 4]


def test_going_on_with_a_damaged_journal_keeps_the_damaged_file_beside(path: Path) -> None:
    whole = path.read_bytes()
    at = whole.index(b"\n") + 20
    damaged = whole[:at] + b"#" + whole[at + 1 :]
    path.write_bytes(damaged)
    journal, contents = Journal.reopen(path)
    with journal:
        assert journal.damaged is not None and journal.damaged.read_bytes() == damaged
        journal.append("commit", said(5))
    assert contents.lost == ("2",)
    again = read(path)
    assert not again.damaged and rolled(path) == [2, 3, 4, 6]
    assert [record["kind"] for record in again.records] == ["gap", *["commit"] * 3, "mended", "commit"]
    # Damaged once more, the second damaged file does not take the first one's place.
    path.write_bytes(path.read_bytes().replace(b'"B":3', b'"B":6'))
    journal, contents = Journal.reopen(path)
    journal.close()
    assert contents.lost == ("4",)
    assert {entry.name for entry in path.parent.iterdir()} == {
        "game.journal",
        "game.journal.damaged",
        "game.journal.damaged-2",
    }


def test_without_its_header_a_journal_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"looney", b"looneY", 1))
    with pytest.raises(RefereeError, match="line 1 is damaged"):
        read(path)


def test_a_journal_is_never_overwritten(path: Path) -> None:
    with pytest.raises(RefereeError, match="already holds a game"):
        Journal.create(path, {})
    assert len(read(path).records) == 4


def test_two_referees_do_not_write_one_journal(path: Path) -> None:
    journal, _ = Journal.reopen(path)
    with journal, pytest.raises(RefereeError, match="another referee"):
        Journal.reopen(path)
    Journal.reopen(path)[0].close()


HOLD = "import sys, time\nfrom pathlib import Path\nfrom companion.referee.keeping.journal import Journal\n" + (
    "journal, _ = Journal.reopen(Path(sys.argv[1]))\nprint('open', flush=True)\ntime.sleep(600)"
)


def test_a_second_process_is_refused_until_the_first_has_died(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdout=subprocess.PIPE, env={**os.environ}
    )
    try:
        assert first.stdout is not None and first.stdout.readline() == b"open\n"
        before = path.read_bytes()
        with pytest.raises(RefereeError, match="is being written by another referee"):
            Journal.reopen(path)
        assert path.read_bytes() == before
        assert len(read(path).records) == 4, "who only reads is not kept out"
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait()
        assert first.stdout is not None
        first.stdout.close()
    Journal.reopen(path)[0].close()


def test_what_another_has_written_meanwhile_is_not_cut_off(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal is claimed before it is read: what is read is what is there."""
    claimed_before_read = []
    original = Path.read_bytes

    def watched(self: Path) -> bytes:
        if self == path:
            try:
                Journal(path).close()
            except RefereeError:
                claimed_before_read.append(True)
        return original(self)

    monkeypatch.setattr(Path, "read_bytes", watched)
    Journal.reopen(path)[0].close()
    assert claimed_before_read


def test_a_journal_in_which_nothing_follows_the_header_is_begun_anew(path: Path) -> None:
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for size in range(header + 1):
        path.write_bytes(whole[:size])
        Journal.create(path, HEADER).close()
        assert path.read_bytes() == whole[:header]


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "holds no journal"), (b"hello\n", "line 1 is damaged"), (b'{"seq":0}\n', "line 1 is damaged")],
)
def test_what_is_no_journal_is_refused(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(RefereeError, match=told):
        read(path)
    assert path.read_bytes() == content


def test_a_folder_or_a_device_is_no_journal(tmp_path: Path) -> None:
    for place in (tmp_path, Path("/dev/zero")):
        with pytest.raises(RefereeError, match="no journal"):
            read(place)


VERDICT: dict[str, Any] = {
    **{"t": 0.0, "frame": None, "verdict": "setup", "side": None, "commitment": None, "moves": [], "points": None},
    **{"reason": None, "cells": [], "grid": {}, "seen": None, "readings": [], "notes": [], "confidence": 1.0},
}
EVIDENCE: dict[str, Any] = {"hand": False, "hidden": [], "cells": {"a1": {"": 0.0}}, "touched": {}}
FRAME: dict[str, Any] = {
    **{"kind": "frame", "event": 9, "t": 9.0, "frame": None, "sha256": None},
    **{"evidence": EVIDENCE, "verdict": VERDICT},
}
SAID: dict[str, Any] = {"kind": "commit", **said(9)}
DEEP = b'{"seq":5,"kind":"stage","event":9,"t":9.0,"turn":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}"
# Each as bytes, or as the record; with what the error says about it.
NONSENSE: dict[str, tuple[bytes | dict[str, Any], str]] = {
    "a list": (b"[1,2]", "line 6 lost"),
    "no JSON": (b'{"seq":5,"kind"}', "no JSON"),
    "nested deeply": (DEEP, "nested deeper"),
    "a number of 5000 digits": (b'{"seq":5,"kind":"commit","event":' + b"9" * 5000 + b"}", "too long"),
    "no finite number": ({**SAID, "t": float("nan")}, "not finite"),
    "a number beyond floats": (b'{"seq":5,"kind":"fault","t":1e999}', "not finite"),
    "bad UTF-8": (b'{"seq":5,"kind":"fault\xff"}', "UTF-8"),
    "half a character": (b'{"seq":5,"kind":"\\ud800"}', "half a character"),
    "no number": (b'{"kind":"fault","event":9,"t":9}', "seq is missing"),
    "a number that is a text": (b'{"seq":"5","kind":"fault"}', "seq: a whole number"),
    "no kind": ({"event": 9, "t": 9.0}, "kind is missing"),
    "a kind that is a list": ({**SAID, "kind": []}, "kind: a text"),
    "an unknown kind": ({**SAID, "kind": "frobnicate"}, "'frobnicate'"),
    "no event": ({key: value for key, value in SAID.items() if key != "event"}, "event is missing"),
    "an event that is a text": ({**SAID, "event": "9"}, "event: a whole number"),
    "a negative event": ({**SAID, "event": -1}, "event: a whole number"),
    "a huge event": ({**SAID, "event": 10**30}, "too long"),
    "an event that was": ({**SAID, "event": 2}, "event 2 comes after event 3"),
    "no time": ({**SAID, "t": None}, "t: a number"),
    "a roll that is a text": ({**SAID, "commit": {"roll": "B4 G5"}}, "commit.roll"),
    "a roll of texts": ({**SAID, "commit": {"roll": {"B": "4"}}}, "commit.roll"),
    "nothing said": ({**SAID, "commit": {}}, "one thing at a time"),
    "remarks that are numbers": ({**SAID, "remarks": [3]}, "remarks[0]: an object"),
    "remarks of another form": ({**SAID, "remarks": [{"key": "referee.over"}]}, "remarks[0]: rule is missing"),
    "a roll of a tower without its number": ({**SAID, "raw": "ROLL 1", "remarks": []}, "raw and number"),
    "no verdict": ({**FRAME, "verdict": None}, "verdict: an object"),
    "a verdict without its grid": (
        {**FRAME, "verdict": {key: value for key, value in VERDICT.items() if key != "grid"}},
        "verdict: grid is missing",
    ),
    "a verdict with something more": ({**FRAME, "verdict": {**VERDICT, "extra": 1}}, "'extra'"),
    "a verdict of no kind": ({**FRAME, "verdict": {**VERDICT, "verdict": "maybe"}}, "verdict.verdict: one of"),
    "moves that are numbers": ({**FRAME, "verdict": {**VERDICT, "moves": [3]}}, "verdict.moves[0]: an object"),
    "neither evidence nor why": ({**FRAME, "evidence": None}, "lost is missing"),
    "evidence of texts": ({**FRAME, "evidence": {**EVIDENCE, "cells": {"a1": {"": "likely"}}}}, "cells.a1: a number"),
    "evidence without a hand": ({**FRAME, "evidence": {**EVIDENCE, "hand": 0}}, "evidence.hand: true or false"),
    "touched in half": ({**FRAME, "evidence": {**EVIDENCE, "touched": {"a1": ["C3"]}}}, "touched.a1: a list of 2"),
    "two corrections": (
        {"kind": "correct", "event": 9, "t": 9.0, "correct": {"undo": True, "accept": True}, "verdict": VERDICT},
        "one thing at a time",
    ),
    "a turn of a text": ({"kind": "stage", "event": 9, "t": 9.0, "turn": "e4"}, "turn: an object"),
    "a message that is a number": ({"kind": "fault", "event": 9, "t": 9.0, "message": 7}, "message: an object"),
    "a second header": ({"kind": "header", "event": 9, "t": 9.0, "game": "x", "options": {}}, "'header'"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_a_whole_line_of_nonsense_is_told_in_one_sentence_with_its_number(path: Path, name: str) -> None:
    """Somebody wrote it: nothing is passed over in silence, and nothing ends in another exception."""
    line, told = NONSENSE[name]
    text = line if isinstance(line, bytes) else json.dumps({"seq": 5, **line}).encode()
    path.write_bytes(path.read_bytes() + sealed(text))
    if name == "a list":
        # Not even the form of a record: no checksum is looked for in it.
        assert told in str(RefereeError.of(read(path).messages_about(path)[0]))
        return
    with pytest.raises(RefereeError) as caught:
        read(path)
    assert "line 6" in str(caught.value) and told in str(caught.value)
    assert len(str(caught.value)) < 400 and "\n" not in str(caught.value)
    with pytest.raises(RefereeError):
        Journal.reopen(path)
    assert path.read_bytes().endswith(sealed(text)), "nothing is changed"


@pytest.mark.parametrize("key", ["referee.of_another_version", "referee.over"])
def test_reasons_that_this_version_has_no_sentence_for_are_told_as_they_stand(path: Path, key: str) -> None:
    remark = {"key": key, "rule": "BK-07", "values": {"cell": "b2"}}
    with Journal.reopen(path)[0] as journal:
        journal.append("commit", {**said(4), "remarks": [remark]})
    (read_remark,) = read(path).records[-1]["remarks"]
    assert english(Reason.from_json(read_remark)) == f"BK-07 {key} (cell='b2')"


@pytest.mark.parametrize(
    "header",
    [
        {"format": 2, "game": 3, "options": {}},
        {"format": 2, "game": "looney-blockade", "options": []},
        {"format": 2, **HEADER, "a1": [1]},
        {"format": 2, **HEADER, "begun": "now"},
        {"format": [2], **HEADER},
    ],
)
def test_a_header_of_nonsense_is_refused(tmp_path: Path, header: dict[str, Any]) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(sealed(json.dumps({"seq": 0, "kind": "header", **header}).encode()))
    with pytest.raises(RefereeError):
        read(path)


def test_a_disk_full_at_any_byte_leaves_the_journal_as_it_was(path: Path) -> None:
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for size in range(last, len(whole)):
        path.write_bytes(whole[:last])
        journal, _ = Journal.reopen(path)
        with journal:
            with room_for(size), pytest.raises(KeepingError) as caught:
                journal.append("commit", said(3))
            assert caught.value.full and "make room" in str(RefereeError.of(caught.value.reason))
            assert path.read_bytes() == whole[:last]
            journal.append("commit", said(3))
            assert path.read_bytes() == whole


def test_a_disk_that_does_not_sync_has_not_taken_the_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = path.read_bytes()
    journal, _ = Journal.reopen(path)

    def broken(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with journal:
        with monkeypatch.context() as patched, pytest.raises(KeepingError, match="Input/output"):
            patched.setattr(os, "fsync", broken)
            journal.append("commit", said(4))
        assert path.read_bytes() == whole
        journal.append("commit", said(5))
    assert rolled(path) == [1, 2, 3, 4, 6]


def test_no_journal_is_left_where_its_header_found_no_room(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with room_for(30), pytest.raises(KeepingError):
        Journal.create(path, HEADER)
    assert list(tmp_path.iterdir()) == []
    Journal.create(path, HEADER).close()


def test_a_damaged_journal_is_not_touched_where_there_is_no_room_to_mend_it(path: Path) -> None:
    damaged = path.read_bytes().replace(b'"B":2', b'"B":6')
    path.write_bytes(damaged)
    for _ in range(2):
        with room_for(300), pytest.raises(KeepingError):
            Journal.reopen(path)
        assert path.read_bytes() == damaged
        assert {entry.name for entry in path.parent.iterdir()} <= {"game.journal", "game.journal.damaged"}
    journal, _ = Journal.reopen(path)
    with journal:
        assert journal.damaged is not None and journal.damaged.read_bytes() == damaged
    assert rolled(path) == [1, 3, 4]


def spoilt(data: bytes, how: str) -> bytes:
    last = data.splitlines(keepends=True)[-1]
    spoiling = {
        "crlf": data.replace(b"\n", b"\r\n"),
        "mark": b"\xef\xbb\xbf" + data,
        "blank": data + b"\n",
        "blank inside": data.replace(b"\n", b"\n\n"),
        "zeros": data + b"\0" * 100 + b"\n",
        "doubled": data + last,
    }
    return spoiling[how]


@pytest.mark.parametrize("how", ["crlf", "mark", "blank", "blank inside", "zeros", "doubled"])
def test_what_editors_and_power_cuts_put_between_lines_is_no_damage(path: Path, how: str) -> None:
    path.write_bytes(spoilt(path.read_bytes(), how))
    contents = read(path)
    assert rolled(path) == [1, 2, 3, 4] and contents.messages_about(path) == ()
    journal, contents = Journal.reopen(path)
    with journal:
        journal.append("commit", said(4))
    assert journal.messages(contents) == () and rolled(path) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("when", ["before a record", "before the end"])
def test_a_game_whose_folder_was_removed_is_written_anew_and_that_is_told(tmp_path: Path, when: str) -> None:
    folder, told = tmp_path / "game", list[Reason]()
    folder.mkdir()
    with Journal.create(folder / "game.journal", HEADER) as journal:
        journal.said = told.append
        journal.append("commit", said(0))
        if when == "before a record":
            shutil.rmtree(folder)
        journal.append("commit", said(1))
        if when == "before the end":
            shutil.rmtree(folder)
    assert rolled(folder / "game.journal") == [1, 2]
    assert ["removed" in english(reason) for reason in told] == [True]


def test_a_game_that_cannot_be_written_anew_is_told_at_each_record(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    journal = Journal.create(folder / "game.journal", HEADER)
    journal.append("commit", said(0))
    shutil.rmtree(folder)
    folder.write_text("a file where the folder was")
    for _ in range(2):
        with pytest.raises(KeepingError):
            journal.append("commit", said(1))
    folder.unlink()
    journal.append("commit", said(1))
    journal.close()
    assert rolled(folder / "game.journal") == [1, 2]


def test_a_glance_finds_both_ends(path: Path) -> None:
    contents, found = read(path), glance(path)
    assert (found.header, found.last, found.count) == (contents.header, contents.records[-1], 4)


@pytest.mark.parametrize("torn", [1, 40])
def test_a_glance_passes_over_what_is_torn(path: Path, torn: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-torn] if torn > 1 else whole + b"{")
    assert glance(path).last == read(path).records[-1]


def test_a_glance_reads_as_far_back_as_the_last_record_reaches(path: Path) -> None:
    with Journal.reopen(path)[0] as journal:
        journal.append("commit", {**said(4), "note": "x" * 300_000})
    assert glance(path).last["commit"]["roll"]["B"] == 5


def test_a_glance_at_a_journal_with_nothing_in_it_finds_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "game.journal"
    Journal.create(empty, HEADER).close()
    assert (glance(empty).last, glance(empty).count) == ({}, 0)


def test_who_glances_at_what_is_no_journal_is_told_as_who_reads_it(path: Path) -> None:
    path.write_bytes(b"no journal")
    with pytest.raises(RefereeError) as reading:
        read(path)
    with pytest.raises(RefereeError) as glancing:
        glance(path)
    assert glancing.value.reason == reading.value.reason


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ({"kind": "header"}, "line 1 .* format 2"),
        ({"kind": "header", "format": 3}, "line 1 .* format 2"),
        ({"kind": "header", "format": "2"}, "line 1 .* format 2"),
        ({"kind": "commit", "format": 2}, "line 1 .* format 2"),
        ({"kind": "commit", "format": 1}, "line 1 .* format 2"),
        ({"kind": "header", "format": 1}, r"line 1 .* version 0\.1 or 0\.2"),
    ],
)
def test_another_format_is_refused_by_whoever_reads_or_glances(
    first: dict[str, Any], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(sealed(json.dumps({"seq": 0, **first, **HEADER}).encode()))
    for look in (read, glance):
        with pytest.raises(RefereeError, match=told.replace("format 2", r"\(format 2\)")):
            look(path)


def test_a_glance_refuses_a_last_line_that_is_no_record(path: Path) -> None:
    nothing = b'{"seq":5,"kind":"commit","event":4,"t":4.0,"commit":{},"remarks":[]}'
    path.write_bytes(path.read_bytes() + sealed(nothing))
    with pytest.raises(RefereeError, match="line 6 cannot be used"):
        glance(path)


def test_the_last_record_is_the_last_that_is_whole_and_tells_of_no_gap(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((*lines[:2], b"damaged\n", *lines[3:])))
    Journal.reopen(path)[0].close()
    assert [record["kind"] for record in read(path).records][-1] == "mended"
    assert glance(path).last["commit"]["roll"]["B"] == 4
    path.write_bytes(path.read_bytes() + b"damaged\n")
    assert glance(path).last["commit"]["roll"]["B"] == 4


def test_all_reasons_of_a_verdict_are_made_sayable() -> None:
    """They may be of another version, wherever they stand."""
    unknown: dict[str, Any] = {"key": "referee.of_another_version", "rule": None, "values": {}}
    known: dict[str, Any] = {"key": "referee.undone", "rule": None, "values": {}}
    reading = {"words": unknown, "reason": None}
    verdict = {"reason": unknown, "notes": [known, unknown], "readings": [reading], "more": {"events": [unknown, 3]}}
    said = all_sayable({"kind": "frame", "verdict": verdict, "lost": unknown})
    plain = {"key": "text", "rule": None, "values": {"text": "referee.of_another_version"}}
    assert said["verdict"] == {
        "reason": plain,
        "notes": [known, plain],
        "readings": [{"words": plain, "reason": None}],
        "more": {"events": [plain, 3]},
    }
    assert said["lost"] == plain and verdict["reason"] == unknown
