"""A short slice of every fuzzer, all of it in `make explore`; `make fuzz` runs each for a minute."""

from random import Random

import pytest

from lab.fuzzing import FUZZERS
from lab.fuzzing.fuzzer import rounds
from tests.firmware_build import build
from tests.often import THOROUGH

# Rounds of a thorough run; 300 where nothing is said. Otherwise a tenth of them is made, of the same seed.
ROUNDS = {
    "camera-streams": 60,
    "journals": 40,
    "names": 30,
    "phone-door": 120,
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
    count = ROUNDS.get(name, 300)
    found = FUZZERS[name](Random(7), rounds(count=count if THOROUGH else -(-count // 10)))
    assert found.faults == []
    assert found.refused.total() > 0, "most inputs are spoilt"
    assert found.taken.total() > 0, "good input gets through"


@pytest.mark.parametrize("name", FUZZERS)
def test_the_same_seed_makes_the_same_input(name: str) -> None:
    found = [FUZZERS[name](Random(3), rounds(count=min(ROUNDS.get(name, 300), 4))) for _ in range(2)]
    assert (found[0].taken, found[0].refused) == (found[1].taken, found[1].refused)
