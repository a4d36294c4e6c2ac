"""A trained network is installed with its int8 twin and its card at once, or not at all."""

import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from lab.training.cards import CardError, check_files, files_of, read_card
from lab.training.install import install
from vision.networks.card_hashes import CARDS, INT8, WEIGHTS

pytestmark = pytest.mark.skipif(find_spec("onnxruntime") is None, reason="installing wants ONNX Runtime")


def built(name: str, folder: Path) -> Path:
    """What training would have written of an installed network."""
    folder.mkdir()
    shutil.copyfile(CARDS / f"{name}.toml", folder / "card.toml")
    for file, copy in zip(files_of(name), files_of("net", folder), strict=True):
        if file.is_file():
            shutil.copyfile(file, copy)
    return folder


def places(folder: Path) -> tuple[Path, Path]:
    """Folders for weights and cards, with another network and an old twin in them."""
    weights, cards = folder / "weights", folder / "cards"
    for path in (weights, cards):
        path.mkdir()
    (weights / "seats.onnx").write_text("old")
    (weights / f"painted{INT8}").write_text("old")
    return weights, cards


def test_network_twin_and_card_are_installed_at_once(tmp_path: Path) -> None:
    weights, cards = places(tmp_path)
    install(built("seats", tmp_path / "built"), weights, cards)
    card = read_card(cards / "seats.toml")
    check_files(card, *files_of("seats", weights))
    assert (weights / f"seats{INT8}").read_bytes() == (WEIGHTS / f"seats{INT8}").read_bytes()
    assert not [path for path in (*weights.iterdir(), *cards.iterdir()) if path.name.startswith("new_")]


def test_a_network_without_a_twin_does_not_leave_the_old_one(tmp_path: Path) -> None:
    weights, cards = places(tmp_path)
    install(built("painted", tmp_path / "built"), weights, cards)
    assert not (weights / f"painted{INT8}").exists()
    check_files(read_card(cards / "painted.toml"), *files_of("painted", weights))


def without_card(folder: Path) -> None:
    (folder / "card.toml").unlink()


def without_twin(folder: Path) -> None:
    (folder / f"net{INT8}").unlink()


def with_another_network(folder: Path) -> None:
    shutil.copyfile(WEIGHTS / "pitch.onnx", folder / "net.onnx")


def with_another_twin(folder: Path) -> None:
    shutil.copyfile(WEIGHTS / f"pitch{INT8}", folder / f"net{INT8}")


def with_another_card(folder: Path) -> None:
    card = folder / "card.toml"
    card.write_text(card.read_text().replace('start = "', 'start = "perhaps '))


def with_half_a_card(folder: Path) -> None:
    card = folder / "card.toml"
    card.write_text(card.read_text().replace("[files]", ""))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without_card, "no card"),
        (with_half_a_card, "not a whole card"),
        (without_twin, "missing"),
        (with_another_network, "not the file"),
        (with_another_twin, "not the file"),
        (with_another_card, "does not say of itself"),
    ],
)
def test_what_does_not_belong_together_is_refused(spoil: Callable[[Path], None], said: str, tmp_path: Path) -> None:
    weights, cards = places(tmp_path)
    folder = built("seats", tmp_path / "built")
    spoil(folder)
    with pytest.raises(CardError, match=said):
        install(folder, weights, cards)
    assert (weights / "seats.onnx").read_text() == "old"
    assert not list(cards.iterdir())


def test_a_twin_of_which_the_card_says_that_there_is_none_is_refused(tmp_path: Path) -> None:
    weights, cards = places(tmp_path)
    folder = built("painted", tmp_path / "built")
    shutil.copyfile(WEIGHTS / f"seats{INT8}", folder / f"net{INT8}")
    with pytest.raises(CardError, match="no int8 twin"):
        install(folder, weights, cards)
    assert not list(cards.iterdir())
