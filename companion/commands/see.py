"""`companion see`: what stands on a table in a picture, with nothing known beforehand."""

import argparse
import json
import time
from pathlib import Path

import cv2

from companion.commands.seen_tables import BOARDS, SeeHints, reader_of
from companion.games.blokus3d.structures import STRUCTURES
from companion.referee.profiles import read_profile
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.image import Image
from vision.sources.picture_files import load_picture, unmirrored
from vision.watching.light import check_light
from vision.watching.white_balance import WhiteBalance


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("see", help="read the table in one or several pictures of one still table")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--board", choices=list(BOARDS), default="volcano", help="the kind of board (default: volcano)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--a1", type=_pixel, metavar="U,V", help="roughly where a1's outer corner is, in pixels")
    parser.add_argument(
        "--corners",
        nargs=4,
        type=_pixel,
        metavar="U,V",
        help="the board's outer corners in pixels, from a1 counter-clockwise (a1 e1 e5 a5, a1 g1 g8 a8)",
    )
    parser.add_argument("--structure", choices=STRUCTURES, help="what is built (blokus3d)")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="how many play (blokus3d)")
    parser.add_argument("--camera-profile", type=Path, metavar="FILE", help="measured camera profile (JSON)")
    parser.add_argument("--colour-profile", type=Path, metavar="FILE", help="measured colours of the light (JSON)")
    parser.add_argument(
        "--setup", type=Path, metavar="IMAGE", help="the table set up, from the same camera: learn from it"
    )
    parser.add_argument(
        "--mirror", action="store_true", help="the pictures are mirrored (front camera): turn them round"
    )
    parser.add_argument("--overlay", type=Path, metavar="OUT", help="write the first picture with what was seen on it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    camera = Camera.from_json(read_profile(args.camera_profile)) if args.camera_profile else None
    balance = WhiteBalance.from_json(read_profile(args.colour_profile, "colour")) if args.colour_profile else None
    pictures = [_picture(path, args.mirror, balance) for path in args.images]
    reader = reader_of(args.board)
    reader.load()
    begin = time.perf_counter()
    setup = _picture(args.setup, args.mirror, balance) if args.setup else None
    table = reader.read(pictures, setup, SeeHints(args.a1, args.corners, camera, args.structure, args.players))
    elapsed = round((time.perf_counter() - begin) * 1000)
    if args.overlay and not cv2.imwrite(str(args.overlay), table.overlay()):
        raise VisionError("vision.overlay.board", path=str(args.overlay))
    print(json.dumps({**table.report(), "elapsed_ms": elapsed}) if args.json else table.text())
    return 0


def _picture(path: Path, mirror: bool, balance: WhiteBalance | None) -> Image:
    picture = load_picture(path)
    if mirror:
        picture = unmirrored(picture)
    check_light(picture)
    return balance.corrected(picture) if balance else picture


def _pixel(text: str) -> tuple[float, float]:
    try:
        u, v = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no place in a picture: write U,V in pixels") from None
    return u, v
