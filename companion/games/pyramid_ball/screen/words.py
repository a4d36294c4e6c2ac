"""Words for a game of Pyramid Ball."""

from collections.abc import Sequence

from companion.app.games.turn_entry import EntryStep
from companion.app.games.words import GameWords, TableTexts, apart, title, verdict_words
from companion.app.json_object import JsonObject
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.program_shown import program_words
from companion.games.pyramid_ball.screen.state import State
from companion.games.reason import Reason
from companion.referee.verdict import Offer, Verdict

GAME = "pyramid-ball"
# Kinds of events that are put into words; the others are visible on the field.
TOLD = ("pass", "interception", "tackle", "goal", "placed", "recover", "special", "won")


def event_words(t: TableTexts, event: JsonObject) -> str:
    """Return an event in words."""
    return t.reason(Reason.from_json(event["text"]))


def title_at(t: TableTexts, score: Sequence[int]) -> str:
    """Return the players with this score."""
    return f"{t.name('first')} {score[0]} : {score[1]} {t.name('second')}"


def headline(t: TableTexts, state: State) -> str:
    """Return the title of this game's own verdicts, "" for what any game says."""
    if state.phase == "roll" and state.verdict and state.verdict.verdict == "legal":
        return t("ball.agrees")
    return t("ball.elsewhere") if state.phase == "illegal" and not state.notice else ""


def _moves(t: TableTexts, moves: Sequence[JsonObject]) -> str:
    told = (event_words(t, move) for move in moves if "text" in move)
    seen = (f"{t.texts.piece(move['piece'])} {move['from']}–{move['to']}" for move in moves if "text" not in move)
    return " ".join(told) or "; ".join(seen)


def _steps(_t: TableTexts, _steps: Sequence[EntryStep]) -> str:
    return ""


def _verdict(t: TableTexts, verdict: Verdict) -> list[str]:
    notes = [t.reason(note) for note in verdict.notes]
    if verdict.verdict in ("legal", "won") and verdict.side is None:
        told = [event_words(t, event) for event in verdict.more.get("events", ()) if event["kind"] in TOLD]
        return [*(told or [t("ball.agrees.says" if verdict.moves else "ball.still.all")]), *notes]
    if verdict.verdict == "programs":
        read = ((side, verdict.more["programs"].get(side)) for side in PLAYERS)
        return [*(f"{t.name(side)}: {program_words(program)}" for side, program in read if program), *notes]
    return [t("ball.camera.think")] if verdict.verdict == "programming" else verdict_words(t, verdict)


def _apart(t: TableTexts, reading: Offer) -> str:
    """Return in words how an answer differs from those that sound like it: most often by where the ball is."""
    differing = dict(reading.apart)
    ball = next((place for place, thing in reading.grid.items() if place in differing and len(thing) > 2), "")
    return t("ball.apart", cell=t.texts.place(ball)) if ball else apart(t, reading)


def _title(t: TableTexts, state: State) -> str:
    if state.phase == "setup":
        return title(t, state)
    score = (state.score.position or {}).get("score", (0, 0))
    return f"{title(t, state)} {score[0]} : {score[1]}" if state.winner else title_at(t, score)


WORDS = GameWords(
    GAME,
    _moves,
    _steps,
    sides={"first": "ball.first", "second": "ball.second"},
    # Programs are laid out later.
    untold=("ball.table.array.sizes", "ball.table.array.covered", "ball.table.array.absent"),
    title=_title,
    verdict=_verdict,
    roll=lambda _t, _state: "",
    apart=_apart,
)
