"""``companion fairness``: are the dice in a file of rolls fair?"""

import argparse
import json
from pathlib import Path

from companion.commands.complaining import complaints_of
from companion.referee.errors import reason_of
from companion.referee.keeping.whole_file import write_picture
from hardware.errors import DeviceError
from hardware.fairness import draw, fairness
from hardware.roll_store import read_rolls


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("fairness", help="examine whether the dice in a file of rolls are fair")
    parser.add_argument("rolls", type=Path, help="rolls kept by a live game or by `companion tower monitor --keep`")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--picture", type=Path, metavar="OUT.png", help="draw the counts")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    complain = complaints_of("fairness")
    dice = fairness(read_rolls(args.rolls, lambda lost: complain(reason_of(lost))))
    if not dice:
        raise DeviceError("command.fairness.none", path=str(args.rolls))
    if args.picture:
        write_picture(args.picture, draw(dice))
    if args.json:
        fields = ("colour", "counts", "chi_square", "p_faces", "p_runs", "rolls", "detectable", "verdict")
        print(json.dumps({"dice": [{name: getattr(die, name) for name in fields} for die in dice]}))
        return 0
    for die in dice:
        counts = "  ".join(f"{face}:{count}" for face, count in enumerate(die.counts, 1))
        print(f"{die.colour}  {counts}   {die.verdict}")
    return 0
