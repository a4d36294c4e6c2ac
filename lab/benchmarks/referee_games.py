"""Referees the games that `draw_games.py` or `draw_turned_games.py` drew; counts verdicts and tables that are right.

    python -m lab.benchmarks.referee_games FOLDER [--corrected] [--noise 4] [--verbose]

A verdict that is not the true one is wrong, unless it is "unsure"; a false accept is an illegal turn taken as legal, a
false alarm a legal one called illegal; players are accused who broke no rule just then. Programs are wrong too where a
place was read wrongly, unsure where all such places are named as unsure. The table counts on every frame without a hand
over it.

With --corrected the players do as they would at a table: where the referee is unsure of a turn, or has the table wrong
after it or at the beginning, they say what stands there, and how programs lie of which it has read a place wrongly.

A look that can be taken in two ways may be judged otherwise after any change, and so may be what follows it: --noise
goes through all games so many times, each time with other noise of one grey level, so that chance counts less.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from companion.games.errors import GameError
from companion.referee.errors import RefereeError
from companion.referee.game import Game
from companion.referee.keeping.recording import Event, Picture, load
from companion.referee.table import Hints
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from companion.texts.language import english
from vision.errors import VisionError

STAYS = ("setup", "legal", "takeback")
FINE = {
    "setup": {"setup"},
    "legal": {"legal", "won"},
    "illegal": {"illegal", "incomplete"},
    "takeback": {"takeback", "unchanged"},
    "unchanged": {"unchanged"},
    "hand": {"hand", "unchanged", "legal", "takeback", "incomplete"},
    # Programs behind screens: all that says nothing new.
    "programming": {"programming", "hand", "unchanged"},
    "programs": {"programs"},
    "late": {"late"},
}
RESULTS = ("right", "unsure", "wrong")
ACCUSES = ("illegal", "late")


def noisy(picture: Picture, seed: Sequence[int]) -> Picture:
    """The picture with each value at most one grey level off."""
    noise = np.random.default_rng(seed).integers(-1, 2, picture.image.shape)
    return picture._replace(image=np.clip(picture.image + noise, 0, 255).astype(np.uint8))


def said(folder: Path, truth: Mapping[str, Any], corrected: bool, noise: int) -> Iterator[tuple[str, Verdict, int]]:
    """What the referee says of each frame, and how many cells the players then tell it. `noise` is the seed of some, 0
    for none."""
    recording = load(folder)
    table = open_table(recording.game, recording.options)
    game = Game(table, lambda image: table.open_tracker(image, Hints(corner=recording.a1)))
    for event in recording.events:
        if event.kind == "correct":
            # Who is not asked, since the referee took something otherwise, does not answer.
            with suppress(GameError, RefereeError):
                game.correct(event)
            continue
        if event.kind != "frame":
            game.commit(event)
            continue
        picture = recording.picture(event)
        verdict, _ = game.frame(event, noisy(picture, [noise, event.index]) if noise else picture)
        frame, told = truth[event.value], 0
        if corrected and frame["kind"] in STAYS:
            told = put_right(game, event, verdict, frame["grid"])
        elif corrected and frame["kind"] == "programs" and (wrong := misread(frame, verdict)):
            game.correct(Event(event.index, event.t, "correct", {"programs": frame["programs"]}))
            told = len(wrong)
        yield event.value, verdict, told


def misread(frame: Mapping[str, Any], verdict: Verdict) -> dict[str, str]:
    """The places of programs that were read otherwise than they lie, such as ``first.S1``: what lies there and what was
    read, in brackets where the referee names it as unsure."""
    found: dict[str, str] = {}
    read = verdict.more.get("programs", {})
    for side, program in frame["programs"].items():
        own = read.get(side)
        lies, said = places(program), places(own) if own else {}
        unsure = own["unsure"] if own else [*lies]
        for place in {**lies, **said}:
            if lies.get(place) != said.get(place):
                shown = f"{lies.get(place)}>{said.get(place)}"
                found[f"{side}.{place}"] = f"({shown})" if place in unsure else shown
    return found


def places(program: Mapping[str, Any]) -> dict[str, Any]:
    """A program by its places."""
    commands = {f"{size}{row}": way for size in "SML" for row, way in enumerate(program[size], 1)}
    return commands | {name: program[name] for name in ("pass", "quick_pass", "blitz")}


def result_of(frame: Mapping[str, Any], verdict: Verdict | None) -> str:
    """Say whether a frame was judged "right" or "wrong", or is "unsure"."""
    if verdict is None or verdict.verdict == "unsure":
        return "unsure"
    if verdict.verdict not in FINE[frame["kind"]]:
        return "wrong"
    doubted = [said.startswith("(") for said in misread(frame, verdict).values()] if "programs" in frame else []
    return "right" if not doubted else "unsure" if all(doubted) else "wrong"


def put_right(game: Game, event: Event, verdict: Verdict, grid: Mapping[str, str]) -> int:
    """Tell the referee one cell after the other what stands there, until it has the table right; one that is right
    confirms what it was unsure of."""
    unsure, told = verdict.verdict == "unsure", 0
    while wrong := [cell for cell in grid if verdict.grid[cell] != grid[cell]] or (["c3"] if unsure else []):
        cells = {wrong[0]: grid[wrong[0]]}
        verdict = game.correct(Event(event.index, event.t, "correct", {"cells": cells}))
        unsure, told = False, told + 1
    return told


def score(folder: Path, corrected: bool, noise: int, verbose: bool) -> Counter[str]:
    counts: Counter[str] = Counter()
    truth = {frame["frame"]: frame for frame in json.loads((folder / "truth.json").read_text())}
    verdicts: dict[str, Verdict] = {}
    try:
        for name, verdict, told_cells in said(folder, truth, corrected, noise):
            verdicts[name] = verdict
            counts["looks put right"] += told_cells > 0
            counts["cells told"] += told_cells
    except (GameError, RefereeError, VisionError) as error:
        print(f"  {folder.name}: {error}")
    for frame in truth.values():
        given = verdicts.get(frame["frame"])
        told, seen = (given.verdict, given.grid) if given else ("unsure", {})
        result = result_of(frame, given)
        counts[result] += 1
        counts[f"{frame['kind']} {result}"] += 1
        counts["frames"] += 1
        counts["false accepts"] += frame["kind"] == "illegal" and told in ("legal", "won")
        counts["accused"] += frame["kind"] not in ACCUSES and told in ACCUSES
        counts["false alarms"] += frame["kind"] == "legal" and told == "illegal"
        grid = frame["grid"]
        if frame["kind"] != "hand":
            counts["settled"] += 1
            counts["tables right"] += grid == seen
        if verbose and (result != "right" or grid != seen):
            differing = {cell: f"{grid[cell]}>{seen[cell]}" for cell in grid if seen and grid[cell] != seen[cell]}
            read = f"; programs {misread(frame, given)}" if given and "programs" in frame else ""
            print(f"  {folder.name} {frame['frame']}: {frame['kind']}, told {told}; table {differing}{read}")
            if given and result != "right" and given.reason:
                print(f"    {english(given.reason)}")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--corrected", action="store_true", help="let the players put right what is wrong")
    parser.add_argument("--noise", type=int, default=0, metavar="TIMES", help="so often, with other noise each time")
    parser.add_argument("--verbose", action="store_true", help="name the frames that went wrong")
    args = parser.parse_args()
    total: Counter[str] = Counter()
    for path in sorted(args.folder.glob("*/truth.json")):
        counts: Counter[str] = Counter()
        for noise in range(1, args.noise + 1) if args.noise else [0]:
            counts += score(path.parent, args.corrected, noise, args.verbose)
        total += counts
        print(path.parent.name, listed(counts), flush=True)
    print("all", listed(total))
    for kind in FINE:
        if own := [f"{total[f'{kind} {result}']} {result}" for result in RESULTS if total[f"{kind} {result}"]]:
            print(f"  {kind}: {', '.join(own)}")


def listed(counts: Mapping[str, int]) -> str:
    """Counts that are not of one kind of frames."""
    return ", ".join(f"{n} {name}" for name, n in counts.items() if n and name.split()[0] not in FINE)


if __name__ == "__main__":
    main()
