"""A phone as the camera of a command: the code in the terminal, verdicts on the phone, consent to another one."""

import sys
from collections.abc import Callable, Iterator

import segno

from companion.app.devices.phone import TABLE_PHONE
from companion.app.settings.settings import home
from companion.games.reason import Reason, because
from companion.referee.game import JudgedEvent
from companion.referee.live.feed import Feed
from companion.referee.live.typed import Lines
from companion.referee.table_parts import Wording
from companion.referee.telling import sentence
from companion.sharing.phone.camera import PHONE
from companion.texts.language import capital, english

_TONES = {"good": "good", "bad": "bad"}


def phone_feed(complain: Callable[[Reason], None]) -> Feed:
    """Print the code to scan and return the phone's pictures. Raises RefereeError where no phone can connect."""
    TABLE_PHONE.home = home()
    source = TABLE_PHONE.open()
    assert TABLE_PHONE.shown
    address = TABLE_PHONE.shown.address
    print(english(because("phone.scan")), file=sys.stderr)
    segno.make(address, micro=False).terminal(out=sys.stderr, compact=True)
    print(address, file=sys.stderr)
    return Feed(source, because("phone.name"), complain)


class LinesBesidePhone:
    """Typed lines but for the one that lets another phone be the camera."""

    def __init__(self, lines: Lines, complain: Callable[[Reason], None]) -> None:
        self._lines, self._complain = lines, complain
        self._asked = False

    def waiting(self) -> Iterator[str]:
        """Yield the lines typed since the last call."""
        asks = bool(TABLE_PHONE.shown and TABLE_PHONE.shown.asks)
        if asks and not self._asked:
            self._complain(because("phone.other"))
        self._asked = asks
        for line in self._lines.waiting():
            if line.lower() == PHONE:
                TABLE_PHONE.answer(True)
            else:
                yield line


def show_on_phone(step: JudgedEvent, wording: Wording) -> None:
    """Show a verdict on the phone, if there is one."""
    if verdict := step.verdict:
        words, tone = english(sentence(verdict, wording)), _TONES.get(verdict.trait.tone, "warn")
        shown = {"head": capital(verdict.verdict), "words": words, "tone": tone}
        heard = {"number": step.event.index, "words": words, "tone": tone}
        TABLE_PHONE.tell({"verdict": shown, "heard": heard, "language": "en"})
