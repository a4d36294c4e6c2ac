"""Games written as text, harmed, taken into journals."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.games.errors import GameError
from companion.referee.errors import RefereeError, words_of
from companion.referee.keeping import journal as journals
from companion.referee.written_games import game_text, take_in
from lab.fuzzing.fuzzer import Findings

GAMES = (
    '[Game "leistiko-blockade"]\n[Variant "base"]\n[LB-01 "16"]\n[LB-06 "1"]\n[LB-09 "true"]\n'
    '[Position "233332/233332 1"]\n[Event "club"]\n\n1. r3 d5: 3>2, 2x(4)\n2. r1 d1: pass {no move}\n'
    "3. r2 d2 = 230332/233332 2 {two too many}\n4. r4 d1: 4>5\n",
    '[Game "pyramid-ball"]\n[PB-01 "a"]\n[Position "7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic"]\n\n'
    "1. S:RR. M:L.R L:FLF pass2>L / S:RFF M:FR. L:LFB\n",
)
JUNK = ("", " ", "=", "= ", "{", "}", '"', "[", "]", "9" * 500, "-1", "٣", "\x00", "\u2028", "K", "/", ":", "pass")


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A text a round: taken in, and then it comes out as a text that is taken in alike; or refused in words, and there
    is no journal."""
    findings = Findings()
    with TemporaryDirectory() as folder:
        for number in rounds:
            path = Path(folder, str(number))
            text = _harmed(rng, rng.choice(GAMES))
            start = time.process_time()
            try:
                take_in(text, path)
                out = game_text(journals.read(path))
                again = path.with_suffix(".again")
                take_in(out, again)
                if game_text(journals.read(again)) != out:
                    findings.faults.append(f"comes out otherwise: {text!r}")
            except (GameError, RefereeError) as error:
                findings.refused["text"] += 1
                if path.exists() or not words_of(error):
                    findings.faults.append(f"refused and left behind, or without a word: {text!r}")
            except Exception as error:
                findings.faults.append(f"{type(error).__name__}: {error}: {text!r}")
            else:
                findings.taken["text"] += 1
            findings.took(time.process_time() - start, text[-60:], text.encode(errors="replace"))
    return findings


def _harmed(rng: Random, text: str) -> str:
    """Up to three places replaced, doubled, dropped or swapped."""
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        at = rng.randrange(len(text))
        end = min(len(text), at + rng.choice((1, 1, 2, 5, 20)))
        match rng.randrange(4):
            case 0:
                text = text[:at] + rng.choice(JUNK) + text[end:]
            case 1:
                text = text[:at] + text[end:]
            case 2:
                text = text[:end] + text[at:]
            case _:
                text = text[:at] + text[at:end][::-1] + text[end:]
    return text or " "
