"""A game under way: what is believed, what is in force, what was last seen, and what can be taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.games.reason import Reason, because
from companion.referee import priors
from companion.referee.belief import Belief, Last, Missed, Reading, State
from companion.referee.contradicted import Contradictions
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment, Grid, Place, Thing
from companion.referee.table import Announced, AnyTable
from companion.referee.verdict import Kind, Verdict

MAX_BELIEFS = 4
# The winner of a game that the players have agreed to end.
DRAWN = "draw"


class GameUnderWay:
    """State of a game under way.

    `state` is all that is believed, as a value that never changes: after an undo it is the very one of before.
    `readings` are the explanations of the last look, `told` is what the players have said since of what it showed, and
    `looked` how things were after it, if that was under the commitment in force. `notes` are told with the next
    verdict.
    """

    def __init__(self, table: AnyTable) -> None:
        self.table = table
        self.state = State()
        self.readings: tuple[Reading, ...] = ()
        self.told: dict[Place, Thing] = {}
        self.looked: State | None = None
        self.notes: list[Reason] = []
        self.contradictions = Contradictions()
        # How things stood before each turn and correction, and what could be unsaid then.
        self._history: list[tuple[State, tuple[State, ...]]] = []
        # How things stood before each thing said that the next table is judged by.
        self._unsaid: list[State] = []
        # The only table that a turn may lead to, where somebody who is not at this one has made it; None for any.
        self.meant: Grid | None = None
        # Whether something has happened of which nothing is known any more, so that nothing can be judged.
        self._astray = False

    @property
    def started(self) -> bool:
        """True if the set-up has been seen."""
        return bool(self.state.beliefs)

    @property
    def position(self) -> Any:
        """The most probable position. Raises RefereeError before the set-up has been seen."""
        if not self.state.beliefs:
            raise RefereeError("referee.no_setup")
        return self.state.beliefs[0].position

    @property
    def grid(self) -> Grid:
        """The most probable table, {} before the set-up has been seen."""
        return self.table.grid(self.position) if self.started else {}

    @property
    def side(self) -> str | None:
        """The side that committed itself last."""
        return self.state.said.mover if self.state.said else None

    @property
    def commitment(self) -> Commitment | None:
        """Commitment that the next table is judged by; None before the first one and after an accepted table."""
        return self.state.commitment

    @property
    def due(self) -> Commitment | None:
        """Commitment of the turn that is still to be made; None if a player has to make one first."""
        made = self.started and self.state.beliefs[0].turn is not None
        return None if made or self.state.passed else self.commitment

    @property
    def astray(self) -> bool:
        """True if announcements are believed because they cannot be judged again (see `lose_track`)."""
        return self._astray

    @property
    def can_undo(self) -> bool:
        return bool(self._history)

    @property
    def can_unsay(self) -> bool:
        """True if a commitment is in force that has not been used, so that it alone can be taken back."""
        return bool(self._unsaid) and bool(self.takes_back) and not self.winner

    @property
    def takes_back(self) -> str:
        """Kind of commitment that would be taken back, "" for none."""
        due = self.due.value if self.due else {}
        return next((kind for kind in reversed(self.table.unsayable) if kind in due), "")

    @property
    def winner(self) -> str | None:
        """The winning side, or a word that is no side if the game ended without a winner. A turn that may have been
        made, about which the players are asked, wins nothing yet."""
        if self.state.agreed:
            return DRAWN
        if self.state.asked:
            return None
        return self.table.winner(self.position) if self.started else None

    def ended(self, winner: str) -> Reason:
        """Return why the game is over."""
        return because("referee.agreed") if self.state.agreed else self.table.ended(winner)

    @property
    def movers(self) -> tuple[str | None, ...]:
        """The movers of the turns that stand, in order. Turns behind lost lines are not counted."""
        turns = [(state.said.mover, state.beliefs[0].before) for state, _ in self._history if state.said]
        return tuple(mover for (mover, _), _ in groupby(turns))

    @property
    def stood(self) -> int:
        """Number of times the position has occurred with the same player to move, now included. Turns behind lost
        lines are not counted."""
        positions = [belief.position for state, _ in self._history for belief in state.beliefs[:1]]
        anew = [position for position, _ in groupby([*positions, self.position])]
        return anew.count(self.position)

    def plainly_seen(self) -> dict[Place, Thing]:
        """Things that the last look showed for certain, or that the players have told, by place."""
        return {place: thing for place, (thing, chance) in self.likeliest().items() if chance >= priors.CERTAIN}

    @property
    def last_said(self) -> Commitment | None:
        """The last commitment, empty if its turn is over."""
        said = self.state.said
        return said if said is None or (self.commitment and self.due) else Commitment(said.mover, {})

    def take(self, new: Commitment, t: float, unsaid: bool = False) -> None:
        """Bring a commitment into force and end the turn before. An `unsaid` one may still be taken back."""
        state, held = self.state, self.state.said
        if held and state.in_force and self.table.continues(held, new):
            self._unsaid.append(state)
            self.state = replace(state, said=new, since=t)
            self.looked = replace(self.looked, said=new) if self.looked else None
            return
        self._unsaid = [state]
        beliefs = tuple(self._committed(belief, state, new, unsaid) for belief in state.beliefs)
        self.state = State(beliefs, new, t, True, doubt=state.doubt, by_hand=state.by_hand, presumed=state.presumed)
        self.readings = tuple(
            replace(reading, belief=self._committed(reading.belief, state, new, unsaid), under=new)
            for reading in self.readings
        )
        self.looked = None

    def take_implicit(self, t: float, over: bool = False) -> None:
        """Begin the next turn in games without commitments. `over`: the players have ended the turn before."""
        state = self.state
        waiting = state.in_force and not over and bool(state.beliefs) and state.beliefs[0].turn is None
        if not state.beliefs or self.winner or waiting:
            return
        position = self.position
        if over and self.side:
            position = self.table.moving(position, self.table.next_mover(self.side))
        if new := self.table.implicit(position):
            self.take(new, t, unsaid=True)

    def _committed(self, belief: Belief, state: State, new: Commitment, unsaid: bool) -> Belief:
        """Return a belief after a new commitment: the turn seen is done; one that was not seen may have been missed."""
        before = self.table.moving(belief.position, new.mover)
        if unsaid:
            last = Last(belief.before, state.commitment) if belief.turn and state.commitment else None
            return Belief(belief.weight, before, last=last)
        if belief.turn or state.commitment is None or state.commitment.mover == new.mover:
            return Belief(belief.weight, before)
        return Belief(belief.weight, before, None, Missed(state.commitment, state.watched))

    def remember(self, state: State) -> None:
        """Keep a state to go back to."""
        self._history.append((state, tuple(self._unsaid)))
        self._unsaid = []

    def believe_one_of(self, found: Sequence[Reading]) -> None:
        """Adopt the best reading if it is certain, otherwise the best few."""
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
        self.state = replace(self.state, beliefs=beliefs, said=under or self.state.said, watched=True)

    def believe_at_word(self, state: State) -> None:
        self.state = state
        self._history, self._unsaid, self.readings, self.told, self.looked = [], [], (), {}, None

    def doubt(self, doubt: float) -> None:
        self.state = replace(self.state, doubt=min(doubt, 1.0))

    def open_places(self) -> tuple[Place, ...]:
        return tuple(place for place, (_, chance) in self.likeliest().items() if chance < priors.ACCEPT)

    def likeliest(self) -> dict[Place, tuple[Thing, float]]:
        """Return the most probable thing on each place, with its probability."""
        tables: Iterable[tuple[Grid, float]] = [
            (reading.grid, reading.weight) for reading in self.readings if not self.told
        ]
        tables = tables or [(self.table.grid(belief.position), belief.weight) for belief in self.state.beliefs]
        likeliest: dict[Place, tuple[Thing, float]] = {}
        for place in self.table.places:
            chances: dict[Thing, float] = {}
            for grid, weight in tables:
                chances[grid[place]] = chances.get(grid[place], 0.0) + weight
            likeliest[place] = max(chances.items(), key=lambda item: item[1])
        return likeliest

    def tell(self, t: float, frame: str | None, said: Announced) -> Verdict:
        self.notes += said.notes
        told: dict[str, Any] = {"reason": said.reason, "more": said.more}
        told |= {"side": said.side} if said.side else {}
        return self.say(t, frame, said.kind, said.confidence, **told)

    def of_turn(self, turn: Any) -> dict[str, Any]:
        if turn is None:
            return {}
        return {"moves": self.table.moves(turn), "points": self.table.points(turn), "more": self.table.more(turn)}

    def say(self, t: float, frame: str | None, kind: Kind, confidence: float, **more: Any) -> Verdict:
        notes, self.notes = tuple(self.notes), []
        commitment = self.commitment.value if self.commitment else None
        told: dict[str, Any] = {"side": self.side, "commitment": commitment, "notes": notes, **more}
        return Verdict(t, frame, kind, dict(self.grid), round(confidence, 4), **told)
