"""What the engines raise carries a reason."""

import pickle

from companion.games.errors import GameError, printable
from companion.games.reason import because


def test_an_error_has_the_reason_that_it_is_made_of() -> None:
    error = GameError("engine.no_object", "BK-setup", name="grid", got="3")
    assert error.reason == because("engine.no_object", "BK-setup", name="grid", got="3")
    assert str(error) == str(error.reason) == "BK-setup engine.no_object (name='grid', got='3')"
    assert GameError.of(error.reason).reason == error.reason


def test_an_error_survives_the_way_to_another_process() -> None:
    error = GameError("engine.at_line", line=3, reason=because("engine.nested"))
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, GameError)
    assert again.reason == error.reason


def test_a_number_of_thousands_of_digits_is_shown_too() -> None:
    assert printable(10**5000) == because("engine.huge")
