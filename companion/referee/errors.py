"""What refereeing raises, and what errors tell people."""

from companion.games.errors import GameError
from companion.games.reason import Reason
from companion.texts.language import english

# Words in English, or the reason that a language words, until every error is a reason.
Saying = str | Reason


class RefereeError(ValueError):
    """A recording, journal, roll or correction that cannot be used; the message names the place and what to do."""


def told(error: Exception) -> Saying:
    """What an error tells people: its reason, or its message where it has none."""
    return error.reason if isinstance(error, GameError) else str(error)


def words_of(error: Exception) -> str:
    """What an error tells people, in English."""
    said = told(error)
    return english(said) if isinstance(said, Reason) else said
