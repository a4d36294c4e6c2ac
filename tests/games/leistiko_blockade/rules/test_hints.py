"""Help for a player: what a touched piece can do, which row to choose, how to play a roll."""

from collections.abc import Callable
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.engine import respond
from companion.games.leistiko_blockade.rules.evaluation import estimate
from companion.games.leistiko_blockade.rules.hints import (
    rows_at_a_glance,
    suggest_row,
    suggest_turn,
    turns_at_a_glance,
)
from companion.games.leistiko_blockade.rules.lookahead import GREEDY, worth, worth_after, worth_after_reply
from companion.games.leistiko_blockade.rules.model import SIDES, VARIANTS, Options, Position, Roll, Step, Turn, Variant
from companion.games.leistiko_blockade.rules.rules import leap_cost
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.space import reach as reach_fast
from companion.games.leistiko_blockade.rules.touch import reach
from companion.games.leistiko_blockade.rules.turns import apply, moves, outcome, row_fault
from companion.games.registry import ENGINES
from lab.measure import leistiko_variants_play
from lab.measure.leistiko_play import PLAYERS, play
from tests.games.leistiko_blockade.rules.positions import LEISTIKO_OPTIONS, may_rest, random_position, random_roll
from tests.games.saying import said
from tests.often import often

seeds = st.integers(0, 2**32).map(Random)
START = initial()
NOBODY = (0,) * 6


def rounds(number: int) -> Callable[[], bool]:
    """Out of time after so many rounds."""
    asked = count(1)
    return lambda: next(asked) >= number


class TestATouchedPiece:
    def test_where_it_can_go_and_what_that_costs(self) -> None:
        found = reach(START, 3, 3, Roll((4,)))
        assert {going.to: going.cost for going in found.goings} == {1: 2, 2: 1, 4: 1, 5: 2, 6: 3, None: 4}
        assert found.refused == ()

    @pytest.mark.rule("LB-08")
    def test_a_way_off_through_another_row(self) -> None:
        position = Position((1, 4, 0, 0, 0, 0), (3, 0, 1, 0, 0, 0), "first")
        off = next(going for going in reach(position, 1, 1, Roll((2,))).goings if going.to is None)
        assert off.steps == (Step("move", 1, 1, 2), Step("leap", 2, 1))

    @pytest.mark.rule("LB-12", "LB-points")
    def test_why_not_elsewhere(self) -> None:
        refused = {place: fault.rule for place, fault in reach(START, 1, 1, Roll((2,))).refused}
        assert refused == {"edge": "LB-12", "off": "LB-points"}

    @pytest.mark.rule("LB-row", "LB-10")
    def test_a_row_that_was_not_chosen(self) -> None:
        assert [fault.rule for _, fault in reach(START, 2, 1, Roll((2,))).refused] == ["LB-row"]
        empty = Position((0, 5, 0, 0, 0, 0), START.second, "first")
        assert [fault.rule for _, fault in reach(empty, 1, 1, Roll((2,))).refused] == ["LB-10"]

    def test_in_the_middle_of_a_turn(self) -> None:
        found = reach(START, 2, 1, Roll((2,)), [Step("move", 1, 1, 2)])
        assert {going.to: going.cost for going in found.goings} == {1: 1, 3: 1}

    @given(seeds, st.sampled_from(LEISTIKO_OPTIONS).map(Options.from_json))
    @settings(max_examples=often(50))
    def test_every_way_shown_is_legal(self, rng: Random, options: Options) -> None:
        position = random_position(rng, 8, may_rest(options))
        row = rng.choice([row for row in range(1, 7) if position.rows(position.to_move)[row - 1]])
        roll = random_roll(rng, position, row, options, 4)
        found = reach(position, row, row, roll, (), options)
        for going in found.goings:
            turn = apply(position, row, roll, going.steps, options)
            assert isinstance(turn, Turn)
            assert turn.position in [each.position for each in moves(position, roll, row, options)]
        shown = {going.to for going in found.goings}
        assert (None in shown) != ("off" in [place for place, _ in found.refused])


@given(seeds)
@settings(max_examples=often(80))
def test_the_fast_tables_hold_the_same_rules(rng: Random) -> None:
    position = random_position(rng)
    minimum = rng.choice((0, 1, 2))
    options = Options(minimum=minimum)
    mover, other = position.to_move, SIDES[position.to_move == "first"]
    row = rng.choice([row for row in range(1, 7) if not row_fault(position, row)])
    costs = reach_fast(position.rows(mover), position.rows(other), row - 1, minimum)
    turns = moves(position, Roll((6,)), row, options)
    assert {turn.position.rows(mover): turn.moved + turn.leapt for turn in turns} == costs


class TestWorth:
    def test_a_sure_win(self) -> None:
        """The second player has one piece, which any roll from 2 on takes off; the first has many left."""
        position = Position(START.first, (0, 0, 0, 0, 0, 0), "second")
        assert outcome(position).winner == "second"
        one = (1, 0, 0, 0, 0, 0)
        assert worth(one, (0, 4, 4, 4, 4, 0), False, 0, 1).low == pytest.approx(5 / 6)

    @pytest.mark.rule("LB-15")
    def test_the_extra_turn_is_worth_half_of_the_chance_to_clear(self) -> None:
        """Five of six rolls take the last piece off: a draw; with the sixth the first player has won."""
        exact = worth_after(NOBODY, (1, 0, 0, 0, 0, 0), True, 0, 1)
        assert exact.exact and exact.value == pytest.approx(1 - 5 / 6 / 2)
        assert worth_after(NOBODY, (4, 4, 4, 0, 0, 0), True, 0, 1).value == 1

    def test_one_against_one(self) -> None:
        """First to roll with p = 5/6 each; when the second clears in reply it is a draw.

        Standing still gains nothing, so w = p (1 - p/2) + (1 - p)(1 - p) w.
        """
        p = 5 / 6
        value = worth((1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), True, 12, 1)
        assert value.exact
        assert value.value == pytest.approx(p * (1 - p / 2) / (1 - (1 - p) ** 2), abs=0.001)

    @given(seeds)
    @settings(max_examples=often(20))
    def test_bounds_close_in_as_one_looks_deeper(self, rng: Random) -> None:
        own, opposing = random_position(rng, 2).first, random_position(rng, 2).second
        found = [worth(own, opposing, True, depth, 1) for depth in range(5)]
        for shallow, deep in pairwise(found):
            assert shallow.low <= deep.low + 1e-9 and deep.high <= shallow.high + 1e-9
            assert deep.low - 1e-9 <= deep.value <= deep.high + 1e-9

    @given(seeds)
    @settings(max_examples=often(50))
    def test_left_and_right_are_the_same(self, rng: Random) -> None:
        position = random_position(rng)
        own, opposing = position.first, position.second
        assert estimate(own[::-1], opposing[::-1], True) == pytest.approx(estimate(own, opposing, True))

    @given(seeds)
    @settings(max_examples=often(30))
    def test_a_part_of_a_reply_is_greedy(self, rng: Random) -> None:
        """The greedy part is worth what comes of the plays, of those that are equally greedy any."""
        position = random_position(rng, 4)
        own, opposing = position.first, position.second
        best, reply = worth_after(own, opposing, True, 1, 1), worth_after_reply(own, opposing, True, 1)
        assert (reply.low, reply.high) == (best.low, best.high) and reply.value >= best.value - 1e-9
        low, high = greedy_replies(Position(own, opposing, "second"))
        if best.low < reply.value < best.high:
            assert low - 1e-9 <= (reply.value - (1 - GREEDY) * best.value) / GREEDY <= high + 1e-9


def greedy_replies(position: Position) -> tuple[float, float]:
    """What the first player has least and most of the second's greedy turn."""
    found = []
    for row in range(1, 7):
        if row_fault(position, row):
            continue
        total, low, high = 0, 0.0, 0.0
        for die in range(1, 7):
            ends = [turn.position for turn in moves(position, Roll((die,)), row)]
            greeds = [1000 * sum(end.second) + sum(map(leaping, end.second, end.first)) for end in ends]
            same = [end for end, greed in zip(ends, greeds, strict=True) if greed == min(greeds)]
            worths = [1 - worth_after(end.second, end.first, False, 0, 1).value for end in same]
            total, low, high = total + min(greeds), low + min(worths) / 6, high + max(worths) / 6
        found.append((total, low, high))
    rows = [(low, high) for total, low, high in found if total == min(found)[0]]
    return min(low for low, _ in rows), max(high for _, high in rows)


def leaping(own: int, opposing: int) -> int:
    return own * leap_cost(own, opposing, 1)


class TestSuggestions:
    @given(seeds, st.sampled_from(LEISTIKO_OPTIONS).map(Options.from_json))
    @settings(max_examples=often(40))
    def test_they_are_legal(self, rng: Random, options: Options) -> None:
        position = random_position(rng, 6, may_rest(options))
        advice = suggest_row(position, options)
        assert advice and said(advice.reason)
        assert {choice.row for choice in advice.choices} == {row for row in range(1, 7) if not row_fault(position, row)}
        assert [c.worth.value for c in advice.choices] == sorted((c.worth.value for c in advice.choices), reverse=True)
        row = rng.choice([row for row in range(1, 7) if position.rows(position.to_move)[row - 1]])
        roll = random_roll(rng, position, row, options, 4)
        turn = suggest_turn(position, roll, row, options)
        assert turn and said(turn.reason) and 0 <= turn.worth.value <= 1
        assert apply(position, row, turn.roll, turn.turn.steps, options) == turn.turn
        assert sorted(turn.roll.dice) == sorted(roll.dice)

    @pytest.mark.parametrize("position", [START, random_position(Random(3), 5), random_position(Random(4), 2)], ids=str)
    def test_without_a_clock_they_are_always_the_same(self, position: Position) -> None:
        assert suggest_row(position) == suggest_row(position)
        assert suggest_turn(position, Roll((4,))) == suggest_turn(position, Roll((4,)))

    def test_every_round_gives_an_answer(self) -> None:
        for number in (1, 2, 5, 20):
            advice = suggest_row(START, out_of_time=rounds(number))
            assert advice and len(advice.choices) == 6
            assert suggest_turn(START, Roll((5,)), 3, out_of_time=rounds(number))

    def test_the_last_pieces_leave_when_they_can(self) -> None:
        position = Position((1, 0, 0, 0, 0, 0), (0, 0, 3, 0, 0, 0), "first")
        turn = suggest_turn(position, Roll((2,)), 1)
        assert turn and turn.turn.steps == (Step("leap", 1, 2),)
        assert said(turn.reason) == "takes the last piece off"

    def test_few_pieces_are_known_exactly(self) -> None:
        position = Position((1, 0, 0, 0, 1, 0), (0, 0, 2, 0, 0, 0), "first")
        advice = suggest_row(position, out_of_time=rounds(1000))
        assert advice and all(choice.worth.exact for choice in advice.choices)
        turn = suggest_turn(position, Roll((3,)), out_of_time=rounds(1000))
        assert turn and turn.worth.exact

    @pytest.mark.rule("LB-push")
    def test_the_dice_of_super_push_are_named_as_is_best(self) -> None:
        position = Position((1, 0, 0, 0, 0, 0), START.second, "first")
        turn = suggest_turn(position, Roll((4, 1)), 1, Options(variant="super-push"))
        assert turn and turn.roll == Roll((1, 4)) and turn.turn.leapt == 4

    @pytest.mark.rule("LB-bungie")
    def test_bungie_battle_has_two_choices_a_row(self) -> None:
        advice = suggest_row(START, Options(variant="bungie"))
        assert advice and {(choice.row, choice.leap) for choice in advice.choices} == {
            (row, leap) for row in range(1, 7) for leap in (False, True)
        }
        alone = Position((1, 0, 0, 0, 0, 0), (0, 4, 0, 0, 0, 0), "second")
        advice = suggest_row(Position(alone.first, alone.second, "first"), Options(variant="bungie"))
        assert advice is not None and advice.choices[0].leap

    @pytest.mark.rule("LB-09")
    @pytest.mark.parametrize("variant", ["base", "super-push"])
    def test_games_end_where_pieces_may_rest_on_the_far_side(self, variant: str) -> None:
        """They were taken for gone there, and nobody took them off."""
        rng, options = Random(1), Options.from_json({"variant": variant, "LB-09": False})
        position, turns = Position((0, 2, 0, 1, 0, 0), (0, 0, 2, 1, 0, 0), "first"), 0
        while not position.over and turns < 40:
            advice = suggest_row(position, options)
            assert advice
            row, turns = advice.choices[0].row, turns + 1
            turn = suggest_turn(position, random_roll(rng, position, row, options), row, options)
            assert turn
            position = turn.turn.position
        assert position.over

    @given(seeds, st.sampled_from(["super-push", "bungie"]))
    @settings(max_examples=often(20))
    def test_taking_a_piece_off_may_cost_little(self, rng: Random, variant: str) -> None:
        """Of all turns there are, the suggested one is the best or, where that were to stand still, nearly."""
        options, position = Options.from_json({"variant": variant}), random_position(rng, 6)
        row = rng.choice([row for row in range(1, 7) if position.rows(position.to_move)[row - 1]])
        roll = random_roll(rng, position, row, options)
        turn = suggest_turn(position, roll, row, options)
        every = turns_at_a_glance(position, roll, row, options)
        best = max(every, key=lambda each: (each[2], -len(each[0].steps)))
        assert turn and turn.worth.value > best[2] - (0.001 if best[0].steps else 0.031)
        still = said(turn.reason) == "this roll allows nothing"
        assert still == all(not each.steps for each, *_ in every)

    @pytest.mark.rule("LB-end", "LB-10")
    def test_nothing_to_suggest(self) -> None:
        over = Position(START.first, NOBODY, "first")
        assert suggest_row(over) is None and suggest_turn(over, Roll((4,))) is None
        assert suggest_turn(Position((0, 5, 0, 0, 0, 0), START.second, "first"), Roll((4,)), 1) is None


def ask(**fields: Any) -> dict[str, Any]:
    answer = respond({"game": "leistiko-blockade", "op": "hint", "position": START.to_json(), **fields}, ENGINES)
    return dict(said(answer))


def test_in_json() -> None:
    rows = ask()["suggestion"]
    assert sorted(row["row"] for row in rows["rows"]) == [1, 2, 3, 4, 5, 6]
    assert rows["row"] == rows["rows"][0]["row"] and rows["reason"] and not rows["exact"]
    turn = ask(roll=[4], row=3)["suggestion"]
    assert turn["row"] == 3 and turn["reason"] and 0 < turn["value"] < 1
    assert turn["position"] in [each.position.to_json() for each in moves(START, Roll((4,)), 3)]
    touched = ask(roll=[2], row=1, **{"from": 1})
    assert touched["from"] == 1
    assert touched["moves"][0] == {"to": 2, "cost": 1, "steps": [{"from": 1, "to": 2}]}
    assert {each["cell"] for each in touched["refused"]} == {"edge", "off"}
    assert ask(roll=[4], row=3, position={**START.to_json(), "second": [0] * 6})["illegal"]["rule"] == "LB-end"


class TestBenchGames:
    def test_games_are_seeded_and_seats_alternate(self) -> None:
        assert set(PLAYERS) == {"hint", "random", "greedy", "monte-carlo", "rule", "line"}
        points = [play("greedy", "random", seed, 0.0) for seed in range(2)]
        assert points == [play("greedy", "random", seed, 0.0) for seed in range(2)]
        assert points == [1, 1]
        assert play("monte-carlo", "greedy", 0, 0.0) in (0.0, 0.5, 1.0)
        with pytest.raises(ValueError, match="nobody is none of hint, random"):
            play("nobody", "random", 0, 0.0)

    @pytest.mark.slow
    def test_hints_beat_random_play(self) -> None:
        assert [play("hint", "random", seed, 0.0) for seed in range(2)] == [1, 1]


class TestTheVariants:
    def test_pieces_that_can_leave_are_taken_off(self) -> None:
        position = Position((0, 5, 3, 3, 3, 2), (2, 0, 3, 3, 3, 2), "first")
        advice = suggest_turn(position, Roll((6, 3)), 2, Options("super-push"))
        assert advice is not None
        assert sum(position.first) - sum(advice.turn.position.first) == 4

    @pytest.mark.parametrize("variant", ["super-push", "bungie"])
    @pytest.mark.parametrize("seed", range(6))
    def test_both_sides_following_the_suggestions_come_to_an_end(self, variant: Variant, seed: int) -> None:
        position = START if seed % 2 else random_position(Random(seed))
        assert leistiko_variants_play.play_out(position, variant, "hint", "hint", seed) is not None

    def test_where_both_stood_still_somebody_begins(self) -> None:
        position = Position((0, 0, 0, 0, 10, 0), (0, 0, 0, 0, 9, 0), "first")
        for seed in range(8):
            assert leistiko_variants_play.play_out(position, "super-push", "hint", "hint", seed) is not None

    @pytest.mark.slow
    def test_greedy_leapers_are_beaten(self) -> None:
        points = sum(leistiko_variants_play.play("hint", "greedy", seed, 0.0, "super-push") for seed in range(20))
        assert points >= 14

    def test_a_dearer_leap_is_no_reason(self) -> None:
        for seed in range(40):
            rng = Random(seed)
            roll = Roll((rng.randint(1, 6), rng.randint(1, 6)))
            advice = suggest_turn(random_position(rng), roll, None, Options("super-push"))
            if advice and advice.reason.key == "leistiko.hint.price":
                assert str(advice.reason.values["cost"]) < str(advice.reason.values["was"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_row_is_told_with_the_chance_that_the_curve_shows(variant: Variant) -> None:
    options = Options(variant)
    for first in ((2, 3, 3, 3, 3, 2), (3, 0, 4, 2, 1, 1), (0, 2, 0, 1, 0, 3)):
        position = Position(first, (2, 3, 3, 3, 3, 2), "first")
        asked = {"game": "leistiko-blockade", "op": "hint", "position": position.to_json()}
        hint = respond({**asked, "options": {"variant": variant}}, ENGINES)["suggestion"]
        curve = max(choice.worth.value for choice in rows_at_a_glance(position, options))
        assert hint["value"] == pytest.approx(curve, abs=0.08), "no more apart than looking ahead brings"
