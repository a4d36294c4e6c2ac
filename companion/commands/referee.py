"""``companion referee``: judge a recorded or live game."""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from companion.commands import dice_set_options, publish_options, rule_options
from companion.games.reason import Reason
from companion.referee.errors import RefereeError, prose, reason_of
from companion.referee.game import Game, JudgedEvent, OpenWatcher, first_open, go_on, header, play
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Journal
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.recording import Recording, load
from companion.referee.keeping.records import Record
from companion.referee.live import loop
from companion.referee.live.camera_dice import CameraDice, Tray
from companion.referee.live.feed import open_feed
from companion.referee.live.loop import LiveEvent, happenings
from companion.referee.live.table_dice import TableDice, unheard
from companion.referee.live.typed import Typed, help_for
from companion.referee.profiles import read_profile
from companion.referee.report.page import Report
from companion.referee.table import AnyTable, Hints
from companion.referee.table_parts import Wording
from companion.referee.tables import TABLES, open_table
from companion.referee.telling import sentence
from companion.sharing.feed.news import standing_of
from companion.sharing.feed.publishing import Publishing
from companion.texts.language import english
from hardware.open_dice import open_dice, open_rolls
from vision.dice.eye import DiceEye
from vision.sources.opening import open_source

ROLLS_NAME = "rolls.jsonl"


class Start(NamedTuple):
    """Where a game begins: its pictures and events, its journal and what that holds already, the camera's profile."""

    recording: Recording
    camera: Mapping[str, Any] | None
    journal: Journal | None
    records: tuple[Record, ...] = ()


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("referee", help="judge a recorded or live game")
    parser.add_argument("recording", type=Path, help="folder with recording.json and pictures; made, for a live game")
    parser.add_argument("--game", choices=TABLES, default=next(iter(TABLES)), help="live: what is played")
    rule_options.add_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a verdict instead of one line of text")
    parser.add_argument(
        "--camera",
        metavar="N|URL|PATH",
        help="judge live what a camera (number), stream (address) or file shows, or 'simulated'",
    )
    parser.add_argument(
        "--tower",
        "--dice",
        metavar="PORT",
        help="live: take rolls from a dice tower: a port, auto, simulated; or from virtual or bluetooth dice "
        "(bluetooth:2,Amber=Y: two make a throw, the die named Amber is yellow)",
    )
    parser.add_argument(
        "--dice-camera", metavar="N|URL|PATH", help="live: read the dice on a tray that this camera looks at"
    )
    parser.add_argument(
        "--dice-tray",
        type=int,
        nargs=4,
        metavar=("U0", "V0", "U1", "V1"),
        help="live: the pixels where the dice fall, in the picture of --dice-camera or else of --camera",
    )
    dice_set_options.add_arguments(parser)
    parser.add_argument("--a1", type=float, nargs=2, metavar=("U", "V"), help="live: pixel of a1's outer corner")
    parser.add_argument(
        "--mirror", action="store_true", help="the pictures are mirrored (front camera): turn them round"
    )
    parser.add_argument("--camera-profile", type=Path, metavar="FILE", help="the camera's matrix, distortion and size")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep everything in this new file")
    parser.add_argument("--resume", type=Path, metavar="JOURNAL", help="go on where this journal ends")
    parser.add_argument("--report", type=Path, metavar="OUT.html", help="write a page to look at")
    publish_options.add_arguments(parser)
    parser.add_argument("--publish-picture", action="store_true", help="tell the broker each judged picture, too")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge the recording. Returns 0, or 1 where a roll came out of turn (the rest is judged all the same)."""
    if args.journal and args.resume:
        raise RefereeError("--journal starts a journal, --resume goes on with one: give only one of them")
    if args.tower and not args.camera:
        raise RefereeError("--tower takes rolls of a live game: give --camera as well")
    watched = args.dice_camera or args.dice_tray
    if watched and not args.camera:
        raise RefereeError("--dice-camera and --dice-tray are for a live game: give --camera as well")
    if watched and args.tower:
        raise RefereeError(
            "the dice are read by a tower or by a camera: give --tower, or --dice-camera and --dice-tray"
        )
    publishing = publish_options.opened(args, _complain)
    with publishing or nullcontext(), tempfile.TemporaryDirectory() as unkept:
        if publishing and not (args.camera or args.journal or args.resume):
            # What is told is what a journal has.
            args.journal = Path(unkept, JOURNAL_NAME)
        return _judge(args, publishing)


def _judge(args: argparse.Namespace, publishing: Publishing | None) -> int:
    recorder = _recorder(args) if args.camera else None
    start = _resume(args) if args.resume else _begin(args, recorder.recording if recorder else load(args.recording))
    if start.journal:
        start.journal.said = _complain
    table = open_table(start.recording.game, start.recording.options)
    with start.journal or nullcontext(), _dice(args, start.recording) as dice, _tray(args, table) as tray:
        return _referee(args, start, table, recorder, dice, tray, publishing)


def _referee(
    args: argparse.Namespace,
    start: Start,
    table: AnyTable,
    recorder: Recorder | None,
    dice: TableDice | None,
    tray: Tray | None,
    publishing: Publishing | None,
) -> int:
    recording = start.recording
    game = Game(table, _opener(table, recording, start.camera), start.journal)
    # Its pictures are kept until it is written.
    report = Report(recording.folder.resolve().name, table) if args.report else None
    steps = play(game, recording, first_open(start.records))
    if recorder:
        print(f"watching; type {help_for(table)}", file=sys.stderr)
        steps = chain(steps, loop.steps(game, recorder, _live_events(table, args.camera, dice, tray), _complain, dice))
    remarks: list[str] = []
    try:
        for step in _whole_game(game, start, show(steps, table, args.json), publishing):
            if report:
                report.add(step)
            if publishing and args.publish_picture and step.picture:
                publishing.picture(step.picture.image)
            remarks += map(english, step.remarks)
    finally:
        if report:
            report.write(args.report)
    for remark in remarks:
        _complain(prose(remark))
    return 1 if remarks else 0


def _whole_game(
    game: Game, start: Start, steps: Iterable[JudgedEvent], publishing: Publishing | None
) -> Iterator[JudgedEvent]:
    """What has been judged before, then `steps`, of which others are told."""
    yield from go_on(game, start.records, start.recording)
    if publishing and start.journal:
        head = header(start.recording, start.camera)
        publishing.follow(start.journal, head, start.records, game.table, lambda _record: standing_of(game.session))
    yield from steps


def show(steps: Iterable[JudgedEvent], table: AnyTable, as_json: bool) -> Iterator[JudgedEvent]:
    """Print each verdict as its step comes by."""
    for step in steps:
        if step.verdict is not None:
            told = json.dumps(step.verdict.to_json(english, table.published)) if as_json else line(step, table.wording)
            print(told, flush=True)
        yield step


def line(step: JudgedEvent, wording: Wording) -> str:
    """A step's verdict in one line for people."""
    assert step.verdict is not None
    verdict = step.verdict
    notes = "".join(f"  ({english(note)})" for note in verdict.notes)
    said = english(sentence(verdict, wording))
    return f"{verdict.t:7.1f}s  {verdict.frame or '-':<24} {verdict.verdict:<10} {said}{notes}"


def _begin(args: argparse.Namespace, recording: Recording) -> Start:
    """A game from its beginning, with a journal where one is wanted; a live game always has one."""
    recording = replace(recording, mirror=recording.mirror or args.mirror)
    camera = _profile(args) or recording.camera
    path = args.journal or (args.recording / JOURNAL_NAME if args.camera else None)
    return Start(recording, camera, Journal.create(path, header(recording, camera)) if path else None)


def _resume(args: argparse.Namespace) -> Start:
    """A game from where its journal ends."""
    recording = load(args.recording)
    if journals.unborn(args.resume):
        _complain(prose(f"{args.resume} ends in its header, nothing was judged yet: beginning anew"))
        return _begin(argparse.Namespace(**{**vars(args), "journal": args.resume}), recording)
    journal, contents = Journal.reopen(args.resume)
    for said in journal.told(contents):
        _complain(said)
    if dict(recording.options) != contents.header["options"]:
        raise RefereeError(f"{args.resume} was written with other rule options than {recording.folder} has")
    mirror = contents.header.get("mirror", False)
    if args.mirror and not mirror:
        raise RefereeError(
            f"{args.resume} was written without --mirror: begin a new journal to turn the pictures round"
        )
    recording = replace(recording, mirror=mirror)
    return Start(recording, _profile(args) or contents.header["camera"], journal, contents.records)


def _recorder(args: argparse.Namespace) -> Recorder:
    if args.resume:
        return Recorder.reopen(args.recording)
    a1 = tuple(args.a1) if args.a1 else None
    options = rule_options.given(args)
    open_table(args.game, options)
    return Recorder.begin(Recording(args.recording, args.game, (), _profile(args), a1, options, mirror=args.mirror))


def _profile(args: argparse.Namespace) -> Mapping[str, Any] | None:
    return read_profile(args.camera_profile) if args.camera_profile else None


def _live_events(table: AnyTable, camera: str, dice: TableDice | None, tray: Tray | None) -> Iterator[LiveEvent]:
    return happenings(table, open_feed(camera, _complain, table), Typed(sys.stdin), _complain, dice, tray)


@contextmanager
def _tray(args: argparse.Namespace, table: AnyTable) -> Iterator[Tray | None]:
    """The tray that `--dice-camera` or `--dice-tray` name."""
    if not (args.dice_camera or args.dice_tray):
        yield None
        return
    region = tuple(args.dice_tray) if args.dice_tray else None
    dice = CameraDice(*table.throws, region=region, reader=DiceEye(dice_set_options.dice_set(args)))
    tray = Tray(dice, lambda said: _complain(prose(said)), open_source(args.dice_camera) if args.dice_camera else None)
    try:
        yield tray
    finally:
        tray.close()


@contextmanager
def _dice(args: argparse.Namespace, recording: Recording) -> Iterator[TableDice | None]:
    """The dice that `--tower` names. All their rolls are kept in the recording's folder; those that were kept when the
    game was broken off, and did not reach it, come first.
    """
    if not args.tower:
        yield None
        return
    heard = [event.value for event in recording.events if event.kind == "roll_raw"]
    with open_rolls(args.recording / ROLLS_NAME) as store:
        for said in store.told:
            _complain(reason_of(said))
        missed = unheard(store, heard)
        source = open_dice(args.tower, store)
        try:
            yield TableDice(source, _complain, missed)
        finally:
            source.close()


def _complain(message: Reason) -> None:
    print(f"companion referee: {english(message)}", file=sys.stderr, flush=True)


def _opener(table: AnyTable, recording: Recording, camera: Mapping[str, Any] | None) -> OpenWatcher:
    return lambda image: table.open_watcher(image, Hints(corner=recording.a1, camera=camera))
