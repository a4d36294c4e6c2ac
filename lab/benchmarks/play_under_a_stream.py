"""Plays photographed games through the app under a stream, and counts what it says of them.

    python -m lab.benchmarks.play_under_a_stream FOLDER [--match TEXT] [--noise GREY] [--verbose]

FOLDER holds pictures with their truth (NAME_000.jpg and .json, as practice pictures have it). What is said at the table
is typed; questions are answered as somebody would who sees the table, and what is told wrongly is put right, so that
the rest of the game can be judged. Counted are looks by what was said of them: right, asked, wrong; accused are legal
tables that were called illegal. A game in which nothing more is said of a picture for long is stuck.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import cv2

from companion.app.games.deeds import BeginWatched, Correct, GoByCamera, GoByTouch, Say, SettleSides
from companion.app.games.opening import GameSetup, begin_or_open
from companion.games.errors import CompanionError
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.pyramid_ball.screen.deeds import EndTimer, StartTimer
from companion.games.registry import ENGINES
from companion.referee.keeping.recording import read_picture
from companion.texts.language import english
from tests.app.picture_stream import NOISE, PictureStream, streaming
from vision.image import Image

GAMES: Final = {"pyramid-ball": "pyramid-ball", "backgammon": "leistiko-blockade", "blokus3d": "blokus3d"}
# Of the verdicts on a table those that say what is so; of a hand little is wrong to say.
FINE: Final = {
    "hand": {"hand", "unchanged", "legal", "takeback", "incomplete", "programming"},
    "takeback": {"takeback", "unchanged"},
    "programming": {"hand", "programming", "unchanged"},
    "programs": {"programs"},
    "late_hand": {"late"},
    "rotated": {"unchanged"},
    "mended": {"legal", "won", "takeback"},
}
# How long a picture may take to be judged, and one that may look like the one before, in seconds.
PATIENCE, MAY_BE_ALIKE = 120.0, 12.0


class Frame(NamedTuple):
    """A picture, what happened before it, and the table that it shows."""

    name: str
    image: Image
    kind: str
    happened: Mapping[str, Any]
    grid: Mapping[str, str]


class Playing:
    """One game at the app."""

    def __init__(self, frames: list[Frame], setup: GameSetup, folder: Path, stream: PictureStream) -> None:
        self.frames, self._stream = frames, stream
        self._now = self._before = frames[0].image
        self.game: Any = begin_or_open(setup, folder / "game")
        self.judged = 0
        self.counts: Counter[str] = Counter()
        self.told: list[str] = []
        self.game.looked = self._looked

    def _looked(self, image: Image) -> None:
        """Count a look at what the stream shows now: one at the picture before may end later than that has changed."""
        now, before = (cv2.norm(image, shown, cv2.NORM_L1) for shown in (self._now, self._before))
        self.judged += now <= before

    def until(self, true: Callable[[], object], patience: float = PATIENCE) -> bool:
        """Let the game go on; whether it came true in time. A board without anything on it is counted."""
        end = time.monotonic() + patience
        while not true():
            if time.monotonic() > end:
                return False
            try:
                pause = self.game.advance()
            except CompanionError as error:
                self.game.notice = error.reason
                pause = None
            state = self.game.state()
            if not any(state.believed.values()) and state.phase == "setup" and not state.camera:
                self.counts["empty"] += 1
            time.sleep(min(pause or 0.05, 0.05))
        return True

    def play(self) -> None:
        self._set_up()
        last = "setup"
        for frame in self.frames[1:]:
            self._say(frame, last)
            self._look(frame)
            last = last if frame.kind == "hand" else frame.kind

    def _set_up(self) -> None:
        """Build it until it is right; whatever is asked is answered."""
        first = self.frames[0]

        def seen() -> Any:
            camera = self.game.state().camera
            return camera.setup if camera and camera.setup and camera.setup.faults is not None else None

        if not self.until(seen):
            self._count(first, "stuck")
            return
        if seen().asked:
            self.counts["asked for sides"] += 1
            self.game.do(
                SettleSides(other=any(first.grid.get(p, "") != t for p, t in seen().wanted.items() if "1" in t[2:]))
            )
        result = "right" if seen().right else "asked" if seen().by_word else "wrong"
        self._count(first, result, f"{seen().faults} {seen().unseen} {seen().trouble}")
        if seen() and seen().may_begin:
            self.game.do(BeginWatched())
        if not self.game.session.started:
            self.game.do(GoByTouch())
            self.game.do(GoByCamera())

    def _say(self, frame: Frame, last: str) -> None:
        """What somebody says before this picture."""
        event, table = frame.happened, self.game
        if frame.kind == "programming" and last != "programming":
            table.do(StartTimer())
        elif frame.kind in ("programs", "late_hand") and last == "programming":
            table.do(EndTimer())
        elif frame.kind == "turn" and last != "takeback":
            if "row" in event:
                table.do(ChooseRow(event["row"]))
            if "roll" in event:
                table.do(Say("roll", event["roll"]))

    def _look(self, frame: Frame) -> None:
        before = self.judged
        self._before, self._now = self._now, frame.image
        self._stream.image = frame.image
        alike = frame.kind in ("hand", "programming", "rotated")
        if not self.until(lambda: self.judged > before, MAY_BE_ALIKE if alike else PATIENCE):
            self._count(frame, "alike" if alike else "stuck", str(self.game.state().notice))
            return
        verdict = self.game.state().verdict
        wanted = FINE.get(frame.kind) or (
            {"legal", "won"} if frame.happened.get("legal", True) else {"illegal", "incomplete"}
        )
        if frame.happened.get("steps") == []:
            wanted = wanted | {"unchanged"}
        said = verdict.verdict
        result = "right" if said in wanted else "asked" if said == "unsure" else "wrong"
        self._count(frame, result, f"{said}: {english(verdict.reason) if verdict.reason else verdict.reason}")
        self.counts["asked how it stands"] += any(note.key == "referee.standing" for note in verdict.notes)
        self.counts["accused"] += said == "illegal" and "illegal" not in wanted
        self.counts["false accepts"] += said in ("legal", "won") and "illegal" in wanted
        if frame.kind in ("turn", "takeback", "mended", "rotated") and "illegal" not in wanted:
            self._put_right(frame, verdict)
        elif said == "unsure" and frame.kind == "turn":
            self._answer(frame, verdict)

    def _answer(self, frame: Frame, verdict: Any) -> bool:
        """Tap the reading that is so, if it is offered."""
        for number, reading in enumerate(verdict.readings):
            if all(reading.grid[place] == frame.grid.get(place, "") for place in reading.grid):
                self._correct({"reading": number, "of": self.game.state().number})
                self.counts["offered"] += 1
                return True
        return False

    def _put_right(self, frame: Frame, verdict: Any) -> None:
        believed = self.game.session.grid
        wrong = {place for place in believed if believed[place] != frame.grid.get(place, "")}
        unsure = verdict.verdict == "unsure"
        if wrong and not unsure:
            self.counts["tables wrong"] += 1
            self.told.append(
                f"    {frame.name}: { ({p: (frame.grid.get(p, ''), believed[p]) for p in sorted(wrong)}) }"
            )
        if (wrong or unsure) and not self._answer(frame, verdict):
            self._correct({"cells": {place: frame.grid.get(place, "") for place in wrong or list(believed)[:1]}})

    def _correct(self, correction: Mapping[str, Any]) -> None:
        try:
            self.game.do(Correct(dict(correction)))
        except CompanionError as error:
            self.told.append(f"    cannot be put right: {error.reason}")

    def _count(self, frame: Frame, result: str, said: str = "") -> None:
        self.counts[result] += 1
        self.counts["looks"] += 1
        if result != "right":
            self.told.append(f"  {frame.name} {frame.kind}: {result} {said}")


def frames_of(folder: Path, match: str) -> Iterator[tuple[str, list[Frame], Mapping[str, Any]]]:
    """Each game of a folder: its name, its pictures, the truth of the first one."""
    found: dict[str, list[tuple[Path, Mapping[str, Any]]]] = {}
    for path in sorted(folder.glob("*game*_*_*.json")):
        if match in path.name:
            found.setdefault(path.stem.rsplit("_", 1)[0], []).append((path, json.loads(path.read_text())))
    for name, told in found.items():
        frames = []
        for path, truth in told:
            image = read_picture(path.with_suffix(".jpg")).image
            frames.append(Frame(path.stem, image, truth["event"]["kind"], truth["event"], _grid(truth)))
        yield name, frames, told[0][1]


def _grid(truth: Mapping[str, Any]) -> Mapping[str, str]:
    match truth.get("board"):
        case "pyramid-ball":
            return dict(truth["cells"])
        case "backgammon":
            return {
                f"{side}.{row}": str(n) for side, rows in truth["rows"].items() for row, n in enumerate(rows, 1) if n
            }
        case "blokus3d":
            return dict(truth["columns"])
    return dict(truth["grid"])


def _setup(truth: Mapping[str, Any], camera: str) -> GameSetup:
    game = GAMES.get(str(truth.get("board")), "looney-blockade")
    assert game in ENGINES
    more = {}
    if game == "blokus3d":
        more = {"structure": truth["structure"], "count": truth["players"]}
    if game == "pyramid-ball":
        more = {"mode": truth["event"].get("mode", "basic")}
    return GameSetup(game=game, source="camera", camera=camera, more=more)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="", help="only games whose names hold this")
    parser.add_argument("--noise", type=float, default=NOISE, help="of the stream, grey levels; 0: bit for bit alike")
    parser.add_argument("--verbose", action="store_true", help="tell what was not right")
    args = parser.parse_args()
    total: Counter[str] = Counter()
    for name, frames, truth in frames_of(args.folder, args.match):
        with TemporaryDirectory() as folder, streaming(frames[0].image, args.noise) as stream:
            playing = Playing(frames, _setup(truth, stream.address), Path(folder), stream)
            playing.play()
            playing.game.close()
        total += playing.counts
        print(name, ", ".join(f"{n} {what}" for what, n in playing.counts.items() if n), flush=True)
        if args.verbose and playing.told:
            print("\n".join(playing.told), flush=True)
    print("all", ", ".join(f"{n} {what}" for what, n in total.items() if n))


if __name__ == "__main__":
    main()
