"""Starting games and going on with them: each has a folder with its journal, from which it can be opened again."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.app.devices.camera import Camera, CameraHelp
from companion.app.devices.feeds import Practice, Replay, Source, Touch
from companion.app.devices.game_dice import ON_SCREEN, GameDice
from companion.app.games.ball.table import BallTable
from companion.app.games.blokus.table import BlokusTable
from companion.app.games.engine_table import EngineTable
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.looney.table import GAME as LOONEY
from companion.app.games.looney.table import LooneyTable
from companion.app.judge.worker import Table
from companion.games.looney_blockade import Side, initial
from companion.referee.errors import RefereeError, Saying, told
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import Journal
from hardware.errors import DeviceError

JOURNAL_NAME = "game.journal"
ENTERED_NAME = "entered.json"
SOURCES = ("practice", "touch", "camera", "recording")
TABLES: Mapping[str, type[EngineTable]] = {table.game: table for table in (LeistikoTable, BlokusTable, BallTable)}
DEMO = Path(str(files("companion"))) / "data" / "demo_game"


@dataclass(frozen=True)
class GameSetup:
    """What the players have chosen.

    `more` is what one game alone needs (for the practice table `breaches` and `glares`); `pace` are the seconds
    between two things that happen by themselves. `camera` and `dice` name devices (`auto`: the first one found),
    `known` is what is known of the camera.
    """

    game: str = LOONEY
    options: Mapping[str, Any] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    source: str = "practice"
    first: str = "cool"
    seed: int | None = None
    camera: str = "auto"
    dice: str = ON_SCREEN
    known: CameraHelp = field(default_factory=CameraHelp)
    pace: float = 2.0
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Kept:
    """A game in the records: `over` tells whether it was played to its end."""

    folder: Path
    game: str
    players: Mapping[str, str]
    begun: str
    source: str
    events: int
    over: bool


def new_folder(setup: GameSetup, games: Path) -> Path:
    """Where a game that begins now is to be kept; nothing is made yet."""
    return games / f"{datetime.now():%Y%m%d-%H%M%S-%f}-{setup.game}"


def begin(setup: GameSetup, folder: Path) -> Path:
    """Make a new game's folder with its journal's header. Returns the folder."""
    seed = random.SystemRandom().randrange(1 << 30) if setup.seed is None else setup.seed
    folder.mkdir(parents=True, exist_ok=True)
    header = {
        "game": setup.game,
        "options": dict(setup.options),
        "players": dict(setup.players),
        "source": setup.source,
        "first": setup.first,
        "seed": seed,
        "camera": setup.camera,
        "dice": setup.dice,
        "known": setup.known.to_json(),
        "pace": setup.pace,
        "begun": datetime.now().isoformat(timespec="seconds"),
        "more": dict(setup.more),
    }
    Journal.create(folder / JOURNAL_NAME, header).close()
    return folder


def begin_or_open(setup: GameSetup, folder: Path, *, hints: bool = True) -> Table:
    """The game of `folder`, begun if it is not there yet."""
    path = folder / JOURNAL_NAME
    if not path.exists() or journals.unborn(path):
        begin(setup, folder)
    return open_game(folder, hints=hints)


def open_game(folder: Path, *, hints: bool = True) -> Table:
    """The game kept in `folder`, where it was left. Raises RefereeError where it cannot be gone on with."""
    journal, contents = Journal.reopen(folder / JOURNAL_NAME)
    header = contents.header
    try:
        if header["game"] == LOONEY:
            return _looney(journal, header, folder, contents.records, hints)
        table = TABLES[header["game"]](journal, header, time.monotonic)
        table.hints_on = hints
        table.resume(contents.records)
    except BaseException:
        journal.close()
        raise
    return table


def _looney(
    journal: Journal, header: Mapping[str, Any], folder: Path, records: tuple[journals.Record, ...], hints: bool
) -> LooneyTable:
    source = _source(header, folder, records)
    start = None if header["source"] != "touch" else dict(initial().grid)
    first: Side = "warm" if header["first"] == "warm" else "cool"
    tower, trouble = _tower(header, folder, records)
    table = LooneyTable(
        journal,
        source,
        time.monotonic,
        header["options"],
        start=start,
        first=first,
        tower=tower,
        entered=folder / ENTERED_NAME,
    )
    table.hints_on = hints
    table.resume(records, folder)
    table.notice = trouble
    if start and not table.session.started:
        table.set_up()
        table.notice = trouble
    return table


def _tower(
    header: Mapping[str, Any], folder: Path, records: tuple[journals.Record, ...]
) -> tuple[GameDice | None, Saying | None]:
    """The tower, if the game has one; a game without its dice is better than none, so trouble is only told."""
    name = header.get("dice", ON_SCREEN)
    if name == ON_SCREEN:
        return None, None
    try:
        return GameDice(name, folder, records), None
    except (DeviceError, OSError) as error:
        return None, told(error)


def _source(header: Mapping[str, Any], folder: Path, records: tuple[journals.Record, ...]) -> Source:
    match header["source"]:
        case "practice":
            return Practice(header["seed"] + len(records), header["pace"], **header["more"])
        case "recording":
            return Replay(DEMO, sum(r["kind"] in ("roll", "frame") for r in records), header["pace"])
        case "camera":
            return Camera(header["camera"], folder, CameraHelp.from_json(header.get("known", {})))
        case "touch":
            return Touch()
    raise RefereeError(f"{folder}: a game cannot be fed from {header['source']!r}")


def kept_games(games: Path) -> list[Kept]:
    """All games that can be read, the newest first."""
    found = []
    for path in sorted(games.glob(f"*/{JOURNAL_NAME}"), reverse=True):
        try:
            contents = journals.read(path)
        except (RefereeError, OSError):
            continue
        header = contents.header
        if "begun" not in header:
            continue
        last = contents.records[-1] if contents.records else {}
        over = (last.get("verdict") or {}).get("verdict") == "won" or bool(last.get("over"))
        found.append(
            Kept(
                path.parent,
                header["game"],
                header["players"],
                header["begun"],
                header["source"],
                len(contents.records),
                over,
            )
        )
    return found
