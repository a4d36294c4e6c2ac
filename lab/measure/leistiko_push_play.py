"""Super Push, a variant of Leistiko's Blockade, for `companion bench hints`."""

from lab.measure import leistiko_variants_play
from lab.measure.leistiko_variants_play import PLAYERS

__all__ = ["PLAYERS", "play"]


def play(first: str, second: str, seed: int, _seconds: float) -> float:
    """One game; suggestions of the variants take one round, whatever the time."""
    return leistiko_variants_play.play("super-push", first, second, seed)
