"""Every network has a card, and every card speaks of the files that are there."""

import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from lab.training.cards import NONE, UNKNOWN, CardError, check_files, files_of, metadata_of, read_card, to_toml
from vision.networks.card_hashes import CARDS, INT8, WEIGHTS

NAMES = sorted(path.stem for path in CARDS.glob("*.toml"))


def test_every_network_has_a_card_and_every_card_a_network() -> None:
    kept = {path.name for path in WEIGHTS.iterdir()}
    assert {name for name in kept if not name.endswith(INT8)} == {f"{name}.onnx" for name in NAMES}
    assert {name.removesuffix(INT8) for name in kept if name.endswith(INT8)} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_files_of_a_network_are_those_of_its_card(name: str) -> None:
    card = read_card(CARDS / f"{name}.toml")
    assert card.name == name
    check_files(card, *files_of(name))


@pytest.mark.skipif(find_spec("onnxruntime") is None, reason="OpenCV does not tell what a file says of itself")
@pytest.mark.parametrize("name", NAMES)
def test_the_files_of_a_network_say_in_short_what_its_card_says(name: str) -> None:
    card = read_card(CARDS / f"{name}.toml")
    for path in files_of(name):
        assert not path.is_file() or metadata_of(path.read_bytes()) == card.metadata()


@pytest.mark.parametrize("name", NAMES)
def test_a_card_written_and_read_is_the_same(name: str, tmp_path: Path) -> None:
    card = read_card(CARDS / f"{name}.toml")
    copy = tmp_path / "card.toml"
    copy.write_text(card.toml())
    assert read_card(copy) == card
    assert read_card(copy).digest() == card.digest()


def test_what_is_written_as_toml_is_read_as_it_was() -> None:
    table = {
        "plain": 'a "quoted" word',
        "rate": 1e-05,
        "dotted.key": True,
        "nested": {"off.by": 0.5, "sets": [{"seed": 1, "traced": False}]},
        "stages": [{"steps": 3, "lessons": [{"maker": "one"}, {"maker": "two"}]}, {"steps": 4, "lessons": []}],
    }
    assert tomllib.loads(to_toml(table)) == table


def test_a_card_that_says_something_else_has_another_digest() -> None:
    cards = [read_card(CARDS / f"{name}.toml") for name in NAMES]
    assert len({card.digest() for card in cards}) == len(NAMES)


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("purpose = ", "aim = ", "not a whole card"),
        ("[files]", "[hashes]", "files"),
        ("steps = ", "steps = 3 # ", "a stage"),
        (f'generator = "{UNKNOWN}', 'generator = "', "generator is neither a number"),
        ("after = ", "later = ", "do not say after"),
        ("seed = 0", "seed = ", "not a whole card"),
    ],
)
def test_a_card_that_leaves_something_out_is_refused(was: str, becomes: str, said: str, tmp_path: Path) -> None:
    text = (CARDS / "seats.toml").read_text()
    path = tmp_path / "card.toml"
    assert was in text
    path.write_text(text.replace(was, becomes, 1) if said != "a stage" else text.replace("batch = ", "size = "))
    with pytest.raises(CardError, match=said):
        read_card(path)


def test_a_card_says_why_there_is_no_int8_twin(tmp_path: Path) -> None:
    lines = (CARDS / "painted.toml").read_text().splitlines(keepends=True)
    path = tmp_path / "card.toml"
    path.write_text("".join(line for line in lines if not line.startswith("int8_reason")))
    with pytest.raises(CardError, match="why there is no int8 twin"):
        read_card(path)


def test_networks_without_an_int8_twin_are_those_whose_cards_say_so() -> None:
    without = {name for name in NAMES if read_card(CARDS / f"{name}.toml").int8 == NONE}
    assert without == {name for name in NAMES if not files_of(name)[1].is_file()}


def test_there_is_no_card_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="no card"):
        read_card(tmp_path / "card.toml")
