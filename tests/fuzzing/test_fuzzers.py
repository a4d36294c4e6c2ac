"""A short slice of every fuzzer; `make fuzz` runs each for a minute."""

from random import Random

import pytest

from lab.fuzzing import FUZZERS
from lab.fuzzing.fuzzer import rounds
from tests.firmware_build import build

# Rounds that take a second or two; 300 where nothing is said.
ROUNDS = {
    "camera-streams": 60,
    "journals": 40,
    "names": 30,
    "recordings": 60,
    "tower-parsers": 4,
    "tower-session": 2,
    "written-games": 45,
}


@pytest.fixture(autouse=True)
def firmware() -> None:
    build()


@pytest.mark.parametrize("name", FUZZERS)
def test_bad_input_is_refused_and_does_no_harm(name: str) -> None:
    found = FUZZERS[name](Random(7), rounds(count=ROUNDS.get(name, 300)))
    assert found.faults == []
    assert found.refused.total() > 10, "most inputs are spoilt"
    assert found.taken.total() > 10, "good input gets through"


@pytest.mark.parametrize("name", FUZZERS)
def test_the_same_seed_makes_the_same_input(name: str) -> None:
    found = [FUZZERS[name](Random(3), rounds(count=min(ROUNDS.get(name, 300), 8))) for _ in range(2)]
    assert (found[0].taken, found[0].refused) == (found[1].taken, found[1].refused)
