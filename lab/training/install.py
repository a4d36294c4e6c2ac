"""Installs a trained network, its int8 twin and its card at once.

    python -m lab.training.install build/train/seats

Refused are a network without a whole card or without the int8 twin that the runtime would run, and files of which the
card does not speak.
"""

import argparse
import shutil
from pathlib import Path

from lab.training.cards import NONE, CardError, NetworkCard, check_files, files_of, metadata_of, read_card
from vision.errors import VisionError
from vision.networks.card_hashes import CARDS, WEIGHTS


def install(built: Path, weights: Path = WEIGHTS, cards: Path = CARDS) -> NetworkCard:
    """Put what is in a folder `built` by training in its place. Raises CardError, and changes nothing then."""
    card = read_card(built / "card.toml")
    files = files_of("net", built)
    check_files(card, *files)
    check_metadata(card, *files)
    _put({file: place for file, place in zip(files, files_of(card.name, weights), strict=True) if file.is_file()})
    if card.int8 == NONE:
        files_of(card.name, weights)[1].unlink(missing_ok=True)
    _put({built / "card.toml": cards / f"{card.name}.toml"})
    return card


def check_metadata(card: NetworkCard, onnx: Path, int8: Path) -> None:
    """Raise CardError unless the files of a network say of themselves what its card says of it."""
    for path in (onnx,) if card.int8 == NONE else (onnx, int8):
        if metadata_of(path.read_bytes()) != card.metadata():
            raise CardError(f"{path}: it does not say of itself what the card of {card.name} says")


def _put(places: dict[Path, Path]) -> None:
    """Copy files to their places, all of them before any of them takes its place."""
    copies = {place.with_name(f"new_{place.name}"): place for place in places.values()}
    for file, copy in zip(places, copies, strict=True):
        shutil.copyfile(file, copy)
    for copy, place in copies.items():
        copy.replace(place)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("built", type=Path, metavar="DIR", help="what lab.training.train wrote")
    try:
        card = install(parser.parse_args().built)
    except VisionError as error:
        raise SystemExit(str(error)) from error
    print(f"{card.name} of commit {card.commit} is installed")


if __name__ == "__main__":
    main()
