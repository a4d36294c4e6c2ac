"""Journals as bad disks and strangers leave them: read, replayed, opened in the app, shown, gone on with.

Damage (bits, cuts, lines lost, doubled, exchanged) costs no line but the damaged ones, and the damaged file stays
beside the mended one. Lines of nonsense with good checksums are refused in one sentence, or do no harm.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.app.fault_reports import TROUBLE
from companion.app.games.opening import open_game
from companion.app.records.page import write_page
from companion.app.records.records import position_text, statistics
from companion.commands import export, replay
from companion.referee.errors import error_reason
from companion.referee.game import rejudge
from companion.referee.keeping.journal import JOURNAL_NAME, Contents, Journal, read
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.texts.language import english
from hardware.durable_lines import sealed
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.spoiling import RAW, as_json, flip, reword, spoil

KEPT: Final = Path(__file__).parents[2] / "tests" / "data" / "journals"
# Looney Blockade's are judged again, which takes time: the others are small.
NAMES: Final = ("app/leistiko", "app/ball", "app/blokus", "app/looney")
# A sentence, not a dump.
LONGEST_SENTENCE: Final = 2000
# Seconds of the processor that no journal of these sizes may take.
MOST_SECONDS: Final = 20.0


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A journal a round, made bad in one of several ways."""
    findings = Findings()
    whole = {name: (KEPT / name / JOURNAL_NAME).read_bytes() for name in NAMES}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game" / JOURNAL_NAME
        path.parent.mkdir()
        for _ in rounds:
            name = rng.choice(NAMES)
            kind = rng.choice(list(_WAYS))
            data = _WAYS[kind](rng, whole[name])
            start = time.process_time()
            fault = _hand_in(path, data, kind, _untouched(whole[name], data), findings)
            seconds = time.process_time() - start
            findings.took(seconds, f"{name} {kind}")
            if seconds > MOST_SECONDS:
                fault = f"took {seconds:.0f} s"
            if fault:
                findings.faults.append(f"{name} {kind}: {fault}")
            for left in path.parent.iterdir():
                left.unlink()
    return findings


def _flipped(rng: Random, data: bytes) -> bytes:
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        data = flip(rng, data)
    return data


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))] + rng.choice((b"", b"", b"\x00" * 100, b"\n", rng.randbytes(30)))


def _lines(rng: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    for _ in range(rng.choice((1, 1, 3))):
        a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                lines[a], lines[b] = lines[b], lines[a]
            case 1:
                lines.insert(b, lines[a])
            case 2 if len(lines) > 1:
                del lines[a]
            case _:
                lines.insert(a, rng.randbytes(rng.randrange(60)).replace(b"\n", b" ") + b"\n")
    return b"".join(lines)


def _nonsense(rng: Random, data: bytes) -> bytes:
    """Lines whose content was spoilt before their checksum was made."""
    lines = data.splitlines(keepends=True)
    for _ in range(rng.choice((1, 1, 1, 2))):
        at = rng.randrange(len(lines))
        try:
            record: dict[str, Any] = json.loads(lines[at])
        except (ValueError, RecursionError):
            continue
        record.pop("crc", None)
        for _ in range(rng.choice((1, 1, 2))):
            spoil(rng, record)
        lines[at] = sealed(as_json(rng, record))
    return b"".join(lines)


def _words(rng: Random, data: bytes) -> bytes:
    """A line in which all is well-formed, and something makes no sense in its game."""
    lines = data.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    try:
        record: dict[str, Any] = json.loads(lines[at])
    except (ValueError, RecursionError):
        return data
    record.pop("crc", None)
    numbered: dict[str, Any] = {name: record.pop(name) for name in ("seq", "kind") if name in record}
    reword(rng, record)
    record = {**numbered, **record}
    lines[at] = sealed(as_json(rng, record))
    return b"".join(lines)


def _strange(rng: Random, data: bytes) -> bytes:
    """A line that is no record at all, with a good checksum."""
    lines = data.splitlines(keepends=True)
    lines[rng.randrange(len(lines))] = sealed(rng.choice(RAW))
    return b"".join(lines)


_WAYS: Final[dict[str, Callable[[Random, bytes], bytes]]] = {
    "bits": _flipped,
    "cut": _cut,
    "lines": _lines,
    "nonsense": _nonsense,
    "words": _words,
    "strange": _strange,
}
_DAMAGES: Final = ("bits", "cut", "lines")


def _untouched(whole: bytes, data: bytes) -> int:
    """How many whole lines stand before the first byte that is different."""
    same = next((at for at, (a, b) in enumerate(zip(whole, data, strict=False)) if a != b), min(len(whole), len(data)))
    return whole.count(b"\n", 0, same)


def _hand_in(path: Path, data: bytes, kind: str, untouched: int, findings: Findings) -> str | None:
    """What is wrong about what became of a journal, if anything."""
    path.write_bytes(data)
    try:
        contents = read(path)
        if kind in _DAMAGES and len(contents.records) < untouched - 1:
            return f"{untouched} lines stood before the damage, {len(contents.records) + 1} are read: {data!r:.300}"
        _shown(path, contents)
        _replayed(contents)
        _gone_on_with(path, contents, data)
        _opened(path, contents)
        write_page(path.parent)
        statistics([path.parent])
        position_text(path.parent)
        _by_commands(path)
    except TROUBLE as error:
        findings.refused[kind] += 1
        said = english(error_reason(error))
        return f"says {said[:200]!r}" if "\n" in said or len(said) > LONGEST_SENTENCE else None
    except Exception as error:
        return f"{type(error).__name__}: {error} {data[-300:]!r}"
    findings.taken[kind] += 1
    return None


def _shown(path: Path, contents: Contents) -> None:
    for said in contents.messages_about(path):
        english(said)


def _replayed(contents: Contents) -> None:
    session = Session(open_table(contents.header["game"], contents.header["options"]))
    for record in contents.records:
        rejudge(session, record)


def _by_commands(path: Path) -> None:
    """What `companion replay` and `companion export` make of it."""
    with redirect_stdout(StringIO()):
        replay.run(argparse.Namespace(journal=path))
        for page in (None, "http://127.0.0.1/"):
            export.run(argparse.Namespace(journal=path, out=None, replay=page, csv=False, language="en"))


def _gone_on_with(path: Path, contents: Contents, data: bytes) -> None:
    journal, _ = Journal.reopen(path)
    journal.close()
    assert (journal.damaged is None) == (not contents.damaged)
    assert journal.damaged is None or journal.damaged.read_bytes() == data, "the damaged file is another one"
    again = read(path)
    assert (again.records, again.damaged, again.torn) == (contents.records, False, 0), "mended, it is another game"


def _opened(path: Path, contents: Contents) -> None:
    """The app goes on with the game, unless it would look for devices."""
    if contents.header.get("source") != "touch" or contents.header.get("dice", "screen") != "screen":
        return
    game = open_game(path.parent)
    try:
        game.state()
    finally:
        game.close()
