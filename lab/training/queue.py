"""Train the networks of a queue one after another, at the lowest priority, for as long as the process is left alone.

    python -m lab.training.queue

works in rounds of some minutes (`lab.training.learn.queued_run`); killed and started again, it goes on with the round
that was not finished. `build/queue/page.txt` says how each run does. A run that has ended leaves in build/queue/NAME
what `lab.training.train` leaves in build/train/NAME, for `lab.training.compare` and `lab.training.install`.
"""

import argparse
import fcntl
import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import torch

from lab.training.cards import files_of
from lab.training.data_sets.sets import ROOT
from lab.training.learn.progress import LEARNT, RunProgress
from lab.training.learn.quantise import TABLES
from lab.training.learn.queued_run import QueuedRun, Rounds, write_whole
from lab.training.runs import RUNS, VALIDATION, Run, RunError, read_queue, read_validation
from lab.training.train import finish, measured_before, training_of
from vision.errors import VisionError

QUEUE = RUNS.parent / "queue.toml"
FOLDER = Path("build/queue")
LOWEST_PRIORITY = 19
STUCK_SECONDS = 300.0
"""How long the process may stand still."""
STUCK_SHARE = 0.001
"""Share of that time that a process uses which is only kept from the processor."""
BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""Bars of a curve."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queue", type=Path, default=QUEUE, metavar="FILE.toml")
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="DIR", help="where runs are kept")
    parser.add_argument("--data", type=Path, default=ROOT, metavar="DIR", help="where training data is kept")
    parser.add_argument("--validation", type=Path, default=VALIDATION, metavar="FILE.toml", help="for the cards")
    rounds = Rounds()
    parser.add_argument("--shard", type=int, default=rounds.shard, help="scenes of the largest set that a round draws")
    parser.add_argument("--watched", type=int, default=rounds.watched, help="scenes of each kind to validate on")
    parser.add_argument("--workers", type=int, default=rounds.workers, help="processes that draw, if more than one")
    args = parser.parse_args()
    threading.Thread(target=begin_anew_when_stuck, args=(STUCK_SECONDS,), daemon=True).start()
    try:
        with alone(args.folder):
            work(args)
    except VisionError as error:
        raise SystemExit(str(error)) from error


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other queues out of a folder, at the lowest priority and on one thread. Raises RunError if one is there."""
    os.nice(LOWEST_PRIORITY)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RunError(f"{folder}: a queue is at work there already") from error
        yield


def begin_anew_when_stuck(seconds: float) -> None:
    """Replace the process by one that goes on from the last checkpoint once it uses no processor for `seconds`.

    The denoiser's threads sometimes wait for one another for ever.
    """
    used = time.process_time()
    while True:
        time.sleep(seconds)
        before, used = used, time.process_time()
        if used - before < STUCK_SHARE * seconds:
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def work(args: argparse.Namespace) -> None:
    """Make rounds until all runs have ended."""
    runs, rounds = read_queue(args.queue), Rounds(args.shard, args.watched, args.workers)
    for run in runs:
        queued = QueuedRun(run, args.folder / run.network, args.data, rounds)
        while not queued.progress.ended:
            queued.make_round()
            write_page(runs, args.folder)
        if queued.progress.ended == LEARNT and not (args.folder / run.network / "card.toml").exists():
            write_network(queued, args)


def write_network(queued: QueuedRun, args: argparse.Namespace) -> None:
    """Write the network of a run that has ended, with its card."""
    run, done, out = queued.learnt(), queued.progress, args.folder / queued.run.network
    training = training_of(run, args.queue, out, read_validation(args.validation), args.data, args.workers)
    training.save(queued.net())
    more = {
        "examples": done.examples,
        "hours": round(done.seconds / 3600, 2),
        "curve": [[seen, round(loss, 5)] for seen, loss in zip(done.seen, done.curve(), strict=True)],
    }
    finish(training, measured_before(training.trainer, files_of(run.network)[0], training.check), TABLES, more)


def write_page(runs: Sequence[Run], folder: Path) -> None:
    """Say how each run does, in a few lines."""
    lines = [f"{line}\n" for run in runs for line in lines_of(run, folder / run.network / "progress.json")]
    write_whole(folder / "page.txt", lambda file: file.writelines(line.encode() for line in lines))


def lines_of(run: Run, path: Path) -> Iterator[str]:
    if not path.exists():
        yield f"{run.network}: waits"
        return
    done = RunProgress(**json.loads(path.read_text()))
    state = done.ended or ("cools down" if done.cooling else "learns")
    yield (
        f"{run.network}: {state}; {done.examples} examples in {done.round} rounds, {done.steps} of at most "
        f"{run.steps} steps, {done.seconds / 3600:.2f} hours of processor, loss {done.loss:.4f}"
    )
    curve = done.curve()
    if curve:
        gained = f"last gain at {done.last_gain()} examples"
        yield f"    {'validation loss':28}{'begun':>10}{'lowest':>10}{'now':>10}  {gained}"
        for kind, losses in {"all": curve, **done.kinds}.items():
            yield f"    {kind:28}{losses[0]:10.4f}{min(losses):10.4f}{losses[-1]:10.4f}  {bars(losses)}"


def bars(values: Sequence[float]) -> str:
    """A curve of the values as bars."""
    shown = values[:: -(-len(values) // WIDEST)]
    low, high = min(shown), max(shown)
    return "".join(BARS[round((value - low) / (high - low or 1) * (len(BARS) - 1))] for value in shown)


if __name__ == "__main__":
    main()
