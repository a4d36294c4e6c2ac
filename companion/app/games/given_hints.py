"""Hints of the engine that players ask for: where a piece may go, or a whole turn."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.app.games.companion import Companion
from companion.app.games.deeds import Correct, Deed, Enter, Follow, ForgetHint, Suggest, TakeBack, Touch
from companion.app.games.state import AnyState, ShownHint, ShownSuggestion
from companion.app.games.table import PlayedTable
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict


class GivenHints(Companion):
    """The companion that shows hints and follows suggestions."""

    def __init__(self, table: PlayedTable[Any], *, on: bool = True) -> None:
        self._table = table
        self.on = on
        """False if the players want no hints."""
        # Place whose piece a player holds in the hand, by the last verdict.
        self._lifted: str | None = None
        self.hint: ShownHint | None = None
        self.suggestion: ShownSuggestion | None = None

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case Touch(place):
                self._touch(place)
            case ForgetHint():
                self._forget()
            case Suggest():
                self._suggest()
            case Follow():
                yield from self._follow()
            case Enter() | TakeBack():
                yield deed
                self._forget()
            case _:
                yield deed

    def moved_on(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self.hint = self.suggestion = None

    def add_to_state(self, state: AnyState) -> AnyState:
        return replace(state, hints_on=self.on, hint=self.hint, suggestion=state.suggestion or self.suggestion)

    def withhold(self, verdict: Verdict) -> bool:
        """Note which piece a player holds in the hand, and withhold an illegal table that lacks nothing else: no turn
        yet, but a question where it may go."""
        table, self._lifted = self._table, None
        if verdict.verdict == "illegal" and verdict.seen and self.on and table.phase == "move":
            self._lifted = table.entry.lifted(table.session.grid, verdict.seen)
        return self._lifted is not None

    def saw(self, verdict: Verdict, look: Any, image: Image) -> None:
        if self._lifted:
            self._touch(self._lifted)
            self.hint = replace(self.hint, lifted=True) if self.hint else None

    def _touch(self, place: str) -> None:
        table = self._table
        self._forget()
        if table.under is not None and self.on and table.phase == "move":
            self.hint = table.entry.hint(table.session.position, table.under, table.draft, place)

    def _suggest(self) -> None:
        table = self._table
        self.hint = None
        if self.on and table.under is not None and not table.draft:
            self.suggestion = table.entry.suggestion(table.session.position, table.under) or self.suggestion

    def _follow(self) -> Iterator[Deed]:
        """Make the correction that must come first, or the next step; keep the rest of the turn suggested."""
        found = self.suggestion
        if found is None or self._table.under is None:
            return
        if found.before:
            yield Correct(dict(found.before))
            self.suggestion = replace(found, before={})
        elif found.steps:
            step, *rest = found.steps
            yield Enter(step)
            self._forget()
            if rest:
                moves = found.moves[1:] if len(found.moves) == len(found.steps) else found.moves
                self.suggestion = replace(found, steps=tuple(rest), moves=moves)
