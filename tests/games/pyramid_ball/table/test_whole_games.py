"""Whole games before looks that tell the truth with doubts: every verdict is right, and nothing wrong is accepted."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.games.pyramid_ball.rules.board import SQUARES
from companion.games.pyramid_ball.rules.turns import Turn
from companion.games.pyramid_ball.table.execution import Committed, by_table, key_of
from tests.games.pyramid_ball.table.simulation import Field
from tests.often import often

TURNS = 14


def on_the_attack(field: Field) -> None:
    """Both teams near their goals and the ball with a random pyramid, so that points are scored."""
    squares = field.rng.sample(range(14, 42), 6)
    game = replace(
        field.game, squares=tuple(squares), carrier=field.rng.randrange(6), loose=None, locked=None, stayed=0
    )
    field.position = replace(field.position, game=game)
    field.correct(cells=dict(field.position.grid))


def wrong(field: Field, turn: Turn) -> Iterator[dict[str, str]]:
    """Tables on which one pyramid stands beside where it belongs, or another has the ball."""
    after = field.after(turn)
    committed = Committed.of(field.session.commitment.value) if field.session.commitment else None
    assert committed
    lawful = by_table(field.session.position, committed, field.table.options)
    while True:
        square = SQUARES[field.rng.choice(turn.position.squares)]
        other = field.rng.choice(SQUARES)
        if not after[other]:
            broken = {**after, square: "", other: after[square]}
            if key_of(broken) not in lawful and broken != field.position.grid:
                yield broken


def play(field: Field, turns: int) -> dict[str, int]:
    """Play and have every verdict compared with the truth. Returns how often each was given."""
    counts: dict[str, int] = {}

    def expect(verdict: object, kind: str) -> None:
        assert verdict == kind
        counts[kind] = counts.get(kind, 0) + 1

    expect(field.see().verdict, "setup")
    for number in range(turns):
        if number % 3 == 0:
            on_the_attack(field)
            field.see()
        field.timer("start")
        expect(field.see(busy=frozenset({"near", "far"}), screened=frozenset({"near"})).verdict, "programming")
        field.programs = field.random_programs()
        field.timer("end", 30.0)
        if field.rng.random() < 0.2:
            late = field.see(after=1.6, busy=frozenset({"far"}))
            expect(late.verdict, "late")
            assert late.side == "second" and late.more["seconds"] == 1.6
        read = field.see(after=2.0)
        expect(read.verdict, "programs")
        for side, program in zip(("first", "second"), field.programs, strict=True):
            assert {**read.more["programs"][side], "unsure": [], "colour": ""} == {
                **program.to_json(),
                "unsure": [],
                "colour": "",
            }
        turn = field.played()
        stays = field.after(turn) == field.position.grid
        if field.rng.random() < 0.4 and not stays:
            broken = field.see(next(wrong(field, turn)))
            assert broken.reason
            # What was entered by hand is overruled by no single look.
            if broken.reason.key != "referee.unsure.by_hand":
                expect(broken.verdict, "illegal")
                assert broken.rule and broken.cells
        made = field.see(field.after(turn))
        expect(made.verdict, "won" if turn.position.winner is not None else "legal")
        if made.verdict == "won":
            assert made.side is None and field.session.winner == ("first", "second")[turn.position.winner or 0]
            return counts
        if made.more["choice"]:
            expect(field.correct(choices=list(turn.choices)).verdict, "corrected")
        field.go_on(turn)
        assert field.session.position == field.position
    return counts


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.rule("PB-turn", "PB-30", "PB-31", "PB-33", "PB-special", "PB-foul")
def test_games_are_refereed_without_a_wrong_verdict(seed: int) -> None:
    counts = play(Field("advanced", seed), TURNS)
    assert counts["programs"] and counts["illegal"] and counts["legal"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 100 + often(100)))
def test_many_advanced_games(seed: int) -> None:
    play(Field("advanced", seed, noise=1.0 + seed % 3), 24)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(often(10)))
def test_basic_games(seed: int) -> None:
    play(Field("basic", seed), 10)
