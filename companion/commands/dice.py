"""`companion dice`: what the dice in a picture show; with `--live`, every roll as it is made."""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.commands import dice_check, dice_set_options, live_dice
from companion.commands.see import keep_apart
from companion.referee.errors import RefereeError
from companion.referee.keeping.whole_file import write_picture
from companion.referee.live.camera_dice import why_of
from vision.dice.eye import DiceEye, SeenDie
from vision.dice.overlay import draw_dice
from vision.sources.picture_files import load_picture


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("dice", help="read the dice in a picture: their values and colours")
    parser.add_argument("image", type=Path, nargs="?", metavar="IMAGE")
    parser.add_argument("--json", action="store_true", help="print one JSON object; live, one a roll")
    parser.add_argument("--overlay", type=Path, metavar="OUT", help="write the picture with what was counted on it")
    parser.add_argument(
        "--check",
        action="store_true",
        help="is the tray seen well enough? in a picture, or with --live camera:N; says why not",
    )
    dice_set_options.add_arguments(parser)
    parser.add_argument("--expect", type=int, metavar="N", help="how many dice lie there: look again if one is missing")
    live_dice.add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises RefereeError where neither a picture nor a source of rolls is named, or both."""
    if (args.image is None) == (args.live is None):
        raise RefereeError("live.what_dice")
    if args.check:
        return dice_check.run(args, DiceEye(dice_set_options.dice_set(args)))
    return live_dice.run(args) if args.live else _read(args)


def _read(args: argparse.Namespace) -> int:
    keep_apart(args.overlay, [args.image])
    picture = load_picture(args.image)
    eye = DiceEye(dice_set_options.dice_set(args))
    begin = time.perf_counter()
    dice = eye.read(picture, args.expect)
    elapsed = round((time.perf_counter() - begin) * 1000)
    if args.overlay:
        write_picture(args.overlay, draw_dice(picture, dice))
    if args.json:
        print(json.dumps({"dice": [report(die) for die in dice], "elapsed_ms": elapsed}))
    else:
        print(table(dice))
    return 0


def report(die: SeenDie) -> dict[str, Any]:
    """Return a die as JSON; `why` if `value` is null, `symbol` if the value is what a symbol means."""
    told: dict[str, Any] = {
        "colour": die.colour,
        "value": die.value,
        "at": [round(c, 1) for c in die.at],
        "confidence": round(die.confidence, 4),
    }
    if die.symbol:
        told["symbol"] = True
    return told if die.value is not None else {**told, "why": why_of(die)}


def table(dice: Sequence[SeenDie]) -> str:
    if not dice:
        return "no dice"
    rows = [
        f"{die.value or '?'} {die.colour:<7} at {die.at[0]:.0f},{die.at[1]:.0f}  {why_of(die)}".rstrip() for die in dice
    ]
    return "\n".join(rows)
