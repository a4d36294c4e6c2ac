"""Reads every picture of a Pyramid Ball table in a folder as `companion see` does and compares with the truth.

    python -m lab.benchmarks.read_ball_tables FOLDER [--count N] [--given-corners] [--wrong]

The truth (NAME.json beside NAME.jpg) has the form that `lab.training.scenes.ball_tables.truth` writes. Prints
squares, pyramids on them and commands right, wrong and in doubt by how steeply the camera looks down, and whether
confidence means what it says.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.table.programs import LETTERS
from companion.games.pyramid_ball.table.still import PyramidBallReader, SeenPyramidBall, program_letters
from companion.referee.still_tables import SeeHints
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.programs.array_reading import ABSENT, DASH, likeliest

RING = ("a1", "g1", "g8", "a8")
BANDS = ((0, 20), (20, 40), (40, 60))
BINS = (0.0, 0.5, 0.8, 0.9, 0.97, 0.99, 1.0001)
SURE = 0.9


@dataclass(frozen=True)
class Answer:
    """One thing that was read: where, what kind ("square", "pyramid", "command"), whether right, and how surely; no
    confidence where it was left open."""

    where: str
    kind: str
    right: bool
    confidence: float | None
    said: str


def squares(table: SeenPyramidBall, truth: Mapping[str, Any]) -> Iterator[Answer]:
    """The answers of all squares that the truth does not call hidden."""
    for cell, settled in table.cells.items():
        wanted = truth["cells"].get(cell, "")
        if cell not in truth["hidden"]:
            open_ = cell in table.hidden
            right = settled.stack == wanted and not open_
            said = f"{settled.stack or '-'} for {wanted or '-'}" + (" (hidden)" if open_ else "")
            yield Answer(cell, "pyramid" if wanted else "square", right, None if open_ else settled.probability, said)


def commands(table: SeenPyramidBall, truth: Mapping[str, Any]) -> Iterator[Answer]:
    """The answers of all commands that the truth knows and does not call hidden."""
    for side, end in (("first", "near"), ("second", "far")):
        wanted = truth["programs"][side]
        if wanted is None:
            continue
        array, program = table.arrays[end], program_letters(table.arrays[end], side)
        letters = [(f"{size}{row}", wanted[size][row - 1 : row]) for size in "SML" for row in (1, 2, 3)]
        letters += [(DASH, wanted["S"][3:])] if wanted["S"][3:] else []
        for place, letter in letters:
            if place in truth["hidden_commands"][side]:
                continue
            if array is None or program is None or place in program["unsure"]:
                yield Answer(f"{side}.{place}", "command", False, None, f"unsure for {letter}")
                continue
            word, chance = array.command(place)
            said = "" if word == ABSENT else LETTERS[PLAYERS.index(side)][word]
            yield Answer(f"{side}.{place}", "command", said == letter, chance, f"{said} for {letter}")
        for name in ("pass", "quick_pass", "blitz"):
            if array is None or program is None or name in program["unsure"]:
                yield Answer(f"{side}.{name}", "command", False, None, f"unsure for {wanted[name]}")
                continue
            played = array.specials["quick" if name == "quick_pass" else name] if name != "pass" else 0.0
            chance = likeliest(array.marker)[1] if name == "pass" else max(played, 1 - played)
            said = f"{program[name]} for {wanted[name]}"
            yield Answer(f"{side}.{name}", "command", program[name] == wanted[name], chance, said)


def shares(answers: list[Answer]) -> str:
    """How many of some answers are right, and wrongly sure of themselves."""
    count = max(len(answers), 1)
    counts = Counter("open" if one.confidence is None else "right" if one.right else "wrong" for one in answers)
    sure = sum(one.confidence is not None and one.confidence >= SURE and not one.right for one in answers)
    parts = [f"{counts[name] / count:7.2%} {name}" for name in ("right", "wrong", "open")]
    return ", ".join([*parts, f"{sure / count:6.2%} confidently wrong ({len(answers)})"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, help="of pictures, if not all")
    parser.add_argument("--given-corners", action="store_true", help="corners and camera from the truth")
    parser.add_argument("--wrong", action="store_true", help="print what was read wrongly")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = PyramidBallReader()
    reader.load()
    found: dict[tuple[int, int], list[Answer]] = {band: [] for band in BANDS}
    lost, times, off = 0, [], []
    for path in sorted(args.folder.glob("*.json"))[: args.count]:
        truth = json.loads(path.read_text())
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        if truth.get("board") != "pyramid-ball" or picture is None:
            continue
        ring = [tuple(truth["corners"][name]) for name in RING]
        given = (
            SeeHints(None, ring, Camera.from_json(truth["camera"]))
            if args.given_corners
            else SeeHints(ring[0], None, None)
        )
        begin = time.perf_counter()
        try:
            table = reader.read([np.asarray(picture, np.uint8)], None, given)
        except VisionError as error:
            lost += 1
            print(f"{path.stem}: {error}")
            continue
        times.append(time.perf_counter() - begin)
        off.append(max(float(np.hypot(*np.subtract(table.look.view.corners[n], truth["corners"][n]))) for n in RING))
        band = next(band for band in BANDS if band[0] <= truth["more"]["oblique"] < band[1])
        answers = [*squares(table, truth), *commands(table, truth)]
        found[band] += answers
        if args.wrong:
            for one in answers:
                if not one.right:
                    sure = "open" if one.confidence is None else f"{one.confidence:.3f}"
                    print(f"{path.stem} {one.where} {one.said} {sure}")
    middle = np.median(times) * 1000
    print(f"{len(times)} tables, {lost} not found, median {middle:.0f} ms, corners {np.median(off):.2f} px")
    for (low, high), answers in found.items():
        print(f"{low} to {high} degrees")
        print("  squares  ", shares([one for one in answers if one.kind != "command"]))
        print("  pyramids ", shares([one for one in answers if one.kind == "pyramid"]))
        print("  commands ", shares([one for one in answers if one.kind == "command"]))
    every = [one for answers in found.values() for one in answers]
    print_confidence("squares", [one for one in every if one.kind != "command"])
    print_confidence("commands", [one for one in every if one.kind == "command"])


def print_confidence(name: str, answers: list[Answer]) -> None:
    print(f"confidence of {name}")
    told_of = [(one.confidence, one.right) for one in answers if one.confidence is not None]
    for low, high in pairwise(BINS):
        some = [pair for pair in told_of if low <= pair[0] < high]
        if some:
            said, right = np.mean(some, axis=0)
            print(f"  {low:.2f} to {high:.2f}: said {said:.4f}, right {right:.4f} ({len(some)})")


if __name__ == "__main__":
    main()
