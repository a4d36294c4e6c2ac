"""One game, from its set-up on: rolls, looks and corrections go in, verdicts come out. No I/O of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.errors import GameError
from companion.games.looney_blockade import SIDES, Options, Position, Side, Turn, check_roll, initial, outcome, turn_to
from companion.referee import priors, tracker
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.tables.looney.setup import MIRRORED, is_mirrored, read_setup
from companion.referee.tables.looney.stacks import supply_left
from companion.referee.tracker import Belief, Missed, Reading, Situation, other
from companion.referee.verdict import Kind, Verdict, moves_words, piece_name, roll_words
from companion.texts.language import english
from vision.geometry.grid import CELLS

Grid = Mapping[str, str]
Roll = Mapping[str, int]

MAX_BELIEFS = 4
MAX_READINGS = 3
WORTH_OFFERING = 0.02


@dataclass(frozen=True)
class _State:
    """Everything a correction may take back. `doubt` is the probability that no belief has the table as it stood;
    `asked` tells whether the players have been asked what the last look showed."""

    beliefs: tuple[Belief, ...] = ()
    side: Side | None = None
    roll: Roll | None = None
    odd: Reading | None = None
    watched: bool = False
    doubt: float = 0.0
    asked: bool = False


class Session:
    """The referee at one table of Looney Blockade."""

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self._state = _State()
        self._history: list[_State] = []
        self._notes: list[str] = []
        self._readings: tuple[Reading, ...] = ()
        # What the players have said since of what the last look showed.
        self._told: dict[str, str] = {}
        # How things were after the last look, if that was under the roll in force.
        self._looked: _State | None = None

    @property
    def started(self) -> bool:
        """Whether the set-up has been seen."""
        return bool(self._state.beliefs)

    @property
    def position(self) -> Position:
        """The position believed in. Raises RefereeError before the set-up has been seen."""
        if not self._state.beliefs:
            raise RefereeError("the set-up has not been seen yet")
        return self._state.beliefs[0].position

    @property
    def side(self) -> Side | None:
        """Whose dice were rolled last."""
        return self._state.side

    @property
    def roll_in_force(self) -> Roll | None:
        """The roll that the next table is judged by; None before the first one and after an accepted table."""
        return self._state.roll

    @property
    def can_undo(self) -> bool:
        return bool(self._history)

    @property
    def winner(self) -> Side | None:
        return outcome(self.position, self.options).winner if self.started else None

    def roll(self, roll: Mapping[str, int]) -> tuple[str, ...]:
        """Take note of a roll: the values of the mover's two dice, or of all four when the tower rolls them all.

        Whose roll it is follows from its colours. Returns what is remarkable about it (a roll out of turn), which the
        next verdict repeats. Raises GameError for a roll that cannot be.
        """
        side = self._side_of(roll)
        dice = check_roll({colour: value for colour, value in roll.items() if colour in SIDES[side]}, side)
        state = self._state
        if self.started and self.winner:
            remarks = [f"{self.winner} has won: the {side} roll no longer counts"]
        else:
            remarks = self._remarks(side)
            beliefs = tuple(_rolled(belief, state, side) for belief in state.beliefs)
            self._state = _State(beliefs, side, dice, doubt=state.doubt)
            self._readings = tuple(
                replace(reading, belief=_rolled(reading.belief, state, side)) for reading in self._readings
            )
            self._looked = None
        self._notes += remarks
        return tuple(remarks)

    def see(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        """Judge a settled look. Raises GameError where the first one shows no proper set-up."""
        if not self.started:
            return self._begin(t, frame, evidence)
        if evidence.hand:
            return self._say(t, frame, "hand", 1.0)
        if self.winner:
            return self._say(t, frame, "unchanged", 1.0, reason=f"the game is over, {self.winner} has won")
        held = self._state
        situation = Situation(held.beliefs, held.roll, held.odd.grid if held.odd else None, self.options)
        readings = tracker.read(situation, evidence)
        self._readings, self._told = tuple(readings), {}
        self._believe(readings)
        clear, legal = _confidence(readings, held.asked), _whichever(readings)
        whichever = clear < priors.ACCEPT and legal >= priors.WHICHEVER
        clear = legal if whichever else clear
        fit = tracker.fit(readings[0], evidence)
        confidence = round(clear * fit * tracker.credit(readings[0], held.doubt), 4)
        wanted = priors.ACCUSE if readings[0].kind == "illegal" else priors.ACCEPT
        why = None
        if clear < wanted:
            why = "too close to call"
        elif tracker.incredible(readings[0]):
            why = "this cannot have come from the table before"
        elif clear * fit < wanted:
            why = "the table does not look like any that could stand there"
        elif confidence < wanted:
            why = "an earlier turn may have been misread"
        self._looked = self._state = replace(self._state, asked=why is not None)
        if why or whichever:
            self._doubt(max(held.doubt, priors.MISSED * (1 - readings[0].weight), 1 - fit))
        if why:
            return self._unsure(t, frame, situation, why)
        # Only a breach that is announced is one to come back to: any other table is judged anew if it is seen again.
        self._state = replace(self._state, odd=_odd(readings[0], held.odd))
        if whichever:
            return self._played_somehow(t, frame, confidence, situation, held)
        if readings[0].turn:
            self._doubt(priors.FADES * held.doubt + 1 - confidence)
        return self._announce(t, frame, confidence, situation, held)

    def lost(self, t: float, frame: str | None, why: str) -> Verdict:
        """A picture in which the board could not be found, after the game has begun."""
        return self._say(t, frame, "unsure", 0.0, reason=why)

    def _open_cells(self) -> list[str]:
        return [cell for cell, (_, chance) in self._likeliest().items() if chance < priors.ACCEPT]

    def plainly_seen(self) -> dict[str, str]:
        """What the last look showed, in the cells on which its explanations all but agree or the players have told."""
        return {cell: stack for cell, (stack, chance) in self._likeliest().items() if chance >= priors.CERTAIN}

    def _likeliest(self) -> dict[str, tuple[str, float]]:
        """What most probably stands on each cell, and how probable that is."""
        tables = [(reading.grid, reading.weight) for reading in self._readings if not self._told]
        likeliest: dict[str, tuple[str, float]] = {}
        for cell in CELLS:
            chances: dict[str, float] = {}
            for grid, weight in tables or [(belief.grid, belief.weight) for belief in self._state.beliefs]:
                chances[grid[cell]] = chances.get(grid[cell], 0.0) + weight
            likeliest[cell] = max(chances.items(), key=lambda item: item[1])
        return likeliest

    def correct(self, t: float, correction: Mapping[str, Any]) -> Verdict:
        """What the players say counts. Exactly one of:

        - ``{"accept": true}``: the table as last seen is accepted, rules or not; the turn is over;
        - ``{"reading": n}``: of the readings last offered (from 0) the n-th is right;
        - ``{"cells": {"b2": "G3G1", ...}}``: these cells hold these stacks, and the others what the last look is then
          likely to have shown, or what was believed. A table that a legal turn leaves counts as that turn made, the
          table before it as not yet played; any other is taken over as it stands;
        - ``{"undo": true}``: the last turn or correction never happened.

        Raises RefereeError where it makes no sense.
        """
        if len(correction) != 1:
            raise RefereeError(f"a correction is one of accept, reading, cells, undo; got {sorted(correction)}")
        ((what, value),) = correction.items()
        if what == "undo" and value is True:
            return self._undo(t)
        if not self.started:
            raise RefereeError("there is nothing to correct before the set-up has been seen")
        held = self._state
        if what == "accept" and value is True:
            reason = self._accept()
        elif what == "reading":
            reason = self._choose(value)
        elif what == "cells" and isinstance(value, Mapping):
            reason = self._set_cells(value)
        else:
            raise RefereeError(f"a correction is one of accept, reading, cells, undo; got {what!r}: {value!r}")
        self._history.append(held)
        turn = self._state.beliefs[0].turn
        points = turn.points if turn else None
        return self._say(t, None, "corrected", 1.0, moves=moves_json(turn), points=points, reason=reason)

    def _side_of(self, roll: Mapping[str, int]) -> Side:
        whole: list[Side] = [side for side in SIDES if set(SIDES[side]) <= set(roll)]
        if len(whole) == 1 and len(roll) == 2:
            return whole[0]
        if len(whole) == 2 and len(roll) == 4:
            return other(self._state.side) if self._state.side else "cool"
        raise GameError(
            f"a roll is the two dice of one side, {' or '.join('+'.join(pair) for pair in SIDES.values())}; "
            f"got {', '.join(f'{colour}{value}' for colour, value in roll.items()) or 'nothing'}: correct the roll"
        )

    def _remarks(self, side: Side) -> list[str]:
        if self._state.side is None or self._state.side == other(side):
            return []
        if self._state.beliefs and self._state.beliefs[0].turn:
            return [f"out of turn: {side} has rolled again, it was {other(side)}'s turn"]
        return [f"out of turn: {side} has rolled again without having moved; the new roll counts"]

    def _begin(self, t: float, frame: str | None, evidence: Evidence) -> Verdict:
        """Read the set-up. Under a hand it counts if all that shows is in order and what is hidden follows from it."""
        try:
            setup = read_setup(evidence)
        except GameError:
            if evidence.hand:
                return self._say(t, frame, "hand", 1.0)
            raise
        if evidence.hand and setup.confidence < priors.ACCEPT:
            return self._say(t, frame, "hand", 1.0)
        side = self._state.side or "cool"
        likely = [(setup.grid, setup.confidence), *setup.others][:MAX_BELIEFS]
        total = sum(weight for _, weight in likely)
        beliefs = tuple(Belief(weight / total, initial(grid, side)) for grid, weight in likely)
        self._readings = tuple(Reading("unchanged", belief.grid, belief, belief.weight) for belief in beliefs)
        self._state = replace(self._state, beliefs=beliefs)
        confidence = round(setup.confidence, 4)
        if confidence < priors.ACCEPT:
            self._notes.append("some colours of the set-up are in doubt: compare it with the table")
        if is_mirrored(setup.grid):
            self._notes.append(MIRRORED)
        return self._say(t, frame, "setup", confidence)

    def _believe(self, readings: Sequence[Reading]) -> None:
        """Take over what the readings lead to: the best alone when it is certain, otherwise the best few."""
        merged: dict[tuple[object, ...], Belief] = {}
        for reading in readings:
            belief = reading.belief
            key = (belief.before, belief.position, belief.turn is None, belief.unseen is None)
            weight = reading.weight + (merged[key].weight if key in merged else 0.0)
            merged[key] = replace(belief, weight=weight)
        ranked = sorted(merged.values(), key=lambda belief: -belief.weight)
        kept = [ranked[0], *(belief for belief in ranked[1:MAX_BELIEFS] if belief.weight >= priors.KEEP)]
        total = sum(belief.weight for belief in kept)
        beliefs = tuple(replace(belief, weight=belief.weight / total) for belief in kept)
        self._state = replace(self._state, beliefs=beliefs, watched=True)

    def _doubt(self, doubt: float) -> None:
        self._state = replace(self._state, doubt=min(doubt, 1.0))

    def _announce(self, t: float, frame: str | None, confidence: float, situation: Situation, held: _State) -> Verdict:
        """The verdict that the best reading makes, and what is remarkable about it."""
        best, before = self._readings[0], held.beliefs[0]
        open_cells = self._open_cells()
        if open_cells and (best.turn or best.kind in ("unchanged", "takeback")):
            self._notes.append(f"in doubt since an earlier look: {', '.join(open_cells)}; compare them with the table")
        elif best.late:
            played = moves_words(moves_json(best.late)) or "no move"
            self._notes.append(
                f"the {other(best.late.position.to_move)} turn before was not seen; it must be: {played}"
            )
        elif best.belief.before != before.before:
            cells = [cell for cell in CELLS if best.belief.before.grid[cell] != before.before.grid[cell]]
            self._notes.append(f"an earlier look is understood only now: {', '.join(cells)} stood differently")
        match best.kind:
            case "unchanged" if held.odd is not None:
                return self._still(t, frame, confidence, situation, held.odd)
            case "unchanged":
                return self._say(t, frame, "unchanged", confidence)
            case "takeback":
                return self._taken_back(t, frame, confidence, held)
            case "legal" | "won":
                return self._played(t, frame, confidence, held)
        found = tracker.violation(best, situation)
        turn = tracker.missing(best, situation) if best.kind == "incomplete" else None
        return self._say(
            t,
            frame,
            best.kind,
            confidence,
            moves=moves_json(turn),
            points=turn.points if turn else None,
            rule=found.rule,
            reason=_caps_wanted(turn) if turn else english(found.reason),
            cells=found.cells,
            seen=best.grid,
        )

    def _still(self, t: float, frame: str | None, confidence: float, situation: Situation, odd: Reading) -> Verdict:
        found = tracker.violation(odd, situation)
        turn = tracker.missing(odd, situation) if odd.kind == "incomplete" else None
        reason = f"nothing has changed, still: {_caps_wanted(turn) if turn else english(found.reason)}"
        return self._say(
            t, frame, "unchanged", confidence, rule=found.rule, reason=reason, cells=found.cells, seen=odd.grid
        )

    def _taken_back(self, t: float, frame: str | None, confidence: float, held: _State) -> Verdict:
        if held.beliefs[0].turn and not self._state.beliefs[0].turn:
            self._history.append(held)
        stays = f"; {roll_words(self._state.roll)} stays in force" if self._state.roll else ""
        return self._say(t, frame, "takeback", confidence, reason=f"the table is as it was before{stays}")

    def _played_somehow(
        self, t: float, frame: str | None, confidence: float, situation: Situation, held: _State
    ) -> Verdict:
        """The likeliest of several turns all of which are legal: nobody has to wait until it is known which."""
        if cells := ", ".join(self._open_cells()):
            self._notes.append(f"it may have been another legal turn: compare {cells} with the table")
        return self._played(t, frame, confidence, held, self._offers(situation))

    def _played(
        self,
        t: float,
        frame: str | None,
        confidence: float,
        held: _State,
        readings: tuple[Mapping[str, Any], ...] = (),
    ) -> Verdict:
        best = self._readings[0]
        turn = best.turn
        assert turn is not None
        if held.beliefs[0].turn and held.beliefs[0].before == best.belief.before:
            self._notes.append("the turn was changed before the next roll and is judged anew as a whole")
        self._history.append(held)
        return self._say(t, frame, best.kind, confidence, moves=moves_json(turn), points=turn.points, readings=readings)

    def _unsure(self, t: float, frame: str | None, situation: Situation, why: str) -> Verdict:
        return self._say(t, frame, "unsure", self._readings[0].weight, reason=why, readings=self._offers(situation))

    def _offers(self, situation: Situation) -> tuple[dict[str, Any], ...]:
        """The likeliest readings, to choose from."""
        offered = [reading for reading in self._readings[:MAX_READINGS] if reading.weight >= WORTH_OFFERING]
        return _told_apart([self._offer(reading, situation) for reading in offered or self._readings[:1]])

    def _offer(self, reading: Reading, situation: Situation) -> dict[str, Any]:
        offer: dict[str, Any] = {
            "verdict": reading.kind,
            "probability": round(reading.weight, 4),
            "moves": list(moves_json(reading.turn)),
            "grid": dict(reading.grid),
            "words": reading.kind,
        }
        if reading.turn:
            offer["words"] = f"{reading.kind}, {moves_words(moves_json(reading.turn))}"
        elif reading.belief.turn and reading.kind == "unchanged":
            offer["words"] = f"unchanged since {moves_words(moves_json(reading.belief.turn))}"
        elif reading.kind in ("illegal", "incomplete"):
            found = tracker.violation(reading, situation)
            reason = english(found.reason)
            offer |= {"rule": found.rule, "reason": reason, "words": f"{reading.kind}, {reason}"}
        return offer

    def _accept(self) -> str:
        if not self._readings:
            raise RefereeError("there is no look to accept: let the camera see the table first")
        was = self.position.grid
        position = self._standing(was if self._told else self._readings[0].grid)
        self._believe_only(Belief(1.0, position))
        self._readings = ()
        self._state = replace(self._state, roll=None)
        return f"the table is accepted as it stands ({_changed(was, position.grid)})"

    def _choose(self, number: object) -> str:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(self._readings):
            raise RefereeError(f"there is no reading {number!r}: {len(self._readings)} were found in the last look")
        reading = self._readings[number]
        self._readings, self._told = (replace(reading, weight=1.0),), {}
        belief = replace(reading.belief, weight=1.0)
        self._state = replace(self._state, beliefs=(belief,), odd=_odd(reading, None), doubt=0.0, asked=False)
        return f"the last look showed: {reading.kind}"

    def _set_cells(self, cells: Mapping[str, Any]) -> str:
        unknown = [cell for cell in cells if cell not in CELLS]
        if unknown or not cells:
            raise RefereeError(
                f"there is no cell {unknown[0]!r}: cells are a1 to e5" if unknown else "no cell is named"
            )
        was = self.position.grid
        position = self._standing({**was, **cells})
        self._told |= cells
        turn_made = self._state.beliefs[0].turn is not None
        meant = self._agreeing(position.grid) or self._meant(position.grid)
        self._believe_only(meant or Belief(1.0, position))
        if meant and self._looked:
            self._state = replace(self._state, roll=self._looked.roll)
        elif turn_made and not meant:
            self._state = replace(self._state, roll=None)
        return _changed(was, self.position.grid)

    def _agreeing(self, grid: Grid) -> Belief | None:
        """What the last look means if it showed this table, or else a likely one that has all that the players have
        told since: who says where a piece stands need not say where it is gone from. The players' word stands alone
        where the rules are broken."""
        agreeing = [
            reading
            for reading in self._readings
            if reading.kind not in ("illegal", "incomplete")
            and reading.weight >= WORTH_OFFERING
            and all(reading.grid[cell] == stack for cell, stack in self._told.items())
        ]
        best = max(agreeing, key=lambda reading: (reading.grid == grid, reading.weight), default=None)
        return replace(best.belief, weight=1.0) if best else None

    def _standing(self, grid: Grid) -> Position:
        """A table as it stands by the players' word. Raises GameError for no stack."""
        mover = self.position.to_move
        return Position.from_json({"grid": dict(grid), "supply": list(supply_left(grid)), "to_move": mover})

    def _meant(self, grid: Grid) -> Belief | None:
        """What a table that has been looked at under the roll in force means if it is the one before the turn under way
        or one that a legal turn has left."""
        if self._looked is None:
            return None
        roll = self._looked.roll
        for belief in self._looked.beliefs:
            if grid == belief.before.grid:
                return Belief(1.0, belief.before)
            if roll and (turn := turn_to(belief.before, grid, roll, self.options)):
                return Belief(1.0, belief.before, turn)
        return None

    def _believe_only(self, belief: Belief) -> None:
        self._state = replace(self._state, beliefs=(belief,), odd=None, doubt=0.0, asked=False)

    def _undo(self, t: float) -> Verdict:
        if not self._history:
            raise RefereeError("there is nothing to undo")
        self._state = self._history.pop()
        self._readings, self._told, self._looked = (), {}, None
        return self._say(t, None, "corrected", 1.0, reason="the last turn or correction is undone")

    def _say(self, t: float, frame: str | None, kind: Kind, confidence: float, **more: Any) -> Verdict:
        notes, self._notes = tuple(self._notes), []
        grid = dict(self.position.grid) if self.started else {}
        state = self._state
        return Verdict(
            t, frame, kind, grid, round(confidence, 4), side=state.side, roll=state.roll, notes=notes, **more
        )


def moves_json(turn: Turn | None) -> tuple[dict[str, Any], ...]:
    """The hops of a turn as objects: from, to, piece, cost and, where it made a tower, cap."""
    if turn is None:
        return ()
    return tuple(
        {"from": hop.start, "to": hop.end, "piece": hop.piece, "cost": hop.cost} | ({"cap": hop.cap} if hop.cap else {})
        for hop in turn.hops
    )


def _changed(was: Grid, now: Grid) -> str:
    """What stands differently, in words."""
    changed = [f"{cell} holds {now[cell] or 'nothing'}" for cell in CELLS if now[cell] != was[cell]]
    return ", ".join(changed) or "nothing changed"


def _told_apart(offers: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Offers, those of the same words with what stands on the cells in which they differ (`apart`)."""
    told = []
    for offer in offers:
        alike = [other["grid"] for other in offers if other["words"] == offer["words"]]
        differing = [cell for cell in CELLS if len({grid[cell] for grid in alike}) > 1]
        apart = ", ".join(f"{cell} {offer['grid'][cell] or '-'}" for cell in differing)
        told.append(offer | ({"apart": apart, "words": f"{offer['words']} [{apart}]"} if apart else {}))
    return tuple(told)


def _rolled(belief: Belief, state: _State, side: Side) -> Belief:
    """A belief when a new roll comes: the turn seen is done; where none was seen, it may have been missed."""
    before = replace(belief.position, to_move=side)
    if belief.turn or state.roll is None or state.side != other(side):
        return Belief(belief.weight, before)
    return Belief(belief.weight, before, None, Missed(other(side), state.roll, state.watched))


def _confidence(readings: Sequence[Reading], asked: bool) -> float:
    """How probable what the best reading says is: for a breach of the rules, that there is one, whichever; for a turn,
    that these hops were made, whatever else stands on the table; where nothing has been done, that nothing has, or, if
    the players have been `asked` what was done before, that the table stands so, whatever it was.
    """
    best = readings[0]
    if best.kind == "illegal":
        return sum(reading.weight for reading in readings if reading.kind == "illegal")
    if best.turn:
        return sum(
            reading.weight
            for reading in readings
            if reading.kind == best.kind and reading.turn and reading.turn.hops == best.turn.hops
        )
    if best.kind not in ("unchanged", "takeback"):
        return best.weight
    if not asked:
        unmade = best.belief.turn is None
        return sum(
            reading.weight
            for reading in readings
            if reading.kind == best.kind and (reading.belief.turn is None) == unmade
        )
    return sum(
        reading.weight
        for reading in readings
        if reading.kind in ("unchanged", "takeback")
        and reading.grid == best.grid
        and reading.belief.position == best.belief.position
    )


def _whichever(readings: Sequence[Reading]) -> float:
    """How probable it is that a legal turn was made, whichever; 0 if the best reading is none, or if it may have been
    one of more than can be offered."""
    best = readings[0]
    turns = [reading.weight if reading.kind == best.kind and reading.turn else 0.0 for reading in readings]
    return sum(turns) if best.turn and sum(turns[:MAX_READINGS]) >= priors.OFFERED else 0.0


def _odd(best: Reading, odd: Reading | None) -> Reading | None:
    """The reading of a table that stands there and cannot be accepted, if the best reading says so."""
    if best.kind in ("illegal", "incomplete"):
        return best
    return odd if odd and best.kind == "unchanged" else None


def _caps_wanted(turn: Turn) -> str:
    wanted = [f"{piece_name(hop.cap)} on {hop.end}" for hop in turn.hops if hop.cap]
    return f"a tower is made, but the {' and the '.join(wanted)} is still missing"
