"""What the readers of dice learn from, and what the closer look begins with. Wants PyTorch."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.training.cards import files_of
from vision.dice.finder import FoundDie
from vision.dice.reader import NO_DIE

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
from lab.training.trainers.dice_close import CLOSELY, TRAINER  # noqa: E402
from lab.training.trainers.dice_reader import patches_of  # noqa: E402

AT, FACE = (100.0, 90.0), 40.0


@pytest.fixture
def throw(tmp_path: Path) -> Path:
    """A picture with one die that shows a two."""
    half = FACE / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    picture = np.full((200, 240, 3), 60, np.uint8)
    cv2.fillConvexPoly(picture, np.round(half + AT).astype(np.int32), (220, 220, 220))
    pips = [[90.0, 80.0], [110.0, 100.0]]
    for u, v in pips:
        cv2.circle(picture, (round(u), round(v)), 4, (20, 20, 20), -1)
    die = {"colour": "white", "value": 2, "at": AT, "corners": (half + AT).tolist(), "pips": pips, "visible": 1.0}
    path = tmp_path / "throw.json"
    path.write_text(json.dumps({"size": [240, 200], "dice": [die]}))
    cv2.imwrite(str(path.with_suffix(".jpg")), picture)
    return path


def test_what_is_found_is_learnt_from_where_it_is_a_die_and_where_it_is_none(throw: Path) -> None:
    finds = [FoundDie((104, 88), 44, 0.9), FoundDie((30, 160), 30, 0.5), FoundDie((118, 90), 40, 0.4)]
    without = len(patches_of(throw, np.random.default_rng(0), CLOSELY))
    rows = patches_of(throw, np.random.default_rng(0), CLOSELY, lambda _: finds)[without:]
    # The third lies neither at the die nor clearly elsewhere.
    assert [row[1] for row in rows] == [1, NO_DIE]
    patch, _, _, spots = rows[0]
    assert patch.shape == (CLOSELY.patch, CLOSELY.patch, 3)
    for u, v in spots[:2]:
        assert patch[round(v), round(u)].mean() < 90
    assert np.isnan(spots[2:]).all()


def test_few_of_many_false_finds_are_learnt_from(throw: Path) -> None:
    finds = [FoundDie((20.0 + 30 * k, 170.0), 20, 0.5) for k in range(7)]
    without = len(patches_of(throw, np.random.default_rng(0)))
    rows = patches_of(throw, np.random.default_rng(0), find=lambda _: finds)[without:]
    assert [row[1] for row in rows] == [NO_DIE] * 4


def test_the_closer_look_begins_with_what_the_reader_sees(throw: Path) -> None:
    torch.manual_seed(0)
    patches = TRAINER.data([throw])
    batch = patches.batch(np.array([0]), np.random.default_rng(0), vary=False)
    net = TRAINER.model()
    TRAINER.begin(net, files_of("dice_reader")[0], [batch] * 4)
    net.eval()
    with torch.no_grad():
        _, maps = net(batch[0])
    told, wanted = maps[0, 0].numpy(), batch[3][0].numpy()
    assert told[wanted > 0.5].mean() > told[wanted < 0.01].mean() + 2
