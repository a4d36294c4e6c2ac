"""Compares two networks of one kind on the validation set.

    python -m lab.training.compare seats build/train/seats

prints every metric of both and the difference with its 95 % bootstrap interval. OLD and NEW are installed networks by
name, folders that training wrote, or files (.onnx; `--run` says of which run).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from lab.training.cards import files_of, read_card
from lab.training.data_sets.sets import ROOT, make_all
from lab.training.learn.bootstrap import paired_interval
from lab.training.learn.evaluate import Values, means_of, values_of
from lab.training.learn.trainer import trainer_of
from lab.training.learn.training_set import Numbers
from lab.training.runs import RUNS, VALIDATION, RunError, read_run, read_validation
from vision.errors import VisionError
from vision.networks.runtime import RunByOnnxRuntime


def network_of(name: str, int8: bool) -> Path:
    """The file that a name on the command line means, or its int8 twin. Raises RunError if there is none."""
    path = Path(name)
    files = files_of("net", path) if path.is_dir() else files_of(name)
    found = path if path.suffix == ".onnx" else files[int8]
    if not found.is_file():
        raise RunError(f"{found}: there is no such network")
    return found


def run_of(name: str) -> Path:
    """The run of a network on the command line."""
    card = Path(name) / "card.toml"
    return RUNS / f"{read_card(card).name if card.is_file() else name}.toml"


def rows(old: Values, new: Values, pictures: Numbers) -> Iterator[str]:
    """A line a metric."""
    yield f"{'':24}{'old':>10}{'new':>10}  new - old (95 %)"
    befores, afters = means_of(old), means_of(new)
    for name in (name for name in befores if name in afters):
        mean, low, high = paired_interval(old[name], new[name], pictures)
        told = "" if low <= 0 <= high else "  *"
        yield f"{name:24}{befores[name]:10.4f}{afters[name]:10.4f}  {mean:+.4f} ({low:+.4f} to {high:+.4f}){told}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--run", type=Path, metavar="RUN.toml")
    parser.add_argument("--int8", action="store_true", help="compare the int8 twins")
    parser.add_argument("--data", type=Path, default=ROOT, metavar="DIR", help="where training data is kept")
    parser.add_argument("--validation", type=Path, default=VALIDATION, metavar="FILE.toml")
    parser.add_argument("--workers", type=int, default=1, help="processes that make training data")
    try:
        print(comparison(parser.parse_args()))
    except VisionError as error:
        raise SystemExit(str(error)) from error


def comparison(args: argparse.Namespace) -> str:
    """Both networks on the validation set, a line a metric. Raises VisionError."""
    run = read_run(args.run or run_of(args.new))
    makers = {one.maker for stage in run.stages for one in stage.lessons}
    validation = [one for one in read_validation(args.validation) if one.maker in makers]
    trainer = trainer_of(run.trainer)
    data = trainer.data(make_all(validation, args.data, args.workers))
    old, new = (
        values_of(trainer, RunByOnnxRuntime(network_of(name, args.int8).read_bytes()), data)
        for name in (args.old, args.new)
    )
    heading = f"{run.network} on {len(data)} validation examples; *: 0 lies outside the interval"
    return "\n".join([heading, *rows(old, new, data.pictures())])


if __name__ == "__main__":
    main()
