"""The four games: who plays, from what they can be fed, and what can be agreed upon before the start."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LOONEY, LEISTIKO, BLOKUS, BALL = "looney-blockade", "leistiko-blockade", "blokus3d", "pyramid-ball"


@dataclass(frozen=True)
class GameInfo:
    """`sides` are who may be given a name; `choices` are name to values, the first being usual; `rules` are the ids of
    the rulings that are options.
    """

    sides: tuple[str, ...]
    sources: tuple[str, ...] = ("touch",)
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


GAMES: Mapping[str, GameInfo] = {
    LOONEY: GameInfo(
        ("cool", "warm"),
        ("practice", "touch", "camera", "recording"),
        {"first": ("cool", "warm")},
        ("BK-02", "BK-04"),
    ),
    LEISTIKO: GameInfo(
        ("first", "second"),
        choices={"variant": ("base", "bungie", "super-push")},
        rules=("LB-01", "LB-06", "LB-09"),
    ),
    BALL: GameInfo(
        ("first", "second"),
        choices={"mode": ("basic", "advanced")},
        rules=("PB-01", "PB-02", "PB-03", "PB-06", "PB-10", "PB-14"),
    ),
    BLOKUS: GameInfo(
        ("blue", "yellow", "red", "green"),
        choices={"structure": ("tower", "corner", "steps", "pyramid"), "count": (2, 3, 4)},
    ),
}
