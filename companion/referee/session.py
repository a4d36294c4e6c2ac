"""One game, from its set-up on: commitments, looks and corrections go in, verdicts come out. No I/O of its own."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.referee import priors, readings
from companion.referee.belief import Belief, Last, Missed, Reading, Situation, State, odd_one
from companion.referee.corrections import LastLook, corrected
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.offers import confidence_of, offers, played, whichever_turn
from companion.referee.table import Announced, AnyTable, Commitment, Grid, Legal, Place, Thing, Unfinished
from companion.referee.verdict import Kind, Offer, Verdict

MAX_BELIEFS = 4
# The winner of a game that the players have agreed to end.
DRAWN = "draw"


class Session:
    """The referee at one table."""

    def __init__(self, table: AnyTable) -> None:
        self.table = table
        self._state = State()
        # How things stood before each turn and correction, and what could be unsaid then.
        self._history: list[tuple[State, tuple[State, ...]]] = []
        # How things stood before each thing said that the next table is judged by.
        self._unsaid: list[State] = []
        self._notes: list[Reason] = []
        self._readings: tuple[Reading, ...] = ()
        # What the players have said since of what the last look showed.
        self._told: dict[Place, Thing] = {}
        # How things were after the last look, if that was under the commitment in force.
        self._looked: State | None = None
        # Whether something has happened of which nothing is known any more, so that nothing can be judged.
        self._astray = False

    @property
    def started(self) -> bool:
        """Whether the set-up has been seen."""
        return bool(self._state.beliefs)

    @property
    def state(self) -> State:
        """All that is believed, as a value that never changes: after an undo it is the very one of before."""
        return self._state

    @property
    def position(self) -> Any:
        """The position believed in. Raises RefereeError before the set-up has been seen."""
        if not self._state.beliefs:
            raise RefereeError("referee.no_setup")
        return self._state.beliefs[0].position

    @property
    def grid(self) -> Grid:
        """The table believed in, {} before the set-up has been seen."""
        return self.table.grid(self.position) if self.started else {}

    @property
    def side(self) -> str | None:
        """Who committed himself last."""
        return self._state.said.mover if self._state.said else None

    @property
    def commitment(self) -> Commitment | None:
        """What the next table is judged by; None before the first one and after an accepted table."""
        return self._state.commitment

    @property
    def due(self) -> Commitment | None:
        """What the turn that is still to be made is judged by; None where somebody has to commit himself first."""
        made = self.started and self._state.beliefs[0].turn is not None
        return None if made or self._state.passed else self.commitment

    @property
    def astray(self) -> bool:
        """Whether what was announced is believed, since it cannot be judged again: see `lose_track`."""
        return self._astray

    @property
    def can_undo(self) -> bool:
        return bool(self._history)

    @property
    def can_unsay(self) -> bool:
        """Whether something is in force with which nothing has been done, so that it alone can be taken back."""
        return bool(self._unsaid) and bool(self.takes_back) and not self.winner

    @property
    def takes_back(self) -> str:
        """Which kind of commitment would be taken back, "" for none."""
        due = self.due.value if self.due else {}
        return next((kind for kind in reversed(self.table.unsayable) if kind in due), "")

    @property
    def winner(self) -> str | None:
        """Who has won, or a word that is no side where the game is over and nobody has."""
        if self._state.agreed:
            return DRAWN
        return self.table.winner(self.position) if self.started else None

    @property
    def movers(self) -> tuple[str | None, ...]:
        """Who has made the turns that stand, one after the other. What is behind lost lines is not counted."""
        turns = [(state.said.mover, state.beliefs[0].before) for state, _ in self._history if state.said]
        return tuple(mover for (mover, _), _ in groupby(turns))

    @property
    def stood(self) -> int:
        """How many times the position has stood with the same player to move, counting now. Only where all turns were
        judged: what is behind lost lines is not counted."""
        positions = [belief.position for state, _ in self._history for belief in state.beliefs[:1]]
        anew = [position for position, _ in groupby([*positions, self.position])]
        return anew.count(self.position)

    def commit(self, said: Mapping[str, Any], t: float = 0.0) -> tuple[Reason, ...]:
        """Take note of what was said at `t` seconds, by kind of event, such as ``{"roll": {"B": 4, "G": 5}}``.

        Whose it is, the game knows. Returns what is remarkable about it (a roll out of turn), which the next verdict
        repeats. Raises GameError for what cannot be.
        """
        new = self.table.commit(said, self._last_said)
        if winner := self.winner:
            rolled = new.mover is not None and winner in self.table.sides
            over = because("referee.over.roll", side=winner, other=new.mover) if rolled else self._ended(winner)
            remarks = [over]
        else:
            remarks = self._remarks(new)
            self._take(new, t)
        self._notes += remarks
        return tuple(remarks)

    def see(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        """Judge a settled look. Raises GameError where the first one shows no proper set-up."""
        verdict = self._see(t, frame, evidence)
        self._take_unsaid(t)
        return verdict

    def lost(self, t: float, frame: str | None, why: Reason) -> Verdict:
        """A picture in which the board could not be found, after the game has begun."""
        return self._say(t, frame, "unsure", 0.0, reason=why)

    def copy(self) -> "Session":
        """The same session, to go back to."""
        other = copy(self)
        other._history, other._notes, other._unsaid = [*self._history], [*self._notes], [*self._unsaid]
        return other

    def lose_track(self) -> None:
        """Something has happened of which nothing is known any more. What was announced after it is to be believed,
        until `go_on`."""
        state, self._astray = self._state, True
        beliefs = tuple(Belief(belief.weight, belief.position) for belief in state.beliefs)
        made = bool(state.beliefs) and state.beliefs[0].turn is not None
        self._believe_at_word(replace(state, beliefs=beliefs, in_force=state.in_force and not made, odd=None))

    def believe(self, verdict: Verdict) -> None:
        """Take over what a verdict says that was announced. Raises GameError where its table cannot stand."""
        if not verdict.grid:
            return
        held = self._state
        like = held.beliefs[0].position if held.beliefs else None
        mover = verdict.side or self.table.sides[0]
        position = self.table.moving(self.table.standing(verdict.grid, like), mover)
        said = held.said if verdict.commitment is None else Commitment(verdict.side, verdict.commitment)
        # A table that is as it was does not tell whether the turn was made.
        done = held.said == said and not held.in_force and verdict.verdict != "takeback"
        made = verdict.trait.turn or (verdict.verdict == "corrected" and verdict.points is not None)
        in_force = verdict.commitment is not None and not made and not done
        self._believe_at_word(replace(held, beliefs=(Belief(1.0, position),), said=said, in_force=in_force))

    def go_on(self) -> None:
        """Judge again; it is open whether the table stands as it was last announced."""
        self._astray = False
        self._take_unsaid(self._state.since, over=not self._state.in_force)
        self._doubt(1.0)

    def _believe_at_word(self, state: State) -> None:
        self._state = state
        self._history, self._unsaid, self._readings, self._told, self._looked = [], [], (), {}, None

    def plainly_seen(self) -> dict[Place, Thing]:
        """What the last look showed, on places on which its explanations all but agree or the players have told."""
        return {place: thing for place, (thing, chance) in self._likeliest().items() if chance >= priors.CERTAIN}

    def correct(self, t: float, correction: Mapping[str, Any]) -> Verdict:
        """What the players say counts. Exactly one of:

        - ``{"accept": true}``: the table as last seen is accepted, rules or not; the turn is over;
        - ``{"reading": n}``: of the readings last offered (from 0) the n-th is right;
        - ``{"cells": {"b2": "G3G1", ...}}``: these places hold these things, and the others what the last look is then
          likely to have shown, or what was believed. A table that a legal turn leaves counts as that turn made, the
          table before it as not yet played; any other is taken over as it stands;
        - ``{"pass": true}``: whose turn it is passes; ``{"pass": "unseen"}``: he seems to have, for the next one has
          committed himself and no turn was seen;
        - ``{"undo": true}``: the last turn or correction never happened;
        - ``{"undo": "roll"}``, or another kind of `TableModule.unsayable`: what is in force of that kind was never said
          (see `can_unsay`);
        - ``{"agree": "draw"}``: the players end the game so, which no rule of it does;
        - what a game has beside these about what is in force (`TableModule.amendable`), such as
          ``{"programs": {"first": {"M2": "L"}}}``.

        Raises RefereeError, GameError where it makes no sense.
        """
        if len(correction) != 1:
            raise RefereeError("referee.corrections", got=repr(sorted(correction)))
        if correction.get("undo") is True:
            return self._undo(t)
        if not self.started:
            raise RefereeError("referee.nothing_to_correct")
        if correction.get("undo") in self.table.unsayable:
            return self._unsay(t, correction["undo"])
        if correction.get("agree") == DRAWN:
            return self._agree(t)
        if correction.get("pass") in (True, "unseen"):
            return self._pass(t, seen=correction["pass"] is True)
        ((what, value),) = correction.items()
        if what in self.table.amendable:
            return self._amend(t, what, value)
        last = LastLook(self.table, self._readings, self._told, self._looked)
        done = corrected(last, self._state, correction)
        self._remember(self._state)
        self._state, self._readings, self._told = done.state, done.readings, done.told
        self._notes += done.notes
        made = self._of_turn(self._state.beliefs[0].turn)
        verdict = self._say(t, None, "corrected", 1.0, **made, reason=done.reason)
        self._take_unsaid(t, over="accept" in correction)
        return verdict

    def _amend(self, t: float, what: str, value: Any) -> Verdict:
        """The players' word about what is in force. A turn that was made counts on if it is one under that, too."""
        state, table = self._state, self.table
        if state.commitment is None:
            raise RefereeError("referee.nothing_in_force")
        belief = state.beliefs[0]
        new = table.amend(belief.before, state.commitment, what, value)
        turn = table.turn(belief.before, table.grid(belief.position), new) if belief.turn else None
        self._remember(state)
        self._state = replace(state, beliefs=(Belief(1.0, belief.before, turn),), said=new, odd=None)
        self._readings, self._told, self._looked = (), {}, None
        if turn:
            return self._say(t, None, "corrected", 1.0, **self._of_turn(turn), reason=because("referee.amended"))
        return self._tell(t, None, table.announced(belief.before, new))

    def _tell(self, t: float, frame: str | None, said: Announced) -> Verdict:
        self._notes += said.notes
        told: dict[str, Any] = {"reason": said.reason, "more": said.more}
        told |= {"side": said.side} if said.side else {}
        return self._say(t, frame, said.kind, said.confidence, **told)

    def _remember(self, state: State) -> None:
        """How things stood before what is done now, to go back to."""
        self._history.append((state, tuple(self._unsaid)))
        self._unsaid = []

    def _undo(self, t: float) -> Verdict:
        if not self._history:
            raise RefereeError("referee.nothing_to_undo")
        self._state, unsaid = self._history.pop()
        self._unsaid = [*unsaid]
        self._readings, self._told, self._looked = (), {}, None
        return self._say(t, None, "corrected", 1.0, reason=because("referee.undone"))

    def _agree(self, t: float) -> Verdict:
        if self.winner:
            raise RefereeError("referee.nothing_to_correct")
        self._remember(self._state)
        self._state = replace(self._state, agreed=True, in_force=False, odd=None)
        return self._say(t, None, "won", 1.0, reason=because("referee.agreed"), more={"winner": DRAWN})

    def _unsay(self, t: float, kind: str) -> Verdict:
        if not self.can_unsay or kind != self.takes_back:
            raise RefereeError("referee.nothing_to_undo")
        self._state = self._unsaid.pop()
        self._readings, self._told, self._looked = (), {}, None
        return self._say(t, None, "corrected", 1.0, reason=because(f"referee.{kind}_undone"))

    def passes(self, said: Mapping[str, Any]) -> bool:
        """Whether what is said would end a turn that nobody has made. Raises GameError for what cannot be."""
        new = self.table.commit(said, self._last_said)
        return self.started and self.due is not None and new.mover != self.due.mover and not self.winner

    def _pass(self, t: float, *, seen: bool) -> Verdict:
        if self.due is None or self.winner:
            raise RefereeError("referee.nothing_to_pass")
        due = self.due
        self._remember(self._state)
        self._state = replace(self._state, passed=True, odd=None)
        if not seen:
            verdict = self._say(t, None, "legal", 1.0, reason=because("referee.pass.unseen", side=self.side or ""))
            self._take_unsaid(t, over=True)
            return verdict
        if turn := self.table.passing(self._state.beliefs[0].before, due):
            self._state = replace(self._state, beliefs=(replace(self._state.beliefs[0], weight=1.0, turn=turn),))
        kind: Kind = "won" if self.winner else "legal"
        verdict = self._say(t, None, kind, 1.0, **self._of_turn(turn))
        # Who says that he passes cannot move after all; a pass that was only guessed may be a turn not seen.
        self._state, self._looked = replace(self._state, in_force=False), None
        self._take_unsaid(t, over=True)
        return verdict

    @property
    def _last_said(self) -> Commitment | None:
        """What was said last, with nothing in it where that turn is over."""
        said = self._state.said
        return said if said is None or (self.commitment and self.due) else Commitment(said.mover, {})

    def _take(self, new: Commitment, t: float, unsaid: bool = False) -> None:
        """Have something else in force: the turn before is over. If that is `unsaid` it may still be taken back."""
        state, held = self._state, self._state.said
        if held and state.in_force and self.table.continues(held, new):
            self._unsaid.append(state)
            self._state = replace(state, said=new, since=t)
            self._looked = replace(self._looked, said=new) if self._looked else None
            return
        self._unsaid = [state]
        beliefs = tuple(self._committed(belief, state, new, unsaid) for belief in state.beliefs)
        self._state = State(beliefs, new, t, True, doubt=state.doubt)
        self._readings = tuple(
            replace(reading, belief=self._committed(reading.belief, state, new, unsaid), under=new)
            for reading in self._readings
        )
        self._looked = None

    def _take_unsaid(self, t: float, over: bool = False) -> None:
        """In games in which nobody says anything the next turn begins by itself; `over` tells that the one before is by
        the players' word."""
        state = self._state
        waiting = state.in_force and not over and bool(state.beliefs) and state.beliefs[0].turn is None
        if not state.beliefs or self.winner or waiting:
            return
        position = self.position
        if over and self.side:
            position = self.table.moving(position, self.table.next_mover(self.side))
        if new := self.table.unsaid(position):
            self._take(new, t, unsaid=True)

    def _committed(self, belief: Belief, state: State, new: Commitment, unsaid: bool) -> Belief:
        """A belief when something new is said: the turn seen is done; where none was seen, it may have been missed."""
        before = self.table.moving(belief.position, new.mover)
        if unsaid:
            last = Last(belief.before, state.commitment) if belief.turn and state.commitment else None
            return Belief(belief.weight, before, last=last)
        if belief.turn or state.commitment is None or state.commitment.mover == new.mover:
            return Belief(belief.weight, before)
        return Belief(belief.weight, before, None, Missed(state.commitment, state.watched))

    def _remarks(self, new: Commitment) -> list[Reason]:
        held, mover = self._state.said, new.mover
        if held is None or mover is None or held.mover != mover or self.table.continues(held, new):
            return []
        if self._state.beliefs and self._state.beliefs[0].turn:
            return [because("referee.again.out_of_turn", side=mover, other=self.table.next_mover(mover))]
        return [because("referee.again.unmoved", side=mover)]

    def _see(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        if not self.started:
            return self._begin(t, frame, evidence)
        if said := self._witnessed(t, evidence):
            if said.commitment:
                self._take(said.commitment, self._state.since)
            return self._tell(t, frame, said)
        if evidence.hand:
            return self._say(t, frame, "hand", 1.0)
        if winner := self.winner:
            return self._say(t, frame, "unchanged", 1.0, reason=self._ended(winner))
        return self._judge(t, frame, evidence)

    def _ended(self, winner: str) -> Reason:
        return because("referee.agreed") if self._state.agreed else self.table.ended(winner)

    def _witnessed(self, t: float, evidence: Evidence) -> Announced | None:
        """What a look shows of what the players commit themselves to."""
        if self.winner:
            return None
        return self.table.witness(self.position, self.due, t - self._state.since, evidence)

    def _judge(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        held = self._state
        situation = Situation(self.table, held.beliefs, held.commitment, held.odd.grid if held.odd else None)
        found = readings.read(situation, evidence)
        best = found[0]
        self._readings, self._told = tuple(found), {}
        self._believe(found)
        clear, legal = confidence_of(self.table, found, held.asked), whichever_turn(found)
        whichever = clear < priors.ACCEPT and legal >= priors.WHICHEVER
        clear = legal if whichever else clear
        if best.kind == "illegal" and held.commitment:
            clear *= self.table.known(held.commitment)
        fit = readings.fit(best, evidence)
        confidence = round(clear * fit * readings.credit(best, held.doubt, situation), 4)
        why = self._doubts(best, clear, fit, confidence)
        self._looked = self._state = replace(self._state, asked=why is not None)
        if why or whichever:
            self._doubt(max(held.doubt, priors.MISSED * (1 - best.weight), 1 - fit))
        if why:
            return self._say(t, frame, "unsure", best.weight, reason=why, readings=offers(situation, self._readings))
        # Only a breach that is announced is one to come back to: any other table is judged anew if it is seen again.
        self._state = replace(self._state, odd=odd_one(best, held.odd))
        if whichever:
            return self._played_somehow(t, frame, confidence, situation, held)
        if best.turn:
            self._doubt(priors.FADES * held.doubt + 1 - confidence)
        return self._announce(t, frame, confidence, situation, held)

    def _doubts(self, best: Reading, clear: float, fit: float, confidence: float) -> Reason | None:
        """Why the best reading is not announced, if it is not."""
        wanted = priors.ACCUSE if best.kind == "illegal" else priors.ACCEPT
        if clear < wanted:
            return because("referee.unsure.close")
        if readings.incredible(best, self.table):
            return because("referee.unsure.incredible")
        if clear * fit < wanted:
            return because("referee.unsure.unlike")
        if confidence < wanted:
            return because("referee.unsure.before")
        return None

    def _open_places(self) -> tuple[Place, ...]:
        return tuple(place for place, (_, chance) in self._likeliest().items() if chance < priors.ACCEPT)

    def _likeliest(self) -> dict[Place, tuple[Thing, float]]:
        """What most probably lies on each place, and how probable that is."""
        tables: Iterable[tuple[Grid, float]] = [
            (reading.grid, reading.weight) for reading in self._readings if not self._told
        ]
        tables = tables or [(self.table.grid(belief.position), belief.weight) for belief in self._state.beliefs]
        likeliest: dict[Place, tuple[Thing, float]] = {}
        for place in self.table.places:
            chances: dict[Thing, float] = {}
            for grid, weight in tables:
                chances[grid[place]] = chances.get(grid[place], 0.0) + weight
            likeliest[place] = max(chances.items(), key=lambda item: item[1])
        return likeliest

    def _begin(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        """Read the set-up. Under a hand it counts if all that shows is in order and what is hidden follows from it."""
        try:
            setup = self.table.read_setup(evidence)
        except GameError:
            if evidence.hand:
                return self._say(t, frame, "hand", 1.0)
            raise
        if evidence.hand and setup.confidence < priors.ACCEPT:
            return self._say(t, frame, "hand", 1.0)
        mover = self.side or self.table.sides[0]
        likely = [(setup.grid, setup.confidence), *setup.others][:MAX_BELIEFS]
        total = sum(weight for _, weight in likely)
        beliefs = tuple(Belief(weight / total, self.table.start(grid, mover)) for grid, weight in likely)
        self._readings = tuple(
            Reading("unchanged", self.table.grid(belief.position), belief, belief.weight) for belief in beliefs
        )
        self._state = replace(self._state, beliefs=beliefs)
        self._notes += setup.notes
        return self._say(t, frame, "setup", round(setup.confidence, 4))

    def _believe(self, found: Sequence[Reading]) -> None:
        """Take over what the readings lead to: the best alone when it is certain, otherwise the best few."""
        merged: dict[tuple[object, ...], Belief] = {}
        under = found[0].under
        for reading in found:
            if reading.under != under:
                continue
            belief = reading.belief
            key = (belief.before, belief.position, belief.turn is None, belief.unseen is None)
            weight = reading.weight + (merged[key].weight if key in merged else 0.0)
            merged[key] = replace(belief, weight=weight)
        ranked = sorted(merged.values(), key=lambda belief: -belief.weight)
        kept = [ranked[0], *(belief for belief in ranked[1:MAX_BELIEFS] if belief.weight >= priors.KEEP)]
        total = sum(belief.weight for belief in kept)
        beliefs = tuple(replace(belief, weight=belief.weight / total) for belief in kept)
        self._state = replace(self._state, beliefs=beliefs, said=under or self._state.said, watched=True)

    def _doubt(self, doubt: float) -> None:
        self._state = replace(self._state, doubt=min(doubt, 1.0))

    def _announce(self, t: float, frame: str | None, confidence: float, situation: Situation, held: State) -> Verdict:
        """The verdict that the best reading makes, and what is remarkable about it."""
        best = self._readings[0]
        self._remark(best, held.beliefs[0])
        match best.kind:
            case "unchanged" if held.odd is not None:
                return self._still(t, frame, confidence, situation, held.odd)
            case "unchanged":
                return self._say(t, frame, "unchanged", confidence)
            case "takeback":
                return self._taken_back(t, frame, confidence, held)
            case "legal" | "won":
                return self._played(t, frame, confidence, held)
        found = readings.explained(best, situation)
        if isinstance(found, Legal):
            return self._say(t, frame, "unsure", confidence, reason=because("referee.unsure.rules"))
        if isinstance(found, Unfinished) and best.kind == "illegal":
            found = found.breach
        turn = found.turn if isinstance(found, Unfinished) else None
        cells = found.breach.cells if isinstance(found, Unfinished) else found.cells
        made = self._of_turn(turn) or {"more": self._judged_by(best)}
        return self._say(t, frame, best.kind, confidence, **made, reason=found.reason, cells=cells, seen=best.grid)

    def _remark(self, best: Reading, before: Belief) -> None:
        """Note what is remarkable about the best reading."""
        open_places = self._open_places()
        if open_places and (best.turn or best.kind in ("unchanged", "takeback")):
            self._notes.append(because("referee.open", cells=open_places))
        elif best.late:
            late = played(self.table, self.table.moves(best.late.turn))
            self._notes.append(because("referee.late", side=best.late.mover, played=late))
        elif before.last is not None and best.belief.before == before.last.before:
            return
        elif best.belief.before != before.before:
            now, was = self.table.grid(best.belief.before), self.table.grid(before.before)
            cells = tuple(place for place in self.table.places if now[place] != was[place])
            self._notes.append(because("referee.understood", cells=cells))

    def _still(self, t: float, frame: str | None, confidence: float, situation: Situation, odd: Reading) -> Verdict:
        found = readings.explained(odd, situation)
        if isinstance(found, Legal):
            return self._say(t, frame, "unsure", confidence, reason=because("referee.unsure.rules"))
        reason = because("referee.still", found.reason.rule, why=found.reason)
        cells = found.breach.cells if isinstance(found, Unfinished) else found.cells
        told = {"cells": cells, "seen": odd.grid, "more": self._judged_by(odd)}
        return self._say(t, frame, "unchanged", confidence, reason=reason, **told)

    def _judged_by(self, reading: Reading) -> Mapping[str, Any]:
        """What else is told of what a table was judged by."""
        return self.table.judged_by(reading.belief.before, self.commitment) if self.commitment else {}

    def _taken_back(self, t: float, frame: str | None, confidence: float, held: State) -> Verdict:
        if (held.beliefs[0].turn and not self._state.beliefs[0].turn) or held.said != self._state.said:
            self._remember(held)
        reason = because("referee.taken_back")
        if (under := self.commitment) and under.value:
            reason = because("referee.taken_back.stays", said=self.table.wording.commitment(under.value))
        return self._say(t, frame, "takeback", confidence, reason=reason)

    def _played_somehow(
        self, t: float, frame: str | None, confidence: float, situation: Situation, held: State
    ) -> Verdict:
        """The likeliest of several turns all of which are legal: nobody has to wait until it is known which."""
        if cells := self._open_places():
            self._notes.append(because("referee.another_turn", cells=cells))
        return self._played(t, frame, confidence, held, offers(situation, self._readings))

    def _played(
        self, t: float, frame: str | None, confidence: float, held: State, offered: tuple[Offer, ...] = ()
    ) -> Verdict:
        best = self._readings[0]
        was = held.beliefs[0]
        changed = was.turn is not None and was.before == best.belief.before
        if changed or (was.last is not None and was.last.before == best.belief.before):
            self._notes.append(because("referee.changed_turn"))
        self._remember(held)
        self._state = replace(self._state, passed=False)
        self._notes += self.table.remarks(best.turn)
        if (under := self.commitment) and best.turn and (meant := self.table.meant(best.turn, under)):
            self._state = replace(self._state, said=meant.commitment)
            self._notes += meant.notes
        return self._say(t, frame, best.kind, confidence, **self._of_turn(best.turn), readings=offered)

    def _of_turn(self, turn: Any) -> dict[str, Any]:
        if turn is None:
            return {}
        return {"moves": self.table.moves(turn), "points": self.table.points(turn), "more": self.table.more(turn)}

    def _say(self, t: float, frame: str | None, kind: Kind, confidence: float, **more: Any) -> Verdict:
        notes, self._notes = tuple(self._notes), []
        commitment = self.commitment.value if self.commitment else None
        told: dict[str, Any] = {"side": self.side, "commitment": commitment, "notes": notes, **more}
        return Verdict(t, frame, kind, dict(self.grid), round(confidence, 4), **told)
