"""Sentences at a table: titles, verdicts, hints, the next thing to do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.app.games.screen_state import ScreenState
from companion.app.games.state import AnyState, ShownSuggestion, lost
from companion.app.games.turn_entry import EntryStep
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Tone
from companion.games.reason import Reason, because
from companion.referee import priors
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Offer, Verdict

TONES: Mapping[str, Tone] = {"good": "good", "win": "good", "bad": "bad", "wait": "warn", "calm": "plain"}
# A camera is never said to be surer than this.
SUREST = 0.99
# Most places that are named where two answers sound alike.
MOST_APART = 3
SOUNDS: Mapping[Tone, str] = {"good": "legal", "bad": "not_allowed", "warn": "asked"}


@dataclass(frozen=True)
class TableTexts:
    """The words of a table: those of its game, and the names of its players."""

    own: "GameWords"
    texts: Texts
    players: Mapping[str, str]
    """Names by side."""

    def __call__(self, key: str, **values: Any) -> str:
        return self.texts(key, **values)

    def of_game(self, key: str, **values: Any) -> str:
        """Return the game's own text for a key, where it has one."""
        own = f"{self.own.game}.{key}"
        return self.texts(own if self.texts.has(own) else key, **values)

    def name(self, side: str) -> str:
        """Return the player's name, or the side's where none was given."""
        own = self.own.sides.get(side)
        return self.players.get(side) or (self.texts(own) if own else self.texts.side(side))

    def reason(self, reason: str | Reason) -> str:
        """Return a reason as a sentence, with the names of players for their sides."""
        names = {key: self.players[side] for side, key in self.own.sides.items() if self.players.get(side)}
        return self.texts.reason(_named(reason, names))

    def remarks(self, notes: Sequence[Reason]) -> list[str]:
        """Return what is remarkable, a sentence each."""
        return [self.reason(note) for note in notes if note.key not in self.own.untold]

    def rule_title(self, rule: str | None) -> str:
        return self.texts.rule_title(self.own.game, rule) if rule else ""

    def moves(self, moves: Sequence[JsonObject]) -> str:
        """Return the moves of a turn in words."""
        return self.own.moves(self, moves)

    def verdict(self, verdict: Verdict) -> list[str]:
        """Return what a verdict says, a sentence or two."""
        return self.own.verdict(self, verdict)


def title(t: TableTexts, state: AnyState) -> str:
    """Return whose turn it is, or how the game ended."""
    if state.winner == DRAWN:
        return t("turn.draw")
    if state.winner:
        return t("turn.won", player=t.name(state.winner))
    if state.phase == "setup":
        return t("turn.setup")
    return t("turn.of", player=t.name(state.side))


def winners(state: AnyState) -> tuple[str, ...]:
    """Return the winners, none in a draw."""
    return (state.winner,) if state.winner and state.winner != DRAWN else ()


def verdict_words(t: TableTexts, verdict: Verdict) -> list[str]:
    """Return what a verdict says, a sentence or two."""
    player = t.name(verdict.side) if verdict.side else ""
    match verdict.verdict:
        case "legal" | "won":
            if not verdict.moves:
                words = t("say.pass.unseen" if verdict.reason else "say.pass", player=player)
            else:
                words = t.of_game(f"say.{verdict.verdict}", player=player, moves=t.moves(verdict.moves))
        case "setup" | "takeback" | "unsure" | "hand":
            words = t.of_game(f"say.{verdict.verdict}")
        case _:
            words = t.reason(verdict.reason or "")
    return [words, *t.remarks(verdict.notes)]


def roll_words(t: TableTexts, state: AnyState) -> str:
    """Return who rolls what."""
    if state.looked_on:
        return t("say.practice.roll", player=t.name(state.side))
    return t.of_game("say.roll")


def apart(t: TableTexts, reading: Offer) -> str:
    """Return in words how an answer differs from those that sound like it."""
    holds = tuple(because("referee.holds", cell=place, thing=thing) for place, thing in reading.apart[:MOST_APART])
    return t.reason(because("referee.changes", changes=holds)) if holds else ""


@dataclass(frozen=True)
class GameWords:
    """Words of one game; all others are the same in every game."""

    game: str
    """Its name in requests and journals."""
    moves: Callable[[TableTexts, Sequence[JsonObject]], str]
    """The moves of a turn in words."""
    steps: Callable[[TableTexts, Sequence[EntryStep]], str]
    """The steps entered of a turn in words."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Keys of its own words for sides, which reasons have, too."""
    untold: tuple[str, ...] = ()
    """Keys of remarks on a set-up that are not shown."""
    title: Callable[[TableTexts, AnyState], str] = title
    verdict: Callable[[TableTexts, Verdict], list[str]] = verdict_words
    """Words of a verdict, a sentence or two."""
    roll: Callable[[TableTexts, AnyState], str] = roll_words
    """Words before a roll."""
    apart: Callable[[TableTexts, Offer], str] = apart
    """Words for how an answer differs from those that sound like it."""
    reach: Callable[[TableTexts, AnyState, str], str] = lambda _t, _state, place: place
    """Words for the thing on a place whose hint is shown."""
    scores: Callable[[TableTexts, AnyState], tuple[str, ...]] = lambda _t, _state: ()
    """The points, where the title does not tell them."""
    winners: Callable[[AnyState], tuple[str, ...]] = winners


def tone_at(t: TableTexts, state: AnyState) -> Tone:
    """Return the tone of what is said."""
    if state.fault or state.notice:
        return "bad" if state.fault else "warn"
    if state.winner:
        return ending_tone(t, state)
    if state.draft:
        return "plain" if state.legal else "warn"
    if state.phase == "move":
        return "accent"
    if state.verdict and in_doubt(state.verdict):
        return "warn"
    return tone_of(state.verdict) if state.verdict else "plain"


def ending_tone(t: TableTexts, state: AnyState) -> Tone:
    """Return the tone of how the game ended: green for a winner at this table, plain for a draw, or for a loss against
    the computer or another table."""
    return "good" if set(t.own.winners(state)) - set(state.computers) else "plain"


def headline(t: TableTexts, state: AnyState, here: ScreenState) -> str:
    verdict = state.verdict
    if state.notice or state.fault:
        return t("head.notice")
    if verdict is None:
        return t("verdict.none" if state.source == "touch" else "head.seeking")
    if state.computers_turn:
        return t("computer.please" if state.suggestion else "computer.turn", player=t.name(state.side))
    if state.suggestion or state.hint:
        return t("head.hint") if state.suggestion else t("head.why") if here.asked else t.of_game("head.reach")
    if state.draft:
        return t("entered.title")
    return _judged_headline(t, state, verdict)


def _judged_headline(t: TableTexts, state: AnyState, verdict: Verdict) -> str:
    if state.winner:
        return t.own.title(t, state)
    if state.ended:
        return t("head.ended")
    if state.phase == "move":
        return t("head.watch" if state.looked_on else "head.move")
    if verdict.verdict == "illegal" and (rule := t.rule_title(verdict.rule)):
        return f"{t('verdict.illegal')}: {rule}"
    return in_a_word(t, verdict)


def in_a_word(t: TableTexts, verdict: Verdict) -> str:
    """Return a verdict in a word or two; a turn without a move is a pass."""
    if in_doubt(verdict):
        return t("setting.compare")
    passed = verdict.verdict == "legal" and not verdict.moves
    return t("verdict.pass" if passed else f"verdict.{verdict.verdict}")


def words_below(t: TableTexts, state: AnyState, here: ScreenState) -> list[str]:
    """Return the sentences below the headline."""
    if trouble := state.notice or state.fault:
        return [t.reason(trouble)]
    if state.suggestion:
        return _suggestion(t, state, state.suggestion)
    if state.hint:
        return _refusal(t, state, here.asked) if here.asked else [_reach(t, state)]
    if state.draft:
        return [t("say.entered", moves=t.own.steps(t, state.draft)), "" if state.legal else t("say.off")]
    if state.open_look and not here.offering(state):
        return [t.of_game("say.none")]
    return _verdict_lines(t, state)


def _suggestion(t: TableTexts, state: AnyState, found: ShownSuggestion) -> list[str]:
    """Return a turn that was asked for, and why; of the computer's only what it is."""
    if not found.moves:
        return [t("say.hint.none"), t.reason(found.reason)]
    moves = "; ".join(f"{n}. {t.moves((move,))}" for n, move in enumerate(found.moves, 1))
    return [moves] if state.computers_turn else [moves, t.reason(found.reason)]


def _verdict_lines(t: TableTexts, state: AnyState) -> list[str]:
    """Return what was judged last, and what is to be done now."""
    said = t.verdict(state.verdict) if state.verdict else [t.of_game("say.seeking")]
    last = state.moments[-1].verdict if state.moments else None
    before = t.verdict(last)[:1] if last and last.moves else []
    match state.phase:
        case "won":
            said = [*t.own.scores(t, state), *said]
            said += [series_words(t.texts, state.series, t.own.winners(state), t.name)] if state.series else []
        case "illegal":
            # What both look at again where they disagree with the verdict.
            said += [sure(t, state, place) for place in state.verdict.cells[:MOST_APART]] if state.verdict else []
            nearest = [t.moves(each.moves) for each in state.nearest if each.moves]
            said += [t("say.nearest.or" if n else "say.nearest", moves=moves) for n, moves in enumerate(nearest)]
            said.append(t.of_game("say.putback"))
        case "move" | "roll" if state.ended:
            said.append(t("say.ended"))
        case "roll" if not (state.verdict and state.verdict.verdict == "setup"):
            elsewhere = state.far is not None and state.side in state.far.sides
            own = not state.computers_turn or (state.dice == "tower" and not elsewhere)
            said += [t.own.roll(t, state)] if own else []
        case "move" if state.computers_turn:
            said = before
        case "move" if state.looked_on:
            said = [t("say.practice.move", player=t.name(state.side))]
        case "move":
            do = t.of_game("say.move") if state.source == "touch" else t("say.watch")
            said = [do, *(t("say.before", words=words) for words in before)]
    return said


def _refusal(t: TableTexts, state: AnyState, place: str) -> list[str]:
    assert state.hint
    _, reason = state.hint.refused.get(place, ("", t("say.noway")))
    again = t("say.again") if state.source == "touch" else ""
    return [f"{t.texts.place(place)}: {t.reason(reason)}", again]


def _reach(t: TableTexts, state: AnyState) -> str:
    assert state.hint
    place = state.hint.start
    if place in state.hint.refused:
        _, reason = state.hint.refused[place]
        return t.of_game("say.reach.none", cell=place) + f": {t.reason(reason)}"
    return t.own.reach(t, state, place)


def sure(t: TableTexts, state: AnyState, place: str) -> str:
    """Return how sure the camera is of what lies on a place, "" where none looks on."""
    verdict = state.verdict
    if verdict is None or state.source != "camera" or verdict.frame is None:
        return ""
    thing = (verdict.seen or state.believed).get(place, "")
    agreeing = [offer.probability for offer in verdict.readings if offer.grid.get(place, "") == thing]
    share = min(sum(agreeing) if verdict.readings else verdict.confidence, SUREST)
    holds = t.reason(because("referee.holds", cell=place, thing=thing))
    return t("photo.sure", holds=holds.rstrip("."), share=share)


def seems(state: AnyState) -> Mapping[str, str]:
    """Return what seems to lie on places that have looked otherwise again and again."""
    notes = state.verdict.notes if state.verdict and state.phase in ("roll", "move") and not state.draft else ()
    told = [note.to_json()["values"]["changes"] for note in notes if note.key == "referee.standing"]
    changes = [change.values for each in told for change in map(Reason.from_json, each)]
    return {str(change["cell"]): str(change["thing"]) for change in changes}


def occasion(state: AnyState) -> object:
    """Return what is to be said aloud; it is another object each time."""
    return state.fault or (state.suggestion if state.computers_turn and state.suggestion else state.verdict)


def sound_of_verdict(t: TableTexts, state: AnyState) -> tuple[str, str, Tone] | None:
    """Return what is heard and read across the table of a verdict that a camera has led to: a sound, a word, its tone.
    None where nothing new is to be said."""
    verdict = state.verdict
    if verdict is None or state.camera is None or verdict.trait.passes or verdict.trait.by_players:
        return None
    if state.winner:
        return SOUNDS["good"], t.own.title(t, state), ending_tone(t, state)
    tone = tone_of(verdict)
    if verdict.verdict == "setup" or tone not in SOUNDS:
        return None
    return SOUNDS[tone], t("head.blind") if lost(verdict) else in_a_word(t, verdict), tone


def spoken(t: TableTexts, state: AnyState) -> str:
    """Return the last verdict in a few words, to be said aloud."""
    verdict = state.verdict
    if state.fault:
        return f"{t('verdict.illegal')}. {t.rule_title(state.fault.rule)}"
    if state.computers_turn and state.suggestion:
        return f"{headline(t, state, ScreenState())}: {t.moves(state.suggestion.moves)}"
    if verdict is None or verdict.trait.passes:
        return ""
    if verdict.trait.turn:
        word = t.own.title(t, state).rstrip("!") if state.winner else in_a_word(t, verdict)
        return f"{word}. {t.verdict(verdict)[0]}" if verdict.moves else word
    whose = f"{t.name(verdict.side)}: " if verdict.side and verdict.trait.stands else ""
    return f"{whose}{t(f'verdict.{verdict.verdict}')}. {t.rule_title(verdict.rule)}"


def result(t: TableTexts, state: AnyState) -> tuple[str, ...]:
    """Return how the game has ended, for its picture: a title, who played, scores."""
    sides = dict.fromkeys(moment.verdict.side for moment in state.moments if moment.verdict.side)
    series = (series_words(t.texts, state.series, t.own.winners(state), t.name),) if state.series else ()
    return (t.own.title(t, state), " – ".join(map(t.name, sides)), *t.own.scores(t, state), *series)


def in_doubt(verdict: Verdict) -> bool:
    """Return True if players are to compare the set-up that was seen."""
    return verdict.verdict == "setup" and bool(verdict.notes) and verdict.confidence < priors.CERTAIN


def series_words(t: Texts, before: Mapping[str, int], winners: Sequence[str], name: Callable[[str], str]) -> str:
    """Return how a series stands: the games won before, and the one just won."""
    told = ", ".join(f"{name(side)} {wins + (side in winners)}" for side, wins in before.items())
    return t("series", told=told)


def tone_of(verdict: Verdict) -> Tone:
    return "accent" if verdict.trait.by_players else TONES[verdict.trait.tone]


def _named(value: Any, names: Mapping[str, str]) -> Any:
    """Return a reason with players' names in the place of the words for their sides, by the keys of those."""
    if isinstance(value, Reason):
        if value.key in names:
            return names[value.key]
        return replace(value, values={name: _named(inner, names) for name, inner in value.values.items()})
    return tuple(_named(inner, names) for inner in value) if isinstance(value, list | tuple) else value
