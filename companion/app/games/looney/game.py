"""Looney Blockade in the app."""

import time
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from companion.app.devices.camera import Camera, CameraHelp
from companion.app.devices.feeds import Practice, Replay, Source, Touch
from companion.app.devices.game_dice import ON_SCREEN, GameDice
from companion.app.games.game_ui import Around, Choosable, GameUi, Opened, Player
from companion.app.games.looney.table import GAME, LooneyTable
from companion.app.games.refereed_page import page
from companion.app.intents import call
from companion.app.texts.texts import Texts
from companion.games.engine import Json
from companion.games.looney_blockade import Options, Position, Side, initial, position_to_text
from companion.games.reason import Reason
from companion.referee.errors import RefereeError, told
from companion.referee.game import rejudge
from companion.referee.keeping.journal import Contents, Record
from companion.referee.session import Session
from hardware.errors import DeviceError

if TYPE_CHECKING:
    from companion.app.games.table_screen import TableScreen

ENTERED_NAME = "entered.json"
DEMO = Path(str(files("companion"))) / "data" / "demo_game"
# A practice table on which every turn first breaks a rule, and is then in doubt.
SEED, WILD = 4, {"breaches": 100, "glares": 100}


class LooneyGame(GameUi):
    """By touch, under a camera, on the practice table, or as recorded."""

    game = GAME
    sides = ("cool", "warm")
    sources = ("practice", "touch", "camera", "recording")
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {"first": ("cool", "warm")}
    rules = ("BK-02", "BK-04")

    def open(self, opened: Opened) -> LooneyTable:
        header, folder, records = opened.contents.header, opened.folder, opened.contents.records
        start = None if header["source"] != "touch" else dict(initial().grid)
        first: Side = "warm" if header["first"] == "warm" else "cool"
        tower, trouble = _tower(header, folder, records)
        table = LooneyTable(
            opened.journal,
            _source(header, folder, records),
            time.monotonic,
            header["options"],
            start=start,
            first=first,
            tower=tower,
            entered=folder / ENTERED_NAME,
        )
        table.hints_on = opened.hints
        table.resume(records, folder)
        table.notice = trouble
        if start and not table.session.started:
            table.set_up()
            table.notice = trouble
        return table

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.looney.presenter import LooneyPresenter  # noqa: PLC0415 - opens the window
        from companion.app.games.looney.screen import LooneyScreen  # noqa: PLC0415

        return LooneyScreen(LooneyPresenter(around.texts), around.send, around.leave, name="looney screen")

    def scenes(self, driver: Player) -> Iterator[str]:
        yield from self._by_touch(driver)
        yield from self._watched(driver)

    def position(self, contents: Contents) -> Json | None:
        session = Session(Options.from_json(contents.header["options"]))
        for record in contents.records:
            rejudge(session, record)
        return session.position.to_json() if session.started else None

    def position_text(self, position: Json) -> str:
        return position_to_text(Position.from_json(position))

    def page(self, texts: Texts, contents: Contents, title: str) -> str:
        return page(texts, contents, title)

    def _by_touch(self, driver: Player) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", players={"cool": "Ada", "warm": "Ben"})
        yield "looney-roll"
        driver.send(call(LooneyTable.roll, {"B": 4, "G": 5}))
        driver.until(lambda: driver.screen.shown.phase == "move")
        driver.tap("d4")
        driver.until(lambda: driver.screen.shown.hint)
        yield "looney-hint"
        driver.send(call(LooneyTable.suggest))
        driver.until(lambda: driver.screen.shown.suggestion)
        yield "looney-suggestion"
        driver.hold("b1")
        yield "looney-correct"
        driver.press("close")
        driver.press("undo")
        driver.until(lambda: driver.screen.shown.notice or not driver.screen.shown.draft)

    def _watched(self, driver: Player) -> Iterator[str]:
        driver.begin(game=self.game, source="practice", seed=SEED, pace=1.0, more=WILD)
        driver.send(call(LooneyTable.pause))
        driver.until(lambda: not driver.screen.shown.running)
        for phase in ("illegal", "unsure"):
            while driver.screen.shown.phase != phase:
                before = driver.screen.shown
                driver.send(call(LooneyTable.step))
                driver.until(lambda before=before: driver.screen.shown is not before)  # type: ignore[misc]
            yield f"looney-{phase}"
        driver.press("reading 0")
        driver.until(lambda: driver.screen.shown.phase != "unsure")


def _tower(
    header: Mapping[str, Any], folder: Path, records: tuple[Record, ...]
) -> tuple[GameDice | None, Reason | None]:
    """The tower, if the game has one; a game without its dice is better than none, so trouble is only told."""
    name = header.get("dice", ON_SCREEN)
    if name == ON_SCREEN:
        return None, None
    try:
        return GameDice(name, folder, records), None
    except (DeviceError, OSError) as error:
        return None, told(error)


def _source(header: Mapping[str, Any], folder: Path, records: tuple[Record, ...]) -> Source:
    match header["source"]:
        case "practice":
            return Practice(header["seed"] + len(records), header["pace"], **header["more"])
        case "recording":
            return Replay(DEMO, sum(r["kind"] in ("roll", "frame") for r in records), header["pace"])
        case "camera":
            return Camera(header["camera"], folder, CameraHelp.from_json(header.get("known", {})))
        case "touch":
            return Touch()
    raise RefereeError("table.no_source", folder=str(folder), source=header["source"])
