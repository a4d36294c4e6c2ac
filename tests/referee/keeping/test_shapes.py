"""A value of the wrong shape is refused by what it had to be, and by what it is."""

from typing import Any

import pytest

from companion.games.reason import Reason, because
from companion.referee.keeping.shapes import MOST_SECONDS, Shape, ShapeError, number, one_of, seconds, truth, whole

WHOLE = because("shape.whole", least=1, most=6, got="?")


@pytest.mark.parametrize(
    ("shape", "good", "bad", "refused"),
    [
        (truth, [True, False], [1, 0, None, "true"], because("shape.truth", got="?")),
        (number, [0, -1.5], [True, "1", None], because("shape.number", got="?")),
        (seconds, [0, MOST_SECONDS], [-1, MOST_SECONDS + 1], because("shape.seconds", most=MOST_SECONDS, got="?")),
        (whole(1, 6), [1, 6], [True, 0, 7, 2.0, "3", None], WHOLE),
        (one_of(["a", "b"]), ["a", "b"], ["c", "", 1, None], because("shape.one_of", known=("a", "b"), got="?")),
    ],
)
def test_a_refusal_names_what_was_wanted_and_what_came(
    shape: Shape, good: list[Any], bad: list[Any], refused: Reason
) -> None:
    for value in good:
        shape(value)
    for value in bad:
        with pytest.raises(ShapeError) as caught:
            shape(value)
        reason = caught.value.reason
        assert (reason.key, {**reason.values, "got": "?"}) == (refused.key, dict(refused.values))
        assert reason.values["got"] not in (None, "")
