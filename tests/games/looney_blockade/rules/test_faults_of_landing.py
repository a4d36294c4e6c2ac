"""What a refused landing is called: the rule, the words and the cell, for every line of the landing table."""

import pytest

from companion.games.looney_blockade.rules.model import Side
from companion.games.looney_blockade.rules.rules import landing_fault
from tests.games.saying import said


@pytest.mark.parametrize(
    ("stack", "piece", "side", "rule", "why"),
    [
        (
            "R3R1",
            "G1",
            "cool",
            "BK-land",
            "a green small may not land on c3: a red small is on top, and only its own colour lands there",
        ),
        ("G3G1", "G2", "cool", "BK-18", "a green medium may not land on c3: the green small on top is smaller"),
        (
            "B3B2B1K3",
            "G1",
            "cool",
            "BK-09",
            "a green small may not land on c3: the black there caps your other colour's tower",
        ),
        (
            "G3G2G1K2",
            "B1",
            "cool",
            "BK-09",
            "a blue small may not land on c3: the black there caps your other colour's tower",
        ),
        (
            "R3R2R1K3",
            "G1",
            "cool",
            "BK-land",
            "a green small may not land on c3: the black there caps the opponent's tower",
        ),
        (
            "B3B2B1K3",
            "Y2",
            "warm",
            "BK-land",
            "a yellow medium may not land on c3: the black there caps the opponent's tower",
        ),
        (
            "G3G2G1K2",
            "G2",
            "cool",
            "BK-07",
            "a green medium may not land on c3: on a black medium only something smaller lands",
        ),
        (
            "Y3Y2Y1K1",
            "Y1",
            "warm",
            "BK-07",
            "a yellow small may not land on c3: on a black small only something smaller lands",
        ),
    ],
)
@pytest.mark.rule("BK-land", "BK-07", "BK-09", "BK-18")
def test_the_fault_of_a_landing(stack: str, piece: str, side: Side, rule: str, why: str) -> None:
    fault = landing_fault("c3", stack, piece, side)
    assert fault and (fault.rule, said(fault.reason), fault.cells) == (rule, why, ("c3",))


@pytest.mark.parametrize(
    ("stack", "piece"), [("C3", "G2"), ("G3", "G2"), ("G3G2", "G2"), ("G3G1", "G1"), ("G3G2G1K3", "G2"), ("C3G2", "G1")]
)
@pytest.mark.rule("BK-land")
def test_a_landing_without_a_fault(stack: str, piece: str) -> None:
    assert landing_fault("c3", stack, piece, "cool") is None
