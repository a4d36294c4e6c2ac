"""What a look says of whole tables, kept so that a game can be judged again without its pictures."""

import json
from collections.abc import Mapping, Sequence

import numpy as np

from companion.referee.belief import Belief, Reading
from companion.referee.evidence import LEAST, Evidence
from companion.referee.readings import fit
from vision.image import Image

PLACES = ("a1", "a2", "a3")
BASE = {"a1": "R", "a2": "", "a3": ""}


class Whole:
    """A look that knows what stands there, and how much of it a hand hides."""

    hand = False
    hidden: frozenset[str] = frozenset()
    image: Image = np.zeros((1, 1, 3), np.uint8)

    def __init__(self, stands: Mapping[str, str], foreign: float = 0.0) -> None:
        self._stands, self._foreign = stands, foreign

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return np.zeros(len(stacks))

    def touched(self, cell: str) -> None:
        return None

    def whole(
        self, base: Mapping[str, str], changes: Sequence[Mapping[str, str]]
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        tables = [{**base, **change} for change in changes]
        return np.array([-30.0 * sum(table[cell] != self._stands[cell] for cell in PLACES) for table in tables])

    def unexplained(self, table: Mapping[str, str]) -> float:
        return self._foreign if table == self._stands else 1.0


def test_a_table_is_weighed_against_the_first_one_asked_about() -> None:
    evidence = Evidence.of(Whole({**BASE, "a2": "G"}), PLACES)
    assert evidence.whole(BASE, [{}, {"a2": "G"}, {"a3": "G"}, {"a2": "G", "a3": "G"}]) == [0.0, 30.0, LEAST, 0.0]
    assert evidence.whole({**BASE, "a2": "G"}, [{}, {"a2": ""}]) == [30.0, 0.0]


def test_what_was_answered_is_answered_again_without_the_look() -> None:
    asked = [{}, {"a2": "G"}, {"a3": "G"}]
    evidence = Evidence.of(Whole({**BASE, "a2": "G"}), PLACES)
    told = evidence.whole(BASE, asked)
    over = evidence.hand_over({**BASE, "a2": "G"})
    again = Evidence.from_json(json.loads(json.dumps(evidence.to_json())))
    assert again.of_whole_tables
    assert again.whole(BASE, asked) == told
    assert again.hand_over({**BASE, "a2": "G"}) == over


def test_a_look_that_knows_only_places_says_nothing_of_tables() -> None:
    evidence = Evidence(None, False, frozenset(), PLACES)
    assert evidence.whole(BASE, [{}, {"a2": "G"}]) == [0.0, 0.0]
    assert "tables" not in evidence.to_json()


def test_a_hand_is_what_the_likeliest_table_does_not_explain() -> None:
    stands = {**BASE, "a2": "G"}
    for foreign, hand in ((0.004, False), (0.03, True)):
        evidence = Evidence.of(Whole(stands, foreign), PLACES)
        evidence.whole(BASE, [{}])
        assert evidence.hand_over(stands) is hand


def test_a_table_is_behind_the_one_that_explains_the_picture_best() -> None:
    evidence = Evidence.of(Whole({**BASE, "a2": "G"}), PLACES)
    for place in PLACES:
        evidence.ask(place, ["", "R", "G"])
    evidence.whole(BASE, [{}, {"a2": "G"}])
    assert evidence.behind(BASE) == 30.0
    assert evidence.behind({**BASE, "a2": "G"}) == 0.0


def test_a_table_is_not_behind_one_that_its_places_speak_against() -> None:
    """Held the other way round, a table is drawn well that its squares, as they lie, show nothing of."""

    class Placed(Whole):
        def log_likelihoods(
            self, cell: str, stacks: Sequence[str]
        ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
            return np.array([-40.0 * (cell == "a2" and stack == "G") for stack in stacks])

    evidence = Evidence.of(Placed({**BASE, "a2": "G"}), PLACES)
    for place in PLACES:
        evidence.ask(place, ["", "R", "G"])
    evidence.whole(BASE, [{}, {"a2": "G"}])
    assert evidence.behind(BASE) == 0.0


def test_a_board_that_lies_a_little_elsewhere_is_no_strange_table() -> None:
    class Misread(Whole):
        """A look whose places are each misread a little, or one of them much."""

        def __init__(self, foreign: float, *off: float) -> None:
            super().__init__(BASE, foreign)
            self._off = dict(zip(PLACES, off, strict=True))

        def log_likelihoods(
            self, cell: str, stacks: Sequence[str]
        ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
            return np.array([-self._off[cell] * (stack == BASE[cell]) for stack in stacks])

    def told(look: Whole) -> float:
        evidence = Evidence.of(look, PLACES)
        for place in PLACES:
            evidence.ask(place, ["", "R", "G"])
        evidence.whole(BASE, [{}])
        return fit(Reading("unchanged", BASE, Belief(1.0, None), 1.0), evidence)

    assert told(Misread(0.0, 5.0, 5.0, 5.0)) > 0.99
    assert told(Misread(0.03, 5.0, 5.0, 5.0)) < 0.9
    assert told(Misread(0.0, 13.8, 13.8, 0.0)) < 0.1


def kept(hidden: Sequence[str], **nats: float) -> Evidence:
    """Evidence of places, and of whole tables that explain a picture so much better than the first."""
    cells = {"a1": {"R": -1.0, "": -7.0}, "a2": {"": 0.0, "G": -3.0}}
    tables = {"first": {"a1": "R"}, "nats": {"": 0.0, **{name.replace("_", "="): n for name, n in nats.items()}}}
    return Evidence.from_json({"hand": False, "hidden": hidden, "cells": cells, "tables": tables})


def test_what_places_say_of_a_table_is_weighed_against_the_first_one_on_those_that_show() -> None:
    """a2=G costs 3 nats, a1= costs 6, and nobody was asked about a3=G."""
    assert kept([], a2_G=4.0, a1_=5.5).behind(BASE) == 4.0
    assert kept([], a2_G=2.5, a1_=5.5).behind(BASE) == 0.0
    assert kept([], a2_G=4.0, a1_=6.5).behind(BASE) == 6.5
    assert kept(["a1"], a2_G=4.0, a1_=5.5).behind(BASE) == 5.5
    assert kept([], a2_G=4.0, a3_G=900.0).behind(BASE) == 4.0
