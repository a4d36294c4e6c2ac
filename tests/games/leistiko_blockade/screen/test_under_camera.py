"""Leistiko's Blockade watched on a scripted table: through the app's window, and at the table behind it."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from companion.app.devices.feeds import TouchSource
from companion.app.games.deeds import Correct, Done, Enter, Pause, RollDice, TakeStep
from companion.app.games.given_hints import GivenHints
from companion.app.games.opening import open_game
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import PlayedTable, do
from companion.app.records.page import write_page
from companion.app.texts.texts import Texts
from companion.games.leistiko_blockade.screen.deeds import ChooseRow, RollLeap
from companion.games.leistiko_blockade.screen.entry import RowsEntry
from companion.games.leistiko_blockade.screen.presenter import LEISTIKO
from companion.games.leistiko_blockade.screen.rows import Rows
from companion.games.leistiko_blockade.table import practice
from companion.games.leistiko_blockade.table.practice import PracticeLeistikoTable
from companion.referee.errors import RefereeError
from companion.referee.game import OpenTracker
from companion.referee.keeping.journal import Journal
from companion.referee.table_parts import Happening
from tests.games.leistiko_blockade.table.simulation import Board

if TYPE_CHECKING:
    from companion.app.driver import Driver

# Row, roll and the tables after a turn; those before the last of a turn break a rule.
TURNS: tuple[tuple[int, list[int], tuple[tuple[str, str], ...]], ...] = (
    (3, [5], (("232332", "233332"),)),
    (3, [1], (("232332", "232332"), ("232332", "242332"))),
    (3, [6], (("230332", "242332"), ("231332", "242332"))),
    (2, [2], (("231332", "143332"), ("231332", "332332"))),
)
# A game that is nearly over: by the players' word each has a checker left.
LAST: tuple[tuple[int, list[int], tuple[tuple[str, str], ...]], ...] = (
    (1, [2], (("000000", "010000"),)),
    (2, [1], (("000000", "100000"),)),
)


class Scripted(PracticeLeistikoTable):
    """Plays the turns that are written down."""

    turns: ClassVar[deque[tuple[int, list[int], tuple[tuple[str, str], ...]]]] = deque()

    def next(self, verdict: Any) -> Happening | None:
        if self._plan is not None and not self.turns:
            self.verdict = verdict
            return next(self._plan, None)
        return super().next(verdict)

    def _turn(self, said: Any) -> Iterator[Happening]:
        if not self.turns:
            return
        row, roll, tables = self.turns.popleft()
        yield Happening("row", row)
        yield Happening("roll", roll)
        for table in tables:
            grid = Board().grid(*table)
            if table != tables[-1]:
                before = self.shown.grid
                yield self._frame(grid, hand="first.3")
                yield self._frame(grid)
                yield self._frame(before)
            else:
                yield self._frame(grid)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "PracticeLeistikoTable", Scripted)
    monkeypatch.setattr(Scripted, "turns", deque(TURNS))


@pytest.mark.usefixtures("scripted")
def test_a_game_is_played_on_the_simulated_table(driver: "Driver") -> None:
    players = {"first": "Ada", "second": "Ben"}
    driver.begin("leistiko-blockade", "practice", seed=3, pace=60.0, players=players, more={"variant": "base"})
    driver.send(do(Pause()))
    driver.until(lambda: not driver.screen.shown.running)

    def shown() -> Any:
        return driver.screen.shown

    def wait(true: Callable[[], object]) -> None:
        driver.until(true)

    def step() -> None:
        before = shown()
        driver.send(do(TakeStep()))
        wait(lambda: shown() is not before)

    def play(turns: int) -> None:
        made = sum(moment.verdict.trait.turn for moment in shown().moments) + turns
        while sum(moment.verdict.trait.turn for moment in shown().moments) < made:
            step()
            if shown().phase == "illegal":
                assert driver.screen.view.rule and shown().nearest
                driver.screen.look_at(len(shown().moments) - 1)
                driver.screen.look_at(-1)
            if shown().phase == "move" and shown().side == "first" and not shown().hint:
                driver.tap(next(place for place, thing in shown().grid.items() if thing))
                wait(lambda: shown().hint)
                assert "points" in driver.screen.ids.words.text or shown().hint.refused

    step()
    assert shown().phase == "roll"
    play(len(TURNS))
    kinds = [moment.verdict.verdict for moment in shown().moments]
    assert kinds.count("illegal") == kinds.count("takeback") == 3 and kinds.count("legal") == len(TURNS)
    assert shown().score[:2] == (14, 16)
    driver.screen.hold("second.3")
    driver.press("stack 1")
    wait(lambda: shown().believed["second.3"] == "1")
    driver.press("undo")
    wait(lambda: shown().believed["second.3"] == "2")
    driver.send(do(Correct({"cells": Board().grid("100000", "010000")})))
    wait(lambda: shown().score[:2] == (1, 1))
    Scripted.turns.extend(LAST)
    play(2)
    assert shown().winner == "first" and "Ada" in driver.screen.ids.headline.text
    driver.app.end_game()
    (folder,) = driver.app.games.iterdir()
    assert "Ada" in write_page(folder).read_text("utf-8")
    again = open_game(folder)
    assert again.state().score[:2] == (0, 1)
    again.close()


class WithDice:
    """A look at a board on which dice lie."""

    def __init__(self, look: Any, dice: tuple[int, ...]) -> None:
        self._look, self._dice = look, dice

    def __getattr__(self, name: str) -> Any:
        return getattr(self._look, name)

    def read_dice(self) -> tuple[int, ...]:
        return self._dice


class Shows(TouchSource):
    """A camera that shows what it is told to."""

    name = "camera"

    def __init__(self, board: Board) -> None:
        self._board, self.shown = board, deque[tuple[str, str]]()
        self.dice: tuple[int, ...] = ()
        self.hand = False

    @property
    def open_tracker(self) -> OpenTracker:
        return lambda _image: self

    def next(self, verdict: Any) -> Happening | None:
        return Happening("frame", self._board.look({}).image) if self.shown else None

    def look(self, _image: Any) -> Any:
        grid = self._board.grid(*self.shown.popleft())
        return WithDice(self._board.look(grid, hand="second.5" if self.hand else ""), self.dice)

    def weighed(self, look: Any) -> None:
        pass

    def learn(self, look: Any, grid: Any) -> None:
        pass


class Watched:
    """A game and what it shows."""

    def __init__(self, folder: Path, variant: str = "base") -> None:
        options = {"variant": variant}
        header = {"game": "leistiko-blockade", "options": options, "players": {}, "source": "camera"}
        self.board = Board(variant=variant)
        self.source = Shows(self.board)
        journal, entry = Journal.create(folder / "game.journal", header), RowsEntry(options)
        self.game: PlayedTable[Any] = PlayedTable(journal, self.board.table, entry, self.source, lambda: 1.0)
        hints = GivenHints(self.game)
        self.game.companions = (Rows(self.game, entry, hints, variant), hints)
        self.presenter = TablePresenter(LEISTIKO, Texts("en"))
        self.see("233332")

    def see(self, first: str, second: str = "233332") -> Any:
        self.source.shown.append((first, second))
        self.game.advance()
        return self.view

    @property
    def view(self) -> Any:
        return self.presenter.view(self.game.state())

    def tap(self, spot: str) -> Any:
        intent = self.presenter.tap(self.game.state(), spot)
        if intent:
            intent.do(self.game)
        return self.view

    def press(self, name: str) -> Any:
        view = self.view
        (action,) = (action for row in (view.actions, *view.rows) for action in row if action.name == name)
        action.intent.do(self.game)
        return self.view


def test_the_row_is_tapped_the_dice_are_rolled_and_hints_are_given(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    assert watched.tap("second.3").headline != "Row 3: roll"
    assert watched.tap("first.3").headline == "Row 3: roll"
    assert watched.tap("first.2").board.frames["first.2"] == "mark"
    watched.game.do(RollDice({"C": 2}))
    assert [die.value for die in watched.view.dice] == [2] and watched.game.state().phase == "move"
    with pytest.raises(RefereeError):
        watched.game.do(ChooseRow(3))
    told = watched.tap("first.2")
    assert told.board.badges["first.3"] == ("1", "good") and told.words[0].endswith("2 points are left.")
    assert "leap" in watched.tap("first.3").words[0] or watched.game.state().hint
    made = watched.see("224332")
    assert made.tone == "good" and "2–3" in made.words[0]
    watched.presenter.here.moment = 1
    assert [die.value for die in watched.view.dice] == [2]


def test_dice_that_lie_on_the_board_are_the_roll_when_asked_for(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.tap("first.2")
    assert "cannot be read" in watched.press("read_dice").words[0]
    watched.source.dice = (4,)
    watched.see("233332")
    assert [die.value for die in watched.press("read_dice").dice] == [4]
    assert watched.game.state().phase == "move"


def test_dice_duels_and_swapped_dice(tmp_path: Path) -> None:
    duel = Watched(tmp_path, "bungie")
    duel.tap("first.1")
    duel.press("roll_leap")
    assert len(duel.view.dice) == 2 + 3
    (tmp_path / "push").mkdir()
    push = Watched(tmp_path / "push", "super-push")
    push.tap("first.1")
    push.game.do(RollDice({"C": 2, "B": 5}))
    assert [die.value for die in push.press("swap").dice] == [5, 2]


def test_without_its_camera_a_turn_is_entered_checker_by_checker(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.tap("first.3")
    watched.game.do(RollDice({"C": 6}))
    watched.game.do(Enter({"from": "first.3", "to": "first.4"}))
    watched.game.do(Enter({"from": "first.3", "to": "off"}))
    assert watched.view.headline and watched.game.state().grid["first.3"] == "1"
    watched.game.do(Done())
    assert watched.game.state().score[:2] == (15, 16)
    with pytest.raises(RefereeError):
        watched.game.do(RollLeap())


def test_neither_a_hand_nor_another_look_wipes_an_illegal_verdict_off_the_screen(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.tap("first.2")
    watched.game.do(RollDice({"C": 1}))
    told = watched.see("215332")
    assert told.tone == "bad" and told.headline.startswith("Not allowed")
    watched.source.hand = True
    assert watched.see("215332") == told
    watched.source.hand = False
    assert watched.see("215332") == told
    assert watched.game.state().phase == "illegal"
    assert watched.see("233332").tone != "bad"
