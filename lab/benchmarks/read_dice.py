"""Reads the dice in every picture of a folder, compares with the truth beside it, and shows the worst cases.

    python -m lab.benchmarks.read_dice FOLDER [--match TEXT] [--expect] [--worst OUT]

The truth is NAME.json with `dice` (each `colour`, `value`, `at` in pixels), or NAME.txt with one line a die: class
(value less one), middle and size of its box as shares of the picture (only values are compared then). Counted are
values that are right, wrong, withheld (null) and missed; leaning dice that are told a value; colours that are wrong;
and dice that are none. A die whose truth has no value (it leans, or shows an emblem) is right when it is withheld. Dice
of which less than half shows are left out. In the end it says how many of each value are right, and what is told with
0.9 and more of symbols and of what is no die. With --expect the eye is told how many dice lie there, as a tray is.
Throws on other people's trays, wide ones and plain ones, to measure with, from seeds that nothing has learnt from:

    python -m lab.training.data_sets.sets make_tray_dice --seed 95 --count 1000
    python -m lab.training.data_sets.sets make_wide_dice --seed 91 --count 1000
    python -m lab.training.data_sets.sets make_plain_dice --seed 970 --count 200
    python -m lab.benchmarks.read_dice build/lessons/make_plain_dice_v2_970
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice.eye import DiceEye, SeenDie
from vision.dice.overlay import draw_dice
from vision.image import Image

# How far a die may be told from its place, in pixels, or in faces where the truth has corners.
REACH_PX, REACH_FACES, LEAST_REACH = 45.0, 0.6, 6.0
HALF = 0.5
# Of values told with as much confidence as from one of these to the next it is said how many are right.
SURE = (0.0, 0.8, 0.9, 0.97, 0.99, 1.01)
# A value told of a symbol or of what is no die is bad with this much confidence.
SURELY = 0.9
COLUMNS = ("right", "wrong", "leaning", "withheld", "missed", "hue", "extra")


@dataclass
class Result:
    """The counts of COLUMNS, milliseconds of processor time, where things went wrong (pixels, what was wanted), how
    sure each value was that was told of a die that does not lean, and whether it was right; of dice by value ("emblem",
    "leaning"), and of what is none ("none"), what came of each: `kind` of COLUMNS, and the confidence of a value."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLUMNS, 0))
    ms: float = 0.0
    faults: list[tuple[tuple[float, float], str]] = field(default_factory=list)
    told: list[tuple[float, bool]] = field(default_factory=list)
    by_value: list[tuple[str, str, float]] = field(default_factory=list)


def truth(path: Path, image: Image) -> list[dict[str, Any]]:
    """The dice in a picture: `value`, `at`, and if known `colour`, `reach` and `visible`."""
    told = path.with_suffix(".json")
    if told.exists():
        dice: list[dict[str, Any]] = json.loads(told.read_text())["dice"]
        return [{**die, "reach": reach_of(die["corners"])} if "corners" in die else die for die in dice]
    height, width = image.shape[:2]
    rows = [[float(n) for n in line.split()] for line in path.with_suffix(".txt").read_text().splitlines() if line]
    return [
        {"value": int(k) + 1, "at": (x * width, y * height), "reach": 0.6 * max(w * width, h * height)}
        for k, x, y, w, h in rows
    ]


def reach_of(corners: list[list[float]]) -> float:
    face = math.sqrt(abs(float(cv2.contourArea(np.array(corners, np.float32)))))
    return max(REACH_FACES * face, LEAST_REACH)


def compare(dice: list[SeenDie], wanted: list[dict[str, Any]]) -> Result:
    result = Result()
    left = list(dice)
    for die in wanted:
        at = (float(die["at"][0]), float(die["at"][1]))
        near = min(left, key=lambda d: math.dist(d.at, at), default=None)
        found = near is not None and math.dist(near.at, at) <= die.get("reach", REACH_PX)
        if near is not None and found:
            left.remove(near)
        if die.get("visible", 1.0) < HALF:
            continue
        blank = "emblem" if die.get("emblem") else "leaning"
        name = f"{die['value'] or blank} {die.get('colour', '')}"
        if near is None or not found:
            kind = "missed"
        elif near.value is None:
            kind = "withheld" if die["value"] else "right"
        elif near.value == die["value"]:
            kind = "right"
        else:
            kind = "wrong" if die["value"] or die.get("emblem") else "leaning"
        result.counts[kind] += 1
        sure = near.confidence if near is not None and found and near.value else 0.0
        result.by_value.append((str(die["value"] or blank), kind, sure))
        if near is not None and found and near.value and kind != "leaning":
            result.told.append((near.confidence, kind == "right"))
        if kind != "right":
            read = f" read {near.value} {near.why} ({near.confidence:.2f})" if near else ""
            result.faults.append((at, f"{kind}: {name}{read}"))
        if near is not None and found and die.get("colour", near.colour) != near.colour:
            result.counts["hue"] += 1
            result.faults.append((at, f"colour: {name} read {near.colour}"))
    result.counts["extra"] = len(left)
    result.by_value += [("none", "extra", die.confidence if die.value else 0.0) for die in left]
    result.faults += [(die.at, f"extra: read {die.value}") for die in left]
    return result


def pictures(folder: Path, match: str) -> Iterator[Path]:
    for path in sorted(folder.glob("*.jpg")):
        if match in path.name and (path.with_suffix(".json").exists() or path.with_suffix(".txt").exists()):
            yield path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="")
    parser.add_argument("--expect", action="store_true", help="tell the eye how many dice lie there")
    parser.add_argument("--worst", type=Path, metavar="OUT", help="folder to write overlays of the faulty pictures to")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    eye = DiceEye()
    total = dict.fromkeys(COLUMNS, 0)
    times: list[float] = []
    told: list[tuple[float, bool]] = []
    by_value: list[tuple[str, str, float]] = []
    print(f"{'picture':28}" + "".join(f"{name:>9}" for name in COLUMNS) + f"{'ms':>7}")
    for path in pictures(arguments.folder, arguments.match):
        image = cv2.imread(str(path))
        assert image is not None, path
        wanted = truth(path, np.asarray(image, np.uint8))
        count = sum(die.get("visible", 1.0) >= HALF for die in wanted) if arguments.expect else None
        begin = time.process_time()
        dice = eye.read(np.asarray(image, np.uint8), count)
        result = compare(dice, wanted)
        result.ms = 1000 * (time.process_time() - begin)
        times.append(result.ms)
        told += result.told
        by_value += result.by_value
        for name in COLUMNS:
            total[name] += result.counts[name]
        print(f"{path.stem:28}" + "".join(f"{result.counts[name]:9}" for name in COLUMNS) + f"{result.ms:7.0f}")
        for (u, v), fault in result.faults:
            print(f"    {fault} at {u:.0f},{v:.0f}")
        if arguments.worst and result.faults:
            arguments.worst.mkdir(parents=True, exist_ok=True)
            shown = draw_dice(np.asarray(image, np.uint8), dice)
            for (u, v), _ in result.faults:
                cv2.drawMarker(shown, (round(u), round(v)), (255, 0, 255), cv2.MARKER_TILTED_CROSS, 24, 2)
            cv2.imwrite(str(arguments.worst / f"{path.stem}.jpg"), shown)
    if times:
        lying = sum(total[name] for name in COLUMNS[:5])
        print(
            f"{len(times)} pictures, {lying} dice: "
            + ", ".join(f"{name} {total[name]} ({100 * total[name] / max(lying, 1):.1f} %)" for name in COLUMNS)
            + f"; {np.median(times):.0f} ms of processor time in the median, {max(times):.0f} at most"
        )
        print(
            f"of {len(told)} values told (leaning dice apart) {100 * total['wrong'] / max(len(told), 1):.2f} % wrong; "
            + reliability(told)
        )
        print(of_values(by_value))


def of_values(by_value: list[tuple[str, str, float]]) -> str:
    """How many of each value are right, and how many symbols and things that are no dice are told a value, surely."""
    parts = []
    for name in map(str, range(1, 7)):
        kinds = [kind for value, kind, _ in by_value if value == name]
        if kinds:
            parts.append(f"{name}: {kinds.count('right')} of {len(kinds)}")
    for name in ("emblem", "leaning", "none"):
        sure = [confidence for value, _, confidence in by_value if value == name]
        if sure:
            told, surely = sum(one > 0 for one in sure), sum(one >= SURELY for one in sure)
            parts.append(f"{name}: {told} of {len(sure)} told a value, {surely} with {SURELY} and more")
    return "; ".join(parts)


def reliability(told: list[tuple[float, bool]]) -> str:
    """How many are right of the values told with so much confidence."""
    parts = []
    for least, most in pairwise(SURE):
        within = [(confidence, right) for confidence, right in told if least <= confidence < most]
        if within:
            mean = sum(confidence for confidence, _ in within) / len(within)
            right = sum(right for _, right in within)
            parts.append(f"{right} of {len(within)} told with {least} to {min(most, 1)} (mean {mean:.3f}) are right")
    return ", ".join(parts)


if __name__ == "__main__":
    main()
