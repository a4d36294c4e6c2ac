"""A table that plays by itself in place of a camera: so whoever builds on what is told has something to listen to."""

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.referee.practice import Practice
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.verdict import Verdict
from vision.sources.source import Shot

PACE_SECONDS: Final = 2.0
"""Between two things that happen: who watches can follow."""
TICK_SECONDS: Final = 0.1
"""In between, what people type is heard so often."""
THINKING: Final = 3
"""After so many paces in doubt its players say which it was: the likeliest."""


class PlayingTable:
    """The pictures of a table that plays by itself (implements `companion.referee.live.feed.FrameSource`), and what is
    said there meanwhile. Its players go by the verdicts that they are `told`; it ends with the game.

    `pace` is in seconds. `sleep` lets time pass.
    """

    still = True

    def __init__(
        self,
        table: AnyTable,
        session: Callable[[], Session],
        *,
        seed: int | None = None,
        pace: float = PACE_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.practice: Practice = table.practice(secrets.randbelow(1 << 30) if seed is None else seed, {})
        self._session, self._pace, self._sleep = session, pace, sleep
        self._verdict: Verdict | None = None
        self._said: deque[tuple[str, Any]] = deque()

    def take_verdict(self, verdict: Verdict | None, event: str) -> None:
        """Take the verdict on an event of that kind."""
        self._verdict = verdict or self._verdict
        if event == "correct":
            self._stand()

    def waiting(self) -> Iterator[tuple[str, Any]]:
        """Return the commitments since the last call, as kind and value of a happening."""
        while self._said:
            yield self._said.popleft()

    def shots(self) -> Iterator[Shot | None]:
        if self._session().started:
            self._stand()
        begun, doubted = time.monotonic(), 0
        while not self._session().winner:
            happening = self.practice.next(self._verdict)
            if happening is None:
                doubted += 1
                if doubted % THINKING == 0 and self._session().readings:
                    self._said.append(("correct", {"reading": 0}))
                    yield None
            elif happening.kind == "frame":
                doubted = 0
                yield Shot(time.monotonic() - begun, happening.value)
            else:
                self._said.append((happening.kind, happening.value))
                yield None
            for _ in range(round(self._pace / TICK_SECONDS)):
                self._sleep(TICK_SECONDS)
                yield None

    def _stand(self) -> None:
        """Set the table to what the referee believes."""
        session = self._session()
        if session.started and not session.winner:
            self.practice.go_on_from(session.position, self._mover(session), session.due)

    def _mover(self, session: Session) -> str:
        if session.due and session.due.mover:
            return session.due.mover
        return session.table.next_mover(session.side) if session.side else session.table.sides[0]
