"""Tell whether a dice tray is seen well enough to be trusted, in sentences that say what to change."""

from dataclasses import dataclass

from companion.games.reason import Reason, because
from companion.referee.errors import reason_of
from vision.dice.eye import DiceEye
from vision.dice.tray import colour_of
from vision.dice.tray_check import P as TRAY_CHECK
from vision.dice.tray_check import TrayCheck, check_tray
from vision.image import Image


@dataclass(frozen=True)
class TrayFitness:
    """Check of a picture in which `expected` dice should lie."""

    checked: TrayCheck
    expected: int

    @property
    def fit(self) -> bool:
        return not self.checked.all_flaws

    @property
    def spots(self) -> list[tuple[tuple[float, float], float]]:
        """Places of faulty dice and their radii, pixels."""
        return [(die.die.at, die.face) for die in self.checked.dice if die.flaws]

    def say(self) -> list[Reason]:
        """Return how good the tray is, or what to change."""
        checked, expected = self.checked, self.expected
        least = min((die.pip for die in checked.dice), default=0.0)
        if self.fit:
            key = "tray.good" if least >= TRAY_CHECK.pip_share * TRAY_CHECK.good_face else "tray.fair"
            return [
                because(key, n=expected, pip=round(least), better=round(TRAY_CHECK.pip_share * TRAY_CHECK.good_face))
            ]
        values = {
            "n": len(checked.dice),
            "expected": expected,
            "pip": round(least),
            "least": round(TRAY_CHECK.pip_share * TRAY_CHECK.least_face),
            "better": round(TRAY_CHECK.pip_share * TRAY_CHECK.good_face),
            "light": round(checked.light),
        }
        return [
            because(
                f"tray.flaw.{flaw}",
                **values,
                dice=tuple(reason_of(colour_of(die.die.colour)) for die in checked.dice if flaw in die.flaws),
            )
            for flaw in checked.all_flaws
        ]


class TrayExaminer:
    """Examines pictures one after another. Not to be shared between threads."""

    def __init__(self, eye: DiceEye | None = None) -> None:
        self._eye = eye

    def examine(self, image: Image, expected: int) -> TrayFitness:
        """Check a picture in which `expected` dice lie. Raises VisionError if it is too small."""
        # Loaded late: its networks take a while, and the screen is to be shown before.
        self._eye = self._eye or DiceEye()
        return TrayFitness(check_tray(image, self._eye.read(image, expected), expected), expected)
