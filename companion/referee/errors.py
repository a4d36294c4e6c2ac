"""What refereeing raises, and what errors tell people."""

from collections.abc import Sequence
from typing import Any

from calibration import errors as calibration
from companion.games.errors import GameError
from companion.games.reason import Reason, Value, because
from companion.texts.language import english
from hardware import errors as hardware

# Words in English, or the reason that a language words, until every error is a reason.
Saying = str | Reason


class RefereeError(ValueError):
    """A recording, journal, roll or correction that cannot be used; the message names the place and what to do."""


def told(error: Exception) -> Saying:
    """What an error tells people: its reason, or its message where it has none."""
    if isinstance(error, hardware.DeviceError | calibration.CalibrationError):
        return reason_of(error.fact)
    return error.reason if isinstance(error, GameError) else str(error)


def words_of(error: Exception) -> str:
    """What an error tells people, in English."""
    return in_english(told(error))


def in_english(said: Saying) -> str:
    """For the command line."""
    return english(said) if isinstance(said, Reason) else said


Fact = hardware.Fact | calibration.Fact


def reason_of(fact: Fact) -> Reason:
    """What a device or calibration says, as a reason."""
    return because(fact.key, None, **{name: _value_of(value) for name, value in fact.values.items()})


def _value_of(value: Any) -> Value:
    if isinstance(value, tuple):
        return tuple(_value_of(item) for item in value)
    return reason_of(value) if isinstance(value, Fact) else value


def together(said: Sequence[Saying]) -> Saying:
    """Several things to tell, at least one, as one."""
    if len(said) == 1:
        return said[0]
    reasons = tuple(each if isinstance(each, Reason) else because("text", text=each) for each in said)
    return because("engine.reasons", reasons=reasons)
