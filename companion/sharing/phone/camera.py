"""The phone that is the camera: one at a time, another one only by consent at the table."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.sharing.phone.visit import REFUSED, REPLACED, WRONG, Visit

PHONE = "phone"
"""The name by which the phone is opened, among those of cameras."""

# Of a page's name, and of the message that tells it.
LONGEST_NAME, LONGEST_HELLO = 64, 500


@dataclass(frozen=True)
class ShownPhone:
    """The phone as the table shows it: the `address` of its page for a code, whether a phone is `connected` and whether
    another one `asks` to take its place.
    """

    address: str
    connected: bool = False
    asks: bool = False

    @property
    def code(self) -> str:
        """The address to scan; "" while a phone is connected."""
        return "" if self.connected else self.address


class PhoneCamera:
    """Takes pictures one by one: each is asked for, so that none waits in the network while it grows old. Safe for any
    thread.

    A phone is known by the name that its page has given itself. After a loss the same one comes back by itself.
    """

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._phone = ""
        self._visit: Visit | None = None
        self._other: tuple[str, Visit] | None = None
        self._picture: bytes | None = None
        # True once a picture has been asked for that has not come yet.
        self._asked = False
        self._shown: Mapping[str, Any] = {}

    @property
    def connected(self) -> bool:
        return self._visit is not None

    @property
    def asks(self) -> bool:
        """True while another phone wants to be the camera."""
        return self._other is not None

    def meet(self, visit: Visit) -> None:
        """Listen to a phone until its connection ends. Raises OSError where it breaks, ValueError for nonsense."""
        try:
            messages = visit.messages()
            if name := _name(next(messages, "")):
                self._come(name, visit)
                for message in messages:
                    self._hear(visit, message)
        finally:
            self._gone(visit)

    def answer(self, yes: bool) -> None:
        """Let the other phone take the place of the first, or not."""
        with self._news:
            if self._other is None:
                return
            (name, visit), self._other = self._other, None
            if not yes:
                visit.close(REFUSED)
                return
            if self._visit:
                self._visit.close(REPLACED)
            self._take_in(name, visit)

    def tell(self, shown: Mapping[str, Any]) -> None:
        """Show this on the phone, from now on."""
        with self._news:
            self._shown = shown
            if self._visit:
                self._visit.send({"show": shown})

    def take(self, wait: float) -> bytes | None:
        """Ask for a picture and return it; None where none has come within `wait` seconds."""
        with self._news:
            if self._visit and not self._asked:
                self._asked = True
                self._visit.send({"next": True})
            self._news.wait_for(lambda: self._picture is not None, wait)
            picture, self._picture = self._picture, None
            return picture

    def spurn(self) -> None:
        """Disconnect a phone that has sent something that is no picture."""
        with self._news:
            if self._visit:
                self._visit.close(WRONG)

    def _come(self, name: str, visit: Visit) -> None:
        with self._news:
            if self._phone in ("", name):
                if self._visit:
                    self._visit.close(REPLACED)
                self._take_in(name, visit)
                return
            if self._other:
                self._other[1].close(REFUSED)
            self._other = (name, visit)
            visit.send({"waits": True})

    def _take_in(self, name: str, visit: Visit) -> None:
        self._phone, self._visit, self._asked, self._picture = name, visit, False, None
        visit.send({"show": self._shown})

    def _hear(self, visit: Visit, message: str | bytes) -> None:
        with self._news:
            if isinstance(message, str):  # a page that hears nothing for long connects anew
                visit.send({"here": True})
            elif visit is self._visit:
                self._picture, self._asked = message, False
                self._news.notify_all()

    def _gone(self, visit: Visit) -> None:
        with self._news:
            if visit is self._visit:
                self._visit = None
            if self._other and visit is self._other[1]:
                self._other = None
            self._news.notify_all()


def _name(message: str | bytes) -> str:
    """Return the name that a page gives itself; "" for anything else. Raises ValueError for what is no JSON."""
    said = json.loads(message) if isinstance(message, str) and 0 < len(message) < LONGEST_HELLO else None
    name = said.get("phone") if isinstance(said, dict) else None
    return name[:LONGEST_NAME] if isinstance(name, str) else ""
