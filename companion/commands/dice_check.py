"""``companion dice --check``: is a tray seen well enough to be trusted, and what is to be changed if not?"""

import argparse
import json
import time
from typing import Any

from companion.referee.errors import RefereeError
from companion.referee.live.camera_dice import why_of
from companion.referee.live.tray_fitness import TrayExaminer, TrayFitness
from companion.texts.language import english
from vision.dice.eye import DiceEye
from vision.dice.tray_check import DieCheck
from vision.errors import VisionError
from vision.image import Image
from vision.sources.opening import open_source
from vision.sources.picture_files import load_picture

CAMERA = "camera:"
# A camera takes about so long to set itself to the light; then a picture must come within the second time.
SETTLES_S, PATIENCE_S = 2.0, 10.0


def run(args: argparse.Namespace, eye: DiceEye) -> int:
    """Returns 0 where the tray is fit, 1 where something is to be changed. Raises RefereeError for a source that is no
    picture and no camera, VisionError where no picture comes."""
    picture = load_picture(args.image) if args.image else _shot(args.live)
    expected = args.expect or args.count
    found = TrayExaminer(eye).examine(picture, expected)
    if args.json:
        print(json.dumps(report(found)))
    else:
        print("\n".join([*(line(die) for die in found.checked.dice), *(english(said) for said in found.say())]))
    return 0 if found.fit else 1


def _shot(name: str) -> Image:
    """Return a camera's picture once its exposure has settled."""
    if not name.startswith(CAMERA):
        raise RefereeError("tray.source", source=name)
    source = open_source(name.removeprefix(CAMERA))
    try:
        begun, image = time.monotonic(), None
        while time.monotonic() - begun < (SETTLES_S if image is not None else PATIENCE_S):
            shot = source.next(0.2)
            if shot is None and source.trouble is not None:
                raise source.trouble
            image = shot.image if shot else image
            if image is not None and source.still:
                break
    finally:
        source.close()
    if image is None:
        raise VisionError("vision.camera.none")
    return image


def line(die: DieCheck) -> str:
    """Return a die's figures in a line."""
    value = die.die.value or "?"
    sure = f"{die.die.confidence:.0%} sure" if die.die.value else why_of(die.die) or "not read"
    seen = f"{die.face:.0f} pixels a face, {die.pip:.0f} a pip, edges {die.edge:.0f} wide"
    return f"{die.die.colour} {value}: {seen}, {sure}"


def report(found: TrayFitness) -> dict[str, Any]:
    """Return the result as JSON: `fit`, flaws by name, sentences, and each die's figures."""
    checked = found.checked
    return {
        "fit": found.fit,
        "flaws": list(checked.all_flaws),
        "say": [english(said) for said in found.say()],
        "light": round(checked.light),
        "dice": [
            {
                "colour": die.die.colour,
                "value": die.die.value,
                "at": [round(c, 1) for c in die.die.at],
                "confidence": round(die.die.confidence, 4),
                "face_px": round(die.face, 1),
                "pip_px": round(die.pip, 1),
                "edge_px": round(die.edge, 1),
                "contrast": round(die.apart, 1),
                "flaws": list(die.flaws),
            }
            for die in checked.dice
        ],
    }
