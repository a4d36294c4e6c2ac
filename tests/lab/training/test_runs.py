"""Run files say all that a training needs, and training data are made once."""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from lab.training.cards import NONE, read_card
from lab.training.data_sets import make_dice
from lab.training.data_sets.sets import GENERATOR, MAKERS, RASTERED, DataError, DataSet
from lab.training.runs import RUNS, VALIDATION, RunError, read_run, read_validation
from lab.training.scenes.tables import random_scene
from vision.networks.card_hashes import CARDS

# What is drawn by version of the generator: some of three tables, and the values of some dice of three throws.
DRAWN = {
    1: (
        [("C3B2B2B2B2B1", 35.1, 10.31), ("C3B2B2B2", 33.41, 9.74), ("C3Y2Y2Y2Y2Y2", 30.03, 7.35)],
        [[4, 1, 3, 6], [6, None, 1, 3], [6, 2, 5, 2]],
    ),
    2: (
        [("C3B2B2B2B2B1", 35.1, 7.39), ("C3B2B2B2", 33.41, 7.65), ("Y2Y1Y2", 30.03, 8.41)],
        [[4, 1, 3, 6], [6, None, 1, 3], [6, 2, 5, 2]],
    ),
}

NAMES = sorted(path.stem for path in RUNS.glob("*.toml") if path != VALIDATION)


def test_every_network_has_a_run() -> None:
    assert {path.stem for path in CARDS.glob("*.toml")} == set(NAMES)
    assert [read_run(RUNS / f"{name}.toml").network for name in NAMES] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_run_names_a_trainer_that_there_is(name: str) -> None:
    module, trainer = read_run(RUNS / f"{name}.toml").trainer.split(":")
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    assert re.search(rf"^([A-Z_]+, )*{trainer}(, [A-Z_]+)* = ", Path(found.origin).read_text(), re.MULTILINE)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_maker_has_what_lesson_sets_ask_for(maker: str) -> None:
    module = import_module(f"lab.training.data_sets.{maker}")
    assert callable(module.make_file)
    assert module.TOGETHER >= 1
    assert module.SUFFIX.startswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_a_run_learns_from_whole_files_of_makers_that_there_are(name: str) -> None:
    run = read_run(RUNS / f"{name}.toml")
    assert run.steps > 0
    for lessons in (one for stage in run.stages for one in stage.lessons):
        assert lessons.maker in MAKERS
        assert lessons.count % import_module(f"lab.training.data_sets.{lessons.maker}").TOGETHER == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_run_and_a_card_agree_on_int8(name: str) -> None:
    run, card = read_run(RUNS / f"{name}.toml"), read_card(CARDS / f"{name}.toml")
    assert run.purpose == card.purpose
    assert bool(run.no_int8) == (card.int8 == NONE)


def test_no_network_learns_from_what_it_is_measured_on() -> None:
    learnt = {one.seed for name in NAMES for stage in read_run(RUNS / f"{name}.toml").stages for one in stage.lessons}
    assert {one.seed for one in read_validation()}.isdisjoint(learnt)


@pytest.mark.parametrize("maker", MAKERS)
def test_networks_are_measured_on_200_scenes_of_both_renderers(maker: str) -> None:
    sets = [one for one in read_validation() if one.maker == maker]
    assert sum(one.count for one in sets) == 200
    assert {one.traced for one in sets} == ({False} if maker in RASTERED else {True, False})


@pytest.mark.parametrize("spoilt", ["trainer", "seed", "stages", "steps"])
def test_a_run_that_leaves_something_out_is_refused(spoilt: str, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text((RUNS / "seats.toml").read_text().replace(spoilt, f"un{spoilt}"))
    with pytest.raises(RunError, match="not a whole run"):
        read_run(path)


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError):
        read_run(tmp_path / "run.toml")


def test_a_seed_gives_the_lessons_of_its_generator_version() -> None:
    tables = [random_scene(np.random.default_rng(seed))[0] for seed in range(3)]
    drawn = [(scene.grid["a1"], round(scene.pitch, 2), round(scene.rise, 2)) for scene in tables]
    dice = [[die["value"] for die in make_dice.one(seed)[1]["dice"]][:4] for seed in range(3)]
    assert (drawn, dice) == DRAWN[GENERATOR], "other lessons than before: raise GENERATOR and note them here"


def test_lessons_are_made_once_and_missing_ones_as_they_were(tmp_path: Path) -> None:
    lessons = DataSet("make_dice", 5, 2)
    first, second = lessons.make(tmp_path)
    told, stamp = second.read_text(), first.stat().st_mtime_ns
    second.unlink()
    assert lessons.make(tmp_path) == [first, second]
    assert second.read_text() == told
    assert first.stat().st_mtime_ns == stamp
    assert first.with_suffix(".jpg").is_file()


def test_lessons_drawn_in_other_ways_lie_apart() -> None:
    sets = [
        DataSet("make_crops", 1, 20),
        DataSet("make_crops", 2, 20),
        DataSet("make_crops", 1, 20, traced=True),
        DataSet("make_crops", 1, 20, steep=0.5),
        DataSet("make_seats", 1, 20),
    ]
    assert len({one.name for one in sets}) == len(sets)


@pytest.mark.parametrize(
    ("lessons", "said"),
    [
        (DataSet("make_tea", 1, 20), "no maker"),
        (DataSet("make_crops", 1, 30), "no multiple"),
        (DataSet("make_boards", 1, 100, traced=True), "rasterising only"),
    ],
)
def test_lessons_that_nobody_makes_are_refused(lessons: DataSet, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=said):
        lessons.make(tmp_path)
