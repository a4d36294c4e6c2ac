"""Leistiko's Blockade on the screen with real dice: from a tower, over a radio, under a camera, or typed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.app.devices import game_dice
from companion.app.games.deeds import PassTurn
from companion.app.games.opening import GameSetup, begin, new_folder, open_game
from companion.app.games.opponents import STRENGTHS
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import PlayedTable
from companion.app.texts.texts import Texts
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.leistiko_blockade.screen.presenter import LEISTIKO
from companion.texts.language import english
from hardware.dice import DiceSource
from hardware.errors import DeviceError
from tests.app.games.radio_dice import RadioDice, opened_dice

VARIANTS = {"base": "C", "super-push": "RB", "bungie": "C"}


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> list[RadioDice]:
    """The sources that games open."""
    return opened_dice(monkeypatch)


def begun(folder: Path, variant: str = "base", rolls: str = "bluetooth", **more: Any) -> PlayedTable[Any]:
    setup = GameSetup(game="leistiko-blockade", source="touch", dice=rolls, pace=0.0, more={"variant": variant, **more})
    table = open_game(begin(setup, new_folder(setup, folder)))
    assert isinstance(table, PlayedTable)
    return table


def said(table: PlayedTable[Any]) -> Any:
    return table.state().under


def buttons(table: PlayedTable[Any]) -> Mapping[str, Any]:
    view = TablePresenter(LEISTIKO, Texts("en")).view(table.state())
    return {action.name: action for row in (view.actions, *view.rows) for action in row}


@pytest.mark.parametrize(("variant", "colours"), VARIANTS.items())
def test_a_roll_of_real_dice_is_the_roll(dice: list[RadioDice], tmp_path: Path, variant: str, colours: str) -> None:
    table = begun(tmp_path, variant)
    assert (dice[0].name, dice[0].count) == ("bluetooth", len(colours))
    table.do(ChooseRow(3))
    assert {"type"} <= buttons(table).keys() and "roll" not in buttons(table)
    dice[0].roll(**{colour: 5 - at for at, colour in enumerate(colours)})
    assert table.advance() is not None
    assert said(table)["roll"] == [5 - at for at in range(len(colours))] and not table.notice
    table.do(PassTurn())
    table.do(ChooseRow(2))
    dice[0].roll(**dict.fromkeys(colours, 1))
    table.advance()
    assert said(table)["roll"] == [1] * len(colours) and not table.notice


def test_a_roll_before_the_row_is_chosen_does_not_count(dice: list[RadioDice], tmp_path: Path) -> None:
    table = begun(tmp_path)
    dice[0].roll(C=6)
    table.advance()
    assert said(table) is None and "choose the row" in english(table.notice or "")  # type: ignore[arg-type]


def test_a_dice_duel_takes_as_many_throws_as_it_needs(dice: list[RadioDice], tmp_path: Path) -> None:
    table = begun(tmp_path, "bungie")
    table.do(ChooseRow(2))
    buttons(table)["roll_leap"].intent.do(table)
    for value in (6, 5, 4, 3, 2, 1):
        assert table.state().phase == "roll"
        dice[0].roll(C=value)
        table.advance()
    assert "6 so far" in TablePresenter(LEISTIKO, Texts("en")).view(table.state()).words[0]
    dice[0].roll(C=1)
    table.advance()
    assert said(table)["roll"] == {"leap": [6, 5, 4], "opposed": [3, 2, 1, 1]} and not table.notice


def test_typed_dice_count_in_every_variant(tmp_path: Path) -> None:
    presenter = TablePresenter(LEISTIKO, Texts("en"))
    for variant, colours in VARIANTS.items():
        table = begun(tmp_path, variant, "screen")
        table.do(ChooseRow(3))
        asked = presenter.view(table.state()).dice
        assert len(asked) == len(colours)
        presenter.own.dice.typed(table.state(), asked, tuple(range(1, 1 + len(asked)))).do(table)
        assert said(table)["roll"] == list(range(1, 1 + len(asked)))
    table = begun(tmp_path, "bungie", "screen")
    table.do(ChooseRow(3))
    asked = presenter.own.dice.to_type(presenter.words(table.state()), table.state(), "type_leap")
    presenter.own.dice.typed(table.state(), asked, tuple(6 if die.colour == "B" else 1 for die in asked)).do(table)
    assert said(table)["roll"] == {"leap": [6] * 3, "opposed": [1] * 4}


def test_without_its_dice_the_screen_rolls(dice: list[RadioDice], tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.do(ChooseRow(3))
    dice[0].here = False
    assert "No Bluetooth die answers" in TablePresenter(LEISTIKO, Texts("en")).view(table.state()).banner
    buttons(table)["roll"].intent.do(table)
    assert table.state().phase == "move"


def test_dice_that_cannot_be_had_are_told_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> DiceSource:
        raise DeviceError("hardware.bluetooth.bleak")

    monkeypatch.setattr(game_dice, "open_table_dice", none)
    table = begun(tmp_path)
    assert table.notice and table.state().dice == "screen"


def test_the_players_roll_for_the_computer(
    dice: list[RadioDice], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STRENGTHS, "child", 1.0)
    table = begun(tmp_path, computer={"first": "child"})
    while said(table) is None:
        table.advance()
    assert table.advance() is not None and table.state().phase == "roll"
    assert "Please roll for the computer." in TablePresenter(LEISTIKO, Texts("en")).view(table.state()).words
    dice[0].roll(C=2)
    table.advance()
    assert said(table)["roll"] == [2]


def test_a_tower_in_software_rolls_on_request(tmp_path: Path) -> None:
    table = begun(tmp_path, "super-push", "virtual")
    table.do(ChooseRow(3))
    assert table.state().dice == "thrown"
    buttons(table)["throw"].intent.do(table)
    table.advance()
    assert table.state().phase == "move" and len(said(table)["roll"]) == 2
