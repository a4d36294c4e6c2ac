"""A run of the queue: rounds of drawing, learning and validating, with a checkpoint after each.

All chance in a round follows from the run's seed and the round's number, so that a round that was broken off is made
again as it was. The shard of a round is the next part of the run's sets of training data: the number of a scene in its
set names its seed, so that none is drawn twice, and runs that name the same set share it.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, astuple, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np
import torch

from lab.training.data_sets.sets import DataSet
from lab.training.learn.device import on_device
from lab.training.learn.loop import Learner, LearningError, learning, prepared
from lab.training.learn.progress import RunProgress
from lab.training.learn.trainer import trainer_of
from lab.training.learn.training_set import TrainingSet
from lab.training.learn.weights import mean_of
from lab.training.runs import Run, RunError, Stage
from lab.training.train import by_channels, inputs_of, start_of

WINDOW = 8
"""Shards that a round learns from: its own, and scenes of older ones chosen at random."""
WATCHED_SEED = 900_000
"""Seed of the scenes that runs are watched on: other ones than those of the card."""
SEEDS_APART = 1_000_003


@dataclass(frozen=True)
class Rounds:
    """What the rounds of a queue draw."""

    shard: int = 100
    """Scenes of a run's largest set that a round draws: some minutes of one core."""
    watched: int = 60
    """Scenes of each kind that a run is validated on; a third if they are path-traced."""
    workers: int = 1
    """Processes that draw; 1 is none beside the queue's own."""


class QueuedRun:
    """A run of one stage in a folder, its training data under `data`."""

    def __init__(self, run: Run, folder: Path, data: Path, rounds: Rounds) -> None:
        """Raises RunError if the checkpoint in the folder is that of another run."""
        self.run, self._folder, self._data, self._rounds = run, folder, data, rounds
        self._trainer = trainer_of(run.trainer)
        self._watched: dict[str, TrainingSet] = {}
        self._shards = -(-max(one.count for one in self._stage.lessons) // rounds.shard)
        self._learner: Learner | None = None
        self._begun: dict[str, torch.Tensor] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self.progress = RunProgress()
        self._take_up()

    @property
    def _stage(self) -> Stage:
        return self.run.stages[0]

    @property
    def checkpoint(self) -> Path:
        """Weights, optimiser and progress after the last whole round."""
        return self._folder / "checkpoint.pt"

    def _said(self) -> str:
        """What must not change while a run is under way; by values alone, whatever classes are called."""
        return repr((self.run.start, self.run.seed, astuple(replace(self._stage, steps=0)), self._rounds.shard))

    def net(self) -> torch.nn.Module:
        """The network in training."""
        assert self._learner is not None, "no round has been made"
        return self._learner.net

    def learnt(self) -> Run:
        """The run with the training data and the steps that it has taken."""
        drawn = tuple(self._drawn(one, self.progress.round) for one in self._stage.lessons)
        return replace(self.run, stages=(replace(self._stage, lessons=drawn, steps=self.progress.steps),))

    def make_round(self) -> None:
        """Draw a shard, learn, validate, write a checkpoint. A loss that is no number ends the run as it was kept."""
        began = time.process_time()
        try:
            self._round()
        except LearningError as error:
            self._take_up()
            self.progress.ended = str(error)
        self.progress.seconds += time.process_time() - began
        self._keep()

    def _round(self) -> None:
        done, stage = self.progress, self._stage
        seed = self.run.seed + SEEDS_APART * (done.round + 1)
        torch.manual_seed(seed)
        data = self._trainer.data(self._files(np.random.default_rng(seed)))
        learner = self._learner or self._begin(data)
        steps = done.left(max(1, len(data) // stage.batch), stage.steps)
        ready = self._rounds.workers if self._rounds.workers > 1 else 0
        for examples, batch in islice(prepared(data, self._trainer, stage.batch, seed, ready), steps):
            loss = learner.step(batch, done.falling())
            if loss.each is not None:
                data.note(examples, loss.each.detach().cpu())
            done.steps, done.examples = learner.steps, done.examples + len(examples)
        done.round, done.loss = done.round + 1, learner.loss
        self._validate(learner)
        done.decide(stage.steps)
        if done.ended and stage.mean:
            learner.net.load_state_dict(mean_of(self._begun, learner.net.state_dict(), stage.mean))

    def _begin(self, data: TrainingSet) -> Learner:
        net = by_channels(self._trainer.model())
        start, _ = start_of(self.run.start)
        if start is not None:
            self._trainer.begin(net, start, inputs_of(self._trainer, data))
        self._learner = Learner(net, self._trainer, self._stage)
        self._begun = {name: value.clone() for name, value in net.state_dict().items()} if self._stage.mean else {}
        self._validate(self._learner)
        return self._learner

    def _files(self, rng: np.random.Generator) -> list[Path]:
        """The files of the round's shard, drawn where they are missing, and older ones."""
        new: list[Path] = []
        old: list[Path] = []
        for lessons in self._stage.lessons:
            drawn = self._drawn(lessons, self.progress.round + 1)
            files = drawn.make(self._data, self._rounds.workers)
            first = self._drawn(lessons, self.progress.round).count // lessons.together
            new += files[first:]
            old += files[:first]
        every = sum(one.count // one.together for one in self._stage.lessons)
        wanted = max(0, WINDOW * every // self._shards - len(new))
        return sorted(new + [old[one] for one in rng.permutation(len(old))[:wanted]])

    def _drawn(self, lessons: DataSet, rounds: int) -> DataSet:
        """A set as far as it is drawn after so many rounds."""
        files = -(-lessons.count * min(rounds, self._shards) // (self._shards * lessons.together))
        return replace(lessons, count=min(lessons.count, files * lessons.together))

    def _validate(self, learner: Learner) -> None:
        """Note the loss on each kind of scene."""
        learner.net.eval()
        for kind, data in self._watched_sets().items():
            parts = np.array_split(np.arange(len(data)), max(1, len(data) // self._stage.batch))
            losses = [self._loss(learner, data, part) for part in parts]
            mean = float(np.average(losses, weights=[len(part) for part in parts]))
            self.progress.kinds.setdefault(kind, []).append(mean)
        self.progress.seen.append(self.progress.examples)
        learning(learner.net, self._stage.only)

    def _loss(self, learner: Learner, data: TrainingSet, examples: Any) -> float:
        batch = on_device(data.batch(examples, np.random.default_rng(int(examples[0])), vary=False))
        with torch.no_grad():
            return float(self._trainer.loss(learner.net, batch).mean)

    def _watched_sets(self) -> dict[str, TrainingSet]:
        if not self._watched:
            for lessons in self._stage.lessons:
                count = self._rounds.watched // (3 if lessons.traced else 1)
                whole = -(-count // lessons.together) * lessons.together
                watched = replace(lessons, seed=WATCHED_SEED, count=whole)
                self._watched[watched.kind] = self._trainer.data(watched.make(self._data, self._rounds.workers))
        return self._watched

    def _take_up(self) -> None:
        """Go back to the last checkpoint, or to the beginning."""
        self._learner, self.progress = None, RunProgress()
        if not self.checkpoint.exists():
            return
        kept = torch.load(self.checkpoint, map_location="cpu")
        if kept["run"] != self._said():
            raise RunError(f"{self._folder}: this run was begun otherwise: delete the folder to begin anew")
        self.progress, self._begun = RunProgress(**kept["progress"]), kept["begun"]
        if self.progress.round:
            self._learner = Learner(by_channels(self._trainer.model()), self._trainer, self._stage)
            self._learner.net.load_state_dict(kept["net"])
            self._learner.optimiser.load_state_dict(kept["optimiser"])
            self._learner.steps, self._learner.loss = self.progress.steps, self.progress.loss

    def _keep(self) -> None:
        """Write the checkpoint, and the progress once more for those who only read."""
        learner = self._learner
        kept = {
            "run": self._said(),
            "progress": asdict(self.progress),
            "net": learner.net.state_dict() if learner else {},
            "optimiser": learner.optimiser.state_dict() if learner else {},
            "begun": self._begun,
        }
        write_whole(self.checkpoint, lambda file: torch.save(kept, file))
        told = json.dumps(asdict(self.progress)).encode()
        write_whole(self._folder / "progress.json", lambda file: file.write(told))


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file that is there whole or as it was, at whatever instant the process or the machine stops."""
    part = path.with_name(f"part_{path.name}")
    with part.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
