"""``companion referee``: judge a recorded or live game."""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import chain
from pathlib import Path

from companion.commands import dice_set_options, publish_options, rule_options
from companion.commands.phone_camera import show_on_phone
from companion.commands.referee_inputs import (
    Start,
    begin,
    complain,
    dice_of,
    live_events,
    opener,
    playing_table,
    recorder_of,
    resume,
    tray_of,
)
from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.referee.game import Game, JudgedEvent, first_open, go_on, play
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.keeping.nonsense import making_sense
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.recording import load
from companion.referee.keeping.whole_file import check_writable
from companion.referee.live import loop
from companion.referee.live.allocating import give_memory_back
from companion.referee.live.camera_dice import Tray
from companion.referee.live.playing_table import PACE_SECONDS
from companion.referee.live.table_dice import TableDice
from companion.referee.live.typed import help_for
from companion.referee.report.page import Report
from companion.referee.table import AnyTable
from companion.referee.table_parts import Wording
from companion.referee.tables import TABLES, open_table
from companion.referee.telling import sentence
from companion.sharing.feed.news import standing_of
from companion.sharing.feed.publishing import Publishing
from companion.sharing.phone.camera import PHONE
from companion.texts.language import english
from hardware.dice import SIMULATED, VIRTUAL

LONGEST_PACE = 60


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("referee", help="judge a recorded or live game")
    parser.add_argument("recording", type=Path, help="folder with recording.json and pictures; made, for a live game")
    parser.add_argument("--game", choices=TABLES, help=f"live: what is played ({next(iter(TABLES))})")
    rule_options.add_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a verdict instead of one line of text")
    parser.add_argument(
        "--camera",
        metavar="N|URL|PATH",
        help="judge live what a camera (number), stream (address) or file shows, a phone's browser ('phone': a code to "
        "scan is printed), or a table that plays by itself ('simulated')",
    )
    parser.add_argument(
        "--pace",
        type=pace,
        default=PACE_SECONDS,
        metavar="SECONDS",
        help="pause between two events on the simulated table",
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
    parser.add_argument("--players", metavar="NAME,NAME", help="who plays, the side that begins first")
    publish_options.add_arguments(parser)
    parser.add_argument("--publish-picture", action="store_true", help="publish each judged picture, too")
    parser.set_defaults(run=run)


def pace(text: str) -> float:
    """Parse seconds. Raises ArgumentTypeError for anything else."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PACE:
        raise argparse.ArgumentTypeError(f"{text!r} is no pace: name seconds from 0 to {LONGEST_PACE}")
    return seconds


def run(args: argparse.Namespace) -> int:
    """Judge the recording. Returns 0, or 1 where a roll of one that is not live came out of turn (all is judged)."""
    if args.journal and args.resume:
        raise RefereeError("command.referee.journals")
    if args.tower and not args.camera:
        raise RefereeError("command.referee.tower")
    watched = args.dice_camera or args.dice_tray
    if watched and not args.camera:
        raise RefereeError("command.referee.tray")
    if watched and args.tower:
        raise RefereeError("command.referee.dice")
    publishing = publish_options.opened(args, complain)
    with publishing or nullcontext(), publish_options.announced(args), tempfile.TemporaryDirectory() as unkept:
        if publishing and not (args.camera or args.journal or args.resume):
            # What is told is what a journal has.
            args.journal = Path(unkept, JOURNAL_NAME)
        return _judge(args, publishing)


def _judge(args: argparse.Namespace, publishing: Publishing | None) -> int:
    if args.camera:
        give_memory_back()
    recorder = recorder_of(args) if args.camera else None
    start = resume(args) if args.resume else begin(args, recorder.recording if recorder else load(args.recording))
    if start.journal:
        start.journal.said = complain
    table = open_table(start.recording.game, start.recording.options)
    try:
        with (
            start.journal or nullcontext(),
            dice_of(args, start.recording, table) as dice,
            tray_of(args, table) as tray,
        ):
            return _referee(args, start, table, recorder, dice, tray, publishing)
    finally:
        if recorder:
            recorder.leave_nothing_empty(args.journal or args.recording / JOURNAL_NAME)


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
    playing = playing_table(args, table, lambda: game.session)
    eyes = playing.practice.tracker if playing else opener(table, recording, start.camera)
    game = Game(table, eyes, start.journal)
    if args.report:
        check_writable(args.report)
    # Its pictures are kept until it is written.
    report = Report(recording.folder.resolve().name, table) if args.report else None
    steps = play(game, recording, first_open(start.records))
    if recorder:
        events = live_events(table, args.camera, game, dice, tray, playing)
        steps = chain(steps, loop.steps(game, recorder, events, complain, dice))
        steps = chain(_greeting(args, game, bool(playing)), steps)
    steps = show(steps, table, args.json, live=bool(recorder))
    strays = 0
    try:
        for step in _whole_game(game, start, args.resume or args.recording, steps, publishing):
            if playing:
                playing.take_verdict(step.verdict, step.event.kind)
            if args.camera == PHONE:
                show_on_phone(step, table.wording)
            if report:
                report.add(step)
            if publishing and args.publish_picture and step.picture:
                publishing.picture(step.picture.image)
            for remark in step.remarks:
                complain(remark)
                strays += 1
    finally:
        if report:
            report.write(args.report)
    return 1 if strays and not recorder else 0


def _greeting(args: argparse.Namespace, game: Game, alone: bool) -> Iterator[JudgedEvent]:
    """Say, once the game stands as it was left, what can be typed, or that it is over. `alone`: the table plays by
    itself, and ends then."""
    if winner := game.session.winner:
        over = game.session.ended(winner)
        complain(over if alone else because("command.referee.over", why=over))
    else:
        typed = help_for(game.table, machine=args.tower in (SIMULATED, VIRTUAL))
        print(f"watching; type {typed}", file=sys.stderr)
    yield from ()


def _whole_game(
    game: Game, start: Start, kept: Path, steps: Iterable[JudgedEvent], publishing: Publishing | None
) -> Iterator[JudgedEvent]:
    """Yield what was judged before, as the journal `kept` says, then `steps`, which are published."""
    with making_sense(kept):
        yield from go_on(game, start.records, start.recording)
    if publishing and start.journal:
        publishing.follow(
            start.journal, start.header, start.records, game.table, lambda _record: standing_of(game.session)
        )
    yield from steps


def show(steps: Iterable[JudgedEvent], table: AnyTable, as_json: bool, *, live: bool = False) -> Iterator[JudgedEvent]:
    """Print each verdict as its step comes by, where it can be answered with its number."""
    for step in steps:
        if step.verdict is not None:
            told = line(step, table.wording)
            if as_json:
                number = {"number": step.event.index} if live else {}
                told = json.dumps({**step.verdict.to_json(english, table.published), **number})
            print(told, flush=True)
        yield step


def line(step: JudgedEvent, wording: Wording) -> str:
    """Return a step's verdict in one line for people."""
    assert step.verdict is not None
    verdict = step.verdict
    notes = "".join(f"  ({english(note)})" for note in verdict.notes)
    said = english(sentence(verdict, wording))
    asks = f"  [verdict {step.event.index}]" if verdict.readings or verdict.trait.stands else ""
    return f"{verdict.t:7.1f}s  {verdict.frame or '-':<24} {verdict.verdict:<10} {said}{notes}{asks}"
