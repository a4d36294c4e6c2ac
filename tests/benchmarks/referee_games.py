"""Referees the games that `draw_games.py` drew and counts the verdicts and tables that are right.

    python tests/benchmarks/referee_games.py FOLDER [--verbose]

A verdict that is not the true one is wrong, unless it is "unsure"; a false accept is an illegal turn taken as legal, a
false alarm a legal one called illegal. The table counts on every frame without a hand over it.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

FINE = {
    "setup": {"setup"},
    "legal": {"legal", "won"},
    "illegal": {"illegal", "incomplete"},
    "takeback": {"takeback", "unchanged"},
    "hand": {"hand", "unchanged", "legal", "takeback", "incomplete"},
}


def said(folder: Path) -> dict[str, dict[str, Any]]:
    command = [sys.executable, "-m", "companion.cli", "referee", str(folder), "--json"]
    answers = map(json.loads, subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines())
    verdicts = {}
    for answer in answers:
        if "error" in answer:
            print(f"  {folder.name}: {answer['error']}")
        else:
            verdicts[answer["frame"]] = answer
    return verdicts


def score(folder: Path, verbose: bool) -> Counter[str]:
    counts: Counter[str] = Counter()
    verdicts = said(folder)
    for frame in json.loads((folder / "truth.json").read_text()):
        verdict = verdicts.get(frame["frame"], {"verdict": "unsure", "grid": None})
        told = verdict["verdict"]
        result = "right" if told in FINE[frame["kind"]] else "unsure" if told == "unsure" else "wrong"
        counts[result] += 1
        counts["frames"] += 1
        counts["false accepts"] += frame["kind"] == "illegal" and told in ("legal", "won")
        counts["false alarms"] += frame["kind"] == "legal" and told == "illegal"
        grid, seen = frame["grid"], verdict["grid"]
        if frame["kind"] != "hand":
            counts["settled"] += 1
            counts["tables right"] += grid == seen
        if verbose and (result != "right" or grid != seen):
            differing = {cell: f"{grid[cell]}>{seen[cell]}" for cell in grid if seen and grid[cell] != seen[cell]}
            print(f"  {folder.name} {frame['frame']}: {frame['kind']}, told {told}; table {differing}")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--verbose", action="store_true", help="name the frames that went wrong")
    args = parser.parse_args()
    total: Counter[str] = Counter()
    for path in sorted(args.folder.glob("*/truth.json")):
        counts = score(path.parent, args.verbose)
        total += counts
        print(path.parent.name, ", ".join(f"{n} {name}" for name, n in counts.items() if n), flush=True)
    print("all", ", ".join(f"{n} {name}" for name, n in total.items()))


if __name__ == "__main__":
    main()
