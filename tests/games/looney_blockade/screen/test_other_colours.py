"""Pieces of other colours that stand in for the usual ones."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.games.deeds import RollDice
from companion.app.games.opening import rematch
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import do
from companion.app.start.presenter import StartPresenter
from companion.app.texts.texts import Texts
from companion.games.looney_blockade.screen.presenter import LOONEY
from companion.games.looney_blockade.table.colours import read_colours
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.errors import RefereeError
from companion.referee.keeping import journal
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.table import Hints
from tests.games.looney_blockade.screen.games import play_turn, table
from tests.games.saying import raises_saying

pytestmark = pytest.mark.rule("BK-19")
# White stands in for blue, blue for black caps, orange for red.
COLOURS = {"B": "W", "K": "B", "R": "O"}


def test_a_game_is_drawn_and_told_in_the_colours_that_the_pieces_have(tmp_path: Path) -> None:
    game, folder = table(tmp_path, more={"colours": COLOURS})
    presenter = TablePresenter(LOONEY, Texts("en"))
    before = game.state()
    view = presenter.view(before)
    usual = before.grid
    assert {cell: stack.translate(str.maketrans("BR", "WO")) for cell, stack in usual.items()} == dict(view.board.grid)
    assert [die.colour for die in view.dice] == ["W", "G"] or [die.colour for die in view.dice] == ["G", "W"]
    typed = presenter.own.dice.typed(before, view.dice, (4, 5))
    usual_roll = {die.colour.replace("W", "B"): n for die, n in zip(view.dice, (4, 5), strict=True)}
    assert typed == do(RollDice(usual_roll))
    play_turn(game, random.Random(2))
    view = presenter.view(game.state())
    hops: Any = ({"piece": "B1", "from": "a1", "to": "a2"},)
    t = presenter.words(game.state())
    told = " ".join([view.headline, *view.words, *t.own.scores(t, game.state()), t.moves(hops)])
    assert "white" in told and "orange" in told and "red" not in told.split()
    assert "W" not in "".join(game.state().grid.values()), "the rules know the usual ones"
    game.close()
    again = rematch(folder, ())
    assert again.more["colours"] == COLOURS
    assert journal.read(folder / JOURNAL_NAME).header["options"]["colours"] == COLOURS


def test_no_two_kinds_of_pieces_look_alike() -> None:
    assert read_colours({"R": "Y", "Y": "R", "G": "G"}) == {"R": "Y", "Y": "R"}
    for wrong in ({"R": "Y"}, {"K": "B"}, {"R": "P", "G": "P"}):
        with raises_saying("two kinds of pieces"):
            read_colours(wrong)
    strange: list[Any] = [{"C": "W"}, {"R": "C"}, {"R": "RO"}, ["R"], {"R": 1}]
    for each in strange:
        with raises_saying("colours: an object"):
            read_colours(each)


def test_a_camera_says_which_colours_it_knows() -> None:
    with pytest.raises(RefereeError, match="enter the turns by touch"):
        LooneyTable({"colours": COLOURS}).open_tracker(np.zeros((9, 9, 3), np.uint8), Hints())


def test_they_are_chosen_among_the_options_of_a_game_by_touch() -> None:
    presenter = StartPresenter(Texts("en"))
    presenter.game = "looney-blockade"
    presenter.choose("source", "touch")
    assert presenter.options_words() == "Options" and "colours" not in presenter.setup().more
    presenter.choose("pieces R", "P")
    assert presenter.setup().more["colours"] == {"R": "P"} and presenter.options_words() == "Options: your own"
    shown = {choice.name: choice for choice in presenter.options()}
    assert shown["pieces R"].title == "Pieces for red" and shown["pieces R"].values[0] == ("R", "red")
    presenter.choose("pieces K", "P")
    assert presenter.trouble.startswith("two kinds of pieces are purple")
    presenter.choose("source", "camera")
    assert "colours" not in presenter.setup().more and "pieces R" not in {each.name for each in presenter.options()}
