"""``companion record``: make a recording of a game."""

import argparse
import sys
from pathlib import Path

from companion.commands import rule_options
from companion.commands.complaining import complaints_of
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.recording import Recording
from companion.referee.live.feed import open_feed
from companion.referee.live.loop import happenings
from companion.referee.live.notes import Notes, noted
from companion.referee.live.typed import Typed, help_for
from companion.referee.profiles import read_profile
from companion.referee.tables import TABLES, open_table


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("record", help="make a recording from a camera, a video or a folder of pictures")
    parser.add_argument("out", type=Path, help="folder to make")
    parser.add_argument("--game", choices=TABLES, default=next(iter(TABLES)), help="what is played")
    rule_options.add_argument(parser)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--camera", metavar="N|URL|PATH", help="camera (number), stream (address) or file; rolls are typed meanwhile"
    )
    source.add_argument("--video", metavar="FILE", help="a video, of which the settled pictures are taken")
    source.add_argument("--pictures", metavar="FOLDER", help="pictures, all of them, by name")
    parser.add_argument("--rolls", type=Path, metavar="FILE", help="lines such as '12.5 B4 G5' or '003.jpg B4 G5'")
    parser.add_argument("--a1", type=float, nargs=2, metavar=("U", "V"), help="pixel of a1's outer corner")
    parser.add_argument("--mirror", action="store_true", help="the pictures are mirrored (front camera): note it")
    parser.add_argument("--camera-profile", type=Path, metavar="FILE", help="the camera's matrix, distortion and size")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Record until the source ends or somebody types quit."""
    notes = Notes.read(args.rolls) if args.rolls else Notes([])
    options = rule_options.options_of(args)
    table = open_table(args.game, options)
    source = open_feed(args.camera or args.video or args.pictures, complaints_of("record"), table)
    camera = read_profile(args.camera_profile) if args.camera_profile else None
    a1 = tuple(args.a1) if args.a1 else None
    recorder = Recorder.begin(Recording(args.out, args.game, (), camera, a1, options, mirror=args.mirror))
    if args.camera and not args.rolls:
        print(f"recording; type {help_for(table)}", file=sys.stderr)
        events = happenings(table, source, Typed(sys.stdin), complaints_of("record"))
    else:
        events = noted(source, notes)
    try:
        for t, kind, value in events:
            event = recorder.frame(t, value) if kind == "frame" else recorder.add(t, kind, value)
            print(event, flush=True)
    finally:
        recorder.leave_nothing_empty()
    print(f"{len(recorder.recording.events)} events in {args.out}")
    return 0
