"""``companion referee``: judge a recorded or live game."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any

from companion.games.looney_blockade import Options
from companion.referee import journal as journals
from companion.referee import open_table
from companion.referee.errors import RefereeError
from companion.referee.game import Game, OpenWatcher, Step, first_open, go_on, header, play
from companion.referee.journal import Journal
from companion.referee.open_table import read_profile
from companion.referee.recording import Recording, load
from companion.referee.report import Report
from companion.referee.verdict import sentence

def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("referee", help="judge a recorded or live game of Looney Blockade")
    parser.add_argument("recording", type=Path, nargs="?", help="folder with recording.json and its pictures")
    parser.add_argument("--json", action="store_true", help="one JSON object a verdict instead of one line of text")
    parser.add_argument("--camera-profile", type=Path, metavar="FILE", help="the camera's matrix, distortion and size")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep everything in this new file")
    parser.add_argument("--resume", type=Path, metavar="JOURNAL", help="go on where this journal ends")
    parser.add_argument("--report", type=Path, metavar="OUT.html", help="write a page to look at")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge the recording. Returns 0, or 1 where a roll came out of turn (the rest is judged all the same)."""
    if args.recording is None and args.resume is None:
        raise RefereeError("name a recording, or a journal to go on with (--resume)")
    if args.journal and args.resume:
        raise RefereeError("--journal starts a journal, --resume goes on with one: give only one of them")
    with ExitStack() as open_files:
        return _referee(args, open_files)


def _referee(args: argparse.Namespace, open_files: ExitStack) -> int:
    journal, records, recording, camera = _start(args)
    if journal:
        open_files.enter_context(journal)
    game = Game(_opener(recording, camera), Options.from_json(recording.options), journal)
    report = Report(recording.folder.resolve().name)
    remarks: list[str] = []
    try:
        past = go_on(game, records, recording)
        for step in chain(past, show(play(game, recording, first_open(records)), args.json)):
            report.add(step)
            remarks += step.remarks
    finally:
        if args.report:
            report.write(args.report)
    for remark in remarks:
        print(f"companion referee: {remark}", file=sys.stderr)
    return 1 if remarks else 0


def show(steps: Iterable[Step], as_json: bool) -> Iterator[Step]:
    """Print each verdict as its step comes by."""
    for step in steps:
        if step.verdict is not None:
            print(line(step) if not as_json else json.dumps(step.verdict.to_json()), flush=True)
        yield step


def line(step: Step) -> str:
    """A step's verdict in one line for people."""
    assert step.verdict is not None
    verdict = step.verdict
    notes = "".join(f"  ({note})" for note in verdict.notes)
    return f"{verdict.t:7.1f}s  {verdict.frame or '-':<24} {verdict.verdict:<10} {sentence(verdict)}{notes}"


def _start(
    args: argparse.Namespace,
) -> tuple[Journal | None, tuple[journals.Record, ...], Recording, Mapping[str, Any] | None]:
    """The journal to write (if any), what it holds already, the recording and the camera's profile."""
    profile = read_profile(args.camera_profile) if args.camera_profile else None
    if not args.resume:
        recording = load(args.recording)
        camera = profile or recording.camera
        journal = Journal.create(args.journal, header(recording, camera)) if args.journal else None
        return journal, (), recording, camera
    if args.recording and journals.unborn(args.resume):
        print(f"{args.resume} ends in its header, nothing was judged yet: beginning anew", file=sys.stderr)
        return _start(argparse.Namespace(**{**vars(args), "journal": args.resume, "resume": None}))
    journal, contents = Journal.reopen(args.resume)
    if contents.torn:
        print(f"{args.resume}: the last line was torn ({contents.torn} bytes) and is dropped", file=sys.stderr)
    recording = load(args.recording or Path(contents.header["recording"]))
    if dict(recording.options) != contents.header["options"]:
        raise RefereeError(f"{args.resume} was written with other rule options than {recording.folder} has")
    return journal, contents.records, recording, profile or contents.header["camera"]


def _opener(recording: Recording, camera: Mapping[str, Any] | None) -> OpenWatcher:
    return lambda image: open_table.open_watcher(image, recording.a1, camera)
