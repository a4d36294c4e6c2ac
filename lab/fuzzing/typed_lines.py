"""What people type beside a live game, put to the game that is played."""

import time
from collections.abc import Iterator
from random import Random

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.errors import RefereeError, words_of
from companion.referee.game import Game
from companion.referee.keeping.recording import Event
from companion.referee.live.typed import understand
from hardware.errors import DeviceError
from lab.fuzzing.fuzzer import Findings

# Lines put to one game before the next begins.
GAME = 40
LINES = (
    "B4 G5", "r1, y6", "b4g5", "R2 Y2 G3 B4", "", "undo", "accept", "pass", "reading 0", "reading 7", "cell b2 G3G1",
    "cell c3", "cell b2 R3R2R1K3", "throw", "quit",
)  # fmt: skip
JUNK = (
    "", " ", "\t", "9" * 5000, "٣", "²", "-1", "0", "K3", "G3" * 200, "cell", "reading", "\x00", "\ud800", "é" * 50,
    "[b]", "<script>", "a1", "z9", "{x:piece}", "%s", "\u2028",
)  # fmt: skip


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A line a round: understood and used, or refused in words; the table it stands on stays as lawful as it was."""
    findings, game = Findings(), _begun()
    for number in rounds:
        if number % GAME == 0:
            game = _begun()
        line = _line(rng)
        start = time.process_time()
        try:
            kind, value = understand(line, game.table)
            if kind == "correct":
                game.correct(Event(number + 1, float(number), kind, value))
            elif kind == "roll":
                game.commit(Event(number + 1, float(number), kind, value))
        except (DeviceError, GameError, RefereeError) as error:
            findings.refused["line"] += 1
            if not words_of(error):
                findings.faults.append(f"refused without a word: {line[:200]!r}")
        except Exception as error:
            findings.faults.append(f"{type(error).__name__}: {error}: {line[:200]!r}")
        else:
            findings.taken["line"] += 1
        findings.took(time.process_time() - start, line[:40])
    return findings


def _begun() -> Game:
    table = LooneyTable()

    def no_camera(_image: object) -> object:
        raise AssertionError("nothing is looked at")

    game = Game(table, no_camera)  # type: ignore[arg-type]
    game.enter(Event(0, 0.0, "frame", None), dict(initial().grid))
    return game


def _line(rng: Random) -> str:
    line = rng.choice(LINES)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        words = line.split(" ")
        at = rng.randrange(len(words))
        match rng.randrange(4):
            case 0:
                words[at] = rng.choice(JUNK)
            case 1:
                words.insert(at, rng.choice(JUNK))
            case 2:
                words[at] += rng.choice(JUNK)
            case 3:
                del words[at]
        line = " ".join(words)
    return line
