"""The engine against the slow, literal reference: the same ends, the same fewest points, the same yes or no."""

from random import Random
from typing import Any

import pytest

from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.model import SIDES, Options, Position, Roll, Sighting, Turn, Violation
from companion.games.leistiko_blockade.rules.rules import leap_cost
from companion.games.leistiko_blockade.rules.turns import apply, moves, outcome, row_fault
from tests.games.leistiko_blockade.rules.positions import LEISTIKO_OPTIONS, may_rest, random_position, random_roll
from tests.games.leistiko_blockade.rules.reference import ends, leap_price, winner
from tests.often import often

pytestmark = pytest.mark.slow


def reference(position: Position, row: int, roll: Roll, options: dict[str, Any]) -> dict[tuple[int, ...], int]:
    return ends(position.to_json(), row, roll.to_json(), options)


def spoilt(rng: Random, pieces: tuple[int, ...], places: int) -> tuple[int, ...]:
    """The mover's pieces with one carried elsewhere, taken away or put back."""
    counts = list(pieces)
    here, there = rng.choice([i for i in range(12) if counts[i]] or [0]), rng.randrange(places)
    what = rng.random()
    if counts[here] and what < 0.85:
        counts[here] -= 1
    if what < 0.5 or what > 0.9:
        counts[there] += 1
    return tuple(counts)


def sighting(position: Position, pieces: tuple[int, ...]) -> Sighting:
    """The table with the mover's pieces standing as given and the other side's as they were."""
    first = position.to_move == "first"
    rows = (pieces[:6], position.second) if first else (position.first, pieces[:6])
    across = (pieces[6:], position.across[1]) if first else (position.across[0], pieces[6:])
    return Sighting(rows[0], rows[1], across)


def compare(rng: Random, chosen: dict[str, Any], most: int, checks: int) -> None:
    options = Options.from_json(chosen)
    position = random_position(rng, most, may_rest(options))
    rows = [row for row in range(1, 7) if not row_fault(position, row)]
    row = rng.choice(rows)
    roll = random_roll(rng, position, row, options, 4 if options.variant == "super-push" else 6)
    if roll.opposed is not None and not position.rows(position.to_move)[row - 1]:
        return
    wanted = reference(position, row, roll, chosen)
    turns = moves(position, roll, row, options)
    found = {turn.position.all_of(position.to_move): turn for turn in turns}
    assert len(found) == len(turns), "each position once"
    assert {pieces: turn.moved + turn.leapt for pieces, turn in found.items()} == wanted
    for turn in turns:
        assert apply(position, row, roll, turn.steps, options) == turn
    fits = [row]
    if roll.opposed is None:
        fits = rows
    anywhere = {each: reference(position, each, roll, chosen) for each in fits} if checks else {}
    for _ in range(checks):
        seen = spoilt(rng, rng.choice(list(wanted)), 12 if may_rest(options) else 6)
        for announced in (row, None) if roll.opposed is None else (row,):
            judged = check(position, sighting(position, seen), roll, announced, options)
            can = [anywhere[each][seen] for each in (fits if announced is None else [row]) if seen in anywhere[each]]
            assert isinstance(judged, Turn) == bool(can), (position, seen, roll, announced, judged)
            if isinstance(judged, Turn):
                assert judged.moved + judged.leapt == min(can)
                assert judged.position.all_of(position.to_move) == seen
            else:
                assert isinstance(judged, Violation) and judged.rule.startswith("LB-") and judged.reason


@pytest.mark.parametrize("part", range(2))
def test_turns_and_verdicts_of_the_base_game(part: int) -> None:
    rng = Random(part)
    for _ in range(often(250)):
        compare(rng, {}, 16, checks=3)


@pytest.mark.parametrize("options", LEISTIKO_OPTIONS, ids=str)
def test_turns_and_verdicts_of_every_variant_and_option(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    # The reference takes very long where two purses and pieces at rest multiply.
    most = 4 if options["variant"] == "super-push" and not options["LB-09"] else 7
    for _ in range(often(30)):
        compare(rng, options, most, checks=2)


@pytest.mark.rule("LB-05", "LB-06")
def test_every_price_of_a_leap() -> None:
    for own in range(1, 17):
        for opposing in range(17):
            for minimum in (0, 1, 2):
                assert leap_cost(own, opposing, minimum) == leap_price(own, opposing, minimum)


@pytest.mark.rule("LB-end", "LB-15")
def test_the_outcome_of_random_ends() -> None:
    rng = Random(5)
    for _ in range(often(500)):
        position = random_position(rng, 2)
        row = rng.choice([row for row in range(1, 7) if not row_fault(position, row)])
        turns = moves(position, Roll((rng.randint(1, 6),)), row)
        after = rng.choice(turns).position
        left = [sum(after.rows(side)) for side in SIDES]
        assert outcome(after).winner == winner(left[0], left[1], position.to_move)
