"""Entry of programs by touch: words, offers and a picture of the field."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final

from companion.app.games.buttons import Row
from companion.app.games.deeds import Done, Enter, Suggest
from companion.app.games.presenter import TableView
from companion.app.games.table import do
from companion.app.games.words import TableTexts
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.views import Action, BoardPicture, Tone
from companion.games.pyramid_ball.rules.board import SIZES
from companion.games.pyramid_ball.screen.entering import EMPTY, EnteredProgram
from companion.games.pyramid_ball.screen.field import way
from companion.games.pyramid_ball.screen.program_shown import ROWS, SPECIALS
from companion.games.pyramid_ball.screen.screen_state import BallScreenState
from companion.games.pyramid_ball.screen.state import ShownEntry, State

ARROWS: Final = {"F": "forward", "B": "backward", "L": "left", "R": "right", ".": "still"}


def covered(state: State, own: BallScreenState) -> bool:
    """Return True if the tablet must still be handed to the player who enters a program; a player alone needs none of
    that."""
    entry = _entry(state)
    return entry is not None and own.trusted != entry.side and len(state.computers) != 1


def tap(state: State, spot: str, own: BallScreenState) -> AnyIntent | None:
    """Return the intent of a tap on the field: the next command of the chosen pyramid, or another pyramid."""
    entry, position = _entry(state), state.score.position
    if entry is None or entry.side is None or position is None or covered(state, own):
        return None
    if letter := _onward(position, entry.side, entry.sheet, spot):
        return do(Enter({"command": letter}))
    chosen = next((size for size in SIZES if position[entry.side][size] == spot), None)
    return do(Enter({"pyramid": chosen})) if chosen else None


def entering(
    t: TableTexts, state: State, view: TableView, own: BallScreenState, undo: Action, caught: tuple[str, ...]
) -> TableView:
    """Return the screen while a program is entered. `caught`: the side that enters nothing, for a foul."""
    entry = _entry(state)
    assert entry
    said = state.fault or state.notice
    told = (t.reason(said),) if said else ()
    view = replace(view, tone="bad" if said else "accent", rule=said.rule if said else None, rows=())
    if entry.side is None:
        thinks = t("computer.turn", player=t.name(next(iter(state.computers), "")))
        return replace(view, headline=thinks, words=told, actions=(undo,))
    player = t.name(entry.side)
    if covered(state, own):
        trust = partial(own.trust, entry.side)
        return replace(
            view,
            headline=t("ball.hand_over", player=player),
            words=(*told, t("ball.hand_over.says"), *caught),
            rows=((Action("uncover", t("ball.uncover", player=player), "accent", here=trust),),),
            actions=(undo,),
        )
    filled = (t.reason(entry.why), t("ball.enter.filled")) if entry.why else ()
    hint = (Action("suggest", t("do.hint"), intent=do(Suggest())),) if state.hints_on else ()
    rule = (Action("rule", t("do.rule")),) if view.rule else ()
    # Tapped by mistake, an empty program would count: it is asked about once.
    empty = replace(entry.sheet, pyramid=SIZES[0]) == EMPTY
    done = Action("done", t("do.done"), "accent", intent=do(Done()))
    warned = empty and own.warned == entry.side
    if empty and not warned:
        done = replace(done, tone="plain", intent=None, here=partial(setattr, own, "warned", entry.side))
    return replace(
        view,
        headline=t("head.notice") if said else t("ball.enter", player=player),
        words=told or filled or (t("ball.enter.empty" if warned else "ball.enter.says"), *caught),
        board=_on_field(view.board, state, entry),
        rows=_rows(t, state, entry),
        actions=(undo, *hint, *rule, done),
    )


def _rows(t: TableTexts, state: State, entry: ShownEntry) -> tuple[Row, ...]:
    sheet = entry.sheet
    pyramids = tuple(
        _tapped(f"pyramid {size}", f"{size}  {spaced(word)}", chosen=size == sheet.pyramid, pyramid=size)
        for size, word in sheet.words.items()
    )
    letters = tuple(_tapped(f"command {letter}", t(f"ball.{way}"), command=letter) for letter, way in ARROWS.items())
    specials = (state.score.position or {})["specials"][entry.side]
    extra = tuple(
        _tapped(f"switch {what}", t(f"ball.use.{what}"), chosen=what in sheet.switched, switch=what)
        for what, size in SPECIALS.items()
        if size in specials
    )
    rows = (pyramids, letters, _passing(t, sheet))
    return (*rows, extra) if extra else rows


def _passing(t: TableTexts, sheet: EnteredProgram) -> Row:
    """Return the buttons for taking back a command and for the pass."""
    row, to = sheet.pass_row, sheet.pass_to
    row_words = t("ball.pass.row", row=row) if row else t("ball.pass.none")
    erase = _tapped("erase", t("ball.erase"), erase="")
    return (
        replace(erase, enabled=bool(sheet.words[sheet.pyramid])),
        _tapped("pass_row", row_words, chosen=bool(row), pass_row=""),
        replace(_tapped("pass_to", t("ball.pass.to", to=to or "–"), pass_to=""), enabled=bool(row)),
    )


def _entry(state: State) -> ShownEntry | None:
    entry: ShownEntry | None = state.own.entry
    return entry


def _tapped(name: str, label: str, *, chosen: bool = False, **step: str) -> Action:
    """Return a button that enters a step of a program."""
    return Action(name, label, "mark" if chosen else "plain", intent=do(Enter(step)))


def _onward(position: JsonObject, side: str, sheet: EnteredProgram, spot: str) -> str | None:
    """Return the command that leads the chosen pyramid's way on to a square; none for a square with one of the side's
    pyramids, which a tap chooses."""
    size, word = sheet.pyramid, sheet.words[sheet.pyramid]
    if len(word) >= ROWS or spot in (position[side][other] for other in SIZES):
        return None
    here = way(position, side, size, word)
    ways = {letter: way(position, side, size, word + letter) for letter in "FBLR"}
    return next((letter for letter, to in ways.items() if len(to) > len(here) and to[-1] == spot), None)


def _on_field(board: BoardPicture, state: State, entry: ShownEntry) -> BoardPicture:
    """Show which pyramid is chosen, and where the program that is being entered leads."""
    position, sheet = state.score.position, entry.sheet
    assert position and entry.side
    arrows: list[tuple[str, str, Tone]] = []
    for size in SIZES:
        tone: Tone = "chosen" if size == sheet.pyramid else "mark"
        squares = way(position, entry.side, size, sheet.words[size])
        arrows += [(start, end, tone) for start, end in pairwise(squares)]
    chosen: dict[str, Tone] = {position[entry.side][sheet.pyramid]: "mark"}
    return replace(board, frames=chosen, arrows=tuple(arrows))


def spaced(word: str) -> str:
    """Return commands with spaces between them, and a dash for each that is missing."""
    return " ".join(word.ljust(ROWS, "–"))
