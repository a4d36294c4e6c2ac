"""Begins games and goes on with them: each has a folder with its journal, from which it can be opened again."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from companion.app.audience import BROADCAST, NOBODY, Audience
from companion.app.devices.camera import CameraHelp
from companion.app.devices.devices import ON_SCREEN
from companion.app.games.far_meeting import meet
from companion.app.games.far_table import FAR, FarGame, SavedCode, save_code
from companion.app.games.far_table import NAME as FAR_NAME
from companion.app.games.head_start import NAME, ahead
from companion.app.games.partner import Partner
from companion.app.games.registry import GAMES, first_game, game_of
from companion.app.games.surroundings import Opened
from companion.app.games.table import PlayedTable
from companion.app.json_object import JsonObject
from companion.app.records.naming import name_of
from companion.referee.errors import KeepingError, RefereeError, together
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Contents, Journal
from companion.referee.keeping.nonsense import making_sense
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import masked_name, same_camera
from companion.sharing.far.ledger import ROLES
from companion.sharing.feed.address import KnownBroker
from companion.texts.names import tidy_name, tidy_names

# Number of seeds: too many for a game's to be found by trying.
SEEDS: Final = 1 << 52


@dataclass(frozen=True)
class GameSetup:
    """The players' choices for a new game.

    `more`: choices of one game alone (for the practice table `breaches` and `glares`). `pace`: seconds between two
    events that happen by themselves. `first`: the side that begins, "" for the usual one. `camera`, `dice`: devices
    (`auto`: the first one found). `known`: prior knowledge about the camera. `code`: invitation of another table,
    `played_by`: the options that it plays by.
    """

    game: str = field(default_factory=first_game)
    options: JsonObject = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    source: str = "practice"
    first: str = ""
    seed: int | None = None
    camera: str = "auto"
    dice: str = ON_SCREEN
    known: CameraHelp = field(default_factory=CameraHelp)
    pace: float = 2.0
    more: JsonObject = field(default_factory=dict)
    code: str = ""
    played_by: JsonObject | None = None


@dataclass(frozen=True)
class SavedGame:
    """A game in the records. `over`: True if it was played to its end. `grid`: the table after the last verdict; empty
    if unknown. `name`: given by the players. `far`: True if another table plays, too.
    `options`: as agreed on."""

    folder: Path
    game: str
    players: Mapping[str, str]
    begun: str
    source: str
    events: int
    over: bool
    winners: tuple[str, ...] = ()
    grid: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    far: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


def new_folder(setup: GameSetup, games: Path) -> Path:
    """Return the path of a folder for a game that begins now."""
    return games / f"{datetime.now():%Y%m%d-%H%M%S-%f}-{setup.game}"


def begin(setup: GameSetup, folder: Path) -> Path:
    """Make a new game's folder with its journal's header, without passwords. Returns the folder.

    Raises KeepingError if it cannot be written.
    """
    seed = secrets.randbelow(SEEDS) if setup.seed is None else setup.seed
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KeepingError(folder, error) from error
    game = GAMES[setup.game].fed_from(setup.source)
    options = dict(setup.played_by or game.options(setup.options, setup.more))
    owners = game.owners(options)
    header = {
        "game": setup.game,
        "options": options,
        "players": _shared(owners, tidy_names(setup.players)),
        "source": setup.source,
        "first": setup.first,
        "seed": seed,
        "camera": masked_name(setup.camera),
        "dice": setup.dice,
        "known": setup.known.to_json(),
        "pace": setup.pace,
        "begun": datetime.now().isoformat(timespec="seconds"),
        "more": {name: _shared(owners, value) if name == "computer" else value for name, value in setup.more.items()},
    }
    try:
        if FAR in setup.more:
            chosen = None if setup.seed is None else {"seed": setup.seed, FAR: setup.more[FAR]}
            save_code(folder, setup.code, chosen)
        Journal.create(folder / JOURNAL_NAME, header).close()
    except KeepingError:
        with suppress(OSError):
            folder.rmdir()
        raise
    return folder


def _shared(owners: Mapping[str, str], of: Mapping[str, str]) -> dict[str, str]:
    """Extend values given for the naming sides to all sides of the same people."""
    return {**of, **{side: of[owner] for side, owner in owners.items() if owner in of}}


def begin_or_open(
    setup: GameSetup, folder: Path, *, hints: bool = True, audience: Audience = NOBODY
) -> PlayedTable[Any]:
    """Open the game of `folder`; begin it if it is not there yet."""
    path = folder / JOURNAL_NAME
    if not path.exists() or journals.unborn(path):
        begin(setup, folder)
    return open_game(folder, hints=hints, addresses=[setup.camera], audience=audience)


def open_game(
    folder: Path, *, hints: bool = True, addresses: Sequence[str] = (), audience: Audience = NOBODY
) -> PlayedTable[Any]:
    """Open the game kept in `folder`. `addresses`: cameras' addresses with the passwords that journals do not keep.
    Raises RefereeError if it cannot be gone on with."""
    journal, contents = Journal.reopen(folder / JOURNAL_NAME)
    contents = _with_password(contents, addresses)
    try:
        with making_sense(folder / JOURNAL_NAME):
            game = contents.header["game"]
            if game not in GAMES:
                raise RefereeError("table.no_game", folder=str(folder), game=str(game))
            begun: list[Record] = []
            journal.written = begun.append
            ui, opened = game_of(contents.header), Opened(journal, contents, folder, hints)
            played = ui.open(opened)
            contents = replace(contents, records=(*contents.records, *begun))
            journal.written = lambda _record: None
            if partner := played.companion(Partner):
                meet(played, partner, KnownBroker(audience.broker, audience.login))
            BROADCAST.follow(audience, ui, replace(opened, contents=contents), played)
            if journal.damaged:
                told = journal.messages(contents)
                played.notice = together(told if played.notice is None else (*told, played.notice))
            return played
    except BaseException:
        journal.close()
        raise


def again(folder: Path, addresses: Sequence[str] = ()) -> GameSetup:
    """Return the setup to play the game of `folder` once more. Raises RefereeError if the journal cannot be read."""
    header = _with_password(journals.read(folder / JOURNAL_NAME), addresses).header
    with making_sense(folder / JOURNAL_NAME):
        more = {name: value for name, value in dict(header["more"]).items() if name != "series"}
        return _once_more(header, header["players"], more)


def anew(folder: Path, addresses: Sequence[str] = (), camera: str = "", **more: Any) -> GameSetup:
    """Return the same setup with another camera, or other values of `GameSetup.more`. Raises RefereeError as
    `again`."""
    setup = again(folder, addresses)
    return replace(setup, camera=camera or setup.camera, more={**setup.more, **more})


def rematch(folder: Path, winners: Sequence[str], addresses: Sequence[str] = ()) -> GameSetup:
    """Return the setup of the game of `folder` with everybody on the next side, and the winners counted in the
    series. Two far tables both begin it, and meet by a code that follows from the last one. Raises RefereeError if the
    journal cannot be read or the code is lost."""
    contents = _with_password(journals.read(folder / JOURNAL_NAME), addresses)
    with making_sense(folder / JOURNAL_NAME):
        ui = game_of(contents.header)
        position = ui.position(contents)
        other = ui.going_on(contents.header, position) if position else {}
        setup = _on_next_sides(contents.header, winners, other)
    if FAR not in setup.more:
        return setup
    # Both tables play by the same options, whatever a table is fed from.
    played_by = GAMES[setup.game].options(setup.options, setup.more)
    return replace(setup, code=SavedCode.of(folder).following, played_by=played_by)


def rematch_begun(folder: Path) -> SavedGame | None:
    """Return the rematch of this game that two far tables have begun already, the last of several. A second one by the
    same code would hear the first one's messages. Raises RefereeError if it cannot be read."""
    if not (folder / FAR_NAME).is_file():
        return None
    begun = {}
    for path in folder.parent.glob(f"*/{FAR_NAME}"):
        with suppress(RefereeError):
            begun[SavedCode.of(path.parent).code] = path.parent
    code, last = SavedCode.of(folder).following, None
    while code in begun:
        last = begun.pop(code)
        code = SavedCode.of(last).following
    return _saved_game(last, journals.glance(last / JOURNAL_NAME)) if last else None


def _on_next_sides(header: JsonObject, winners: Sequence[str], other: JsonObject) -> GameSetup:
    more = {**header["more"], **other}
    sides = GAMES[header["game"]].sides[: more["count"] if isinstance(more.get("count"), int) else None]
    now = dict(zip(sides, (*sides[1:], sides[0]), strict=True))
    won = {side: dict(more.get("series", {})).get(side, 0) + (side in winners) for side in sides}
    if far := FarGame.of(more):
        before = {after: side for side, after in now.items()}
        next_to = {role: tuple(side for side in sides if before[side] in far.sides[role]) for role in ROLES}
        more[FAR] = replace(far, sides=next_to).to_json()
    more["series"] = {now[side]: wins for side, wins in won.items()}
    if points := other.get("points"):
        more["points"] = {now.get(side, side): n for side, n in points.items()}
    if "computer" in more:
        more["computer"] = {now[side]: strength for side, strength in more["computer"].items() if side in now}
    if favoured := ahead(more):
        more[NAME] = now[favoured]
    return _once_more(header, {now[side]: name for side, name in header["players"].items() if side in now}, more)


def _once_more(header: JsonObject, players: Mapping[str, str], more: JsonObject) -> GameSetup:
    return GameSetup(
        game=header["game"],
        # Those that are rulings; the others follow from `more`.
        options={rule: value for rule, value in header["options"].items() if rule in GAMES[header["game"]].rules},
        players=players,
        source=header["source"],
        first=header["first"],
        camera=header["camera"],
        dice=header.get("dice", ON_SCREEN),
        known=CameraHelp.from_json(header.get("known", {})),
        pace=header["pace"],
        more=more,
    )


def _with_password(contents: Contents, addresses: Sequence[str]) -> Contents:
    """Return a journal's contents, with the camera's password restored if its address is among `addresses`."""
    header = contents.header
    whole = (address for address in addresses if same_camera(address, str(header.get("camera"))))
    return replace(contents, header={**header, "camera": next(whole, header.get("camera"))})


def saved_games(games: Path) -> list[SavedGame]:
    """Return all games that can be read, the newest first."""
    found = []
    for path in sorted(games.glob(f"*/{JOURNAL_NAME}"), reverse=True):
        with suppress(RefereeError, OSError), making_sense(path):
            glance = journals.glance(path)
            if "begun" in glance.header and glance.header["game"] in GAMES:
                found.append(_saved_game(path.parent, glance))
    return found


def _saved_game(folder: Path, glance: journals.Glance) -> SavedGame:
    header, last = glance.header, glance.last
    over = (last.get("verdict") or {}).get("verdict") == "won"
    return SavedGame(
        folder,
        header["game"],
        tidy_names(header.get("players")),
        tidy_name(header["begun"]),
        str(header.get("source")),
        glance.count,
        over,
        _winners(last["verdict"]) if over else (),
        _grid(last),
        name_of(folder),
        FAR in header.get("more", {}),
        header["options"],
    )


def _grid(last: JsonObject) -> Mapping[str, str]:
    """Return the table that a record leaves, if it tells one."""
    found = (last.get("verdict") or {}).get("grid")
    return {str(place): str(thing) for place, thing in found.items()} if isinstance(found, Mapping) else {}


def _winners(verdict: JsonObject) -> tuple[str, ...]:
    """Return the winners by the last verdict of a finished game; none after a draw or if unknown."""
    more = verdict.get("more", {})
    events = (event.get("player") for event in more.get("events", ()) if event.get("kind") == "won")
    winner = more.get("winner") or verdict["side"] or next(events, None)
    return () if winner in (None, "draw") else (str(winner),)
