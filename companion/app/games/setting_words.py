"""Makes the view of a set-up that is built under a camera: words, buttons, board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.app.games.buttons import Row, by_touch
from companion.app.games.deeds import BeginWatched, GoByCamera, SettleSides, TakeBoardBeside
from companion.app.games.screen_state import ScreenState
from companion.app.games.setting_up import SetupSeen
from companion.app.games.state import AnyState, ShownCamera
from companion.app.games.table import do
from companion.app.games.words import TableTexts
from companion.app.views import Action, BoardPicture, Spot, Tone

# Longest name of a place that has room on the camera's chip.
SHORT = 3
# Most places that words name at once; rings show the others.
MOST_FAULTS = 3

Message = tuple[Tone, str, tuple[str, ...]]
"""A tone, a title, sentences."""


@dataclass(frozen=True)
class ShownSetup:
    """The set-up to build, beside the camera's picture. `corners`: handles to be dragged on that, called by `names`.
    `code`: shown to be scanned in place of the picture; "" if it is not.
    """

    board: BoardPicture
    corners: tuple[Spot, ...] | None = None
    names: tuple[str, ...] = ()
    code: str = ""


def to_put_right(t: TableTexts, place: str, right: str, seen: str) -> str:
    """Return what is to be done at a place, as a sentence with a capital and a stop."""
    return t.reason(t("setting.fault", cell=place, right=right, seen=seen))


def frames_of(seen: SetupSeen, filled: Iterable[str]) -> dict[str, Tone]:
    """Return the frames of places, green only where what belongs there is seen to stand. `filled`: the places on which
    something belongs."""
    if seen.faults is None:
        return {}
    good: dict[str, Tone] = dict.fromkeys(filled, "good")
    return {**good, **dict.fromkeys(seen.unseen, "warn"), **dict.fromkeys(seen.faults, "bad")}


def setup_message(
    t: TableTexts, camera: ShownCamera, seen: SetupSeen, faults: Mapping[str, str], drag: bool
) -> Message:
    """Return what the players are to do. `faults`: what to put right, by place."""
    if drag:
        return "mark", t("guide.tap"), (t("setting.drag"),)
    if camera.code:
        return "accent", t("setting.scan"), (t("setting.scan.says"),)
    if camera.does == "away":
        return "warn", t("guide.camera.none"), (t("setting.away"),)
    if seen.trouble:
        return "warn", t("setting.look"), (t.reason(seen.trouble), t("setting.shown") if seen.shown else "")
    if seen.faults is None:
        return "plain", t("setting.seek"), (t("setting.seek.says"),)
    return _seen_told(t, seen, faults)


def _seen_told(t: TableTexts, seen: SetupSeen, faults: Mapping[str, str]) -> Message:
    if faults:
        told = tuple(faults.values())[:MOST_FAULTS]
        more = len(faults) - len(told)
        return "bad", t("guide.setup.bad", n=len(faults)), (*told, t("setting.more", n=more) if more else "")
    if seen.asked:
        return "warn", t("setting.sides"), (t("sides.ask"),)
    if seen.unseen:
        ask = t("setting.by_word.says") if seen.by_word else ""
        return "warn", t("setting.unclear"), (t("guide.setup.unseen", cells=seen.unseen), ask)
    words = (*t.remarks(seen.notes), t("setting.start"))
    return ("warn", t("setting.compare"), words) if seen.doubtful else ("good", t("verdict.setup"), words)


def setup_row(t: TableTexts, seen: SetupSeen, others: Iterable[str], beside: str, *, turns: bool) -> Row:
    """Return the buttons for what can still be changed. `others`: further choices, each with a text of its own;
    `beside`: key of the text for the board beside the one found; `turns`: the board may lie the other way."""
    corners = Action("drag corners", t("setting.corners"), "accent" if seen.shown else "plain")
    found = [Action(f"other {name}", t(f"setting.other.{name}")) for name in others]
    if turns and seen.corners:
        found.append(Action("turn round", t("setting.other.sides"), intent=do(SettleSides(other=True))))
    if beside and seen.corners:
        found.append(Action("beside", t(beside), intent=do(TakeBoardBeside())))
    return (corners, *found, Action("other camera", t("setting.other.camera")), by_touch(t))


def setup_actions(t: TableTexts, seen: SetupSeen) -> Row:
    if seen.by_word:
        return (Action("begin", t("setting.by_word"), "warn", intent=do(BeginWatched())),)
    tone: Tone = "plain" if not seen.right else "warn" if seen.doubtful else "good"
    return (Action("begin", t("do.start"), tone, seen.right, intent=do(BeginWatched())),)


def dragging_actions(t: TableTexts) -> Row:
    """Return the buttons while corners are dragged."""
    alone = Action("drop corners", t("guide.untap"))
    return (Action("leave corners", t("do.cancel")), alone, Action("keep corners", t("guide.keep"), "accent"))


def chip(t: TableTexts, camera: ShownCamera) -> tuple[Tone, str]:
    """Return what the camera does, in a word or two."""
    if camera.does == "sees" and camera.hidden:
        first, more = camera.hidden[0], len(camera.hidden) - 1
        if len(t.texts.place(first)) > SHORT:
            return "warn", t("chip.hidden.many", n=more + 1)
        return "warn", t("chip.hidden", place=first, n=more) if more else t("chip.hidden.one", place=first)
    tones: dict[str, Tone] = {"sees": "good", "away": "bad", "frozen": "warn"}
    return tones.get(camera.does, "plain"), t(f"chip.{camera.does}")


def camera_view_buttons(t: TableTexts, state: AnyState, here: ScreenState) -> tuple[tuple[Row, ...], Row]:
    """Return the rows and the buttons beside the camera's picture during a game."""
    if here.dragging:
        return (), dragging_actions(t)
    corners = Action("drag corners", t("setting.corners"))
    by_camera = Action("by camera", t("setting.by_camera"), "accent", intent=do(GoByCamera()))
    touched = state.source == "touch"
    close = Action("camera", t("do.close"), "plain" if touched else "accent")
    return ((corners, by_camera if touched else by_touch(t)),), (close,)
