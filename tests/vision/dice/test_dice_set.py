"""What a symbol means is told once of a set of dice and kept."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.saying import refused, said
from vision.dice.dice_set import PLAIN, DiceSet, load_set, told_set
from vision.dice.eye import SeenDie, judge_finds
from vision.dice.finder import FoundDie
from vision.dice.reader import COLOURS, EMBLEM, KINDS, DieReading


def seen(dice_set: DiceSet, chance: float = 0.97, colour: str = "red", at: float = 100.0) -> SeenDie:
    """A die that the reader takes for a symbol with some chance, and else for a one."""
    kinds = np.zeros(KINDS)
    kinds[EMBLEM], kinds[0] = chance, 1 - chance
    reading = DieReading(kinds, np.eye(len(COLOURS))[COLOURS.index(colour)], np.empty((0, 2)))
    (die,) = judge_finds([FoundDie((at, 100.0), 40.0, 0.95)], [reading], (200, 200), dice_set)
    return die


def test_a_symbol_has_no_value_until_its_meaning_is_told() -> None:
    unknown, known = seen(PLAIN), seen(told_set(["6"]))
    assert (unknown.value, unknown.symbol) == (None, False)
    assert said(unknown.why) == "a symbol, no pips"
    assert (known.value, known.symbol, said(known.why)) == (6, True, "")
    assert known.confidence == pytest.approx(0.97)


def test_a_colour_may_have_a_symbol_of_its_own() -> None:
    dice = told_set(["6", "red=1"])
    assert seen(dice).value == 1
    assert seen(dice, colour="blue").value == 6
    assert seen(told_set(["blue=1"])).value is None


def test_what_is_hardly_a_symbol_or_cut_off_is_withheld_all_the_same() -> None:
    dice = told_set(["6"])
    assert seen(dice, 0.8).value is None
    cut = seen(dice, at=8.0)
    assert cut.value is None
    assert "edge" in said(cut.why)


def test_a_set_is_kept_and_added_to(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text(json.dumps(told_set(["6"]).to_json()), "utf-8")
    assert load_set(path).symbols == {"any": 6}
    assert told_set(["red=1"], load_set(path)).symbols == {"any": 6, "red": 1}


@pytest.mark.parametrize("word", ["", "7", "red", "mauve=1", "red=x"])
def test_what_says_nothing_of_a_symbol_is_refused(word: str) -> None:
    with refused("red=6"):
        told_set([word])


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, '{"symbols": 3}', '{"symbols": {"red": 9}}'])
def test_a_file_that_holds_no_set_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "set.json"
    path.write_text(text)
    with refused("once more|red=6"):
        load_set(path)
