"""`python -m lab.bench flips`: bits of files of rolls and journals flipped; none may be read with other content.

What is damaged is lost and told, or the file is refused; whatever is read is what was written.
"""

import argparse
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from companion.referee.errors import ERRORS
from companion.referee.keeping.journal import JOURNAL_NAME, OF_GAPS, read
from hardware.roll_store import RollStore
from lab.fuzzing.rolls_files import write_rolls
from lab.fuzzing.spoiling import flip

KEPT: Final = Path(__file__).parents[2] / "tests" / "data" / "journals" / "app"
JOURNALS: Final = ("leistiko", "blokus", "ball")
# Where files are as quick as memory, they are spoilt there.
QUICK: Final = Path("/dev/shm")

Outcome = str
SAME, LOST, REFUSED, OTHER, UNTOLD = "the same", "lost and told", "refused", "OTHER CONTENT", "LOST AND NOT TOLD"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--count", type=int, default=100_000, metavar="N", help="bits to flip (100,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")


def run(args: argparse.Namespace) -> int:
    """1 where something was read that was not written, or lost without a word."""
    bad = 0
    for what, found in flipped(args.count, args.seed).items():
        print(f"{what}: " + ", ".join(f"{n} {outcome}" for outcome, n in found.most_common()))
        bad += found[OTHER] + found[UNTOLD]
    return 1 if bad else 0


def flipped(count: int, seed: int) -> dict[str, Counter[Outcome]]:
    """So many bits flipped, half of them in rolls: what became of each, by what it was in."""
    rng = Random(seed)
    found: dict[str, Counter[Outcome]] = {"rolls": Counter(), "journals": Counter()}
    with TemporaryDirectory(dir=QUICK if QUICK.is_dir() else None) as folder:
        rolls, journals = _rolls(Path(folder, "rolls")), [_journal(Path(folder, name), name) for name in JOURNALS]
        for number in range(count):
            what = "journals" if number % 2 else "rolls"
            outcome = (rng.choice(journals) if number % 2 else rolls)(rng)
            found[what][outcome] += 1
    return found


Spoilt = Callable[[Random], Outcome]


def _rolls(folder: Path) -> Spoilt:
    folder.mkdir()
    path = folder / "rolls.jsonl"
    written = write_rolls(path)
    whole = path.read_bytes()

    def spoil(rng: Random) -> Outcome:
        for left in folder.iterdir():
            left.unlink()
        path.write_bytes(flip(rng, whole))
        try:
            with RollStore(path) as store:
                kept, told = list(store), bool(store.problems)
        except ERRORS:
            return REFUSED
        torn = len(kept) == len(written) - 1 and kept == written[:-1] and not path.read_bytes().endswith(whole[-9:])
        return _outcome(kept == written, all(roll in written for roll in kept), told or torn)

    return spoil


def _journal(folder: Path, name: str) -> Spoilt:
    folder.mkdir()
    path = folder / JOURNAL_NAME
    shutil.copy(KEPT / name / JOURNAL_NAME, path)
    whole, written = path.read_bytes(), read(path)

    def spoil(rng: Random) -> Outcome:
        path.write_bytes(flip(rng, whole))
        try:
            now = read(path)
        except ERRORS:
            return REFUSED
        kept = [{**record, "seq": 0} for record in now.records if record["kind"] not in OF_GAPS]
        before = [{**record, "seq": 0} for record in written.records]
        known = now.header == written.header and all(record in before for record in kept)
        return _outcome(kept == before and known, known, bool(now.lost or now.torn))

    return spoil


def _outcome(same: bool, known: bool, told: bool) -> Outcome:
    if not known:
        return OTHER
    return SAME if same else LOST if told else UNTOLD
