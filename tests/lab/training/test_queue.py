"""The queue goes on where it was killed, and ends a run when it gains no more. Wants PyTorch."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.often import often

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from lab.training.learn.progress import COOLING, LEARNT, LEAST_ROUNDS, RunProgress  # noqa: E402
from lab.training.learn.queued_run import QueuedRun, Rounds  # noqa: E402
from lab.training.runs import RunError, read_queue  # noqa: E402

QUEUE = """
[[runs]]
run = "dice_close"
start = "dice_close"
lessons = [{{ maker = "make_dice", seed = 77, count = 12 }}]
steps = {steps}
batch = 16
rate = {rate}
only = []
"""
VALIDATION = 'lessons = [{ maker = "make_dice", seed = 78, count = 2 }]'
ROUNDS = Rounds(shard=2, watched=2)


def written(folder: Path, steps: int = 40, rate: float = 1e-3) -> Path:
    path = folder / "queue.toml"
    path.write_text(QUEUE.format(steps=steps, rate=rate))
    (folder / "validation.toml").write_text(VALIDATION)
    return path


def queued(folder: Path, path: Path) -> QueuedRun:
    (run,) = read_queue(path)
    return QueuedRun(run, folder / "queue" / run.network, folder / "data", ROUNDS)


def started(folder: Path) -> "subprocess.Popen[bytes]":
    words = ["--queue", "queue.toml", "--folder", "queue", "--data", "data", "--validation", "validation.toml"]
    command = [sys.executable, "-m", "lab.training.queue", *words, "--shard", "2", "--watched", "2"]
    path = {"PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.Popen(command, cwd=folder, env=os.environ | path)


def files(folder: Path) -> dict[str, int]:
    """The scenes drawn, and when."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / "data").rglob("[!p]*.json")}


@pytest.mark.slow
def test_a_queue_killed_at_any_instant_ends_as_one_that_was_not(tmp_path: Path) -> None:
    weights: list[dict[str, Any]] = []
    told: list[RunProgress] = []
    chance = Random(1)
    for kills in (0, often(30)):
        folder = tmp_path / str(kills)
        folder.mkdir()
        written(folder)
        drawn: dict[str, int] = {}
        for _ in range(kills):
            process = started(folder)
            try:
                process.wait(chance.uniform(0, 12))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
            process.wait()
            assert drawn.items() <= files(folder).items(), "a scene was drawn a second time"
            drawn = files(folder)
            queued(folder, folder / "queue.toml")
        assert started(folder).wait() == 0
        run = queued(folder, folder / "queue.toml")
        weights.append(run.net().state_dict())
        told.append(run.progress)
        assert len(files(folder)) == 12 + 2 + 2
        assert (folder / "queue/dice_close/card.toml").is_file()
    one, other = told
    assert (one.examples, one.steps, one.round, one.ended) == (other.examples, other.steps, other.round, LEARNT)
    assert one.curve() == pytest.approx(other.curve(), rel=1e-3)
    assert all(torch.allclose(value, weights[1][name], atol=1e-4) for name, value in weights[0].items())


STUCK = """
import threading
from pathlib import Path
from lab.training.queue import begin_anew_when_stuck
threading.Thread(target=begin_anew_when_stuck, args=(0.5,), daemon=True).start()
begun = Path("begun")
if not begun.exists():
    begun.touch()
    threading.Event().wait()
"""


def test_a_queue_that_stands_still_begins_anew(tmp_path: Path) -> None:
    path = {"PYTHONPATH": str(Path(__file__).parents[3])}
    subprocess.run([sys.executable, "-c", STUCK], check=True, cwd=tmp_path, env=os.environ | path, timeout=120)
    assert (tmp_path / "begun").exists()


def test_a_run_that_comes_to_nothing_is_stopped_as_it_was_kept(tmp_path: Path) -> None:
    run = queued(tmp_path, written(tmp_path))
    run.make_round()
    kept = torch.load(run.checkpoint)["net"]
    steps = run.progress.steps
    # The next step makes no number of any weight.
    for weight in run.net().parameters():
        weight.data[...] = float("nan")
    run.make_round()
    assert "is no number" in run.progress.ended
    again = queued(tmp_path, tmp_path / "queue.toml")
    assert (again.progress.ended, again.progress.steps) == (run.progress.ended, steps)
    assert all(torch.equal(value, kept[name]) for name, value in again.net().state_dict().items())


def test_a_run_that_the_queue_describes_otherwise_is_not_gone_on_with(tmp_path: Path) -> None:
    queued(tmp_path, written(tmp_path)).make_round()
    with pytest.raises(RunError, match="begun otherwise"):
        queued(tmp_path, written(tmp_path, rate=2e-3))


def test_a_second_queue_in_a_folder_is_refused(tmp_path: Path) -> None:
    written(tmp_path)
    first = started(tmp_path)
    try:
        while not (tmp_path / "queue/dice_close").exists():
            assert first.poll() is None
        assert started(tmp_path).wait() == 1
    finally:
        first.kill()
        first.wait()


def ended(losses: list[float], most: int) -> RunProgress:
    """The progress of a run that has ended after rounds of 10 steps with these losses, the last one for ever."""
    done = RunProgress(seen=[0], kinds={"dice": [9.0]})
    left = iter(losses)
    while not done.ended:
        steps = done.left(10, most)
        done.steps, done.examples, done.round = done.steps + steps, done.examples + 8 * steps, done.round + 1
        done.seen.append(done.examples)
        done.kinds["dice"].append(next(left, losses[-1]))
        done.decide(most)
    return done


def test_a_run_ends_a_fifth_of_its_examples_after_its_last_gain_and_cools_down() -> None:
    done = ended([1 / (1 + k) for k in range(80)], most=100_000)
    assert done.last_gain() == 80 * 80
    assert done.ended == LEARNT
    first, last = done.cooling or (0, 0)
    assert 8 * first == pytest.approx(80 * 80 / 0.8, rel=0.02)
    assert last - first == pytest.approx(COOLING * first, abs=1)
    assert done.falling() == pytest.approx(0, abs=1e-6)


def test_a_run_that_never_gains_is_given_some_rounds() -> None:
    done = ended([1.0], most=100_000)
    assert done.cooling and done.cooling[0] == 10 * LEAST_ROUNDS


def test_a_run_that_always_gains_ends_with_the_steps_it_may_take() -> None:
    done = ended([1 / (1 + k) for k in range(1000)], most=1000)
    assert 995 <= done.steps <= 1001


def test_the_queue_names_runs_that_there_are() -> None:
    from lab.training.queue import QUEUE as OURS  # noqa: PLC0415

    runs = read_queue(OURS)
    assert all(len(run.stages) == 1 and run.start == run.network for run in runs)
    assert len({run.network for run in runs}) == len(runs)


def test_the_page_says_how_a_run_does(tmp_path: Path) -> None:
    from lab.training.queue import write_page  # noqa: PLC0415

    path = written(tmp_path)
    run = queued(tmp_path, path)
    write_page(read_queue(path), tmp_path / "queue")
    assert (tmp_path / "queue/page.txt").read_text() == "dice_close: waits\n"
    run.make_round()
    write_page(read_queue(path), tmp_path / "queue")
    page = (tmp_path / "queue/page.txt").read_text()
    assert f"dice_close: learns; {run.progress.examples} examples in 1 rounds" in page
    assert json.loads((tmp_path / "queue/dice_close/progress.json").read_text())["round"] == 1


def test_a_run_may_be_given_more_steps(tmp_path: Path) -> None:
    queued(tmp_path, written(tmp_path)).make_round()
    assert queued(tmp_path, written(tmp_path, steps=80)).progress.round == 1
