"""The page on which a set-up is built under a camera: what is said, offered and drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.app.games.buttons import TableButtons
from companion.app.games.deeds import BeginWatched, GoByCamera, SettleSides
from companion.app.games.setting_up import SetupSeen
from companion.app.games.state import ShownCamera, TableState
from companion.app.games.table import PlayedTable, do
from companion.app.guide.guide import Spot
from companion.app.intents import Intent
from companion.app.views import Action, BoardPicture, Tone
from companion.referee.grid import Place, Thing

S = TypeVar("S")
# A place whose name is longer has no room on the camera's chip.
SHORT = 3
# So many places are told of at once; rings show the others.
MOST_FAULTS = 3


@dataclass(frozen=True)
class ShownSetting:
    """The set-up to build, beside the camera's picture; `corners` are handles on that, to be dragged, by `names`."""

    board: BoardPicture
    corners: tuple[Spot, ...] | None = None
    names: tuple[str, ...] = ()


class SettingWords(TableButtons[S]):
    """`dragging` tells whether the players show where the corners are, `looking` whether they look at the camera's
    picture during a game; `others` are the choices that can still be
    changed here, for what is built looks different then; `turns` tells whether the board may lie the other way round.
    """

    dragging = False
    looking = False
    others: tuple[str, ...] = ()
    turns = False

    def seen_setup(self, state: TableState[S]) -> SetupSeen | None:
        """What the camera sees of a set-up, where one is built under it."""
        return state.camera.setup if state.camera and state.source == "camera" else None

    def frames_of(self, seen: SetupSeen, filled: Iterable[str]) -> dict[str, Tone]:
        """What belongs on places is green only where it is seen to stand."""
        frames: dict[str, Tone] = {}
        tone: Tone
        places: Iterable[str]
        if seen.faults is not None:
            for tone, places in (("good", filled), ("warn", seen.unseen), ("bad", seen.faults)):
                frames |= dict.fromkeys(places, tone)
        return frames

    def setting_told(self, camera: ShownCamera, seen: SetupSeen) -> tuple[Tone, str, tuple[str, ...]]:
        """In which tone, under which title, and in which words, it is told what to do."""
        t = self._t
        if self.dragging:
            return "mark", t("guide.tap"), (t("setting.drag"),)
        if camera.does == "away":
            return "warn", t("guide.camera.none"), (t("setting.away"),)
        if seen.trouble:
            return (
                "warn",
                t("setting.look"),
                (self.reason(seen.trouble), *((t("setting.shown"),) if seen.shown else ())),
            )
        if seen.faults is None:
            return "plain", t("setting.seek"), (t("setting.seek.says"),)
        return self._seen_told(seen, seen.faults)

    def _seen_told(
        self, seen: SetupSeen, faults: Mapping[Place, tuple[Thing, Thing]]
    ) -> tuple[Tone, str, tuple[str, ...]]:
        """The same of a set-up of which it is known what is wrong."""
        t = self._t
        if faults:
            told = [self.to_put_right(place, *things) for place, things in list(faults.items())[:MOST_FAULTS]]
            more = len(faults) - len(told)
            return "bad", t("guide.setup.bad", n=len(faults)), (*told, t("setting.more", n=more) if more else "")
        if seen.asked:
            return "warn", t("setting.sides"), (t("sides.ask"),)
        if seen.unseen:
            return "warn", t("setting.unclear"), (t("guide.setup.unseen", cells=seen.unseen),)
        if seen.doubtful:
            return "warn", t("setting.compare"), (*self.remarks(seen.notes), t("setting.start"))
        return "good", t("verdict.setup"), (*self.remarks(seen.notes), t("setting.start"))

    def to_put_right(self, place: str, right: str, seen: str) -> str:
        """What is to be done at a place."""
        return self.reason(self._t("setting.fault", cell=place, right=right, seen=seen))

    def setting_rows(self, seen: SetupSeen) -> tuple[tuple[Action, ...], ...]:
        t = self._t
        if self.dragging:
            return ()
        corners = Action("drag corners", t("setting.corners"), "accent" if seen.shown else "plain")
        others = [Action(f"other {name}", t(f"setting.other.{name}")) for name in self.others]
        if self.turns and seen.corners:
            turn: Intent[PlayedTable[Any]] = do(SettleSides(other=True))
            others.append(Action("turn round", t("setting.other.sides"), intent=turn))
        camera = Action("other camera", t("setting.other.camera"))
        return ((corners, *others, camera, self.by_touch()),)

    def chip(self, camera: ShownCamera) -> tuple[Tone, str]:
        """What the camera does, in a word or two."""
        t = self._t
        if camera.does == "sees" and camera.hidden:
            first, more = camera.hidden[0], len(camera.hidden) - 1
            if len(t.place(first)) > SHORT:
                return "warn", t("chip.hidden.many", n=more + 1)
            return "warn", t("chip.hidden", place=first, n=more) if more else t("chip.hidden.one", place=first)
        tones: dict[str, Tone] = {"sees": "good", "away": "bad", "frozen": "warn"}
        return tones.get(camera.does, "plain"), t(f"chip.{camera.does}")

    def looked_at(
        self, state: TableState[S], camera: ShownCamera
    ) -> tuple[tuple[tuple[Action, ...], ...], tuple[Action, ...]]:
        """The buttons beside the camera's picture during a game."""
        if self.dragging:
            return (), self.setting_actions(SetupSeen())
        t = self._t
        corners = Action("drag corners", t("setting.corners"))
        by_camera = Action("by camera", t("setting.by_camera"), "accent", intent=do(GoByCamera()))
        touched = state.source == "touch"
        close = Action("camera", t("do.close"), "plain" if touched else "accent")
        return ((corners, by_camera if touched else self.by_touch()),), (close,)

    def setting_actions(self, seen: SetupSeen) -> tuple[Action, ...]:
        t = self._t
        if self.dragging:
            alone = Action("drop corners", t("guide.untap"))
            return (Action("leave corners", t("do.cancel")), alone, Action("keep corners", t("guide.keep"), "accent"))
        begin: Intent[PlayedTable[Any]] = do(BeginWatched())
        tone: Tone = "plain" if not seen.right else "warn" if seen.doubtful else "good"
        return (Action("begin", t("do.start"), tone, seen.right, intent=begin),)
