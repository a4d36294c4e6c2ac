"""Verdicts said aloud, where the device can: espeak-ng, if it is installed."""

import shutil
import subprocess
from functools import lru_cache

PROGRAMS = ("espeak-ng", "espeak")
WORDS_PER_MINUTE = 165
# As loud as espeak speaks unless it is told otherwise.
AMPLITUDE = 100


@lru_cache(maxsize=1)
def can_speak() -> bool:
    return _program() is not None


class Voice:
    """Says one thing at a time; what comes later cuts off what is still being said."""

    def __init__(self) -> None:
        self._saying: subprocess.Popen[bytes] | None = None

    def say(self, words: str, language: str, volume: float = 1.0) -> None:
        """Begin to say it and return at once; silent where there is no speech. `volume` is a share of the usual."""
        program = _program()
        if program is None or not words:
            return
        self.stop()
        loud = str(round(AMPLITUDE * volume))
        command = [program, "-v", language, "-s", str(WORDS_PER_MINUTE), "-a", loud, words]
        try:
            self._saying = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError:
            self._saying = None

    def stop(self) -> None:
        if self._saying is not None:
            self._saying.kill()
            self._saying.wait()
            self._saying = None


def _program() -> str | None:
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)
