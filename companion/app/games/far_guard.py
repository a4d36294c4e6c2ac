"""Says what players may do while another table plays with theirs, and asks that table for consent."""

from typing import Any

from companion.app.games.deeds import Correct, Deed, JudgeTable, PassTurn, RollDice, Rolled, Say
from companion.app.games.far_standing import FarStanding
from companion.app.games.table import PlayedTable
from companion.app.json_object import JsonObject
from companion.games.errors import GameError


class Guard:
    """Guard of a table: refuses, with a reason, deeds that the other table would not take."""

    def __init__(self, table: PlayedTable[Any], standing: FarStanding) -> None:
        self._table, self._standing = table, standing

    def check(self, deed: Deed) -> None:
        """Raise GameError for a typed roll, unless both have agreed to those, and if the other table must do something
        first."""
        typed = isinstance(deed, Say) and deed.kind == "roll" and not isinstance(deed, Rolled)
        if (typed or isinstance(deed, RollDice)) and self._standing.course.terms["dice"] != "typed":
            raise GameError("far.typed")
        rolls = isinstance(deed, RollDice) or (isinstance(deed, Say) and deed.kind in ("roll", "roll_raw"))
        if "roll" in self._standing.said and (rolls or isinstance(deed, Say)):
            raise GameError("far.rolled")  # else it would be the other table's, and end this turn
        if isinstance(deed, Say | PassTurn | RollDice) or (isinstance(deed, Correct) and "pass" in deed.correction):
            self.check_due()
        if isinstance(deed, JudgeTable) and self._table.session.started and not self._standing.course.begun:
            raise GameError("far.not_begun")  # else the game could not begin: what lies here is no set-up

    def check_due(self) -> None:
        """Raise GameError unless this table may act now."""
        course = self._standing.course
        if not course.joined or not course.begun:
            raise GameError("far.not_begun")
        if course.asked:
            raise GameError("far.answer_first")
        if not self._standing.my_turn or course.draw or self._standing.untold:
            raise GameError("far.wait")

    def takes_back_alone(self) -> bool:
        """True if the other table does not know yet what would be taken back: no consent is needed."""
        course, far = self._standing.course, self._standing.far
        ahead = course.session.started and not self._standing.level
        return ahead and self._standing.theirs is None and not far.link.busy

    def may_take_back(self) -> bool:
        """True if something can be taken back, if only by asking the other table."""
        return self.takes_back_alone() or self._standing.far.why_not("ask", what="undo") is None

    def ask(self, correction: JsonObject) -> None:
        """Ask the other table to consent. Raises GameError if this cannot be asked now."""
        what = next((each for each in ("accept", "agree") if correction.get(each)), "undo")
        last = self._table.history.last
        seen = (last.seen if last else None) or self._table.session.grid
        body: JsonObject = {"what": what, **({"grid": dict(seen)} if what == "accept" else {})}
        if why := self._standing.far.why_not("ask", **body):
            raise GameError.of(why)
        self.write("ask", **body)

    def answer(self, question: int, *, yes: bool) -> None:
        """Answer what is asked. Raises GameError if that is another question than the one that players were shown."""
        asked = self._standing.course.asked
        if asked and asked.n != question:
            raise GameError("far.other_question")
        if asked:
            self.write("grant" if yes else "deny")

    def write(self, kind: str, **body: Any) -> None:
        """Write an entry into the ledger of both tables. Raises GameError if that is not this table's to write now."""
        if not self._standing.far.write(kind, **body):
            raise GameError("far.wait")

    @property
    def waits(self) -> bool:
        """True while this table has to wait for the other one, or for something that both do."""
        course, far = self._standing.course, self._standing.far
        return course.draw is not None or far.link.busy or not self._standing.my_turn or self._standing.untold
