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
    """A recording, journal, roll or correction that cannot be used; the reason names the place and what to do.

    What only whoever writes files by hand meets is told in English prose.
    """

    def __init__(self, key: str, /, **values: Value) -> None:
        self.reason = prose(key) if " " in key or "." not in key else because(key, **values)
        super().__init__(self.reason)

    def __str__(self) -> str:
        return english(self.reason)

    def __reduce__(self) -> Any:
        return _again, (self.reason,)


def _again(reason: Reason) -> RefereeError:
    if reason.key == "text":
        return RefereeError(str(reason.values["text"]))
    return RefereeError(reason.key, **reason.values)


def prose(text: str) -> Reason:
    """English words, such as a device's or another program's, as a reason."""
    return because("text", text=text)


def told(error: Exception) -> Saying:
    """What an error tells people: its reason, or its message where it has none."""
    if isinstance(error, hardware.DeviceError | calibration.CalibrationError):
        return reason_of(error.fact)
    reason: Reason | None = error.reason if isinstance(error, GameError | RefereeError) else None
    return str(error) if reason is None or reason.key == "text" else reason


def reason_for(error: Exception) -> Reason:
    """What an error tells people, as a reason."""
    said = told(error)
    return said if isinstance(said, Reason) else prose(said)


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
