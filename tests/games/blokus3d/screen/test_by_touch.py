"""Blokus 3D by touch, without a window."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import Done, Enter, PutBack, Suggest, TakeBack
from companion.app.games.opening import GameSetup, open_game, rematch, saved_games
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.records.page import write_page
from companion.app.texts.texts import Texts
from companion.games.blokus3d.rules.model import COLOURS, Position
from companion.games.blokus3d.rules.pieces import PIECES
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover, TurnPiece
from companion.games.blokus3d.screen.entry import PieceEntry
from companion.games.blokus3d.screen.presenter import BLOKUS
from companion.referee.errors import RefereeError
from companion.referee.keeping import journal
from companion.referee.tables import open_table
from tests.app.games.hints_of import hints_of
from tests.games.looney_blockade.screen.games import new_game


def opened(folder: Path) -> PlayedTable[Any]:
    table = open_game(folder)
    assert isinstance(table, PlayedTable)
    return table


def begun(folder: Path, **more: object) -> tuple[PlayedTable[Any], Path]:
    kept = new_game(GameSetup(game="blokus3d", source="touch", more=more), folder)
    return opened(kept), kept


def placing(table: PlayedTable[Any]) -> PieceEntry:
    own = table.state().own
    assert isinstance(own, PieceEntry)
    return own


def test_pieces_are_placed_and_counted(tmp_path: Path) -> None:
    game, folder = begun(tmp_path, structure="tower", count=3)
    with pytest.raises(RefereeError, match="piece first"):
        game.do(Cover("4,4"))
    game.do(ChoosePiece("L4"))
    with pytest.raises(RefereeError):
        game.do(Done())
    game.do(Cover("4,4"))
    first = placing(game).cells
    game.do(Cover("4,4"))
    assert placing(game).cells != first
    game.do(TurnPiece())
    game.do(Done())
    state = game.state()
    assert game.side == "yellow" and "L4" not in state.score.left["blue"]
    assert set(state.score.points) == {"blue", "yellow", "red"}
    words = " ".join(TablePresenter(BLOKUS, Texts("en")).view(state).words)
    assert "Red \N{MINUS SIGN}" in words and "Red -" not in words
    game.close()
    again = opened(folder)
    assert again.state().believed == state.believed and again.side == "yellow"
    again.close()
    assert [kept.over for kept in saved_games(tmp_path)] == [False]
    assert "L4" in write_page(folder).read_text("utf-8")


def test_a_piece_that_fits_nowhere_there_is_refused(tmp_path: Path) -> None:
    game, folder = begun(tmp_path, structure="tower", count=2)
    game.do(ChoosePiece("I4"))
    game.do(Cover("4,4"))
    game.do(Done())
    game.do(ChoosePiece("I2"))
    before = (folder / "game.journal").read_bytes()
    game.do(Cover("6,7"))
    state = game.state()
    assert state.fault and state.fault.rule == "B3-turn" and state.phase == "move"
    assert (folder / "game.journal").read_bytes() == before, "nothing was judged"
    view = TablePresenter(BLOKUS, Texts("en")).view(state)
    assert view.tone == "bad" and "rule" in [action.name for action in view.actions]


def test_cubes_put_down_one_by_one_are_judged(tmp_path: Path) -> None:
    game, _ = begun(tmp_path, structure="tower", count=2)
    presenter = TablePresenter(BLOKUS, Texts("en"), {"blue": "Ada"})
    for square in ("4,4", "6,6"):
        intent = presenter.tap(game.state(), square)
        assert intent
        intent.do(game)
    assert placing(game).cells == ((4, 4, 0), (6, 6, 0))
    assert not game.state().legal
    game.do(Done())
    state = game.state()
    assert state.phase == "illegal" and state.verdict and state.verdict.rule
    game.do(PutBack())
    assert game.state().phase == "move" and not any(game.state().believed.values())
    game.do(Enter({"on": "4,4"}))
    assert game.state().legal, "one cube may become a piece"
    game.do(Enter({"on": "4,4"}))
    assert placing(game).cells == ((4, 4, 0), (4, 4, 1))
    game.do(Done())
    moments = game.state().moments
    assert moments[-1].verdict.verdict == "legal" and moments[-1].verdict.moves[0]["piece"] == "I2"
    assert presenter.own.mark(moments[-1]) == "B"


def test_choosing_a_piece_keeps_cubes_put_down_before(tmp_path: Path) -> None:
    game, _ = begun(tmp_path, structure="tower", count=2)
    for square in ("4,4", "5,4"):
        game.do(Enter({"on": square}))
    game.do(ChoosePiece("L4"))
    own = placing(game)
    assert own.piece == "L4" and {(4, 4, 0), (5, 4, 0)} < set(own.cells) and own.ways > 1
    game.do(ChoosePiece("I3"))
    assert {(4, 4, 0), (5, 4, 0)} < set(placing(game).cells), "nor does another one lose where the first lay"
    game.do(TakeBack())
    game.do(TakeBack())
    assert placing(game) == PieceEntry(cells=((4, 4, 0), (5, 4, 0)))
    game.do(Enter({"on": "6,6"}))
    game.do(ChoosePiece("L4"))
    state = game.state()
    assert state.fault and state.fault.key == "blokus.fits.over" and len(placing(game).cells) == 3


def test_hints_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    game, _ = begun(tmp_path, structure="steps", count=2)
    hints_of(game).on = False
    game.do(Suggest())
    assert not game.state().draft
    hints_of(game).on = True
    game.do(Suggest())
    assert placing(game).cells and game.state().suggestion
    game.do(Done())
    assert game.side == "yellow"


def test_tapping_the_squares_that_a_piece_covers_leaves_few_ways(tmp_path: Path) -> None:
    game, folder = begun(tmp_path, structure="tower", count=2)
    game.do(ChoosePiece("L4"))
    ways = []
    for square in ("4,4", "5,4", "6,4"):
        game.do(Cover(square))
        ways.append(placing(game).ways)
    assert ways[0] > 30 and ways[0] > ways[1] > ways[2] > 0
    shown = placing(game).at
    game.do(TurnPiece())
    game.do(TurnPiece(-1))
    assert placing(game).at == shown
    game.do(Cover("3,3"))
    assert placing(game).squares == ("3,3",)
    game.close()
    again = opened(folder)
    assert placing(again).squares == ("3,3",)
    again.do(TakeBack())
    assert placing(again).at == shown and len(placing(again).squares) == 3
    again.close()


@pytest.mark.rule("B3-09")
def test_two_players_with_two_colours_each(tmp_path: Path) -> None:
    """Each is named by both colours, the computer has both of its, and a win of either colour is the player's."""
    more = {"structure": "tower", "count": 2, "computer": {"yellow": "child"}}
    setup = GameSetup("blokus3d", {"B3-09": True}, {"blue": "Ada", "yellow": "Computer"}, "touch", more=more)
    folder = new_game(setup, tmp_path)
    header = journal.read(folder / journal.JOURNAL_NAME).header
    assert header["players"] == {"blue": "Ada", "yellow": "Computer", "red": "Ada", "green": "Computer"}
    assert header["more"]["computer"] == {"yellow": "child", "green": "child"}
    again = rematch(folder, ("blue",))
    assert (again.players, again.more["series"]) == ({"blue": "Computer", "yellow": "Ada"}, {"blue": 0, "yellow": 1})
    assert (again.more["computer"], again.options["B3-09"]) == ({"blue": "child"}, True)
    columns = {"3,3": "Y", "3,4": "Y", "4,3": "BB", "5,3": "R", "5,4": "R", "6,3": "GG"}
    over = Position("tower", COLOURS, columns, dict.fromkeys(COLOURS, PIECES[1:]), COLOURS, None)
    table = open_table("blokus3d", header["options"])
    assert table.sides == COLOURS
    assert table.winner(over) == "draw", "red and yellow count -8 each"
    ahead = replace(over, columns={**columns, "3,3": "YY", "3,4": ""})
    assert table.winner(ahead) == "blue", "red wins it for blue"


def test_two_colours_each_are_for_two(tmp_path: Path) -> None:
    setup = GameSetup("blokus3d", {"B3-09": True}, {}, "touch", more={"structure": "tower", "count": 3})
    header = journal.read(new_game(setup, tmp_path) / journal.JOURNAL_NAME).header
    assert header["options"] == {"structure": "tower", "players": 3}


@pytest.mark.rule("B3-12")
def test_a_match_is_gone_on_with_on_the_next_structure(tmp_path: Path) -> None:
    """Everybody takes the next colour, and the points go with him."""
    more = {"structure": "tower", "count": 2}
    setup = GameSetup("blokus3d", {"B3-12": True}, {"blue": "Ada", "yellow": "Ben"}, "touch", more=more)
    folder = new_game(setup, tmp_path)
    game = opened(folder)
    game.do(ChoosePiece("L4"))
    game.do(Cover("4,4"))
    game.do(Done())
    points = dict(game.state().score.points)
    assert game.state().score.totals == points and game.state().score.games == 1
    game.close()
    second = rematch(folder, ("blue",))
    assert second.more["structure"] == "corner" and second.options["B3-12"] is True
    assert second.more["played"] == ["tower"]
    assert second.more["points"] == {"yellow": str(points["blue"]), "blue": str(points["yellow"])}
    assert second.players == {"yellow": "Ada", "blue": "Ben"}
    again = opened(new_game(second, tmp_path / "second"))
    score = again.state().score
    assert (score.games, score.totals["yellow"] - score.points["yellow"]) == (2, points["blue"])
    presenter = TablePresenter(BLOKUS, Texts("en"))
    presenter.begin(second.players)
    t = presenter.words(again.state())
    assert t.own.scores(t, again.state())[1].startswith("Match, game 2 of 4: ")
    again.close()
    alone = rematch(new_game(GameSetup("blokus3d", {}, {}, "touch", more=more), tmp_path / "alone"), ())
    assert alone.more["structure"] == "tower" and "played" not in alone.more


@pytest.mark.rule("B3-13")
def test_one_player_builds_alone_with_all_colours(tmp_path: Path) -> None:
    more = {"structure": "tower", "count": 2}
    setup = GameSetup("blokus3d", {"B3-13": True, "B3-12": True}, {"blue": "Ada"}, "touch", more=more)
    folder = new_game(setup, tmp_path)
    header = journal.read(folder / journal.JOURNAL_NAME).header
    assert header["options"] == {"B3-13": True, "structure": "tower", "players": 2}
    assert header["players"] == {"blue": "Ada", "yellow": "Ada"}
    game = opened(folder)
    presenter = TablePresenter(BLOKUS, Texts("en"))
    presenter.begin(header["players"])
    t = presenter.words(game.state())
    assert t.own.scores(t, game.state()) == ("Pieces left: 22.",)
    while game.state().phase != "won":
        game.do(Suggest())
        game.do(Done())
    state = game.state()
    left = sum(map(len, state.score.left.values()))
    titles = ("All is built!", "Built alone: one piece left", f"Built alone: {left} pieces left")
    assert presenter.view(state).headline == titles[min(left, 2)]
    assert presenter.own.words.winners(state) == (() if left else ("blue", "yellow"))
    counted = ("", "One piece is left.", f"{left} pieces are left.")[min(left, 2)]
    assert any(counted in word for word in t.verdict(state.moments[-1].verdict))
    game.close()
    against = GameSetup("blokus3d", {"B3-13": True}, {}, "touch", more={**more, "computer": {"yellow": "child"}})
    options = journal.read(new_game(against, tmp_path / "against") / journal.JOURNAL_NAME).header["options"]
    assert "B3-13" not in options, "nobody is alone against the computer"
