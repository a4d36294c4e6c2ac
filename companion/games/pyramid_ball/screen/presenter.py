"""The screen of Pyramid Ball in words, offers and pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from companion.app.games.buttons import STAGES, GameButtons, Row, answer, running, undo
from companion.app.games.deeds import SettleSides
from companion.app.games.presenter import GameScreen, OfferedReading, SetupStage, TableView
from companion.app.games.screen_state import ScreenState
from companion.app.games.setting_up import SetupSeen
from companion.app.games.table import do
from companion.app.games.words import TableTexts
from companion.app.intents import AnyIntent
from companion.app.views import Action, BoardPicture, ShownPicture, Tone
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.screen.deeds import Choose, EndTimer, Foul, Stands, StartTimer
from companion.games.pyramid_ball.screen.entry_desk import entering
from companion.games.pyramid_ball.screen.entry_desk import tap as tap_field
from companion.games.pyramid_ball.screen.field import USUAL, Colours, colours_of
from companion.games.pyramid_ball.screen.program_desk import doubts, read_headline, read_words, sheet_of
from companion.games.pyramid_ball.screen.program_shown import ShownSheet, sides_unread
from companion.games.pyramid_ball.screen.screen_state import BallScreenState
from companion.games.pyramid_ball.screen.state import BallTurn, State, late_picture
from companion.games.pyramid_ball.screen.words import WORDS, headline
from companion.games.pyramid_ball.table.drawing import BallDrawing
from companion.games.pyramid_ball.table.setup import opposite
from companion.games.reason import Reason

Mode = Literal["think", "programming", "time", "late", "enter", "sheet", "choice", "follow", "judged"]
# Verdicts that misread programs may have caused.
DISPUTED = ("illegal", "unsure")
UNDONE = ("referee.undone", "referee.timer_undone")
BALL_STAGES = {
    **STAGES,
    "roll": ("undo", "again", "running", "start"),
    "move": ("running",),
    "illegal": ("running", "accept", "stands"),
    "unsure": (*STAGES["unsure"], "programs"),
}


@dataclass(frozen=True)
class BallShown:
    """State that only this game's screen shows. `sheet`: the programs being checked. `proof`: picture of a late hand.
    `since`: when the minute began, on the monotonic clock."""

    sheet: ShownSheet | None = None
    proof: ShownPicture | None = None
    since: float | None = None
    colours: Colours = USUAL


def colours_on(state: State) -> Colours:
    position = state.score.position
    if position is None and state.built and state.built.wanted:
        position = initial().to_json()
    if position is None or not state.believed:
        return USUAL
    try:
        return colours_of(position, state.believed)
    except (KeyError, ValueError):
        return USUAL


def mode(state: State, own: BallScreenState) -> Mode:
    """Return what the screen shows now."""
    turn: BallTurn = state.own
    if turn.entry:
        return "enter"
    if own.follower.turn and _carries_itself_out(state):
        return "follow"
    if state.phase in DISPUTED and turn.programs and own.checking:
        return "sheet"
    moving = state.phase == "incomplete" and turn.programs is not None
    if not (state.phase in ("roll", "move") or moving) or (state.notice and not _carries_itself_out(state)):
        return "judged"
    if set(turn.late) - own.dismissed:
        return "late"
    return _without_programs(turn, own) if turn.programs is None else _with_programs(state, own)


def _without_programs(turn: BallTurn, own: BallScreenState) -> Mode:
    if own.follower.turn:
        return "follow"
    if turn.choice and not turn.timer:
        return "choice"
    if turn.timer == "end":
        return "sheet" if own.typing else "time"
    return "programming" if turn.timer else "think"


def _with_programs(state: State, own: BallScreenState) -> Mode:
    turn: BallTurn = state.own
    if sides_unread(turn.programs or {}) or (own.checking and not _carries_itself_out(state)):
        return "sheet"
    following = own.follower.turn
    followed = following.over if following else _carries_itself_out(state)
    return "choice" if turn.choice and followed else "follow"


def _keep_up(state: State, own: BallScreenState) -> None:
    """Reset the state of the screen when the turn ends or the programs change."""
    turn: BallTurn = state.own
    own.dismissed &= set(turn.late)
    if turn.entry is None:
        own.trusted = own.warned = ""
    if state.verdict != own.heard:
        own.heard = state.verdict
        own.checking = own.checking and state.phase not in DISPUTED
    if turn.programs is None and own.programmed:
        own.checking = True
        own.marking = ""
    own.programmed = turn.programs is not None
    own.typing = own.typing and turn.timer == "end"
    follows = own.programmed and _with_programs(state, own) == "follow"
    own.follower.keep_up(state, follows=follows, made_here=_carries_itself_out(state))


def _amend(view: TableView, t: TableTexts, state: State, here: ScreenState) -> TableView:
    own: BallScreenState = here.own
    _keep_up(state, own)
    view = replace(view, own=BallShown(colours=colours_on(state)))
    if view.kind == "past":
        return replace(view, board=replace(_without_empty(view.board), arrows=()))
    if view.kind != "now":
        return view
    tone: Tone = "plain" if state.phase == "move" and not state.notice else view.tone
    readings = tuple(
        replace(each, board=_without_empty(each.board)) if each.of_verdict else each for each in view.readings
    )
    view = replace(view, tone=tone, headline=headline(t, state) or view.headline, readings=readings)
    return MODES[mode(state, own)](view, t, state, own)


def _tap(state: State, spot: str, here: ScreenState) -> AnyIntent | None:
    if state.own.entry:
        return tap_field(state, spot, here.own)
    choice = state.own.choice
    return do(Choose(spot)) if choice and spot in choice["options"] else None


def _things(state: State, place: str) -> tuple[str, ...]:
    """Return what a square may have: each pyramid with the ball and without it, the ball alone, nothing; what lies
    there first."""
    ball = f"{colours_on(state).ball}1"
    pieces = sorted({thing[:2] for thing in state.believed.values() if thing and thing != ball})
    offered = ("", *pieces, *(piece + ball for piece in pieces), ball)
    return tuple(dict.fromkeys((state.believed.get(place, ""), *offered)))


def _ask_for_ball(
    t: TableTexts, _state: State, seen: SetupSeen, board: BoardPicture
) -> tuple[str, tuple[OfferedReading, ...]]:
    """Ask who has the ball, on the board as the camera sees it: as it was read, or the other medium."""
    holder = next((place for place, thing in board.grid.items() if len(thing) > 2), "")
    if not seen.asked or not holder or opposite(holder) not in board.grid:
        return t("sides.ask"), ()
    there, ball = opposite(holder), board.grid[holder][2:]
    here, other = board.grid[holder][:2], board.grid[there]
    moved = replace(board, grid={**board.grid, holder: here, there: other + ball})
    offers = tuple(
        OfferedReading(
            n,
            replace(shown, frames={place: "mark"}, focus=frozenset((holder, there))),
            t("sides.has", colour=t(f"colour.{medium[0]}")),
            "",
            do(SettleSides(other=turned)),
        )
        for n, (shown, place, medium, turned) in enumerate(((board, holder, here, False), (moved, there, other, True)))
    )
    return t("sides.ask"), offers


def _board(board: BoardPicture, state: State, here: ScreenState) -> BoardPicture:
    frames, badges = dict(board.frames), dict(board.badges)
    for start, end in state.strayed if state.phase == "illegal" and here.moment is None else ():
        badges[start] = ("×", "bad")
        frames[end], badges[end] = "good", ("+", "good")
    # Six pyramids went up to three ways each: arrows of a whole turn say nothing. *Replay* shows it row by row.
    arrows = () if state.phase in ("roll", "won") else board.arrows
    return replace(_without_empty(board), frames=frames, badges=badges, arrows=arrows)


def _without_empty(board: BoardPicture) -> BoardPicture:
    return replace(board, grid={place: thing for place, thing in board.grid.items() if thing})


def _buttons(t: TableTexts, state: State, here: ScreenState) -> dict[str, Row]:
    own = here.own
    accept = Action("accept", t("do.accept"), intent=answer(state, "accept", True))
    stands = Action("stands", t("ball.misread"), intent=do(Stands()))
    return {
        "again": own.follower.again(t, state) if state.moments else (),
        "running": _watching(t, state),
        "start": _start(t, state),
        "accept": (accept,),
        "stands": (stands,) if state.own.expected is not None else (),
        "programs": (_to_programs(t, own),) if state.own.programs else (),
    }


def _start(t: TableTexts, state: State) -> Row:
    """Return the button that starts the minute; before the first turn also one that swaps the sides."""
    if state.looked_on:
        return ()
    around = () if len(state.moments) > 1 or not state.camera else (Action("other sides", t("setting.other.sides")),)
    return (*around, Action("timer", t("ball.start"), "accent", intent=do(StartTimer()), icon="clock"))


def _watching(t: TableTexts, state: State) -> Row:
    return () if state.source in ("touch", "camera") else running(t, state)


def _to_programs(t: TableTexts, own: BallScreenState) -> Action:
    return Action("programs", t("ball.see_programs"), here=own.check)


def _fouls(t: TableTexts, turn: BallTurn) -> Row:
    tones: dict[str, Tone] = dict.fromkeys(turn.fouls, "bad")
    return tuple(
        Action(
            f"foul {side}",
            t("ball.call", player=t.name(side)),
            tones.get(side, "plain"),
            intent=do(Foul(side)),
            icon="whistle",
        )
        for side in PLAYERS
    )


def _caught(t: TableTexts, turn: BallTurn) -> tuple[str, ...]:
    return tuple(t("ball.caught", player=t.name(side)) for side in turn.fouls)


def _enter(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    return entering(t, state, view, own, undo(t, state), _caught(t, state.own))


def _think(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen before the minute."""
    if state.source == "touch":
        return _to_enter(view, t, state, own)
    if state.verdict and state.verdict.verdict not in ("legal", "setup"):
        return replace(view, headline=t("ball.think"), words=(t("ball.camera.think"),))
    return replace(view, words=(*view.words, t("ball.camera.think")))


def _to_enter(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen before programs are entered by touch; after the minute a foul may be called."""
    turn: BallTurn = state.own
    over = own.clock in ("grace", "over")
    ready = Action("enter", t("ball.ready"), "accent" if turn.timer else "plain", intent=do(EndTimer()))
    timer = Action("timer", t("ball.timer"), "accent", intent=do(StartTimer()), icon="clock")
    runs = Action("timer", t("ball.timer.runs"), "accent", enabled=False, icon="clock")
    if not state.notice:
        said = () if turn.timer else _said_last(t, state, view)
        words = (*said, t("ball.think.says"), *_caught(t, turn))
        view = replace(view, tone="accent", headline=t("ball.time" if over else "ball.think"), words=words)
    again = () if turn.timer else own.follower.again(t, state)
    rows = (_fouls(t, turn),) if over else ((runs if turn.timer else timer,),)
    return replace(view, rows=rows, actions=(undo(t, state), *again, ready))


def _said_last(t: TableTexts, state: State, view: TableView) -> tuple[str, ...]:
    """Return the words about the turn or correction before, unless something was undone."""
    last = state.verdict
    if last is None or (last.reason and last.reason.key in UNDONE):
        return ()
    if last.trait.turn and _carries_itself_out(state):
        return () if last.more.get("events") else (t("ball.still.all"),)
    return view.words if last.trait.turn or last.trait.by_players else ()


def _programming(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen during the minute."""
    if state.source == "touch":
        view = _to_enter(view, t, state, own)
    else:
        ready = Action("ready", t("ball.both_ready"), "accent", intent=do(EndTimer()))
        actions = (*_watching(t, state), *(() if state.looked_on else (ready,)))
        view = replace(view, tone="accent", headline=t("ball.think"), words=(), actions=actions)
    return replace(view, own=replace(view.own, since=state.own.since))


def _time(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen after the minute, until both programs are read."""
    words = (t("ball.camera.time"), *_caught(t, state.own))
    enter = Action("enter programs", t("ball.enter_programs"), here=own.enter_programs)
    actions = view.actions if state.looked_on else (*view.actions, enter)
    return replace(
        view, tone="warn", headline=t("ball.time"), words=words, rows=(_fouls(t, state.own),), actions=actions
    )


def _wrong_table(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen of a wrong table: it may follow from a misread program."""
    if state.phase != "illegal":
        return view
    rule = (Action("rule", t("do.rule")),) if view.rule else ()
    programs = (_to_programs(t, own),) if state.own.programs else ()
    return replace(view, rows=((*rule, *programs),) if rule or programs else ())


def _late(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen of a late hand: the picture that proves it, and a foul button for each side."""
    turn: BallTurn = state.own
    side = sorted(set(turn.late) - own.dismissed)[0]
    words = t("ball.late.says", player=t.name(side), seconds=max(1, round(turn.late[side])))
    seen = Action("seen", t("ball.late.seen"), "accent", here=partial(own.dismissed.update, turn.late))
    return replace(
        view,
        tone="bad",
        headline=t("ball.late", player=t.name(side)),
        words=(words, *_caught(t, turn)),
        own=replace(view.own, proof=state.kept.get(late_picture(side))),
        rows=(_fouls(t, turn),),
        actions=(*_watching(t, state), seen),
    )


def _sheet(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen on which the programs are checked and corrected."""
    turn: BallTurn = state.own
    unread, doubtful = sides_unread(turn.programs or {}), doubts(t, state)
    words = [t("ball.revealed")] if state.by_hand else read_words(t, state)
    if state.verdict and state.verdict.verdict == "unsure" and state.verdict.reason and not unread:
        words.insert(0, t.reason(state.verdict.reason))
    carry = Action("carry_out", t("ball.carry_out"), "accent", enabled=not unread, here=own.carry_out)
    return replace(
        view,
        tone="warn" if unread or doubtful else "accent",
        headline=read_headline(t, state, own),
        words=(*words, *_caught(t, turn)),
        readings=(),
        advice=(),
        own=replace(view.own, sheet=sheet_of(t, state)),
        rows=(_fouls(t, turn),) if turn.late or turn.fouls else (),
        actions=(*_watching(t, state), carry),
    )


def _choice(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    """Return the screen of a question that the rules leave to a player."""
    choice, following = state.own.choice, own.follower.turn
    answers = tuple(
        Action(f"choose {option}", _answer(t, option), intent=do(Choose(option))) for option in choice["options"]
    )
    board = following.picture(view.own.colours) if following else view.board
    frames: dict[str, Tone] = {option: "mark" for option in choice["options"] if len(option) == 2}
    actions = (undo(t, state),) if state.source == "touch" else (_to_programs(t, own), *_watching(t, state))
    return replace(
        view,
        tone="accent",
        headline=t("ball.choice", player=t.name(choice["player"])),
        words=(*map(t.reason, filter(None, (state.notice,))), t.reason(Reason.from_json(choice["text"]))),
        board=replace(board, frames={**board.frames, **frames}),
        rows=(answers,),
        actions=view.actions if state.phase == "roll" else actions,
    )


def _answer(t: TableTexts, option: str) -> str:
    return option if len(option) == 2 else t(f"ball.special.{option}")


def _follow(view: TableView, t: TableTexts, state: State, own: BallScreenState) -> TableView:
    words = t("ball.lay" if state.by_hand else "ball.stands")
    stands = Action("stands", words, "accent" if state.by_hand else "plain", intent=do(Stands()))
    more = (_to_programs(t, own), *((stands,) if state.own.expected is not None else ()))
    return own.follower.view(t, state, view, more if state.phase in ("move", "incomplete") else ())


def _carries_itself_out(state: State) -> bool:
    """Return True if the game is played on the screen alone."""
    return state.source == "touch" and not state.by_hand and state.camera is None


MODES: Mapping[Mode, Callable[[TableView, TableTexts, State, BallScreenState], TableView]] = {
    "enter": _enter,
    "sheet": _sheet,
    "late": _late,
    "choice": _choice,
    "follow": _follow,
    "judged": _wrong_table,
    "think": _think,
    "programming": _programming,
    "time": _time,
}

BALL = GameScreen(
    words=WORDS,
    drawing=BallDrawing(),
    tap=_tap,
    things=_things,
    # Both sides move at once: a computer is never waited for alone.
    buttons=GameButtons(BALL_STAGES, lambda state: state.phase, _buttons, may_pass=False),
    setup=SetupStage(turns=True, asked=_ask_for_ball),
    board=_board,
    amend=_amend,
    begin=BallScreenState,
)
