"""Every game of the app by touch: undo, the computer, the clock, a head start, a rematch and going on, all alike."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.games.chess_clock import side_to_move
from companion.app.games.computers import Computers
from companion.app.games.deeds import (
    AnswerFar,
    BeginWatched,
    Deed,
    Done,
    GoByCamera,
    PassTurn,
    Suggest,
    TakeBack,
    Throw,
)
from companion.app.games.opening import GameSetup, open_game, rematch, saved_games
from companion.app.games.opponents import Opponents
from companion.app.games.registry import GAMES
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.texts.texts import Texts
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.games.pyramid_ball.screen.programs import Programs
from companion.referee.errors import RefereeError
from companion.referee.keeping.journal import JOURNAL_NAME
from tests.games.looney_blockade.screen.games import new_game

# More steps than this no turn takes.
STEPS = 80

pytestmark = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)


class Played:
    """A game by touch of which every turn is made by the computer, as if by a person."""

    def __init__(self, name: str, folder: Path, **more: Any) -> None:
        self.ui = GAMES[name]
        self.sides = self.ui.sides[:2]
        setup = GameSetup(game=name, source="touch", pace=0.0, seed=1, players={self.sides[0]: "Ada"}, more=more)
        self.folder = new_game(setup, folder)
        self.table = self.opened()

    def opened(self) -> PlayedTable[Any]:
        return open_game(self.folder)

    @property
    def turns(self) -> int:
        return len(self.table.session.movers)

    def made(self, side: str) -> int:
        """How many turns of this side stand, or of both together."""
        movers = self.table.session.movers
        return movers.count(side) + movers.count(None)

    def turn(self) -> str:
        """The next turn is made. Returns whose it was."""
        table, side = self.table, self.table.side
        computers = table.companion(Computers) or table.companion(Programs)
        assert computers
        kept, computers.opponents = computers.opponents, Opponents(dict.fromkeys(self.sides, "child"))
        before = self.made(side)
        self.step_until(lambda: self.made(side) > before and not table.state().draft)
        computers.opponents = kept
        return side

    def step_until(self, true: Any) -> None:
        for _ in range(STEPS):
            if true():
                return
            by_hand(self.table)
            self.table.advance()
        raise AssertionError("no turn was made")


def by_hand(table: PlayedTable[Any]) -> None:
    """In Pyramid Ball people say that they are ready, then each of them fills in a program in secret."""
    if table.companion(Programs) is None:
        return
    entry = table.state().own.entry
    if entry is None:
        table.do(EndTimer())
    elif entry.side:
        table.do(Suggest())
        table.do(Done())


def test_who_begins_another_game_does_not_begin_this_one(name: str, tmp_path: Path) -> None:
    setup = GameSetup(game=name, source="touch", first="nobody of this game")
    table = open_game(new_game(setup, tmp_path))
    assert table.side in GAMES[name].sides
    table.close()


def test_a_turn_is_taken_back_also_after_the_app_was_left(name: str, tmp_path: Path) -> None:
    game = Played(name, tmp_path)
    believed = dict(game.table.session.grid)
    mover = game.turn()
    after = dict(game.table.session.grid)
    game.table.close()
    game.table = game.opened()
    assert dict(game.table.session.grid) == after and game.turns == 1
    game.table.do(TakeBack())
    assert game.turns == 0 and dict(game.table.session.grid) == believed and game.table.side == mover
    while game.table.state().can_undo:
        game.table.do(TakeBack())
    assert not game.table.state().draft and dict(game.table.session.grid) == believed
    assert game.table.state().notice is None


def test_the_same_seed_plays_the_same_game_also_after_a_restart(name: str, tmp_path: Path) -> None:
    one, two = (Played(name, tmp_path / folder) for folder in ("one", "two"))
    one.turn()
    one.turn()
    two.turn()
    two.table.close()
    two.table = two.opened()
    two.turn()
    assert dict(one.table.session.grid) == dict(two.table.session.grid)
    assert one.table.session.movers == two.table.session.movers
    for game in (one, two):
        game.table.close()


def test_undo_goes_back_behind_what_the_computer_has_done(name: str, tmp_path: Path) -> None:
    one, other = GAMES[name].sides[:2]
    game = Played(name, tmp_path, computer={other: "child"})
    believed = dict(game.table.session.grid)
    game.turn()
    state = game.table.state()
    assert state.computers == (other,)
    game.step_until(lambda: game.table.side == one and not game.table.state().draft and game.table.session.movers)
    while game.turns:
        game.table.do(TakeBack())
    assert dict(game.table.session.grid) == believed and game.table.side == one


def test_the_clock_runs_for_whose_turn_it_is(name: str, tmp_path: Path) -> None:
    game = Played(name, tmp_path)
    for _ in range(2):
        assert side_to_move(game.table.state()) == game.table.state().side
        game.turn()


def test_who_has_a_head_start_moves_first_and_again_or_has_points(name: str, tmp_path: Path) -> None:
    ahead = GAMES[name].sides[1]
    game = Played(name, tmp_path, ahead=ahead, mode="advanced")
    if GAMES[name].head_start == "points":
        score = game.table.board.score(game.table.session.position)
        assert score[ahead] > 0 and sum(score.values()) == score[ahead]
        return
    for _ in range(3):
        assert game.turn() == ahead
    assert game.table.side != ahead
    game.table.do(TakeBack())
    assert game.table.side == ahead


def test_a_rematch_changes_sides(name: str, tmp_path: Path) -> None:
    game = Played(name, tmp_path, count=2)
    one, other = game.sides
    game.table.close()
    again = rematch(game.folder, (one,))
    assert again.players == {other: "Ada"} and again.more["series"] == {other: 1, one: 0}
    table = open_game(new_game(again, tmp_path))
    assert table.state().series == {other: 1, one: 0}
    table.close()


def test_it_is_listed_told_and_shown(name: str, tmp_path: Path) -> None:
    game = Played(name, tmp_path)
    game.turn()
    presenter = game.ui.presenter(Texts("de"))
    presenter.begin({})
    view = presenter.view(game.table.state())
    assert view.title and view.headline and view.actions and view.board.grid
    for moment in range(len(game.table.state().moments)):
        presenter.here.moment = moment
        assert presenter.view(game.table.state()).words
    game.table.close()
    (kept,) = saved_games(tmp_path)
    assert kept.game == name and not kept.over and (game.folder / JOURNAL_NAME).is_file()


@pytest.mark.parametrize("deed", [AnswerFar(yes=True, question=0), BeginWatched(), GoByCamera(), Throw()])
def test_what_nobody_here_can_do_is_refused_with_a_reason(name: str, deed: Deed, tmp_path: Path) -> None:
    """A tap that comes too late, or a companion that left a deed out, was met with silence."""
    table = Played(name, tmp_path).table
    with pytest.raises(RefereeError, match="cannot be done now"):
        table.do(deed)
    table.close()


def test_nobody_passes_where_the_rules_demand_a_turn(name: str, tmp_path: Path) -> None:
    table = Played(name, tmp_path).table
    if not table.entry.may_pass:
        with pytest.raises(RefereeError, match="enter a turn"):
            table.do(PassTurn())
    table.close()
