"""Sets of training data: who makes them, from which seed, and how many; kept in a folder each.

    python -m lab.training.data_sets.sets make_crops --seed 1 --count 2000 --traced

makes one under build/lessons. A maker is a module beside this one with `TOGETHER` scenes a file, the `SUFFIX` of its
files, and `make_file`.
"""

import argparse
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

from vision.errors import VisionError

# Raised whenever the same seed gives other training data than before: cards tell which training data a network has
# learnt from.
GENERATOR = 2
MAKERS = (
    "make_ball_tables",
    "make_bare_columns",
    "make_boards",
    "make_columns",
    "make_crops",
    "make_crowded_tables",
    "make_dice",
    "make_half_boards",
    "make_no_boards",
    "make_plain_dice",
    "make_seats",
    "make_tray_dice",
    "make_wide_dice",
)
# Those whose tables the path tracer cannot draw: it does not know their clutter, wear and emblems.
RASTERED = (
    "make_bare_columns",
    "make_boards",
    "make_columns",
    "make_crowded_tables",
    "make_half_boards",
    "make_no_boards",
    "make_plain_dice",
    "make_tray_dice",
    "make_wide_dice",
)
ROOT = Path("build/lessons")


class DataError(VisionError):
    """A set that no maker draws; the message says why."""


@dataclass(frozen=True)
class DataSet:
    """`count` scenes from a seed, rasterised or path-traced; `steep` is the share of them seen from nearly above, if
    not the maker's own."""

    maker: str
    seed: int
    count: int
    traced: bool = False
    steep: float | None = None

    @property
    def name(self) -> str:
        steep = "" if self.steep is None else f"_steep{self.steep:g}"
        return f"{self.maker}_v{GENERATOR}_{self.seed}{'_traced' if self.traced else ''}{steep}"

    @property
    def kind(self) -> str:
        """What it shows, in short."""
        steep = "" if self.steep is None else ", steep"
        return f"{self.maker.removeprefix('make_')}{', traced' if self.traced else ''}{steep}"

    @property
    def together(self) -> int:
        """Scenes in a file. Raises DataError if nobody makes such a set."""
        if self.maker not in MAKERS:
            raise DataError(f"there is no maker {self.maker!r}, only {', '.join(MAKERS)}")
        together: int = import_module(f"lab.training.data_sets.{self.maker}").TOGETHER
        return together

    def make(self, root: Path = ROOT, workers: int = 1) -> list[Path]:
        """Make what is missing of it in a folder under `root`, by so many processes; gives all its files, in order.
        Raises DataError where the maker cannot draw it."""
        together, folder = self.together, root / self.name
        suffix = import_module(f"lab.training.data_sets.{self.maker}").SUFFIX
        if self.count % together:
            raise DataError(f"{self.maker} keeps {together} scenes a file; {self.count} are no multiple of that")
        if self.traced and self.maker in RASTERED:
            raise DataError(f"{self.maker} draws by rasterising only")
        folder.mkdir(parents=True, exist_ok=True)
        firsts = range(0, self.count, together)
        files = [folder / f"{self.seed:03d}_{first:05d}{suffix}" for first in firsts]
        missing = [(first, path) for first, path in zip(firsts, files, strict=True) if not path.exists()]
        if workers > 1 and len(missing) > 1:
            with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
                list(pool.map(partial(_make_file, self), *zip(*missing, strict=True)))
        else:
            for first, path in missing:
                _make_file(self, first, path)
        return files


def _make_file(lessons: DataSet, first: int, path: Path) -> None:
    maker = import_module(f"lab.training.data_sets.{lessons.maker}")
    # Under another name until it is whole: whoever is interrupted goes on with the files that are missing.
    part = path.with_name(f"part_{path.name}")
    maker.make_file(lessons, range(first, first + maker.TOGETHER), part)
    part.replace(path)


def make_all(sets: Sequence[DataSet], root: Path = ROOT, workers: int = 1) -> list[Path]:
    """The files of several sets, made where they are missing."""
    return [path for one in sets for path in one.make(root, workers)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maker", choices=MAKERS)
    parser.add_argument("--root", type=Path, default=ROOT, help="the training data is made in a folder under this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, required=True, help="of scenes")
    parser.add_argument("--traced", action="store_true", help="drawn by tracing light paths, thirty times as slow")
    parser.add_argument("--steep", type=float, help="share of tables seen from nearly above")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    lessons = DataSet(args.maker, args.seed, args.count, args.traced, args.steep)
    print(f"{len(lessons.make(args.root, args.workers))} files in {args.root / lessons.name}")


if __name__ == "__main__":
    main()
