"""Words for what happens in Pyramid Ball."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.reason import Reason, because


class BallWording:
    """Programs, moves and goals as reasons (see `companion.referee.table.Wording`)."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        """Return that programs are being made, or that both lie open."""
        programs = value.get("programs") or {}
        if any(programs.get(player) is None for player in PLAYERS):
            return because("ball.table.timer.ended" if value.get("timer") == "end" else "ball.table.timer")
        return because("ball.table.programs")

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> Reason:
        """Return ``small red f3-g3; black ball d4-a5``."""
        hops = tuple(
            because("ball.table.hop", piece=move["piece"], start=move["from"], end=move["to"]) for move in moves
        )
        return because("ball.table.hops", hops=hops)

    def points(self, points: Mapping[str, int]) -> Reason | None:
        """Return ``First 1``: the side that has scored."""
        scored = tuple(because("ball.table.scored.one", side=side, n=n) for side, n in points.items() if n)
        return because("ball.table.scored.all", scored=scored) if scored else None

    def spent(self, points: Mapping[str, int]) -> Reason | None:
        """Return the same as a sentence of a report."""
        scored = self.points(points)
        return because("ball.table.scored", scored=scored) if scored else None

    def move(self, move: Mapping[str, Any]) -> Reason:
        """Return ``small red f3 → g3``."""
        return because("ball.table.move", piece=move["piece"], start=move["from"], end=move["to"])
