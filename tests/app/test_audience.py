"""Games of the app told to a broker."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.audience import BROADCAST, LOGIN_NAME, NOBODY, Audience, given_up
from companion.app.games.deeds import Done, Enter, PassTurn, RollDice, TakeBack
from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.games.table import PlayedTable, do
from companion.app.judge.in_passing import IN_PASSING
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.reason import Reason
from companion.texts.language import english
from tests.app.serving import Serving
from tests.sharing.feed.brokers import (
    VALIDATORS,
    Listener,
    full_broker,
    guarded_broker,
    secured_broker,
)


@pytest.fixture(autouse=True)
def nobody_watches_afterwards() -> Iterator[None]:
    yield
    BROADCAST.open(NOBODY)


def begin(folder: Path, port: int, game: str, **more: Any) -> Any:
    audience = Audience(f"mqtt://127.0.0.1:{port}", game.replace("3", "-3"))
    setup = GameSetup(game=game, source="touch", players={"cool": "<b>Ada</b>"}, **more)
    return begin_or_open(setup, folder / "game", audience=audience)


def turns(listener: Listener, table: str) -> int | None:
    """How many turns were made, by the newest state."""
    said = listener.objects(f"pyramid/{table}/state")
    return said[-1]["turn"] if said else None


def last(listener: Listener, table: str, name: str) -> Any:
    return json.loads(listener.said(f"pyramid/{table}/{name}")[-1])


def test_a_refereed_game_is_told_from_its_set_up_on(tmp_path: Path, port: int, listener: Listener) -> None:
    table = begin(tmp_path, port, "looney-blockade")
    assert isinstance(table, PlayedTable)
    table.do(RollDice({"B": 4, "G": 5}))
    table.do(PassTurn())
    table.close()
    listener.until(lambda: turns(listener, "looney-blockade") == 1)
    state = last(listener, "looney-blockade", "state")
    VALIDATORS["state"].validate(state)
    assert (state["side"], state["latest"], state["say"]["de"]["title"]) == ("warm", "legal", "Warm")
    assert last(listener, "looney-blockade", "game")["players"] == {"cool": "<b>Ada</b>"}
    lines = last(listener, "looney-blockade", "history/0")["lines"]
    assert [line["verdict"] for line in lines] == ["setup", "legal"]


@pytest.mark.parametrize("game", ["leistiko-blockade", "blokus3d", "pyramid-ball"])
def test_any_game_by_touch_is_told(game: str, tmp_path: Path, port: int, listener: Listener) -> None:
    table = begin(tmp_path, port, game)
    assert isinstance(table, PlayedTable)
    name = game.replace("3", "-3")
    listener.until(lambda: listener.said(f"pyramid/{name}/board"))
    state = last(listener, name, "state")
    VALIDATORS["state"].validate(state)
    assert state["grid"] and state["position"] == table.board.to_json(table.session.position)
    assert state["verdict"]["verdict"] == "setup"
    table.close()


def test_turns_and_undoing_are_told(tmp_path: Path, port: int, listener: Listener) -> None:
    table = begin(tmp_path, port, "leistiko-blockade", seed=7)
    assert isinstance(table, PlayedTable)
    table.do(ChooseRow(3))
    table.do(RollDice())
    listener.until(lambda: '"row":3' in (listener.said("pyramid/leistiko-blockade/state") or [""])[-1])
    assert last(listener, "leistiko-blockade", "state")["due"]["row"] == 3
    table.do(Enter({"from": "first.3", "to": "first.4"}))
    table.do(Done())
    listener.until(lambda: turns(listener, "leistiko-blockade") == 1)
    setup, line = last(listener, "leistiko-blockade", "history/0")["lines"]
    assert (setup["verdict"], line["verdict"]) == ("setup", "legal") and "3-4" in line["say"]["en"]["line"].lower()
    assert last(listener, "leistiko-blockade", "state")["side"] == "second"
    table.do(TakeBack())
    listener.until(lambda: last(listener, "leistiko-blockade", "state")["side"] == "first")
    table.close()


def test_an_address_that_is_none_is_told_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Reason] = []
    monkeypatch.setattr(IN_PASSING, "tell", heard.append)
    table = begin_or_open(GameSetup(source="touch"), tmp_path / "game", audience=Audience("club", "left"))
    table.close()
    assert ["mqtt://HOST" in english(said) for said in heard] == [True]


@contextmanager
def troubled(folder: Path, kind: str) -> Iterator[tuple[str, str]]:
    """The address of a broker that cannot be told anything, and a word of what is said of it."""
    if kind == "full":
        with full_broker(folder) as (port, _):
            yield f"mqtt://127.0.0.1:{port}", "may be full"
    elif kind == "password":
        (folder / LOGIN_NAME).write_text("me\nwrong-one\n")
        (folder / LOGIN_NAME).chmod(0o600)
        broker, port = guarded_broker(folder)
        with broker:
            yield f"mqtt://127.0.0.1:{port}", "lets nobody in"
    else:
        broker, port, _ = secured_broker(folder)
        with broker:
            yield f"mqtts://127.0.0.1:{port}", "cannot prove who it is"


@pytest.mark.parametrize("kind", ["password", "certificate", "full"])
def test_a_broker_that_takes_nothing_is_one_line_and_the_game_goes_on(kind: str, tmp_path: Path) -> None:
    with troubled(tmp_path, kind) as (address, words):
        audience = Audience(address, "left", tmp_path / LOGIN_NAME)
        with Serving(tmp_path, GameSetup(source="touch"), audience) as serving:
            serving.until(lambda: serving.told)
            for _ in range(3):
                serving.do(do(RollDice()))
                serving.until_phase("move")
                serving.do(do(PassTurn()))
                serving.until_phase("roll")
            assert [words in english(said) for said in serving.told] == [True]
            assert "wrong-one" not in english(serving.told[0])


def test_pictures_are_told_only_where_the_settings_say_so(tmp_path: Path, port: int, listener: Listener) -> None:
    for told in (False, True):
        audience = Audience(f"mqtt://127.0.0.1:{port}", "shown", pictures=told)
        setup = GameSetup(source="practice", seed=4)
        table: Any = begin_or_open(setup, tmp_path / str(told), audience=audience)
        table.step()
        assert table.session.started
        listener.until(lambda: turns(listener, "shown") == 0)
        if told:
            listener.until(lambda: listener.said("pyramid/shown/picture"))
        assert any(topic == "pyramid/shown/picture" for topic, *_ in listener.heard) == told
        table.close()


def test_a_table_that_is_called_otherwise_leaves_no_ghost(tmp_path: Path, port: int, listener: Listener) -> None:
    table = begin(tmp_path, port, "leistiko-blockade")
    listener.until(lambda: listener.said("pyramid/leistiko-blockade/state"))
    table.close()
    given_up(Audience(f"mqtt://127.0.0.1:{port}", "leistiko-blockade"))
    ghosts = ("status", "game", "state", "board")
    listener.until(lambda: all(listener.said(f"pyramid/leistiko-blockade/{each}")[-1:] == [""] for each in ghosts))
