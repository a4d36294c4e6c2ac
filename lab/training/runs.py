"""What a training is told: runs/NAME.toml, which says all that is needed to do it again."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lab.training.data_sets.sets import DataSet
from vision.errors import VisionError

RUNS = Path(__file__).parent / "runs"
VALIDATION = RUNS / "validation.toml"


class RunError(VisionError):
    """A run file that is incomplete or says what no run has; the message says which."""


@dataclass(frozen=True)
class Stage:
    """So many `steps` of `batch` examples each, at a learning rate of `rate` at most. In the end those before the
    stage and those after it may be averaged, the latter weighing `mean` (0..1; 0: they are not); if `only` names
    modules of the network, nothing else learns."""

    lessons: tuple[DataSet, ...]
    steps: int
    batch: int
    rate: float
    weight_decay: float = 1e-3
    mean: float = 0.0
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """A training of a network by a trainer ("module:name"), from the weights of the installed network `start` or from
    none. `no_int8` is why it has no int8 twin, if it has none; `rounded` ones keep their own weights in 8 bits."""

    network: str
    purpose: str
    trainer: str
    seed: int
    stages: tuple[Stage, ...]
    start: str = "none"
    no_int8: str = ""
    rounded: bool = False

    @property
    def steps(self) -> int:
        return sum(stage.steps for stage in self.stages)


def read_run(path: Path) -> Run:
    """The run in a file. Raises RunError."""
    told = _read(path)
    try:
        return Run(**told | {"stages": tuple(Stage(**_fields(one)) for one in told["stages"])})
    except (KeyError, TypeError) as error:
        raise RunError(f"{path}: not a whole run: {error}") from error


def read_validation(path: Path = VALIDATION) -> tuple[DataSet, ...]:
    """The training data that no network learns from and all are measured on. Raises RunError."""
    try:
        return _lessons(_read(path))
    except (KeyError, TypeError) as error:
        raise RunError(f"{path}: not a whole validation set: {error}") from error


def read_queue(path: Path) -> tuple[Run, ...]:
    """The runs of a queue: each that of a run file, in one stage that goes on from the installed network. What the
    queue does not say of the stage is as in the run's last one. Raises RunError."""
    queue = []
    for one in _read(path).get("runs", ()):
        try:
            run = read_run(RUNS / f"{one.pop('run')}.toml")
            start = one.pop("start", run.network)
            queue.append(replace(run, start=start, stages=(replace(run.stages[-1], **_fields(one)),)))
        except (KeyError, TypeError) as error:
            raise RunError(f"{path}: not a whole queue: {error}") from error
    return tuple(queue)


def _fields(told: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a stage that a file tells."""
    found = dict(told, lessons=_lessons(told))
    return found | {"only": tuple(told["only"])} if "only" in told else found


def _lessons(told: Mapping[str, Any]) -> tuple[DataSet, ...]:
    return tuple(DataSet(**one) for one in told["lessons"])


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise RunError(f"{path}: {error}") from error
