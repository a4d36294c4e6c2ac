"""Judging a settled look: what it shows, whether that is clear enough to be announced, and the verdict."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.referee import priors, readings
from companion.referee.belief import Belief, Reading, Situation, State, odd_one
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid
from companion.referee.offers import confidence_of, distinct, in_question, offers, played, whichever_turn
from companion.referee.table import Legal, Unfinished
from companion.referee.under_way import MAX_BELIEFS, GameUnderWay
from companion.referee.verdict import Offer, Verdict

BY_HAND: Final = because("referee.unsure.by_hand")


def begin(game: GameUnderWay, t: float, frame: str | None, evidence: Evidence) -> Verdict:
    """Read the set-up. Under a hand it counts if all that shows is in order and what is hidden follows from it."""
    try:
        setup = game.table.read_setup(evidence)
    except GameError:
        if evidence.hand:
            return game.say(t, frame, "hand", 1.0)
        raise
    if evidence.hand and setup.confidence < priors.ACCEPT:
        return game.say(t, frame, "hand", 1.0)
    if game.meant is not None and dict(setup.grid) != dict(game.meant):
        cells = tuple(place for place in game.table.places if setup.grid[place] != game.meant[place])
        raise GameError("referee.meant_setup", cells=cells)
    mover = game.side or game.table.sides[0]
    likely = [(setup.grid, setup.confidence), *setup.others][:MAX_BELIEFS]
    total = sum(weight for _, weight in likely)
    beliefs = tuple(Belief(weight / total, game.table.start(grid, mover)) for grid, weight in likely)
    game.readings = tuple(
        Reading("unchanged", game.table.grid(belief.position), belief, belief.weight) for belief in beliefs
    )
    game.state = replace(game.state, beliefs=beliefs)
    game.notes += setup.notes
    return game.say(t, frame, "setup", round(setup.confidence, 4))


def judge(game: GameUnderWay, t: float, frame: str | None, evidence: Evidence) -> Verdict:
    """Judge a look by all that is believed, and believe what it means from then on."""
    held = game.state
    odd = held.odd.grid if held.odd else None
    situation = Situation(game.table, held.beliefs, held.commitment, odd, held.untold)
    found = readings.read(situation, evidence)
    best = found[0]
    if evidence.of_whole_tables and (evidence.hand_over(best.grid) or (evidence.hand and _undone(game, best))):
        return game.say(t, frame, "hand", 1.0)
    last = game.readings, game.told
    game.readings, game.told = tuple(found), {}
    game.believe_one_of(found)
    # What a look sees as the players have said it is no longer their word alone.
    alone = {place: thing for place, thing in held.by_hand.items() if not evidence.likeliest(place, thing)}
    game.state = replace(game.state, by_hand=alone)
    clear, legal = confidence_of(game.table, found, held.asked), whichever_turn(found)
    whichever = clear < _wanted(game, evidence, best) and legal >= priors.WHICHEVER and not _weighty(game, found)
    clear = legal if whichever else clear
    if best.kind == "illegal":
        clear *= game.table.coverage(held.commitment)
    fit = readings.fit(best, evidence)
    confidence = round(clear * fit * readings.credit(best, held.doubt, situation), 4)
    why = _doubts(game, evidence, best, clear, fit, confidence, held)
    if why and evidence.hand:
        # What a hand covers is not to be asked about.
        game.state, (game.readings, game.told) = held, last
        return game.say(t, frame, "hand", 1.0)
    if why == BY_HAND:
        # What the players have said stays believed.
        game.state = replace(game.state, beliefs=held.beliefs, said=held.said)
    untold = why is not None and (held.untold or held.beliefs[0].turn is None)
    game.looked = game.state = replace(game.state, asked=why is not None, untold=untold)
    if why or whichever:
        game.doubt(max(held.doubt, priors.MISSED * (1 - best.weight), 1 - fit))
    if why:
        return _ask(game, t, frame, why, situation, held)
    if best.turn and game.meant is not None and dict(best.grid) != dict(game.meant):
        return _another(game, t, frame, confidence, held, game.meant)
    # Only a breach that is announced is one to come back to: any other table is judged anew if it is seen again.
    game.state = replace(game.state, odd=odd_one(best, held.odd))
    if whichever:
        return _played_somehow(game, t, frame, confidence, situation, held)
    if best.turn:
        # A legal turn bears out the table that it was made from.
        game.state = replace(game.state, by_hand={})
        game.doubt(priors.FADES * held.doubt + 1 - confidence)
    elif best.grid == game.table.grid(best.belief.before):
        # A table that is seen as before the turn bears out nothing that was doubtful since.
        game.doubt(min(held.doubt, held.doubt_before + 1 - confidence))
    return _announce(game, t, frame, confidence, situation, held)


def _ask(game: GameUnderWay, t: float, frame: str | None, why: Reason, situation: Situation, held: State) -> Verdict:
    """Ask the players what the look shows. Asked the same again, they are also told another way out."""
    game.readings = tuple(distinct(situation, game.readings))
    offered = offers(situation, game.readings)
    places = in_question(game.table, offered)
    game.looked = game.state = replace(game.state, in_question=places)
    if places and held.asked and places == held.in_question:
        game.notes.append(because("referee.asked_again", cells=places))
    return game.say(t, frame, "unsure", game.readings[0].weight, reason=why, readings=offered)


def _doubts(
    game: GameUnderWay, evidence: Evidence, best: Reading, clear: float, fit: float, confidence: float, held: State
) -> Reason | None:
    """Return why the best reading is not announced, None if it is."""
    wanted, accuses = _wanted(game, evidence, best), best.kind == "illegal"
    # What players enter is their own word, as what they said before.
    entered = bool(evidence.entered)
    doubts = {
        BY_HAND.key: not entered and _against_hand(game, best, held),
        "referee.unsure.close": clear < wanted,
        "referee.unsure.incredible": readings.incredible(best, game.table),
        "referee.unsure.unlike": clear * fit < wanted or evidence.behind(best.grid) > priors.ANOTHER,
        "referee.unsure.before": confidence < wanted
        or (accuses and held.presumed and game.table.hangs_on_history(best.belief.before, best.grid, game.commitment)),
        "referee.unsure.unlikely": accuses
        and not entered
        and game.table.unlikely(best.belief.position, best.belief.before, best.grid, game.commitment),
    }
    return next((because(doubt) for doubt, holds in doubts.items() if holds), None)


def _undone(game: GameUnderWay, best: Reading) -> bool:
    """Return True if a turn that stood seems to have been taken back: under a hand, it rather hides what was put
    down."""
    return best.kind == "takeback" and game.state.odd is None


def _against_hand(game: GameUnderWay, best: Reading, held: State) -> bool:
    """Return True if a look speaks against a place of which the players have said what it holds, and which was left
    since as it was: one look never overrules them. A turn made from there, or begun, does not speak against it."""
    stands = held.beliefs[0].position
    if best.kind == "incomplete" or (best.turn and best.belief.before == stands):
        return False
    stood = game.table.grid(stands)
    return any(stood[place] == thing and best.grid[place] != thing for place, thing in held.by_hand.items())


def _wanted(game: GameUnderWay, evidence: Evidence, best: Reading) -> float:
    """Return the probability that the best reading needs to be announced. What a hand is over is no turn yet and no
    breach: the hand may look like a piece."""
    illegal = best.kind == "illegal"
    if evidence.hand and (illegal or best.turn):
        return math.inf
    return priors.ACCUSE if illegal else priors.WEIGHTY if _weighty(game, (best,)) else priors.ACCEPT


def _weighty(game: GameUnderWay, found: Sequence[Reading]) -> bool:
    """Return True if a turn that may have been made must not be guessed (see `TableModule.weighty`)."""
    turns = [(reading.belief.before, reading.turn) for reading in found if reading.weight >= priors.KEEP]
    return any(turn is not None and game.table.weighty(before, turn) for before, turn in turns)


def _announce(
    game: GameUnderWay, t: float, frame: str | None, confidence: float, situation: Situation, held: State
) -> Verdict:
    """Return the verdict of the best reading, with remarks."""
    best = game.readings[0]
    _remark(game, best, held.beliefs[0])
    match best.kind:
        case "unchanged" if held.odd is not None:
            return _still(game, t, frame, confidence, situation, held.odd)
        case "unchanged":
            return game.say(t, frame, "unchanged", confidence)
        case "takeback":
            return _taken_back(game, t, frame, confidence, held)
        case "legal" | "won":
            return _played(game, t, frame, confidence, held)
    found = readings.explained(best, situation)
    if isinstance(found, Legal):
        return game.say(t, frame, "unsure", confidence, reason=because("referee.unsure.rules"))
    if isinstance(found, Unfinished) and best.kind == "illegal":
        found = found.breach
    turn = found.turn if isinstance(found, Unfinished) else None
    cells = found.breach.cells if isinstance(found, Unfinished) else found.cells
    made = game.of_turn(turn) or {"more": _judged_by(game, best)}
    return game.say(t, frame, best.kind, confidence, **made, reason=found.reason, cells=cells, seen=best.grid)


def _remark(game: GameUnderWay, best: Reading, before: Belief) -> None:
    """Note what is remarkable about the best reading."""
    open_places = game.open_places()
    if open_places and (best.turn or best.kind in ("unchanged", "takeback")):
        game.notes.append(because("referee.open", cells=open_places))
    elif best.late:
        late = played(game.table, game.table.moves(best.late.turn))
        game.notes.append(because("referee.late", side=best.late.mover, played=late))
    elif before.last is not None and best.belief.before == before.last.before:
        return
    elif best.belief.before != before.before:
        now, was = game.table.grid(best.belief.before), game.table.grid(before.before)
        cells = tuple(place for place in game.table.places if now[place] != was[place])
        game.notes.append(because("referee.understood", cells=cells))


def _still(
    game: GameUnderWay, t: float, frame: str | None, confidence: float, situation: Situation, odd: Reading
) -> Verdict:
    found = readings.explained(odd, situation)
    if isinstance(found, Legal):
        return game.say(t, frame, "unsure", confidence, reason=because("referee.unsure.rules"))
    reason = because("referee.still", found.reason.rule, why=found.reason)
    cells = found.breach.cells if isinstance(found, Unfinished) else found.cells
    told = {"cells": cells, "seen": odd.grid, "more": _judged_by(game, odd)}
    return game.say(t, frame, "unchanged", confidence, reason=reason, **told)


def _judged_by(game: GameUnderWay, reading: Reading) -> Mapping[str, Any]:
    """Return further details of a table that no turn leads to."""
    return game.table.judged_by(reading.belief.before, game.commitment) if game.commitment else {}


def _another(game: GameUnderWay, t: float, frame: str | None, confidence: float, held: State, meant: Grid) -> Verdict:
    """Return the verdict on a legal turn that is not the one made at the other table: nothing counts yet."""
    seen = game.readings[0].grid
    cells = tuple(place for place in game.table.places if seen[place] != meant[place])
    game.state = replace(held, asked=False)
    return game.say(
        t, frame, "incomplete", confidence, reason=because("referee.meant", cells=cells), cells=cells, seen=seen
    )


def _taken_back(game: GameUnderWay, t: float, frame: str | None, confidence: float, held: State) -> Verdict:
    if (held.beliefs[0].turn and not game.state.beliefs[0].turn) or held.said != game.state.said:
        game.remember(held)
    reason = because("referee.taken_back")
    if (under := game.commitment) and under.value:
        reason = because("referee.taken_back.stays", said=game.table.wording.commitment(under.value))
    return game.say(t, frame, "takeback", confidence, reason=reason)


def _played_somehow(
    game: GameUnderWay, t: float, frame: str | None, confidence: float, situation: Situation, held: State
) -> Verdict:
    """Return the verdict on the likeliest of several turns, all of them legal: players need not wait until it is known
    which."""
    if cells := game.open_places():
        game.notes.append(because("referee.another_turn", cells=cells))
    return _played(game, t, frame, confidence, held, offers(situation, game.readings))


def _played(
    game: GameUnderWay, t: float, frame: str | None, confidence: float, held: State, offered: tuple[Offer, ...] = ()
) -> Verdict:
    best = game.readings[0]
    was = held.beliefs[0]
    changed = was.turn is not None and was.before == best.belief.before
    if changed or (was.last is not None and was.last.before == best.belief.before):
        game.notes.append(because("referee.changed_turn"))
    game.remember(held)
    game.state = replace(game.state, passed=False)
    game.notes += game.table.remarks(best.turn)
    if (under := game.commitment) and best.turn and (meant := game.table.meant(best.turn, under)):
        game.state = replace(game.state, said=meant.commitment)
        game.notes += meant.notes
    return game.say(t, frame, best.kind, confidence, **game.of_turn(best.turn), readings=offered)
