"""What both players accept is a position, whatever the rules say of it: played on from, written down, replayed."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.games.deeds import Correct, Done, Enter, Follow, RollDice, Suggest
from companion.app.games.presenter import TablePresenter
from companion.app.texts.texts import Texts
from companion.cli import main
from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.notation import position_from_text, position_to_text
from companion.games.looney_blockade.screen.entry import hop
from companion.games.looney_blockade.screen.presenter import LOONEY
from companion.referee.keeping.journal import JOURNAL_NAME
from tests.games.looney_blockade.screen.games import LooneyTable, play_turn, reopened, table


def accepted(game: LooneyTable, *hops: tuple[str, str]) -> None:
    """Hops against the rules, entered, judged and agreed to."""
    for start, end in hops:
        game.do(Enter(hop(start, end)))
    game.do(Done())
    shown = game.state().grid
    assert game.state().phase == "illegal"
    game.do(Correct({"accept": True}))
    assert game.session.grid == shown


def test_a_small_on_another_colours_small_can_be_accepted(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 5, "G": 4}))
    assert game.state().grid["c2"] == "Y3Y1"
    accepted(game, ("b3", "c2"))
    assert game.session.grid["c2"] == "Y3Y1G1"
    assert (game.state().phase, game.state().side) == ("roll", "warm")
    verdict = game.state().verdict
    assert verdict and verdict.reason
    assert "c2 holds large yellow, small yellow, small green" in Texts().reason(verdict.reason)


@pytest.mark.slow
def test_what_was_accepted_is_played_on_from_and_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, folder = table(tmp_path)
    game.do(RollDice({"B": 5, "G": 4}))
    accepted(game, ("b3", "c2"), ("c2", "c3"), ("c3", "c2"))
    rng = random.Random(2)
    for _ in range(6):
        play_turn(game, rng)
    # Larges carried about, a pile of other colours, a cell left empty.
    game.do(RollDice())
    height = len(game.session.grid["a2"]) // 2
    accepted(game, *[("a2", "b2")] * height, ("a5", "d3"), ("a5", "d3"), ("c3", "a3"))
    assert game.session.grid["a2"] == ""
    for _ in range(4):
        play_turn(game, rng)
    position, grid, side = game.session.position, dict(game.session.grid), game.side
    assert position_from_text(position_to_text(position)) == position
    game.close()
    again = reopened(folder)
    assert (dict(again.session.grid), again.side, again.session.position) == (grid, side, position)
    again.close()
    assert main(["replay", str(folder / JOURNAL_NAME)]) == 0
    assert "none" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(3))
def test_a_table_of_any_hops_is_what_is_judged_and_accepted(tmp_path: Path, seed: int) -> None:
    game, _ = table(tmp_path)
    rng = random.Random(seed)
    for _ in range(4):
        game.do(RollDice())
        for _ in range(rng.randint(2, 9)):
            start = rng.choice([cell for cell in CELLS if game.state().grid[cell]])
            game.do(Enter(hop(start, rng.choice([cell for cell in CELLS if cell != start]))))
        entered = game.state().grid
        game.do(Done())
        if game.state().phase != "roll":
            game.do(Correct({"accept": True}))
        assert game.session.grid == entered


def test_a_piece_too_many_is_refused_with_what_to_do(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    with pytest.raises(ValueError) as refused:
        game.do(Correct({"cells": {"b2": "G3G1G1"}}))
    said = Texts().reason(refused.value.reason)  # type: ignore[attr-defined]
    assert said == (
        "There would be 6 green smalls on the board, and the game has 5 of each kind; first take one away where it no "
        "longer stands."
    )
    assert game.session.grid["b2"] == "G3G1"


def test_pieces_that_a_correction_takes_off_are_told(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(Correct({"cells": {"b2": "G3", "c2": "Y3"}}))
    verdict = game.state().verdict
    assert verdict and [Texts().reason(note) for note in verdict.notes] == [
        "Missing from the table now: green small and yellow small."
    ]


def test_every_tile_that_is_offered_for_a_cell_can_be_taken(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    presenter = TablePresenter(LOONEY, Texts(), {})
    for cell in ("b2", "a1", "c3"):
        things = presenter.own.things(game.state(), cell)
        assert len(things) > 4
        for thing in things:
            game.do(Correct({"cells": {cell: thing}}))
            assert game.session.grid[cell] == thing
            game.do(Correct({"undo": True}))


def test_a_cell_at_the_start_of_a_sentence_is_not_written_like_a_piece(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(Correct({"cells": {"b2": "G3"}}))
    verdict = game.state().verdict
    assert verdict and verdict.reason and Texts().reason(verdict.reason).startswith("b2 holds")


def test_a_suggestion_is_played_hop_by_hop(tmp_path: Path) -> None:
    game, _ = table(tmp_path, source="touch")
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Suggest())
    wanted = game.state().suggestion
    assert wanted and len(wanted.steps) > 1
    for left in reversed(range(len(wanted.steps))):
        game.do(Follow())
        now = game.state().suggestion
        assert len(now.steps if now else ()) == len(now.moves if now else ()) == left
    assert game.state().draft == wanted.steps and game.state().grid == wanted.grid
    game.close()


def test_who_looks_on_a_recording_is_given_no_orders_and_told_its_end(tmp_path: Path) -> None:
    game, _ = table(tmp_path, source="touch")
    presenter, state = TablePresenter(LOONEY, Texts("en")), game.state()
    watched = replace(state, source="recording", running=True)
    for shown in (watched, replace(watched, phase="move", roll={"B": 4, "G": 5})):
        view = presenter.view(shown)
        assert [action.name for action in view.actions] == ["pause"] and view.headline != "Your move"
        assert not any(word in " ".join(view.words) for word in ("Roll the", "Tap", "Make your move"))
    over = presenter.view(replace(watched, ended=True))
    assert over.headline == "The recording is over" and [action.name for action in over.actions] == ["leave"]
    game.close()
