"""Open what `companion referee` judges: a recording, a live game or one that goes on, with its dice."""

import argparse
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from companion.commands import dice_set_options, rule_options
from companion.commands.complaining import complaints_of
from companion.commands.phone_camera import LinesBesidePhone, phone_feed
from companion.games.reason import because
from companion.referee.errors import RefereeError, error_reason, reason_of
from companion.referee.game import Game, OpenTracker, header
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Journal
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.recording import Recording, load
from companion.referee.keeping.records import Record
from companion.referee.live.camera_dice import CameraDice, Tray
from companion.referee.live.feed import SIMULATED, open_feed
from companion.referee.live.loop import LiveEvent, happenings
from companion.referee.live.playing_table import PlayingTable
from companion.referee.live.table_dice import TableDice, unheard
from companion.referee.live.typed import Typed
from companion.referee.profiles import read_profile
from companion.referee.session import Session
from companion.referee.table import AnyTable, Hints
from companion.referee.tables import TABLES, open_table
from companion.sharing.phone.camera import PHONE
from companion.texts.names import tidy_name, tidy_names
from hardware.dice import DiceSource
from hardware.errors import DeviceError
from hardware.open_dice import await_dice, open_dice
from hardware.roll_store import RollStore
from vision.dice.eye import DiceEye
from vision.sources.opening import open_source

complain = complaints_of("referee")
ROLLS_NAME = "rolls.jsonl"
# A tower answers within seconds.
ABSENT_SECONDS = 10.0


class Start(NamedTuple):
    """Start of a game: pictures and events, journal and its contents, camera profile, player names by side."""

    recording: Recording
    camera: Mapping[str, Any] | None
    journal: Journal | None
    records: tuple[Record, ...] = ()
    players: Mapping[str, str] = {}

    @property
    def header(self) -> dict[str, Any]:
        """The journal's header."""
        return header(self.recording, self.camera) | ({"players": dict(self.players)} if self.players else {})


def begin(args: argparse.Namespace, recording: Recording) -> Start:
    """Begin a game, with a journal if one is wanted; a live game always has one."""
    if recording.simulated and not args.camera:
        raise RefereeError("command.referee.simulated", folder=str(args.recording))
    _check_is_meant(args, recording)
    recording = replace(recording, mirror=recording.mirror or args.mirror)
    camera = _profile(args) or recording.camera
    path = args.journal or (args.recording / JOURNAL_NAME if args.camera else None)
    start = Start(recording, camera, None, (), players_of(args, recording))
    return start._replace(journal=Journal.create(path, start.header)) if path else start


def _check_is_meant(args: argparse.Namespace, recording: Recording) -> None:
    """Raise RefereeError if another game or other rule options are asked for than the recording has."""
    if args.game not in (None, recording.game):
        raise RefereeError("command.referee.another", folder=str(recording.folder), game=recording.game)
    if args.options is not None and dict(rule_options.options_of(args)) != dict(recording.options):
        raise RefereeError("command.referee.other_options", folder=str(recording.folder))


def players_of(args: argparse.Namespace, recording: Recording) -> dict[str, str]:
    """Return the names given, by side. Raises RefereeError for more names than sides."""
    names = tidy_list(args.players.split(",")) if args.players else ()
    sides = open_table(recording.game, recording.options).sides
    if len(names) > len(sides):
        raise RefereeError("command.referee.players", sides=sides)
    return {side: name for side, name in zip(sides, names, strict=False) if name}


def tidy_list(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(tidy_name(name.strip()) for name in names)


def resume(args: argparse.Namespace) -> Start:
    """Continue a game where its journal ends."""
    recording = load(args.recording)
    _check_is_meant(args, recording)
    if journals.unborn(args.resume):
        complain(because("command.referee.anew", journal=str(args.resume)))
        return begin(argparse.Namespace(**{**vars(args), "journal": args.resume}), recording)
    journal, contents = Journal.reopen(args.resume)
    for said in journal.messages(contents):
        complain(said)
    if (recording.game, dict(recording.options)) != (contents.header["game"], contents.header["options"]):
        raise RefereeError("command.referee.options", journal=str(args.resume), folder=str(recording.folder))
    mirror = contents.header.get("mirror", False)
    if args.mirror and not mirror:
        raise RefereeError("command.referee.mirror", journal=str(args.resume))
    recording = replace(recording, mirror=mirror)
    known = tidy_names(contents.header.get("players"))
    return Start(recording, _profile(args) or contents.header["camera"], journal, contents.records, known)


def recorder_of(args: argparse.Namespace) -> Recorder:
    if args.resume:
        return Recorder.reopen(args.recording)
    a1 = tuple(args.a1) if args.a1 else None
    options = rule_options.options_of(args)
    game = args.game or next(iter(TABLES))
    open_table(game, options)
    recording = Recording(
        args.recording, game, (), _profile(args), a1, options, mirror=args.mirror, simulated=_plays_itself(args)
    )
    return Recorder.begin(recording)


def _profile(args: argparse.Namespace) -> Mapping[str, Any] | None:
    return read_profile(args.camera_profile) if args.camera_profile else None


def playing_table(args: argparse.Namespace, table: AnyTable, session: Callable[[], Session]) -> PlayingTable | None:
    """Return the table that plays by itself, if that is the camera and there are no other dice."""
    return PlayingTable(table, session, pace=args.pace) if _plays_itself(args) else None


def _plays_itself(args: argparse.Namespace) -> bool:
    return args.camera == SIMULATED and not (args.tower or args.dice_camera or args.dice_tray)


def live_events(
    table: AnyTable, camera: str, game: Game, dice: TableDice | None, tray: Tray | None, playing: PlayingTable | None
) -> Iterator[LiveEvent]:
    typed, session = Typed(sys.stdin), lambda: game.session
    if playing:
        return happenings(table, playing, typed, complain, said=playing.waiting, session=session)
    if camera == PHONE:
        beside = LinesBesidePhone(typed, complain)
        return happenings(table, phone_feed(complain), beside, complain, dice, tray, session=session)
    return happenings(table, open_feed(camera, complain, table), typed, complain, dice, tray, session=session)


@contextmanager
def tray_of(args: argparse.Namespace, table: AnyTable) -> Iterator[Tray | None]:
    """Open the tray that `--dice-camera` or `--dice-tray` name."""
    if not (args.dice_camera or args.dice_tray):
        yield None
        return
    region = tuple(args.dice_tray) if args.dice_tray else None
    dice = CameraDice(*table.throws, region=region, reader=DiceEye(dice_set_options.dice_set(args)))
    tray = Tray(dice, complain, open_source(args.dice_camera) if args.dice_camera else None)
    try:
        yield tray
    finally:
        tray.close()


@contextmanager
def dice_of(args: argparse.Namespace, recording: Recording, table: AnyTable) -> Iterator[TableDice | None]:
    """Open the dice that `--tower` names. All rolls are stored in the recording's folder; stored rolls that did not
    reach the game before it was broken off come first."""
    if not args.tower:
        yield None
        return
    heard = [event.value for event in recording.events if event.kind == "roll_raw"]
    with RollStore(args.recording / ROLLS_NAME) as store:
        for said in store.problems:
            complain(reason_of(said))
        missed = unheard(store, heard)
        source = open_dice(args.tower, store)
        threading.Thread(target=_await_dice, args=(source, args.tower), daemon=True).start()
        try:
            yield TableDice(source, complain, missed, table.dice_a_throw)
        finally:
            source.close()


def _await_dice(source: DiceSource, name: str) -> None:
    """Say so if no dice answer at the beginning. The game waits for them all the same."""
    try:
        await_dice(source, name, ABSENT_SECONDS)
    except DeviceError as error:
        complain(error_reason(error))


def opener(table: AnyTable, recording: Recording, camera: Mapping[str, Any] | None) -> OpenTracker:
    """Return what opens the eyes of a recording. Those of a simulated table go by what was drawn, as they did then."""
    if recording.simulated:
        return table.practice(0, {}).tracker
    return lambda image: table.open_tracker(image, Hints(corner=recording.a1, camera=camera))
