"""A simulated tower and what it says, for tests that speak its language themselves."""

from hardware.tower.dtp import frame, unframe
from lab.tower.simulation.tower import SimulatedTower


class Talk:
    """Collects a tower's lines."""

    def __init__(self, tower: SimulatedTower) -> None:
        self.tower = tower
        self.lines: list[str] = []
        self._rest = ""

    def run(self, ms: float) -> list[str]:
        """Let time pass. Returns the bodies that came meanwhile."""
        self.tower.run(ms)
        self._rest += self.tower.receive().decode("ascii")
        *lines, self._rest = self._rest.split("\n")
        bodies = [unframe(line) for line in lines]
        self.lines += bodies
        return bodies

    def ask(self, verb: str, rest: str = "", tag: int = 77) -> str:
        """The answer to a request, which is said again as hosts do."""
        for step in range(60):
            if step in (0, 20, 40):
                self.tower.send((frame(f"{verb} #{tag}{' ' + rest if rest else ''}") + "\n").encode())
            for body in self.run(10):
                if body.split(" ")[1] == f"#{tag}":
                    return body
        raise AssertionError(f"no answer to {verb}")

    def until(self, part: str, ms: float = 4000) -> str:
        """Wait for a line with this in it."""
        for _ in range(int(ms / 10)):
            found = [body for body in self.run(10) if part in body]
            if found:
                return found[0]
        raise AssertionError(f"no {part!r} within {ms} ms, only {self.lines[-5:]}")

    def hello(self) -> dict[str, str]:
        return fields(self.ask("HELLO", "dtp=1 host=test"))

    def ready(self) -> None:
        """Take the dice out and wait until another roll may begin."""
        self.tower.clear()
        self.until(" READY", 6000)


def fields(body: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in body.split(" ") if "=" in word)
