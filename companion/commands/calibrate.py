"""``companion calibrate``: print the sheets; measure a camera's lens with one, and the colours of the light."""

import argparse
import json
import sys
from pathlib import Path

from calibration.camera_wizard import CameraWizard
from calibration.pdf import PdfPage, to_pdf
from calibration.sheets import PAPERS, camera_sheet, sticker_sheet
from companion.games.looney_blockade.table.setup import check_setup, read_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import because
from companion.referee.errors import reason_of
from companion.referee.evidence import Evidence
from companion.referee.keeping.whole_file import write_whole
from companion.referee.live.feed import open_feed
from companion.texts.language import english
from vision.board import stickers
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.sources.picture_files import load_picture, unmirrored
from vision.tracking import white_balance
from vision.tracking.looney_set import BlockadeTracker


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("calibrate", help="print sheets for the camera and the board; measure the camera")
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for name, words, run in (
        ("sheet", "write the sheet to measure a camera with", _sheet),
        ("stickers", "write stickers for the corners of a board", _stickers),
    ):
        task = tasks.add_parser(name, help=words)
        task.add_argument("out", type=Path, metavar="OUT.pdf")
        task.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="default: a4")
        task.set_defaults(run=run)
    task = tasks.add_parser("camera", help="measure a camera's lens with the printed sheet")
    task.add_argument("--camera", required=True, metavar="N|URL|FOLDER", help="camera, stream, or folder of pictures")
    task.add_argument("--out", required=True, type=Path, metavar="PROFILE.json", help="the profile to write")
    task.add_argument("--mirror", action="store_true", help="the camera's pictures are mirrored: turn them round")
    task.set_defaults(run=_camera)
    task = tasks.add_parser("colours", help="measure the colours of the light on a picture of the set-up")
    task.add_argument("setup", type=Path, metavar="IMAGE")
    task.add_argument("--out", required=True, type=Path, metavar="PROFILE.json", help="the profile to write")
    task.add_argument("--mirror", action="store_true", help="the picture is mirrored: turn it round")
    task.set_defaults(run=_colours)


def _sheet(args: argparse.Namespace) -> int:
    return _write(args.out, camera_sheet(args.paper))


def _stickers(args: argparse.Namespace) -> int:
    layout = {
        cell: (number, [(float(x), float(y)) for x, y in stickers.marker_corners(cell, VOLCANO)])
        for cell, number in stickers.sticker_numbers(VOLCANO).items()
    }
    return _write(args.out, sticker_sheet(layout, stickers.GAP_MM, args.paper))


def _write(out: Path, page: PdfPage) -> int:
    write_whole(out, to_pdf([page]))
    print(f"{out}: print it at 100 % (actual size), not fitted to the page")
    print(english(because("calibration.printed")))
    return 0


def _camera(args: argparse.Namespace) -> int:
    """Look at pictures until the wizard has what it needs, then write the profile if it is good enough."""
    feed = open_feed(args.camera, lambda said: _say(english(said)), LooneyTable())
    wizard = CameraWizard(handheld=not feed.still)
    said = ""
    for shot in feed.shots():
        if shot is None:
            continue
        image = unmirrored(shot.image) if args.mirror else shot.image
        advice = wizard.offer(image)
        words = english(reason_of(advice.fact))
        words = f"{shot.name}: {words}" if shot.name else words
        if words != said:
            _say(words)
            said = words
        if wizard.done and not feed.still:
            break
    measured = wizard.measure()
    if not measured.good:
        raise VisionError("calibration.profile", verdict=measured.verdict)
    Camera.from_json(measured.profile)
    write_whole(args.out, (json.dumps(measured.profile, indent=1) + "\n").encode())
    for wish in wizard.missing:
        _say(f"it would be better still to {english(reason_of(wish))}")
    print(f"{args.out}: {english(reason_of(measured.verdict))}")
    print(english(because("calibration.use.camera", path=str(args.out))))
    return 0


def _colours(args: argparse.Namespace) -> int:
    """Read the set-up, whose larges are known, and write what their colours say of the light."""
    image = load_picture(args.setup)
    if args.mirror:
        image = unmirrored(image)
    look = BlockadeTracker(image).look(image)
    evidence = Evidence.of(look, LooneyTable.places)
    check_setup(evidence)
    balance = white_balance.measure(image, look.view, read_setup(evidence).grid)
    write_whole(args.out, (json.dumps(balance.to_json()) + "\n").encode())
    red, green, blue = balance.gains
    print(f"{args.out}: red x {red:.2f}, green x {green:.2f}, blue x {blue:.2f}")
    print(english(because(f"calibration.light.{balance.tint}", path=str(args.out))))
    return 0


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
