"""What the reader of Blokus 3D's columns is told of drawn tables."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.training.cards import files_of
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.column_tables import drawn
from vision.columns.sweep import ACROSS, LEVELS, PER_CELL
from vision.networks.runtime import load_network

pytest.importorskip("torch")
import torch

from lab.training.trainers import columns, painted_field, painted_turntable

SEED = 3


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    picture, told = drawn(SEED, (400, 300))
    path = tmp_path_factory.mktemp("lessons") / "001_00000.json"
    path.write_text(json.dumps(told))
    cv2.imwrite(str(path.with_suffix(".jpg")), picture)
    return path


def test_a_lesson_tells_what_the_network_is_asked(lesson: Path) -> None:
    data = columns.Columns([lesson])
    kept = data.batch(np.arange(len(data)), np.random.default_rng(0), vary=True)
    batch = columns.varied(kept, torch.Generator().manual_seed(0))
    net = columns.TRAINER.model().eval()
    with torch.no_grad():
        told = net(*batch[:2])
        loss = columns.loss(net, batch)
    assert told.shape[1:] == (LEVELS * 5 + 2, ACROSS, ACROSS)
    assert torch.isfinite(loss.mean)
    assert {"heights_right", "open"} <= set(columns.metrics([told], batch))


def test_lessons_are_turned_and_mirrored_with_their_truth() -> None:
    size = ACROSS * PER_CELL
    planes = np.zeros((LEVELS, size, size, 3), np.uint8)
    planes[:, 3 * PER_CELL : 4 * PER_CELL, 6 * PER_CELL : 7 * PER_CELL] = 255
    leans = np.zeros((2, LEVELS, ACROSS, ACROSS), np.float32)
    leans[0], leans[1] = 1.0, 0.5
    told = np.zeros((4, 10, 10), np.float32)
    told[0, 2, 5] = 7
    places = set()
    for seed in range(48):
        batch = tuple(torch.from_numpy(part)[None] for part in (planes, leans, told))
        seen, lean, wanted = (part[0].numpy() for part in columns.varied(batch, torch.Generator().manual_seed(seed)))
        x, y = np.argwhere(wanted[0] == 7)[0]
        bright = seen[0, 0].reshape(ACROSS, PER_CELL, ACROSS, PER_CELL).mean(axis=(1, 3))
        assert np.unravel_index(int(bright.argmax()), bright.shape) == (x + 1, y + 1)
        # What leaned to the right of its picture leans the way that this was moved.
        assert abs(lean[0, 0, 0, 0]) == (1.0 if x in (2, 7) else 0.5)
        assert (lean[0, 0, 0, 0] > 0) == (x in (2, 5))
        places.add((int(x), int(y)))
    assert len(places) == 8


def test_the_finder_is_shown_where_the_grid_lies(lesson: Path) -> None:
    data = painted_turntable.Turntables([lesson])
    picture, wanted = data.lesson(0, np.random.default_rng(0), vary=False)
    assert picture.shape == (192, 256, 3)
    assert wanted.shape == (4, 96, 128)
    assert wanted[0].max() > 0.5
    assert wanted[3].max() == 0


def test_the_installed_reader_is_taken_up_and_tells_the_same(lesson: Path) -> None:
    data = columns.Columns([lesson])
    planes, leans, _ = data.batch(np.arange(len(data)), np.random.default_rng(0), vary=False)
    net = columns.TRAINER.model()
    installed = files_of("columns")[0]
    columns.TRAINER.begin(net, installed, [(planes, leans)])
    wanted = load_network("columns.onnx").answer({"planes": planes[:1].numpy(), "leans": leans[:1].numpy()}, ["told"])
    with torch.no_grad():
        told = net.eval()(planes[:1], leans[:1])
    assert np.abs(told.numpy() - wanted[0]).max() < 1e-3


@pytest.mark.parametrize("tables", [painted_turntable.Turntables, painted_field.Fields])
def test_tables_without_a_board_teach_the_finder_what_is_none(
    tables: type[painted_field.Fields], tmp_path: Path
) -> None:
    (path,) = DataSet("make_no_boards", 3, 1).make(tmp_path)
    picture, wanted = tables([path]).lesson(0, np.random.default_rng(0), vary=True)
    assert picture.any()
    assert not wanted.any()
