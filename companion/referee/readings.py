"""The heart of the referee: the rules are the prior, the picture is the evidence.

Computes the explanations of a picture and their probabilities, from what the table was believed to hold, what is
committed and what the picture shows. Every whole table that fits (few places changed, no piece from nowhere) is put to
the rules. Nothing here keeps state; `Session` does.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.referee import priors
from companion.referee.belief import Belief, Late, Reading, ReadingKind, Situation
from companion.referee.best_tables import ScoredTable
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid
from companion.referee.priors import nats
from companion.referee.scoring import MAX_TABLES, Scored, conserves, unaccounted, whole_balance
from companion.referee.table import AnyTable, Breach, Legal, Unfinished

NEGLIGIBLE = 9.0
"""Explanations less likely than the best by more than this (nats) are dropped."""


class Meaning(NamedTuple):
    """Meaning of a table under one belief, with its prior probability. `doubtful`: the table is legal only under
    another commitment than the one held to be in force. `under`: that other commitment, if it is certain."""

    kind: ReadingKind
    prior: float
    after: Belief
    late: Late | None = None
    doubtful: bool = False
    under: Commitment | None = None


def read(situation: Situation, evidence: Evidence) -> list[Reading]:
    """Return the explanations of a picture, the likeliest first; their weights are probabilities and add up to 1."""
    found: dict[tuple[object, ...], Reading] = {}
    best = -math.inf
    for belief in situation.beliefs:
        for reading in _explanations(belief, situation, evidence, best):
            best = max(best, reading.weight)
            key = (reading.kind, tuple(reading.grid.values()), reading.belief.before, reading.belief.position)
            held = found.get(key, reading)
            together = reading.weight if held is reading else float(_log_add(held.weight, reading.weight))
            found[key] = replace(max(held, reading, key=lambda one: one.weight), weight=together)
    readings = sorted(found.values(), key=lambda reading: -reading.weight)
    best = readings[0].weight
    total = sum(math.exp(reading.weight - best) for reading in readings)
    return [replace(reading, weight=math.exp(reading.weight - best) / total) for reading in readings]


def explained(reading: Reading, situation: Situation) -> Legal[Any] | Unfinished[Any] | Breach:
    """Return why the rules do not accept an illegal or incomplete table; Legal if they accept it after all.

    The game's own table module makes the reason (`explain` in `companion.referee.table`).
    """
    found = situation.table.explain(reading.belief.before, reading.grid, situation.commitment)
    if isinstance(found, Breach) and situation.commitment is None:
        believed = situation.table.grid(reading.belief.position)
        changed = tuple(place for place in situation.table.places if reading.grid[place] != believed[place])
        return found._replace(cells=changed)
    return found


def incredible(reading: Reading, table: AnyTable) -> bool:
    """True if an illegal table is more likely misread or misremembered than played: players do not bring a piece from
    nowhere as part of a turn, or take two off the table at once."""
    if reading.kind != "illegal":
        return False
    before = table.grid(reading.belief.before)
    changed = sum(before[place] != reading.grid[place] for place in table.places)
    vanished, appeared = unaccounted(table, whole_balance(table, before, reading.grid), reading.belief.before)
    return (appeared > 0 and changed > 1) or vanished > 1


def credit(reading: Reading, doubt: float, situation: Situation) -> float:
    """Return the probability that a turn was made as the table shows it, not that the table before was misremembered.
    `doubt`: probability of the latter before this picture."""
    made, mistaken = 1.0, 0.0
    if reading.kind in ("legal", "won"):
        made, mistaken = priors.LEGAL, priors.MISTAKEN
    elif reading.kind == "illegal":
        hands = _hands(reading.belief, situation, reading.grid)
        made, mistaken = _breach(situation.table, ((1.0, hands),)), priors.ONE_HOP if hands <= 2 else priors.MISTAKEN
    return made / (made + doubt * mistaken)


def fit(reading: Reading, evidence: Evidence) -> float:
    """Return the probability that the true table is among those considered, if `reading` is the best of them."""
    seen = {place: evidence.ask(place, [thing])[thing] for place, thing in reading.grid.items()}
    # Where the whole table is drawn as it looks, small misfits are those of a board that lies a little elsewhere.
    drawn = evidence.of_whole_tables and evidence.unexplained(reading.grid) <= priors.EXPLAINED
    small, most = nats(priors.MISPLACED) if drawn else 0.0, -nats(priors.OUTLIER)
    misfit = sum(max(min(evidence.most(place) - seen[place], most) + small, 0.0) for place in seen)
    return 1 / (1 + priors.STRANGE * math.exp(misfit))


def _log_add(a: float, b: float) -> float:
    top = max(a, b)
    return top + math.log(math.exp(a - top) + math.exp(b - top))


def _explanations(belief: Belief, situation: Situation, evidence: Evidence, best: float) -> list[Reading]:
    """Return the readings of a picture under one belief. `best`: weight (nats) of the best reading under earlier
    beliefs."""
    scored = Scored(situation.table, belief, evidence)
    tables = scored.tables(situation.odd, wide=False)
    if not conserves(situation.table, tables[0].balance, belief.before):
        tables = scored.tables(situation.odd, wide=True)
    readings: list[Reading] = []
    for table in tables:
        if readings and table.score + nats(belief.weight) < best - NEGLIGIBLE:
            break
        readings += _explain(belief, situation, evidence, table)
        best = max(best, readings[-1].weight)
    known = [reading.grid for reading in readings]
    readings += _turns(belief, situation, evidence, scored, best, known)
    likeliest = max(readings, key=lambda reading: reading.weight)
    if evidence.unexplained(likeliest.grid) <= priors.EXPLAINED and fit(likeliest, evidence) >= priors.ACCEPT:
        return readings
    return readings + _breaches(belief, situation, evidence, scored, max(best, likeliest.weight), known)


def _breaches(
    belief: Belief, situation: Situation, evidence: Evidence, scored: Scored, best: float, known: Sequence[Grid]
) -> list[Reading]:
    """Return the readings of illegal tables that are not among `known`. Only evidence of whole tables can tell these
    apart."""
    table, under = situation.table, situation.commitment
    if under is None or not evidence.of_whole_tables:
        return []
    readings: list[Reading] = []
    for proposal in table.breaches(belief.before, under, scored):
        if len(readings) == MAX_TABLES or proposal.score + nats(belief.weight) < best - NEGLIGIBLE:
            break
        grid = {place: proposal.grid[place] for place in table.places}
        if grid not in known:
            balance = whole_balance(table, table.grid(belief.before), grid)
            readings += _explain(belief, situation, evidence, ScoredTable(grid, proposal.score, balance))
            best = max(best, readings[-1].weight)
    return readings


def _turns(
    belief: Belief, situation: Situation, evidence: Evidence, scored: Scored, best: float, known: Sequence[Grid]
) -> list[Reading]:
    """Return the readings of legal turns that are not among `known`. A large turn is seldom among the few tables that
    fit best, since each of its places is somewhat in doubt."""
    table, under = situation.table, situation.commitment
    if under is None:
        return []
    missed = belief.unseen.commitment if belief.unseen is not None and belief.turn is None else None
    readings: list[Reading] = []
    for proposal in table.proposals(belief.before, missed, under, scored):
        if len(readings) == MAX_TABLES or proposal.score + nats(belief.weight) < best - NEGLIGIBLE:
            break
        grid = {place: proposal.grid[place] for place in table.places}
        if grid in known or _standing(belief, situation, grid):
            continue
        if meaning := _legal(belief, situation, grid):
            balance = whole_balance(table, table.grid(belief.before), grid)
            readings += _readings_of(belief, situation, evidence, ScoredTable(grid, proposal.score, balance), meaning)
            best = max(best, readings[-1].weight)
    return readings


def _explain(belief: Belief, situation: Situation, evidence: Evidence, table: ScoredTable) -> list[Reading]:
    """Return the readings of a table, weighed in nats."""
    grid = {place: table.grid[place] for place in situation.table.places}
    meaning = _standing(belief, situation, grid) or _played(belief, situation, grid, table.balance)
    return _readings_of(belief, situation, evidence, table._replace(grid=grid), meaning)


def _readings_of(
    belief: Belief, situation: Situation, evidence: Evidence, table: ScoredTable, meaning: Meaning
) -> list[Reading]:
    """Return the readings of a table with this meaning, the likeliest last. A doubtful one may as well be illegal."""
    meanings = [meaning, Meaning("illegal", priors.ILLEGAL, belief)] if meaning.doubtful else [meaning]
    readings = []
    for each in meanings:
        prior = each.prior
        if each.kind == "illegal":
            prior = _breach_prior(belief, situation, table.grid, table.balance)
            prior *= priors.COINCIDENCE if meaning.doubtful else 1.0
        if each.kind in ("legal", "won", "illegal"):
            legal = each.kind != "illegal"
            prior *= situation.table.share(
                each.after.before if legal else belief.before, table.grid, situation.commitment, legal=legal
            )
        readings.append(_weighed(belief, situation, evidence, table.grid, table.score, each, prior))
    return sorted(readings, key=lambda reading: reading.weight)


def _weighed(
    belief: Belief,
    situation: Situation,
    evidence: Evidence,
    grid: Grid,
    score: float,
    meaning: Meaning,
    prior: float,
) -> Reading:
    weight = score + _exchanged(situation.table, grid, evidence) + nats(prior) + nats(belief.weight)
    return Reading(meaning.kind, grid, meaning.after, weight, meaning.late, meaning.under or situation.commitment)


def _exchanged(table: AnyTable, after: Grid, evidence: Evidence) -> float:
    """Return the evidence (nats) of things that were touched and look as before, under a piece like one that moved:
    d2-b5 and c1-d2 leave the same table as c1-b5, but touch d2."""
    changes = (table.difference(thing, after[place]) for place, (thing, _) in evidence.touched.items())
    moved = {piece for change in changes for piece, n in change if n < 0}
    return sum(
        math.log(1 - priors.EXCHANGED + priors.EXCHANGED * math.exp(touched))
        for place, (thing, touched) in evidence.touched.items()
        if thing == after[place] and table.top(thing) in moved
    )


def _hands(belief: Belief, situation: Situation, grid: Grid) -> int:
    """Return the number of pieces taken up or put down against the rules."""
    return situation.table.deviation(belief.position, belief.before, grid, situation.commitment)


def _breach_prior(belief: Belief, situation: Situation, grid: Grid, balance: int) -> float:
    table = situation.table
    hands = _hands(belief, situation, grid)
    vanished = unaccounted(table, balance, belief.before)[0]
    astray = table.astray(belief.position, belief.before, grid, situation.commitment)
    return _breach(table, astray) * (priors.VANISH_BESIDE if 0 < vanished < hands else 1.0)


def _breach(table: AnyTable, astray: Sequence[tuple[float, int]]) -> float:
    """Return the prior probability of an illegal table. `astray`: numbers of pieces gone astray, with chances."""
    more = priors.MORE_MISPLACED if table.compelled else priors.MORE_ILLEGAL
    return priors.ILLEGAL * sum(chance * more ** max(hands - 2, 0) for chance, hands in astray)


def _standing(belief: Belief, situation: Situation, grid: Grid) -> Meaning | None:
    """Return the meaning of a table on which nothing new was done, None if something was."""
    table = situation.table
    if _same(table, grid, table.grid(belief.position)) and not _compelled(belief, situation, grid):
        untold = belief.turn is not None and situation.untold
        # After a turn of which nobody was told nothing can be taken back but the turn itself.
        if situation.odd is not None and not untold:
            return Meaning("takeback", priors.BACK, belief)
        waiting = untold or (situation.commitment is not None and belief.turn is None)
        kind = _made(table, belief.turn) if untold else "unchanged"
        return Meaning(kind, priors.SAME if waiting else priors.SAME_AFTER_TURN, belief)
    if situation.odd is not None and _same(table, grid, situation.odd):
        return Meaning("unchanged", priors.STILL, belief)
    if belief.turn is not None and _same(table, grid, table.grid(belief.before)):
        return Meaning("takeback", priors.REDONE, replace(belief, turn=None))
    last = belief.last
    if last is not None and belief.turn is None and _same(table, grid, table.grid(last.before)):
        return Meaning("takeback", priors.REDONE, Belief(belief.weight, last.before), under=last.under)
    return None


def _compelled(belief: Belief, situation: Situation, grid: Grid) -> bool:
    """True if leaving everything as it is makes a turn."""
    table, under = situation.table, situation.commitment
    if under is None or belief.turn is not None or not table.compelled:
        return False
    turn = table.turn(belief.before, grid, under)
    return turn is not None and table.meant(turn, under) is None


def _played(belief: Belief, situation: Situation, grid: Grid, balance: int) -> Meaning:
    """Return the meaning of a changed table by the rules."""
    table, under = situation.table, situation.commitment
    if under is None or not conserves(table, balance, belief.before):
        return Meaning("illegal", priors.ILLEGAL, belief)
    if meaning := _legal(belief, situation, grid):
        return meaning
    if table.unfinished(belief.before, grid, under, situation.odd):
        return Meaning("incomplete", priors.INCOMPLETE, belief)
    return Meaning("illegal", priors.ILLEGAL, belief)


def _legal(belief: Belief, situation: Situation, grid: Grid) -> Meaning | None:
    """Return the meaning of a table after a legal turn, or after two of which one was not seen; None for any other
    table."""
    table, under = situation.table, situation.commitment
    assert under is not None
    if turn := table.turn(belief.before, grid, under):
        meant = table.meant(turn, under)
        prior = (priors.REDONE if belief.turn else priors.LEGAL) * (meant.chance if meant else 1.0)
        return Meaning(_made(table, turn), prior, replace(belief, turn=turn), doubtful=meant is not None)
    if belief.turn is None and (meaning := _unsaid(belief, situation, grid)):
        return meaning
    if not belief.unseen or belief.turn:
        return None
    if pair := table.unseen(belief.before, belief.unseen.commitment, grid, under):
        turn, late = pair[1], Late(pair[0], belief.unseen.commitment.mover)
        prior = priors.LATE if belief.unseen.watched else priors.UNSEEN
        return Meaning(_made(table, turn), prior, Belief(belief.weight, pair[0].position, turn), late)
    return None


def _unsaid(belief: Belief, situation: Situation, grid: Grid) -> Meaning | None:
    """Return the meaning of a table where turns begin unannounced: the turn before was changed, or two turns were made
    and one was seen."""
    table, last = situation.table, belief.last
    assert situation.commitment is not None
    if last is not None and (turn := table.turn(last.before, grid, last.under)):
        return Meaning(_made(table, turn), priors.REDONE, Belief(belief.weight, last.before, turn), under=last.under)
    if both := table.unseen_implicit(belief.before, grid, situation.commitment):
        first, turn, under = both
        late = Late(first, situation.commitment.mover)
        return Meaning(_made(table, turn), priors.LATE, Belief(belief.weight, first.position, turn), late, under=under)
    return None


def _made(table: AnyTable, turn: Any) -> ReadingKind:
    return "won" if table.winner(turn.position) else "legal"


def _same(table: AnyTable, grid: Grid, other: Grid) -> bool:
    return all(grid[place] == other[place] for place in table.places)
