"""An analysis in words, in one language."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.reason import because
from companion.referee.analysing.analysis import AnalysedTurn, Analysis
from companion.texts.language import Language, capital, sentence
from companion.texts.names import tidy_names


class AnalysisWords:
    """`players` are names by side."""

    def __init__(self, language: Language, analysis: Analysis, players: Mapping[str, str] | None = None) -> None:
        self._language, self._analysis = language.of_game(analysis.game), analysis
        self._players = tidy_names(players)

    def text(self, key: str, **values: Any) -> str:
        return self._language.text(f"analysis.{key}", **values)

    def side(self, side: str) -> str:
        """Return the name of a side's player; the side's own if the player has none."""
        return self._players.get(side) or capital(self._language.say(because("referee.side", side=side)))

    def players(self) -> dict[str, str]:
        """Return the players by side; of one player's two colours only the first."""
        found: dict[tuple[str, str], str] = {}
        for side in self._analysis.sides:
            found.setdefault(self._player(side), side)
        return {side: self.side(side) for side in found.values()}

    def _player(self, side: str) -> tuple[str, str]:
        """Return what tells players apart: a name, or the side of one without. Its word may be another's name."""
        name = self._players.get(side, "")
        return name, "" if name else side

    def summary(self) -> list[str]:
        """Return a line for each player: the sum from the start to the end, and the average loss of a turn."""
        analysis = self._analysis
        told = []
        for side, name in self.players().items():
            shares = (analysis.start, analysis.luck, analysis.play, analysis.result)
            start, luck, play, result = (round(100 * share[side]) for share in shares)
            # The rest as the rounded figures leave it, so that they add up as they are read.
            rest = result - start - luck - play
            parts = [self.text("sum.start", n=self.text("percent", n=start))]
            parts += [self.text("luck.all", n=self.signed(luck / 100))] if any(analysis.luck.values()) else []
            parts += [self.text("sum.play", n=self.signed(play / 100))]
            parts += [self.text("sum.rest", n=self.signed(rest / 100))] if rest else []
            whole = self.text("sum", parts=", ".join(parts), n=self.text("percent", n=result))
            lost = self.text("lost.all", n=self.percent(self._given_away(side)))
            told.append(f"{name}: {whole}; {lost}")
        return told

    def _given_away(self, side: str) -> float:
        """Return the average loss of the turns of this side's player."""
        turns, player = self._analysis.turns, self._player(side)
        own = [turn for turn in turns if turn.side and self._player(turn.side) == player]
        if not any(turn.side for turn in turns):  # both move at once
            own = list(turns)
        lost = [max(share for each, share in turn.lost.items() if self._player(each) == player) for turn in own]
        return sum(lost) / len(lost) if lost else 0.0

    def heading(self, turn: AnalysedTurn, key: str = "turn") -> str:
        """``Turn 12, Ada: from 62% to 41%``; as ``turn.short``, for a button: ``12. Ada: 62% to 41%``."""
        side, _ = turn.most_lost if turn.side is None else (turn.side, 0.0)
        before = self.before(turn)
        who = self.side(side)
        return self.text(
            key, n=turn.number, who=who, was=self.percent(before[side]), now=self.percent(turn.after[side])
        )

    def before(self, turn: AnalysedTurn) -> Mapping[str, float]:
        """Return the chances before a turn."""
        turns = self._analysis.turns
        return turns[turn.number - 2].after if turn.number > 1 else self._analysis.start

    def turn_lines(self, turn: AnalysedTurn) -> list[str]:
        """Return lines about a turn: roll and moves, luck, loss, and the better turn."""
        said = []
        if turn.said:
            said.append(sentence(self._language.say(turn.said)))
        if turn.done:
            said.append(self.text("played", moves=turn.done))
        side, lost = turn.most_lost
        told_for = turn.side or side
        if abs(turn.luck[told_for]) >= 0.005:
            said.append(self.text("luck" if turn.side else "met", n=self.signed(turn.luck[told_for])))
        if lost >= 0.005:
            said.append(self.text("lost", n=self.percent(lost), who=self.side(side)))
        if turn.best:
            said.append(self.text("best", moves=turn.best))
        if abs(turn.other[told_for]) >= 0.005:
            said.append(
                self.text("rest", n=self.signed(turn.other[told_for])) if turn.best or turn.done else self.text("other")
            )
        return said

    def decided(self) -> str:
        """Return the heading of the deciding turns."""
        return self.text("deciding" if self._analysis.deciding else "deciding.none")

    def lines(self) -> list[str]:
        """Return the whole analysis as lines for the command line."""
        analysis = self._analysis
        first = next(iter(self.players()))
        lines = [self.text("start", who=self.side(first), n=self.percent(analysis.start[first]))]
        lines += [self._line(turn) for turn in analysis.turns]
        lines += ["", *self.summary(), "", self.decided()]
        for turn in analysis.deciding:
            lines += ["", self.heading(turn), *(f"  {line}" for line in self.turn_lines(turn))]
        return lines

    def _line(self, turn: AnalysedTurn) -> str:
        mover = turn.side or next(iter(self.players()))
        chances = ", ".join(f"{name} {self.percent(turn.after[side])}" for side, name in self.players().items())
        luck = self.text("short.luck", n=self.signed(turn.luck[mover])) if any(turn.luck.values()) else ""
        side, most = turn.most_lost
        lost = self.text("short.lost", n=self.percent(most), who=self.side(side)) if most >= 0.005 else ""
        return "; ".join(part for part in (f"{turn.number:3} {chances}", luck, lost) if part)

    def percent(self, share: float) -> str:
        """Return ``62%``; nothing that is still open is certain."""
        shown = round(100 * share)
        return self.text("percent", n=min(99, shown) if share < 1 else shown)

    def signed(self, share: float) -> str:
        """Return ``+12%``."""
        return self.text("percent", n=f"{round(100 * share):+d}".replace("-", "\N{MINUS SIGN}"))


def rows_of(analysis: Analysis, side: str) -> Sequence[float]:
    """Return the chances of a side from the start on."""
    return [analysis.start[side], *(turn.after[side] for turn in analysis.turns)]
