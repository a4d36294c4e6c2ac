"""Boards at USB ports, plugged in and pulled by chance: one is a tower, the others are somebody's."""

from random import Random

from hardware.tower.acquaintances import RESTARTING, Acquaintances
from hardware.tower.ports import Port

STRANGERS = 6
TOWER = "tower"


class Bus:
    """`annoyed` counts the strangers that were knocked at again though nobody had plugged them in again, `missed` how
    often the tower was there and not looked at.
    """

    def __init__(self, rng: Random) -> None:
        self.annoyed = self.missed = 0
        self._rng = rng
        self._now = 0.0
        self._known = Acquaintances(lambda: self._now)
        self._there = {TOWER}
        self._away: set[str] = set()  # restarting because of a knock
        self._knocked: set[str] = set()

    def pass_time(self) -> None:
        """Some seconds to some hours, in which boards come and go; then somebody looks for the tower."""
        self._wait(self._rng.choice((1.0, 3.5, 60.0, 3600.0)))
        for device in self._rng.sample([TOWER, *(f"board {n}" for n in range(STRANGERS))], 2):
            if device in self._there:
                self._pull(device)
            else:
                self._there.add(device)
        self._look()

    def _wait(self, seconds: float) -> None:
        """What a knock restarts is away for two seconds, and back after them."""
        self._look()
        self._now += min(seconds, RESTARTING / 5)
        self._look()
        self._away.clear()
        self._look()
        self._now += max(0.0, seconds - RESTARTING / 5)

    def _pull(self, device: str) -> None:
        self._there.remove(device)
        self._wait(RESTARTING)  # nobody is quicker
        self._look()
        self._knocked.discard(device)

    def _look(self) -> None:
        ports = [Port(device, "board", "", device) for device in sorted(self._there - self._away)]
        visits = self._known.worth_a_visit(ports)
        self.missed += TOWER in self._there and TOWER not in [port.device for port in visits]
        for port in visits:
            if port.device == TOWER:
                self._known.answered(port)
            else:
                self.annoyed += port.device in self._knocked
                self._knocked.add(port.device)
                self._known.kept_silent(port)
                if self._rng.random() < 0.5:
                    self._away.add(port.device)
