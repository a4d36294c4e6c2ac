"""The host's requests to one tower: one after the other, each said until it is answered, three times at most."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.tower.codes import Message

REQUEST_TIMEOUT = 0.2  # seconds until a request is said again, as the protocol has it
TRIES = 3  # of a request, as the protocol has it
LAST_TAG = 999  # of the tags of requests, which begin anew after it


@dataclass
class Answer:
    """A request under way, later with its answer: the body of the tower's reply, None where it never came. `asked` is
    what was asked, `body` that with its tag; `own` is whether the session asks it of itself.
    """

    asked: str
    tag: int
    own: bool = False
    done: bool = False
    reply: str | None = None
    sent: float = -1.0
    tries: int = 0

    @property
    def verb(self) -> str:
        return self.asked.partition(" ")[0]

    @property
    def body(self) -> str:
        verb, _, rest = self.asked.partition(" ")
        return f"{verb} #{self.tag}{' ' + rest if rest else ''}"

    @property
    def ok(self) -> bool:
        return self.reply is not None and not self.reply.startswith(Message.ERR)


class RequestQueue:
    """Those that wait, in their order; times are seconds of any clock."""

    def __init__(self) -> None:
        self._waiting: deque[Answer] = deque()
        self._tag = 0
        self.retries = 0

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._waiting)

    def __len__(self) -> int:
        return len(self._waiting)

    def numbered(self, asked: str, own: bool = True) -> Answer:
        """A request with its tag, which does not wait here."""
        self._tag = self._tag % LAST_TAG + 1
        return Answer(asked, self._tag, own)

    def add(self, asked: str) -> Answer:
        """Somebody's request; it waits for its turn."""
        answer = self.numbered(asked, own=False)
        self._waiting.append(answer)
        return answer

    def replace(self, asked: str, first: bool = False) -> None:
        """The session's own request, in place of its earlier one of the same verb."""
        if any(other.own and other.asked == asked for other in self._waiting):
            return
        answer = self.numbered(asked)
        self._waiting = deque(other for other in self._waiting if not (other.own and other.verb == answer.verb))
        if first:
            self._waiting.appendleft(answer)
        else:
            self._waiting.append(answer)

    def due(self, now: float) -> str | None:
        """What is to be said now; a request that was said often enough is given up."""
        while self._waiting:
            first = self._waiting[0]
            if first.sent >= 0 and now - first.sent < REQUEST_TIMEOUT:
                return None
            if first.tries < TRIES:
                self.retries += first.tries > 0
                first.tries += 1
                first.sent = now
                return first.body
            first.done = True
            self._waiting.popleft()
        return None

    def answered(self, tag: str, reply: str) -> None:
        """An answer came; one that nobody waits for is nothing."""
        for answer in self._waiting:
            if tag == f"#{answer.tag}" and answer.sent >= 0:
                answer.reply, answer.done = reply, True
                self._waiting.remove(answer)
                return

    def drop(self, own: bool = False) -> None:
        """Give all requests up, or only the session's own."""
        for answer in [answer for answer in self._waiting if answer.own or not own]:
            answer.done = True
            self._waiting.remove(answer)
