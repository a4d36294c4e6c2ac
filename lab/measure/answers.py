"""`python -m lab.bench answers`: whole games on practice tables that are turned, bumped and reached over, whose players
are asked where the referee is unsure and now and then answer wrongly. Does the game end with the table that stands, is
anybody accused who kept the rules, and for how many looks does a wrong answer stay?

Practice tables are seen so well that hardly anything is asked: `--dim` makes a share of looks say little.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from companion.games.errors import CompanionError
from companion.referee.game import Game
from companion.referee.keeping.recording import Event, Picture
from companion.referee.tables import TABLES, open_table
from companion.referee.verdict import Verdict

FAINT: Final = 0.12
"""Scale on the evidence of a dim look."""
SETTLED: Final = ("legal", "won", "takeback", "unchanged")
"""Verdicts of looks after which the table stands as the game has it."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=TABLES, help="this one alone")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of each kind (20)")
    parser.add_argument(
        "--wrong", type=float, default=0.03, metavar="SHARE", help="of the answers that are wrong (.03)"
    )
    parser.add_argument("--dim", type=float, default=0.0, metavar="SHARE", help="of the looks that say little (0)")
    parser.add_argument("--length", type=int, default=60, metavar="N", help="things that happen in a game at most (60)")
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> int:
    """Print for each kind of game how many ended with the true table."""
    for name in [args.game] if args.game else TABLES:
        counts = Counter[str]()
        for number in range(args.games):
            counts += played(name, 1000 * args.seed + number, args.wrong, args.length, args.dim)
        print(f"{name}: {args.games} games, " + ", ".join(f"{n} {what}" for what, n in counts.items()), flush=True)
    return 0


class DimLook:
    """A look whose evidence is faint."""

    def __init__(self, look: Any) -> None:
        self._look = look

    def __getattr__(self, name: str) -> Any:
        return getattr(self._look, name)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> Any:
        return FAINT * self._look.log_likelihoods(cell, stacks)


class DimTracker:
    """A tracker of which a share of looks are dim, once the set-up was learnt."""

    def __init__(self, tracker: Any, share: float, rng: Random) -> None:
        self._tracker, self._share, self._rng, self._begun = tracker, share, rng, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tracker, name)

    def look(self, image: Any) -> Any:
        look = self._tracker.look(image)
        return DimLook(look) if self._begun and self._rng.random() < self._share else look

    def learn(self, look: Any, grid: Mapping[str, str]) -> None:
        self._begun = True
        self._tracker.learn(look._look if isinstance(look, DimLook) else look, grid)


def played(name: str, seed: int, wrong: float, length: int, dim: float) -> Counter[str]:
    """Play one game. Returns how often players were asked, answered wrongly and were accused though they had kept the
    rules, how many settled looks showed another table than was believed, and 1 for a game that ended with the true
    table."""
    table, rng = open_table(name, {}), Random(seed)
    practice: Any = table.practice(seed, {})
    game = Game(table, lambda image: DimTracker(practice.tracker(image), dim, rng) if dim else practice.tracker(image))
    # Judges the same table with eyes that are never dim and players who never err.
    knowing = Game(open_table(name, {}), practice.tracker)
    counts, verdict, truth = Counter[str](), None, {}
    for number in range(2 * length):
        if game.session.winner or (number >= length and verdict and verdict.verdict in SETTLED):
            break
        happening = practice.next(verdict)
        event = Event(number, float(number), happening.kind, happening.value) if happening else None
        if event is None:
            if verdict is None or verdict.verdict != "unsure":
                break
            counts["questions"] += 1
            answer = _answer(verdict, truth, rng if rng.random() < wrong else None)
            counts["wrong answers"] += answer != _answer(verdict, truth, None)
            try:
                verdict = game.correct(Event(number, float(number), "correct", answer))
            except CompanionError:
                counts["answers refused"] += 1
                break
        elif event.kind == "frame":
            verdict, _ = game.frame(event, Picture(event.value, ""))
            counts["looks"] += 1
            # A hand over the table changes nothing on it.
            truth = dict(practice.shown.grid)
            kept = _kept_the_rules(knowing, event, truth)
            counts["accused"] += kept and verdict.verdict == "illegal"
            counts["settled looks with another table"] += (
                verdict.verdict in SETTLED and dict(game.session.grid) != truth
            )
        else:
            game.commit(event)
            knowing.commit(event)
    counts["ended with the true table"] += game.session.started and dict(game.session.grid) == truth
    return counts


def _kept_the_rules(knowing: Game, event: Event, truth: Mapping[str, str]) -> bool:
    """Return True if a table is one that stands or may stand by the rules, as who knows it judges it."""
    verdict, _ = knowing.frame(event, Picture(event.value, ""))
    if verdict.verdict == "unsure":
        verdict = knowing.correct(Event(event.index, event.t, "correct", _answer(verdict, truth, None)))
    return verdict.verdict not in ("illegal", "incomplete")


def _answer(verdict: Verdict, truth: Mapping[str, str], astray: Random | None) -> dict[str, Any]:
    """Return the correction that players make: the reading that is true, or a false one where they go `astray`; where
    all readings are true, they then name a thing that lies elsewhere. Players who know that they broke no rule say what
    stands there instead of choosing a breach."""
    same = [number for number, offer in enumerate(verdict.readings) if dict(offer.grid) == truth]
    right = [number for number in same if verdict.readings[number].verdict not in ("illegal", "incomplete")]
    false = [number for number in range(len(verdict.readings)) if number not in same]
    if astray and false:
        return {"reading": astray.choice(false)}
    if astray:
        places = [place for place in truth if truth[place]]
        return {"cells": {astray.choice(places): truth[astray.choice(places)]}} if places else {"accept": True}
    if right:
        return {"reading": right[0]}
    differing = {place: thing for place, thing in truth.items() if verdict.grid[place] != thing}
    return {"cells": differing} if differing else {"accept": True}
