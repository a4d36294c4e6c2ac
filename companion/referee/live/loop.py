"""The loop of a live game: collects settled pictures, rolls and typed lines as events, and has them refereed."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from companion.games.errors import CompanionError
from companion.games.reason import because
from companion.referee.errors import RefereeError, error_reason
from companion.referee.game import Game, JudgedEvent, take
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.retry_when_full import PAUSE_SECONDS, retry_when_full
from companion.referee.live.camera_dice import Tray
from companion.referee.live.feed import FrameSource
from companion.referee.live.settling import Settler
from companion.referee.live.table_dice import Complain, TableDice
from companion.referee.live.typed import Conversation, Lines
from companion.referee.session import Session
from companion.referee.table import AnyTable
from vision.sources.source import Shot


class LiveEvent(NamedTuple):
    """Something that happened at `t` seconds. `kind`: kind of a recording's event. `value`: the picture of a frame, the
    DiceRoll of a tower's roll, otherwise what the recording keeps."""

    t: float
    kind: str
    value: Any


def happenings(
    table: AnyTable,
    source: FrameSource,
    typed: Lines,
    complain: Complain,
    dice: TableDice | None = None,
    tray: Tray | None = None,
    said: Callable[[], Iterable[tuple[str, Any]]] = tuple,
    session: Callable[[], Session] | None = None,
) -> Iterator[LiveEvent]:
    """Yield settled pictures, rolls and typed lines as they come. Ends with the source, or when a player types quit.

    Rolls come from `dice`, from a watched `tray`, or are typed. `said` returns what was said otherwise, as pairs of
    kind and value. `complain` is called with a message about a line that makes no sense. `session` returns the game as
    it stands: where a typed line gives the table another meaning, a still table is looked at again.
    """
    settler = Settler()
    conversation = Conversation(table, lambda value: session().corrects(value) if session else None)
    last: Shot | None = None
    t, again = 0.0, False
    for shot in source.shots():
        if shot is not None:
            t, last = shot.t, shot
        look_now = source.still and shot is not None
        for kind, value in chain(_rolled(shot, dice, tray), said()):
            yield LiveEvent(t, kind, value)
        for kind, value in _typed(typed, conversation, complain):
            if kind == "quit":
                return
            if kind == "frame":
                look_now = True
            elif kind != "throw":
                undoes = kind == "correct" and "undo" in value
                again = again or undoes or (session is not None and session().unsettled)
                yield LiveEvent(t, kind, value)
            elif dice:
                dice.throw()
            else:
                complain(because("live.no_dice"))
        if shot is not None and (settler.settled(shot) or (again and settler.resting)):
            look_now = True
        if look_now and last is not None:
            again = False
            yield LiveEvent(t, "frame", last.image)


def _typed(typed: Lines, conversation: Conversation, complain: Complain) -> Iterator[tuple[str, Any]]:
    """Yield the lines typed since the last call, as pairs of kind and value."""
    for line in typed.waiting():
        try:
            yield from conversation.hear(line)
        except CompanionError as error:
            complain(error_reason(error))


def _rolled(shot: Shot | None, dice: TableDice | None, tray: Tray | None) -> Iterator[tuple[str, Any]]:
    """Yield the rolls since the last call, as pairs of kind and value."""
    if dice:
        yield from dice.waiting()
    if tray:
        yield from (("roll", roll) for roll in tray.rolls(shot))


def steps(
    game: Game,
    recorder: Recorder,
    events: Iterable[LiveEvent],
    complain: Complain,
    dice: TableDice | None = None,
    pause: float = PAUSE_SECONDS,
) -> Iterator[JudgedEvent]:
    """Record each event, then referee it. An event that cannot be used (a mistyped roll, no proper set-up yet) is
    dropped with a complaint. While the disk is full, try again every `pause` seconds.
    """
    if dice and game.session.started:
        dice.next_turn()
    begin = recorder.recording.events[-1].t if recorder.recording.events else 0.0
    for t, kind, value in events:
        record = (
            partial(recorder.frame, begin + t, value)
            if kind == "frame"
            else partial(recorder.add, begin + t, kind, value)
        )
        event = retry_when_full(record, complain, pause)
        due = game.session.due if game.session.started else None
        try:
            step = retry_when_full(partial(take, game, event, recorder), complain, pause)
        except RefereeError as error:
            retry_when_full(recorder.drop, complain, pause)
            # Who has just typed it needs no event's number.
            complain(error_reason(error.__cause__ if isinstance(error.__cause__, CompanionError) else error))
        else:
            if dice and step.verdict and step.verdict.trait.ends_turn:
                dice.next_turn()
            now = game.session.due
            if step.verdict is None and due and due.mover and now and now.mover != due.mover:
                complain(because("live.passed", side=due.mover))
            yield step
