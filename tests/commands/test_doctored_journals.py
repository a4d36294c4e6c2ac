"""Journals in which somebody has changed a value, with good checksums: one plain sentence names file and line."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import main
from companion.referee.keeping.journal import Journal
from companion.sharing.far.ledger import Ledger
from hardware.durable_lines import sealed
from tests.often import often

JOURNALS = Path(__file__).parents[1] / "data/journals"
DEMO = Path(__file__).parents[2] / "companion/data/demo_game"
GAMES = ("ball", "blokus", "leistiko", "looney")
# What stands in the place of a value; the last one is JSON that Python reads as infinity.
VALUES = ("null", "3", "-1", '"x"', "[]", "{}", "true", "1e400")
COMMANDS = (("replay",), ("analyse",), ("export",), ("export", "--replay", "http://hall/"))
PYTHON = re.compile(
    r"Error\b|Traceback|' object|NoneType|attribute|argument|subscript|iterable|unpack|hashable|operand|tuple|literal"
    r"|\b(None|True|False|int|str|dict|float)\b|index out|not in list|out of range"
)
Way = tuple[str | int, ...]


def places(value: Any, way: Way = ()) -> Iterator[Way]:
    """The way to each value at each depth."""
    if way:
        yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, held in inner:
        yield from places(held, (*way, step))


def kind_of(way: Way) -> str:
    """The same for places that hold the same kind of thing: cells and stacks of a table, items of a list."""
    known = (isinstance(step, str) and (at < 2 or step.islower()) for at, step in enumerate(way))
    return " ".join(str(step) if is_known else "*" for step, is_known in zip(way, known, strict=True))


def doctored(line: bytes, way: Way, value: str | None) -> bytes:
    """A line of a journal with another value at a place, or without it."""
    record = json.loads(line)
    record.pop("crc")
    holder = record
    for step in way[:-1]:
        holder = holder[step]
    if value is None:
        del holder[way[-1]]
    else:
        holder[way[-1]] = "\x00here"
    return sealed(json.dumps(record, separators=(",", ":")).replace('"\\u0000here"', str(value)).encode())


def spoilt(rng: Random, whole: bytes) -> tuple[bytes, int, str]:
    """A journal with one value changed, the line of that, and what was done."""
    lines = whole.splitlines(keepends=True)
    at = rng.choice([n for n, line in enumerate(lines) if line.endswith(b"\n")])
    by_kind = defaultdict(list)
    for way in places(json.loads(lines[at])):
        if way != ("crc",):
            by_kind[kind_of(way)].append(way)
    way, value = rng.choice(by_kind[rng.choice(sorted(by_kind))]), rng.choice((*VALUES, None))
    lines[at] = doctored(lines[at], way, value)
    return b"".join(lines), at + 1, f"line {at + 1} {way} {value}"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_whatever_value_is_changed_one_plain_sentence_names_its_line(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, path = Random(69), tmp_path / "game.journal"
    for _ in range(often(150)):
        data, at, what = spoilt(rng, (JOURNALS / "app" / game / "game.journal").read_bytes())
        path.write_bytes(data)
        for command, *more in COMMANDS:
            status = main([command, str(path), *more])
            out, err = capsys.readouterr()
            assert not PYTHON.search(f"{out}{err}".replace(str(path), "")), (what, out, err)
            told = err.splitlines()[-1] if err and status else ""
            assert not told or str(path) in told, (what, command, told)
            named = re.search(r"line (\d+)", told)
            # Two events of one number are noticed at the second, another belief where nothing fits it.
            assert not told or (named and int(named[1]) >= at), (what, command, told)


CHANGES: dict[str, tuple[str, int, Way, str | None, str]] = {
    "a stack that is none": ("ball", 18, ("verdict", "grid", "b7"), '"x"', "cannot occur in this game"),
    "a cell that is none": ("blokus", 7, ("verdict", "moves", 0, "cells", 0), '"x"', "a list of 3 is needed"),
    "a commitment of a wrong kind": ("leistiko", 11, ("commit", "row"), "null", "needed, not null"),
    "a key that is missing": ("looney", 3, ("verdict", "grid"), None, "grid is missing"),
    "a program that is a text": ("ball", 17, ("correct", "programs", "second"), '"x"', "not 'x'"),
    "options that are none": ("ball", 0, ("options", "mode"), "3", "mode"),
    "players that are numbers": ("ball", 0, ("players", "first"), "3", "a text is needed, not 3"),
    "another format": ("ball", 0, ("format",), "-1", "format 2"),
    "a form of an older version": ("ball", 5, ("turn", "passed"), None, "0.1 or 0.2"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_value_is_told_with_file_line_and_what_is_wrong(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, at, way, value, told = CHANGES[name]
    lines = (JOURNALS / "app" / game / "game.journal").read_bytes().splitlines(keepends=True)
    lines[at] = doctored(lines[at], way, value)
    path = tmp_path / "game.journal"
    path.write_bytes(b"".join(lines))
    for command, *more in COMMANDS:
        main([command, str(tmp_path), *more])
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("companion ")]
    assert said
    for line in said:
        assert f"{path}: line {at + 1} " in line and told in line and not PYTHON.search(line.replace(str(path), ""))


def test_behind_lost_lines_the_line_of_the_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (JOURNALS / "app/leistiko/game.journal").read_bytes().splitlines(keepends=True)
    lines[2] = lines[3] = lines[6] = b"{}\n"
    lines[11] = doctored(lines[11], ("commit", "row"), "null")
    (tmp_path / "game.journal").write_bytes(b"".join(lines))
    assert main(["replay", str(tmp_path)]) == 1
    assert f"{tmp_path / 'game.journal'}: line 12 " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("way", "value", "told"),
    [
        (("commit", "roll"), "{}", "kept.journal: line 3 cannot be used .it is not event 1 of .*: name"),
        (("remarks",), "3", "kept.journal: line 3 cannot be used .remarks: a list is needed, not 3"),
    ],
)
def test_a_game_that_goes_on_names_the_line(
    way: Way, value: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (JOURNALS / "demo.journal").read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"kind":"commit"' in line)
    lines[at] = doctored(lines[at], way, value)
    (tmp_path / "kept.journal").write_bytes(b"".join(lines))
    assert main(["referee", str(DEMO), "--resume", str(tmp_path / "kept.journal")]) == 1
    assert re.search(told.replace("line 3", f"line {at + 1}"), capsys.readouterr().err)


def test_an_entry_of_two_tables_that_is_none_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = Ledger()
    path = tmp_path / "game.journal"
    with Journal.create(path, {"game": "looney-blockade", "options": {}}) as journal:
        for number, kind in enumerate(("hello", "join")):
            ledger.append(ledger.next("host", kind, {}))
            journal.append("far", {"event": number, "t": 0.0, "far": ledger.entries[-1].to_json()})
    whole = path.read_bytes().splitlines(keepends=True)
    assert main(["compare", str(tmp_path), str(path)]) == 0
    path.write_bytes(b"".join((*whole[:2], doctored(whole[2], ("far", "by"), '"x"'))))
    assert main(["compare", str(tmp_path), str(path)]) == 1
    assert f"{path}: line 3 cannot be used (by: one of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("way", "value", "told"),
    [
        (("t",), "5", "; t was 0.04, is 5"),
        (("verdict", "grid", "first.3"), '"9"', '; grid was {"first.3": "9"}, is {"first.3": "1"}'),
    ],
)
def test_a_verdict_that_differs_only_in_a_part_is_told_by_that(
    way: Way, value: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its sentence is the same then and now."""
    lines = (JOURNALS / "app/leistiko/game.journal").read_bytes().splitlines(keepends=True)
    lines[6] = doctored(lines[6], way, value)
    (tmp_path / "game.journal").write_bytes(b"".join(lines))
    assert main(["replay", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"{told}\n" in said and " was legal" not in said and "1 came out differently" in said
