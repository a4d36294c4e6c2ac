"""A serial line that drops, doubles, flips, delays and invents bytes, and can be pulled out."""

import heapq
import itertools
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Harm:
    """Chances for each byte."""

    drop: float = 0.0
    double: float = 0.0
    flip: float = 0.0
    invent: float = 0.0
    delay: float = 0.0
    delay_ms: float = 40.0

    def any(self) -> bool:
        return any((self.drop, self.double, self.flip, self.invent, self.delay))


class FaultyLine:
    """One direction of a line. Bytes go in with a time in milliseconds and come out when that time has come."""

    def __init__(self, rng: Random) -> None:
        self.harm = Harm()
        self.pulled = False
        self.faults = 0
        self._rng = rng
        self._under_way: list[tuple[float, int, bytes]] = []
        self._order = itertools.count()
        self._open_at = 0.0

    def put(self, data: bytes, now: float) -> None:
        if self.pulled or not data:
            return
        if not self.harm.any():
            self._push(data, now)
            return
        harm, chance = self.harm, self._rng.random
        for byte in data:
            if chance() < harm.delay:
                self.faults += 1
                self._open_at = now + chance() * harm.delay_ms
            if chance() < harm.drop:
                self.faults += 1
                continue
            kept = byte
            if chance() < harm.flip:
                self.faults += 1
                kept ^= 1 << self._rng.randrange(8)
            self._push(bytes([kept]), now)
            if chance() < harm.double:
                self.faults += 1
                self._push(bytes([kept]), now)
            if chance() < harm.invent:
                self.faults += 1
                self._push(self._rng.randbytes(1), now)

    def get(self, now: float) -> bytes:
        if not self._under_way:
            return b""
        data = bytearray()
        while self._under_way and self._under_way[0][0] <= now:
            data += heapq.heappop(self._under_way)[2]
        return bytes(data)

    def pull(self) -> None:
        """Everything under way is lost, and everything put in until `plug`."""
        self.pulled = True
        self.faults += 1
        self._under_way.clear()

    def plug(self) -> None:
        self.pulled = False

    def _push(self, data: bytes, now: float) -> None:
        heapq.heappush(self._under_way, (max(now, self._open_at), next(self._order), data))
