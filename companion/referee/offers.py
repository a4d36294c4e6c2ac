"""Choose what to ask the players when the referee is unsure, and how sure it is."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.reason import Reason, because
from companion.referee import priors, readings
from companion.referee.belief import Reading, Situation
from companion.referee.grid import Grid, Json, Place
from companion.referee.table import AnyTable, Legal, Unfinished
from companion.referee.verdict import Offer

MAX_READINGS = 3
WORTH_OFFERING = 0.02


def offers(situation: Situation, found: Sequence[Reading]) -> tuple[Offer, ...]:
    """Return the likeliest readings, to choose from."""
    likely = [reading for reading in found[:MAX_READINGS] if reading.weight >= WORTH_OFFERING]
    return _told_apart(situation.table, [_offer(reading, situation) for reading in likely or found[:1]])


def distinct(situation: Situation, found: Sequence[Reading]) -> list[Reading]:
    """Return the readings without those that would be offered in the same words for the same table: beliefs before it
    may differ, but players looking at the table could not say which."""
    told: dict[tuple[object, ...], int] = {}
    kept: list[Reading] = []
    for reading in found:
        if reading.weight < WORTH_OFFERING:
            kept.append(reading)
            continue
        offer = _offer(reading, situation)
        place = told.setdefault((offer.verdict, offer.words, tuple(offer.grid.items())), len(kept))
        if place == len(kept):
            kept.append(reading)
        else:
            kept[place] = replace(kept[place], weight=kept[place].weight + reading.weight)
    return sorted(kept, key=lambda reading: -reading.weight)


def in_question(table: AnyTable, offered: Sequence[Offer]) -> tuple[Place, ...]:
    """Return the places on which the offers differ."""
    return tuple(place for place in table.places if len({offer.grid[place] for offer in offered}) > 1)


def confidence_of(table: AnyTable, found: Sequence[Reading], asked: bool) -> float:
    """Return the probability of what the best reading says.

    A breach: that there is one, whichever. A turn: that these moves were made, whatever else stands on the table.
    Nothing done: that nothing was, or, if the players were `asked` about an earlier table, that it stands so.
    """
    best = found[0]
    if best.kind == "illegal":
        return sum(reading.weight for reading in found if reading.kind == "illegal")
    if best.turn:
        return sum(
            reading.weight
            for reading in found
            if reading.kind == best.kind and reading.turn and table.alike(best.turn, reading.turn)
        )
    if best.kind not in ("unchanged", "takeback"):
        return best.weight
    alike = sum(
        reading.weight
        for reading in found
        if reading.kind in ("unchanged", "takeback")
        and reading.grid == best.grid
        and reading.belief.position == best.belief.position
    )
    if asked:
        return alike
    unmade = best.belief.turn is None
    same = sum(
        reading.weight for reading in found if reading.kind == best.kind and (reading.belief.turn is None) == unmade
    )
    # If the table stands as before the turn, nobody is asked whether the turn was taken back or never made.
    return max(same, alike) if unmade else same


def whichever_turn(found: Sequence[Reading]) -> float:
    """Total probability that some legal turn was made; 0 if the best reading is no turn or the offered ones do not
    cover enough."""
    best = found[0]
    turns = [reading.weight if reading.kind == best.kind and reading.turn else 0.0 for reading in found]
    return sum(turns) if best.turn and sum(turns[:MAX_READINGS]) >= priors.OFFERED else 0.0


def _offer(reading: Reading, situation: Situation) -> Offer:
    table, kind = situation.table, because(f"referee.kind.{reading.kind}")
    moves = table.moves(reading.turn) if reading.turn else ()
    offer = Offer(reading.kind, round(reading.weight, 4), moves, dict(reading.grid), kind)
    if reading.turn:
        return replace(offer, words=because("referee.offer", kind=kind, words=played(table, moves)))
    if reading.belief.turn and reading.kind == "unchanged":
        made = played(table, table.moves(reading.belief.turn))
        return replace(offer, words=because("referee.offer.since", kind=kind, words=made))
    if reading.kind in ("illegal", "incomplete"):
        found = readings.explained(reading, situation)
        if not isinstance(found, Legal):
            reason = found.breach.reason if isinstance(found, Unfinished) else found.reason
            return replace(offer, words=because("referee.offer", kind=kind, words=reason), reason=reason)
    return offer


def played(table: AnyTable, moves: Sequence[Json]) -> Reason:
    """Return the moves of a turn in words, if there are any."""
    return table.wording.moves(moves) if moves else because("referee.no_move")


def _told_apart(table: AnyTable, offered: Sequence[Offer]) -> tuple[Offer, ...]:
    """Return offers, those of the same words with what lies on the places in which they differ."""
    told = []
    for offer in offered:
        alike: list[Grid] = [other.grid for other in offered if other.words == offer.words]
        differing = [place for place in table.places if len({grid[place] for grid in alike}) > 1]
        told.append(replace(offer, apart=tuple((place, offer.grid[place]) for place in differing)))
    return tuple(told)
