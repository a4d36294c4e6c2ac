"""One game, from its set-up on: commitments, looks and corrections go in, verdicts come out. No I/O of its own."""

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Any, Final

from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.referee import judging
from companion.referee.belief import Belief, State
from companion.referee.corrections import LastLook, corrected
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment
from companion.referee.offers import played
from companion.referee.table import Announced, Legal
from companion.referee.under_way import DRAWN, GameUnderWay
from companion.referee.verdict import Kind, Verdict

# Verdicts after which what is believed is held against the whole picture.
TESTED: Final = ("legal", "takeback", "unchanged")


class Session(GameUnderWay):
    """The referee at one table."""

    def commit(self, said: Mapping[str, Any], t: float = 0.0) -> tuple[Reason, ...]:
        """Take note of what was said at `t` seconds, by kind of event, such as ``{"roll": {"B": 4, "G": 5}}``.

        Whose it is, the game knows. Returns what is remarkable about it (a roll out of turn), which the next verdict
        repeats. Raises GameError for what cannot be.
        """
        new = self.table.commit(said, self.last_said)
        if winner := self.winner:
            rolled = new.mover is not None and winner in self.table.sides
            over = because("referee.over.roll", side=winner, other=new.mover) if rolled else self.ended(winner)
            remarks = [over]
        else:
            remarks = self._remarks(new)
            self.take(new, t)
        self.notes += remarks
        return tuple(remarks)

    def see(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        """Judge a settled look. Raises GameError where the first one shows no proper set-up."""
        verdict = self._as_entered(self._see(t, frame, evidence), evidence)
        if verdict.verdict in TESTED and not (evidence.hand or evidence.entered or verdict.seen or verdict.readings):
            verdict = self._tested(verdict, evidence)
        self.take_implicit(t)
        return verdict

    def _as_entered(self, verdict: Verdict, evidence: Evidence) -> Verdict:
        """Return the verdict with the hops of its turn in the order in which they were entered, if they were."""
        steps, under = evidence.beside.get("steps"), self.state.said
        if not (steps and verdict.trait.turn and under):
            return verdict
        belief = self.state.beliefs[0]
        turn = self.table.entered(belief.before, under, steps)
        if turn is None or belief.turn is None or turn.position != belief.position:
            return verdict
        self.state = replace(self.state, beliefs=(replace(belief, turn=turn), *self.state.beliefs[1:]))
        return replace(verdict, **self.of_turn(turn))

    def _tested(self, verdict: Verdict, evidence: Evidence) -> Verdict:
        """Return the verdict, with a question added if whole pictures contradict the belief, look after look."""
        self.contradictions = self.contradictions.after(self.grid, evidence)
        if verdict.trait.passes:
            return verdict
        found, self.contradictions = self.contradictions.to_ask(self.table, self.position)
        if not found:
            return verdict
        changes = tuple(because("referee.holds", cell=place, thing=thing) for place, thing in found.items())
        return replace(verdict, notes=(*verdict.notes, because("referee.standing", changes=changes)))

    def lost(self, t: float, frame: str | None, why: Reason) -> Verdict:
        """Return the verdict for a picture in which the board could not be found, after the game has begun."""
        return self.say(t, frame, "unsure", 0.0, reason=why)

    def copy(self) -> "Session":
        """Return a copy of the session, to go back to."""
        other = copy(self)
        other._history, other.notes, other._unsaid = [*self._history], [*self.notes], [*self._unsaid]
        return other

    def lose_track(self) -> None:
        """Forget what the last turn was: something has happened that cannot be judged again. Announcements after it are
        believed until `go_on`."""
        state, self._astray = self.state, True
        beliefs = tuple(Belief(belief.weight, belief.position) for belief in state.beliefs)
        made = bool(state.beliefs) and state.beliefs[0].turn is not None
        self.believe_at_word(replace(state, beliefs=beliefs, in_force=state.in_force and not made, odd=None))

    def believe(self, verdict: Verdict) -> None:
        """Take over the table that an announced verdict names. Raises GameError if it cannot stand."""
        if not verdict.grid:
            return
        held = self.state
        like = held.beliefs[0].position if held.beliefs else None
        mover = verdict.side or self.table.sides[0]
        position = self.table.moving(self.table.standing(verdict.grid, like), mover)
        said = held.said if verdict.commitment is None else Commitment(verdict.side, verdict.commitment)
        # A table that is as it was does not tell whether the turn was made.
        done = held.said == said and not held.in_force and verdict.verdict != "takeback"
        made = verdict.trait.turn or (verdict.verdict == "corrected" and verdict.points is not None)
        in_force = verdict.commitment is not None and not made and not done
        self.believe_at_word(replace(held, beliefs=(Belief(1.0, position),), said=said, in_force=in_force))

    def go_on(self) -> None:
        """Judge again. Whether the table stands as it was last announced is left open."""
        self._astray = False
        self.take_implicit(self.state.since, over=not self.state.in_force)
        self.doubt(1.0)

    def correct(self, t: float, correction: Mapping[str, Any]) -> Verdict:
        """Correct the game by the players' word, which always counts. `correction` has exactly one of the following. An
        answer to a verdict may also have its number as ``of``, which `Game.correct` checks.

        - ``{"accept": true}``: the table as last seen is accepted, rules or not; the turn is over;
        - ``{"reading": n}``: the n-th of the readings last offered (from 0) is right;
        - ``{"cells": {"b2": "G3G1", ...}}``: these places hold these things; for the others the last look is
          read again, or the belief stays. If a legal turn leads to that table, that turn counts as made; if it is the
          table before the turn, none does; any other table is taken over as it stands;
        - ``{"pass": true}``: the mover passes, refused where the rules demand a move; ``{"pass": "unseen"}``: the mover
          seems to have passed: the next player has made a commitment and no turn was seen;
        - ``{"pass": "sat_out"}``: the turn is sat out, whatever the rules demand, since another side has a head start;
        - ``{"undo": true}``: take back the last turn or correction;
        - ``{"undo": "roll"}``, or another kind of `TableModule.unsayable`: take back what is in force of that kind (see
          `can_unsay`);
        - ``{"agree": "draw"}``: the players end the game by agreement, which no rule provides;
        - a game's own corrections of what is in force (`TableModule.amendable`), such as
          ``{"programs": {"first": {"M2": "L"}}}``.

        Raises RefereeError or GameError if the correction makes no sense.
        """
        correction = {what: value for what, value in correction.items() if what != "of"}
        if len(correction) != 1:
            raise RefereeError("shape.single", n=len(correction))
        if correction.get("undo") is True:
            return self._undo(t)
        if not self.started:
            raise RefereeError("referee.nothing_to_correct")
        if correction.get("undo") in self.table.unsayable:
            return self._unsay(t, correction["undo"])
        if correction.get("agree") == DRAWN:
            return self._agree(t)
        if correction.get("pass") in (True, "unseen", "sat_out"):
            return self._pass(t, correction["pass"])
        ((what, value),) = correction.items()
        if what in self.table.amendable:
            return self._amend(t, what, value)
        last = LastLook(self.table, self.readings, self.told, self.looked)
        done = corrected(last, self.state, correction)
        self.remember(self.state)
        self.state, self.readings, self.told = done.state, done.readings, done.told
        self.notes += done.notes
        made = self.of_turn(self.state.beliefs[0].turn)
        verdict = self.say(t, None, "corrected", 1.0, **made, reason=done.reason)
        self.take_implicit(t, over="accept" in correction)
        return verdict

    def _amend(self, t: float, what: str, value: Any) -> Verdict:
        """Take the players' word about what is in force. A turn that was made stays if it is legal under that, too."""
        state, table = self.state, self.table
        if state.commitment is None:
            raise RefereeError("referee.nothing_in_force")
        belief = state.beliefs[0]
        new = table.amend(belief.before, state.commitment, what, value)
        turn = table.turn(belief.before, table.grid(belief.position), new) if belief.turn else None
        self.remember(state)
        self.state = replace(state, beliefs=(Belief(1.0, belief.before, turn),), said=new, odd=None)
        self.readings, self.told, self.looked = (), {}, None
        if turn:
            return self.say(t, None, "corrected", 1.0, **self.of_turn(turn), reason=because("referee.amended"))
        return self.tell(t, None, table.announced(belief.before, new))

    def _undo(self, t: float) -> Verdict:
        if not self._history:
            if self.can_unsay:
                raise RefereeError("referee.nothing_but", kind=self.takes_back)
            raise RefereeError("referee.nothing_to_undo")
        undone = self.state
        self.state, unsaid = self._history.pop()
        self._unsaid = [*unsaid]
        self.notes += self._undoes(undone)
        self.readings, self.told, self.looked = (), {}, None
        return self.say(t, None, "corrected", 1.0, reason=because("referee.undone"))

    def _undoes(self, undone: State) -> list[Reason]:
        """Name the turn that an undo has taken back, if it was one; it may be the one before what was said last."""
        turn, said, was = undone.beliefs[0].turn if undone.beliefs else None, undone.said, self.state.beliefs
        if turn is None and undone.beliefs and was and (said := self.state.commitment):
            after = self.table.grid(undone.beliefs[0].before)
            turn = self.table.turn(was[0].before, after, said) if after != self.table.grid(was[0].before) else None
        if turn is None or said is None or (was and was[0].turn == turn):
            return []
        side = said.mover or ""
        return [because("referee.undoes", side=side, played=played(self.table, self.table.moves(turn)))]

    def _agree(self, t: float) -> Verdict:
        if self.winner:
            raise RefereeError("referee.nothing_to_correct")
        self.remember(self.state)
        self.state = replace(self.state, agreed=True, in_force=False, odd=None)
        return self.say(t, None, "won", 1.0, reason=because("referee.agreed"), more={"winner": DRAWN})

    def _unsay(self, t: float, kind: str) -> Verdict:
        if not self.can_unsay or kind != self.takes_back:
            raise RefereeError("referee.nothing_to_undo")
        self.state = self._unsaid.pop()
        self.readings, self.told, self.looked = (), {}, None
        return self.say(t, None, "corrected", 1.0, reason=because(f"referee.{kind}_undone"))

    def passes(self, said: Mapping[str, Any]) -> bool:
        """True if `said` would end a turn that nobody has made. Raises GameError for what cannot be said."""
        new = self.table.commit(said, self.last_said)
        return self.started and self.due is not None and new.mover != self.due.mover and not self.winner

    def corrects(self, said: Mapping[str, Any]) -> Commitment | None:
        """Return what the turn just made was judged by, if its player says something else of the same kind now: that is
        rather a correction than a turn out of order. Raises GameError for what cannot be."""
        new, held = self.table.commit(said, self.last_said), self.state.said
        made = bool(self.state.beliefs) and self.state.beliefs[0].turn is not None
        again = held is not None and new.mover is not None and new.mover == held.mover
        if held is None or not (made and again) or self.table.continues(held, new) or new.value == held.value:
            return None
        return held

    @property
    def unsettled(self) -> bool:
        """True if the last look has shown a breach, or was asked about and not answered."""
        return self.state.asked or self.state.odd is not None

    def _pass(self, t: float, how: bool | str) -> Verdict:
        if self.due is None or self.winner:
            raise RefereeError("referee.nothing_to_pass")
        due = self.due
        if how is True and (why := self._why_no_pass(due)):
            raise GameError.of(why)
        self.remember(self.state)
        self.state = replace(self.state, passed=True, odd=None)
        if how == "unseen":
            verdict = self.say(t, None, "legal", 1.0, reason=because("referee.pass.unseen", side=self.side or ""))
            self.take_implicit(t, over=True)
            return verdict
        if turn := self.table.passing(self.state.beliefs[0].before, due):
            self.state = replace(self.state, beliefs=(replace(self.state.beliefs[0], weight=1.0, turn=turn),))
        kind: Kind = "won" if self.winner else "legal"
        verdict = self.say(t, None, kind, 1.0, **self.of_turn(turn))
        # An announced pass is final. A pass that was only inferred may hide a turn that was not seen.
        self.state, self.looked = replace(self.state, in_force=False), None
        self.take_implicit(t, over=True)
        return verdict

    def _why_no_pass(self, due: Commitment) -> Reason | None:
        """Return why the rules forbid the player to pass: the table as it stands is no legal turn."""
        before = self.state.beliefs[0].before
        if self.table.passing(before, due):
            return None
        found = self.table.explain(before, self.table.grid(before), due)
        return None if isinstance(found, Legal) else found.reason

    def _remarks(self, new: Commitment) -> list[Reason]:
        held, mover = self.state.said, new.mover
        if held is None or mover is None or held.mover != mover or self.table.continues(held, new):
            return []
        if self.state.beliefs and self.state.beliefs[0].turn:
            return [because("referee.again.out_of_turn", side=mover, other=self.table.next_mover(mover))]
        return [because("referee.again.unmoved", side=mover)]

    def _see(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        if not self.started:
            return judging.begin(self, t, frame, evidence)
        if said := self._declared(t, evidence):
            if said.commitment:
                self.take(said.commitment, self.state.since)
            return self.tell(t, frame, said)
        if evidence.hand and not evidence.of_whole_tables:
            return self.say(t, frame, "hand", 1.0)
        if winner := self.winner:
            return self.say(t, frame, "unchanged", 1.0, reason=self.ended(winner))
        return judging.judge(self, t, frame, evidence)

    def _declared(self, t: float, evidence: Evidence) -> Announced | None:
        """Return the commitment of the players that a look shows, None if it shows none."""
        if self.winner:
            return None
        return self.table.declared(self.position, self.due, t - self.state.since, evidence)
