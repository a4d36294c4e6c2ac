"""The minute in which programs are laid out."""

import pytest

from companion.games.pyramid_ball.screen.timer import ProgrammingTimer


class Hands:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.rule("PB-foul")
def test_a_second_after_the_end_is_grace() -> None:
    hands = Hands()
    timer = ProgrammingTimer(hands)
    assert (timer.state, timer.left, timer.sound()) == ("idle", 60.0, None)
    timer.start()
    found = {}
    for after in (0.0, 49.9, 50.0, 59.9, 60.0, 60.9, 61.0):
        hands.now = 100.0 + after
        found[after] = (timer.state, timer.sound())
    assert found == {
        0.0: ("running", None),
        49.9: ("running", None),
        50.0: ("last", "warning"),
        59.9: ("last", None),
        60.0: ("grace", "end"),
        60.9: ("grace", None),
        61.0: ("over", None),
    }
    assert timer.left == 0.0
    timer.stop()
    assert not timer.running
