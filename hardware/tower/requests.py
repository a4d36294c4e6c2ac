"""The host's requests to one tower: one after the other, each repeated until answered, three times at most."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.tower.codes import Message

REQUEST_TIMEOUT = 0.2  # seconds until a request is said again, as the protocol has it
TRIES = 3  # of a request, as the protocol has it
LAST_TAG = 999  # of the tags of requests, which begin anew after it


@dataclass
class TowerRequest:
    """A request, later with its reply."""

    asked: str
    """The request; `body` has its tag, too."""
    tag: int
    own: bool = False
    """True for a request of the session itself."""
    done: bool = False
    reply: str | None = None
    """Body of the tower's reply; None if it never came."""
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
    """Waiting requests in order; times are seconds of any clock."""

    def __init__(self) -> None:
        self._waiting: deque[TowerRequest] = deque()
        self._tag = 0

    def __iter__(self) -> Iterator[TowerRequest]:
        return iter(self._waiting)

    def __len__(self) -> int:
        return len(self._waiting)

    def numbered(self, asked: str, own: bool = True) -> TowerRequest:
        """Return a request with its tag that does not wait in the queue."""
        self._tag = self._tag % LAST_TAG + 1
        return TowerRequest(asked, self._tag, own)

    def add(self, asked: str) -> TowerRequest:
        """Queue a request of a caller."""
        request = self.numbered(asked, own=False)
        self._waiting.append(request)
        return request

    def replace(self, asked: str, first: bool = False) -> None:
        """Queue the session's own request in place of its earlier one of the same verb."""
        if any(other.own and other.asked == asked for other in self._waiting):
            return
        request = self.numbered(asked)
        self._waiting = deque(other for other in self._waiting if not (other.own and other.verb == request.verb))
        if first:
            self._waiting.appendleft(request)
        else:
            self._waiting.append(request)

    def due(self, now: float) -> str | None:
        """Return what is to be sent now; a request repeated often enough is given up."""
        while self._waiting:
            first = self._waiting[0]
            if first.sent >= 0 and now - first.sent < REQUEST_TIMEOUT:
                return None
            if first.tries < TRIES:
                first.tries += 1
                first.sent = now
                return first.body
            first.done = True
            self._waiting.popleft()
        return None

    def answered(self, tag: str, reply: str) -> None:
        """Handle an answer; one to no request is ignored."""
        for request in self._waiting:
            if tag == f"#{request.tag}" and request.sent >= 0:
                request.reply, request.done = reply, True
                self._waiting.remove(request)
                return

    def drop(self, own: bool = False) -> None:
        """Give up all requests, or only the session's own."""
        for request in [request for request in self._waiting if request.own or not own]:
            request.done = True
            self._waiting.remove(request)
