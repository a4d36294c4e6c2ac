"""What refereeing raises, and what errors tell people."""

from collections.abc import Sequence

from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.texts.language import english
from hardware.errors import DeviceError, Fact

# Words in English, or the reason that a language words, until every error is a reason.
Saying = str | Reason


class RefereeError(ValueError):
    """A recording, journal, roll or correction that cannot be used; the message names the place and what to do."""


def told(error: Exception) -> Saying:
    """What an error tells people: its reason, or its message where it has none."""
    if isinstance(error, DeviceError):
        return reason_of(error.fact)
    return error.reason if isinstance(error, GameError) else str(error)


def words_of(error: Exception) -> str:
    """What an error tells people, in English."""
    return in_english(told(error))


def in_english(said: Saying) -> str:
    """For the command line."""
    return english(said) if isinstance(said, Reason) else said


def reason_of(fact: Fact) -> Reason:
    """What a device says, as a reason."""
    values = {name: reason_of(value) if isinstance(value, Fact) else value for name, value in fact.values.items()}
    return because(fact.key, None, **values)


def together(said: Sequence[Saying]) -> Saying:
    """Several things to tell, at least one, as one."""
    if len(said) == 1:
        return said[0]
    reasons = tuple(each if isinstance(each, Reason) else because("text", text=each) for each in said)
    return because("engine.reasons", reasons=reasons)
