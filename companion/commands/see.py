"""`companion see`: what stands on the board in a picture, with nothing known beforehand."""

import argparse
import json
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from companion.referee.evidence import Evidence
from companion.referee.profiles import read_profile
from companion.referee.tables.looney.setup import MIRRORED, check_setup, read_setup
from companion.referee.tables.looney.stacks import on_its_large
from companion.texts.language import english
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.sources.picture_files import load_picture, unmirrored
from vision.stacks.inventory import Settled
from vision.watching.looks import BoardLook
from vision.watching.preload import load_board_networks
from vision.watching.volcano import VolcanoWatcher, read_board
from vision.watching.white_balance import WhiteBalance

# Readings less probable than SURE are marked as doubtful; below EVEN, a partly hidden stack counts as hidden.
SURE, EVEN = 0.9, 0.5


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("see", help="read the board in one or several pictures of one still table")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--board", choices=["volcano"], default="volcano", help="the kind of board (default: volcano)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--a1", type=_pixel, metavar="U,V", help="roughly where a1's outer corner is, in pixels")
    parser.add_argument(
        "--corners", nargs=4, type=_pixel, metavar="U,V", help="outer corners of a1, e1, e5 and a5, in pixels"
    )
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
    load_board_networks()
    begin = time.perf_counter()
    if args.setup:
        watcher = _taught(_picture(args.setup, args.mirror, balance), args, camera)
        looks = [watcher.look(picture) for picture in pictures]
    else:
        watchers = [_watcher(picture, args, camera) for picture in pictures]
        looks = [watcher.look(picture) for watcher, picture in zip(watchers, pictures, strict=True)]
    cells = read_board(looks, may_stand=on_its_large, first=not args.setup)
    elapsed = round((time.perf_counter() - begin) * 1000)
    hidden = _hidden(looks, cells)
    if args.overlay:
        grid = {cell: settled.stack for cell, settled in cells.items()}
        unsure = [cell for cell, settled in cells.items() if settled.probability <= SURE]
        if not cv2.imwrite(str(args.overlay), looks[0].overlay(grid, hidden, unsure)):
            raise VisionError("vision.overlay.board", path=str(args.overlay))
    if args.json:
        print(json.dumps(_report(looks[0].view, cells, hidden, elapsed)))
    else:
        print(_table(cells, hidden))
    return 0


def _taught(setup: Image, args: argparse.Namespace, camera: Camera | None) -> VolcanoWatcher:
    """A watcher that knows how this table looks when it is set up."""
    watcher = _watcher(setup, args, camera)
    look = watcher.look(setup)
    evidence = Evidence.of(look, VOLCANO.cells)
    check_setup(evidence)
    seen = read_setup(evidence)
    if MIRRORED in seen.notes:
        print(f"companion see: {english(MIRRORED)}", file=sys.stderr)
    watcher.learn(look, seen.grid)
    return watcher


def _watcher(picture: Image, args: argparse.Namespace, camera: Camera | None) -> VolcanoWatcher:
    return VolcanoWatcher(picture, a1=args.a1, corners=args.corners, camera=camera)


def _picture(path: Path, mirror: bool, balance: WhiteBalance | None) -> Image:
    picture = load_picture(path)
    if mirror:
        picture = unmirrored(picture)
    return balance.corrected(picture) if balance else picture


def _pixel(text: str) -> tuple[float, float]:
    try:
        u, v = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no place in a picture: write U,V in pixels") from None
    return u, v


def _hidden(looks: Sequence[BoardLook], cells: Mapping[str, Settled]) -> frozenset[str]:
    """Cells of which every picture hides most, or so much that no stack is likelier than not."""
    partly = frozenset.intersection(*(look.partly_hidden for look in looks))
    untold = {cell for cell in partly if cells[cell].probability < EVEN}
    return frozenset.intersection(*(look.hidden for look in looks)) | untold


def _report(view: BoardView, cells: Mapping[str, Settled], hidden: Collection[str], elapsed: int) -> dict[str, Any]:
    return {
        "board": {
            "corners": {cell: [round(float(c), 2) for c in place] for cell, place in view.corners.items()},
            "confidence": round(view.confidence, 3),
        },
        "cells": {
            cell: {
                "stack": settled.stack,
                "confidence": round(settled.probability, 4),
                "visible": cell not in hidden,
                "candidates": [[stack, round(chance, 4)] for stack, chance in settled.others],
            }
            for cell, settled in cells.items()
        },
        "camera": {**view.camera.to_json(), "pitch_mm": round(view.pitch, 2)},
        "elapsed_ms": elapsed,
    }


def _table(cells: Mapping[str, Settled], hidden: Collection[str]) -> str:
    told = {
        cell: "hidden" if cell in hidden else settled.stack + ("" if settled.probability > SURE else "?")
        for cell, settled in cells.items()
    }
    lines = [f"{rank}  " + " ".join(f"{told[file + rank]:<14}" for file in "abcde") for rank in "54321"]
    return "\n".join([*lines, "   " + " ".join(f"{file:<14}" for file in "abcde")])
