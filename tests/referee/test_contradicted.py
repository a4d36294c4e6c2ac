"""What is believed, held against the whole picture look after look."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import because
from companion.referee.contradicted import SLIGHT, Contradictions
from companion.referee.entered_look import EnteredLook
from companion.referee.evidence import Evidence
from companion.referee.session import Session
from companion.referee.verdict import Verdict

TABLE = LooneyTable()
# The small of e4 looks as if it was not there: in each look by a little.
ODD, BELIEVED, LOOKS_LIKE, NATS = "e4", "Y3Y1", "Y3", 4.0


class Look:
    """Sees `grid`, but for that place."""

    hand, hidden = False, frozenset[str]()

    def __init__(self, grid: Mapping[str, str]) -> None:
        self._grid = grid

    def touched(self, _cell: str) -> None:
        return None

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        likely = {LOOKS_LIKE: 0.0, BELIEVED: -NATS} if cell == ODD else {self._grid[cell]: 0.0}
        return np.array([likely.get(stack, -20.0) for stack in stacks])


def played(session: Session, grid: Mapping[str, str]) -> Verdict:
    return session.see(0.0, None, Evidence.of(Look(grid), TABLE.places))  # type: ignore[arg-type]


def turns(session: Session, count: int) -> list[Verdict]:
    """Of both sides in turn a small that goes to its neighbour and back."""
    found = []
    for number in range(count):
        side, (start, end) = (("cool", ("b1", "c1")), ("warm", ("a2", "a3")))[number % 2]
        grid = dict(session.grid)
        start, end = (start, end) if len(grid[start]) == 4 else (end, start)
        piece = grid[start][-2:]
        grid |= {start: grid[start][:-2], end: grid[end] + piece}
        session.commit({"roll": {"B": 6, "G": 6} if side == "cool" else {"R": 6, "Y": 6}})
        found.append(played(session, grid))
    return found


def asked(verdict: Verdict) -> bool:
    return any(note.key == "referee.standing" for note in verdict.notes)


def begun() -> Session:
    session = Session(TABLE)
    grid = dict(initial().grid)
    assert grid[ODD] == BELIEVED
    session.see(0.0, None, Evidence.of(EnteredLook(TABLE, grid), TABLE.places, grid))
    return session


def test_what_looks_otherwise_turn_after_turn_is_asked_about_once() -> None:
    found = turns(begun(), 6)
    assert [verdict.verdict for verdict in found] == ["legal"] * 6
    assert [asked(verdict) for verdict in found] == [False, False, True, False, False, False]
    holds = because("referee.holds", cell=ODD, thing=LOOKS_LIKE)
    assert because("referee.standing", changes=(holds,)) in found[2].notes


def test_what_counted_stays_counted_until_players_say_otherwise() -> None:
    session = begun()
    turns(session, 3)
    assert session.grid[ODD] == BELIEVED
    session.correct(9.0, {"cells": {ODD: LOOKS_LIKE}})
    assert session.grid[ODD] == LOOKS_LIKE
    assert not any(map(asked, turns(session, 3)))


def test_a_glint_is_nothing_that_stands() -> None:
    session = begun()
    turns(session, 2)
    grid = dict(session.grid)

    class Clear(Look):
        def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
            return np.array([0.0 if stack == self._grid[cell] else -20.0 for stack in stacks])

    session.see(0.0, None, Evidence.of(Clear(grid), TABLE.places))  # type: ignore[arg-type]
    assert not any(map(asked, turns(session, 2)))


class Seen(Look):
    """Sees that place otherwise by `nats`, or not at all."""

    def __init__(self, grid: Mapping[str, str], nats: float, hidden: bool = False) -> None:
        super().__init__(grid)
        self._nats, self.hidden = nats, frozenset({ODD} if hidden else ())

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        likely = {LOOKS_LIKE: 0.0, BELIEVED: -self._nats} if cell == ODD else {self._grid[cell]: 0.0}
        return np.array([likely.get(stack, -20.0) for stack in stacks])


def asked_after(*looks: tuple[float, bool]) -> list[bool]:
    """Whether that place is asked about after each look: by how many nats it looks otherwise, whether it is hidden."""
    grid, held, found = dict(initial().grid), Contradictions(), []
    for nats, hidden in looks:
        evidence = Evidence.of(Seen(grid, nats, hidden), TABLE.places)  # type: ignore[arg-type]
        evidence.ask(ODD, (BELIEVED, LOOKS_LIKE))
        held = held.after(grid, evidence)
        standing, held = held.to_ask(TABLE, initial())
        found.append(bool(standing))
    return found


def test_one_look_never_contradicts_however_sure_it_is() -> None:
    assert asked_after((20.0, False), (20.0, False)) == [False, True]


def test_what_looks_hardly_otherwise_never_contradicts() -> None:
    assert asked_after(*[(SLIGHT - 0.1, False)] * 30) == [False] * 30


def test_a_place_that_was_hidden_meanwhile_is_remembered() -> None:
    assert asked_after((5.0, False), (5.0, True), (5.0, False)) == [False, False, True]
    assert asked_after((5.0, False), (0.0, False), (5.0, False)) == [False] * 3, "a look that fits clears it"
