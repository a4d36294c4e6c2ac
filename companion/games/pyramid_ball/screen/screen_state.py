"""State of the screen of Pyramid Ball that the table does not know."""

from dataclasses import dataclass, field

from companion.games.pyramid_ball.screen.follower import Follower
from companion.referee.verdict import Verdict


@dataclass
class BallScreenState:
    """Stage of the turn."""

    follower: Follower = field(default_factory=Follower)
    """Shows a turn step by step."""
    checking: bool = True
    """True while the players check the programs."""
    typing: bool = False
    """True while the players enter programs that no camera has read yet."""
    clock: str = "idle"
    """State of the timer on the screen."""
    trusted: str = ""
    """The side that has the tablet, and enters its program in secret."""
    warned: str = ""
    """The side that has been told that its program is empty."""
    marking: str = ""
    """The side whose marker the next tap on a command puts there or takes off, "" for neither."""
    dismissed: set[str] = field(default_factory=set)
    """Sides whose late hands have been looked at."""
    programmed: bool = False
    """True if the state before had programs."""
    heard: Verdict | None = None
    """The verdict of the state before."""

    def trust(self, side: str) -> None:
        self.trusted = side

    def mark(self, side: str) -> None:
        """Begin or end moving the marker with the next tap."""
        self.marking = "" if self.marking == side else side

    def check(self) -> None:
        self.checking = True

    def enter_programs(self) -> None:
        self.typing = True

    def carry_out(self) -> None:
        self.checking = False
        self.follower.skip()
