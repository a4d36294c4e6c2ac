"""What the guide and the calibrations say and offer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.app.devices.stream import is_stream
from companion.app.guide.calibrating import TASKS, CameraMeasuring, MeasuringState, TeachingState, TowerTeaching
from companion.app.guide.guide import BOARD, CORNERS, STEPS, Guide, GuideState, GuideStep
from companion.app.guide.tray_checking import MOST_DICE, TrayChecking, TrayState
from companion.app.intents import call
from companion.app.texts.texts import Texts
from companion.app.views import Action, BoardPicture, ShownPicture, Spot, Tone
from companion.games.looney_blockade.rules.setup import initial
from companion.referee.live.feed import SIMULATED
from companion.sharing.phone.camera import PHONE
from hardware.dice import AUTO

T = TypeVar("T")
MOST_FAULTS = 6
# What is drawn in each step while no camera's picture is there.
SKETCHES: Mapping[GuideStep, str] = {"camera": "camera", "setup": "camera", "tower": "tower", "sound": "sound"}


@dataclass(frozen=True)
class StepsView:
    """All that such a screen shows: two rows of buttons, the upper for what is at hand, the lower for going on.
    Where no camera's picture is there, one of `companion.app.guide.pictures` is, `sketch`; `board` is drawn beside.
    `corners` are handles to be dragged on the picture, named `names`. A `code` to scan takes the place of both
    pictures.
    """

    title: str
    tone: Tone
    headline: str
    words: tuple[str, ...]
    picture: ShownPicture | None
    choices: tuple[Action, ...]
    actions: tuple[Action, ...]
    sketch: str = ""
    board: BoardPicture | None = None
    corners: tuple[Spot, ...] | None = None
    code: str = ""


class StepsPresenter(Protocol):
    """Turns states into views."""

    def view(self, state: Any) -> StepsView: ...


class GuidePresenter:
    """`sounds` is whether sounds are switched on; the screen's owner changes it. `stream` is the address of a camera on
    the network, offered where it is one.
    """

    def __init__(self, texts: Texts, *, sounds: bool, stream: str = "") -> None:
        self._t = texts
        self.sounds = sounds
        self.stream = stream if is_stream(stream) else ""

    def view(self, state: GuideState) -> StepsView:
        t = self._t
        number = STEPS.index(state.step) + 1
        show = {"camera": self._camera, "setup": self._setup, "tower": self._tower, "sound": self._sound}
        tone, headline, words, choices = show[state.step](state)
        last = state.step == STEPS[-1]
        back = Action("back", t("do.back"), enabled=number > 1)
        onward = Action("next", t("guide.end" if last else "guide.next"), "accent")
        told = (t.reason(state.notice),) if state.notice else ()
        picture = state.picture if state.step in ("camera", "setup") else None
        # Each button keeps its place from step to step.
        skip = Action("skip", t("guide.skip"), enabled=not last)
        title = t("guide.title", n=number, all=len(STEPS))
        # A second tap on what ends the setting of corners must not go on to the next step.
        actions = (skip, back, onward) if state.corners is None else ()
        return StepsView(
            title,
            tone,
            headline,
            (*told, *words),
            picture,
            choices,
            actions,
            SKETCHES[state.step],
            self._board(state),
            state.corners,
            _code(state) if state.step in ("camera", "setup") else "",
        )

    def _board(self, state: GuideState) -> BoardPicture | None:
        """Return the board with a1 at the left of the near side. Only what was seen to be right is green."""
        if state.step == "camera":
            tall: dict[str, Tone] = dict.fromkeys(CORNERS, "mark")
            return BoardPicture(initial().grid, tall, {cell: (cell, "mark") for cell in CORNERS})
        if state.step != "setup":
            return None
        frames: dict[str, Tone] = {}
        tone: Tone
        cells: Iterable[str]
        if state.faults is not None and not state.trouble:
            for tone, cells in (("good", BOARD.places), ("warn", state.unseen), ("bad", state.faults)):
                frames |= dict.fromkeys(cells, tone)
        return BoardPicture(dict(state.wanted) or initial().grid, frames)

    def _camera(self, state: GuideState) -> tuple[Tone, str, tuple[str, ...], tuple[Action, ...]]:
        t = self._t
        simulated = _using(SIMULATED, t("camera.simulated"), "chosen" if state.camera == SIMULATED else "plain")
        others = (SIMULATED, PHONE, self.stream)
        real = _using(AUTO, t("guide.real"), "plain" if state.camera in others else "chosen")
        chosen: Tone = "chosen" if state.camera == self.stream else "plain"
        stream = (_using(self.stream, t("camera.stream"), chosen),) if self.stream else ()
        mirror = Action(
            "turn_round",
            t("guide.mirror"),
            "chosen" if state.mirror else "plain",
            intent=call(Guide.turn_round),
        )
        phone = _using(PHONE, t("guide.phone"), "chosen" if state.camera == PHONE else "plain")
        choices = (phone, real, *stream, simulated, mirror, self._corners(state))
        if state.corners is not None:
            return self._dragging_corners(state)
        if _code(state):
            return "accent", t("setting.scan"), (t("setting.scan.says"),), choices
        if state.away:
            return "warn", t("guide.camera.none"), (t("guide.camera.none.says"),), choices
        if state.picture is None:
            return "plain", t("guide.camera.wait"), (), choices
        if not state.found:
            trouble = (t.reason(state.trouble),) if state.trouble else ()
            says = "guide.board.tapped" if state.shown else "guide.board.none.says"
            return "warn", t("guide.board.none"), (t(says), *trouble), choices
        return "good", t("guide.board"), (t("guide.board.says"),), choices

    def _setup(self, state: GuideState) -> tuple[Tone, str, tuple[str, ...], tuple[Action, ...]]:
        t = self._t
        corners = (self._corners(state),)
        if state.corners is not None:
            return self._dragging_corners(state)
        if state.away:
            return "warn", t("guide.camera.none"), (t("guide.camera.none.says"),), corners
        if state.trouble:
            tapped = (t("guide.board.tapped"),) if state.shown else ()
            return "warn", t("guide.board.none"), (*tapped, t.reason(state.trouble)), corners
        if state.faults is None:
            return "plain", t("guide.setup.wait"), (t("guide.setup.wait.says"),), corners
        return *self._built(state, state.faults), corners

    def _built(self, state: GuideState, faults: Mapping[str, tuple[str, str]]) -> tuple[Tone, str, tuple[str, ...]]:
        """Return the words about a set-up that was seen."""
        t = self._t
        unseen = (t("guide.setup.unseen", cells=state.unseen),) if state.unseen else ()
        if not faults and unseen:
            seen = len(BOARD.places) - len(state.unseen)
            return "warn", t("guide.setup.partly", n=seen, all=len(BOARD.places)), unseen
        if not faults:
            light = (t(f"guide.light.{state.light}"),) if state.light else ()
            return "good", t("verdict.setup"), (t("guide.setup.good"), *light)
        words = [
            t("guide.fault", cell=cell, right=t.stack(right), seen=t.stack(seen))
            for cell, (right, seen) in list(faults.items())[:MOST_FAULTS]
        ]
        return "warn", t("guide.setup.bad", n=len(faults)), (*words, *unseen)

    def _dragging_corners(self, state: GuideState) -> tuple[Tone, str, tuple[str, ...], tuple[Action, ...]]:
        t = self._t
        leave = Action("leave_corners", t("do.cancel"), intent=call(Guide.leave_corners))
        alone = Action("forget_corners", t("guide.untap"), intent=call(Guide.forget_corners))
        return "mark", t("guide.tap"), (t("guide.tap.says"),), (leave, alone, self._corners(state))

    def _corners(self, state: GuideState) -> Action:
        """Showing where the corners are, and having shown it: the same button, the last of its row."""
        if state.corners is not None:
            return Action("keep_corners", self._t("guide.keep"), "accent")
        enabled = state.picture is not None
        tone: Tone = "accent" if state.shown else "plain"
        return Action("begin_corners", self._t("guide.tap"), tone, enabled, intent=call(Guide.begin_corners))

    def _tower(self, state: GuideState) -> tuple[Tone, str, tuple[str, ...], tuple[Action, ...]]:
        t = self._t
        kinds = (*tower_kinds(t, state.dice, state.ports, Guide.listen_to), Action("tray", t("tool.tray")))
        rolled = (t("guide.rolled", roll=state.rolled),) if state.rolled else ()
        if not state.tower:
            return "plain", t("guide.tower.none"), (t("guide.tower.none.says"),), kinds
        throw = (Action("throw", t("do.roll"), intent=call(Guide.throw)),) if state.dice == SIMULATED else ()
        words = rolled or (t("guide.tower.says"),)
        return "good", t("guide.tower", tower=state.tower), words, (*kinds, *throw)

    def _sound(self, _state: GuideState) -> tuple[Tone, str, tuple[str, ...], tuple[Action, ...]]:
        t = self._t
        switch = Action("sounds", t("guide.sound.off" if self.sounds else "guide.sound.on"))
        play = Action("play", t("guide.play"), enabled=self.sounds)
        head = t("guide.sound.is.on" if self.sounds else "guide.sound.is.off")
        return "plain", head, (t("guide.sound.says"),), (play, switch)


class MeasuringPresenter:
    """Measuring the camera."""

    def __init__(self, texts: Texts) -> None:
        self._t = texts

    def view(self, state: MeasuringState) -> StepsView:
        t = self._t
        tone: Tone = "plain"
        head, words = t("measure.views", n=state.views), [t("measure.says")]
        if state.advice:
            words.append(t.reason(state.advice))
        if state.verdict:
            tone, head = ("good", t("measure.kept")) if state.kept else ("warn", t("measure.bad"))
            words = [t.reason(state.verdict)]
        elif state.away:
            tone, head, words = "warn", t("guide.camera.none"), [t("guide.camera.none.says")]
        if state.notice:
            tone, words = "warn", [t.reason(state.notice)]
        over = bool(state.verdict)
        again = Action("again", t("measure.again"), intent=call(CameraMeasuring.again))
        forget = Action("forget", t("measure.forget"), intent=call(CameraMeasuring.forget))
        sheet = Action("save_sheet", t("measure.sheet"), intent=call(CameraMeasuring.save_sheet))
        end = call(CameraMeasuring.finish)
        finish = () if over else (Action("finish", t("measure.finish"), enabled=state.views > 0, intent=end),)
        leave = Action("leave", t("do.back"), "accent" if over else "plain")
        return StepsView(
            t("measure.title"),
            tone,
            head,
            tuple(words),
            state.picture,
            (again, forget, sheet),
            (leave, *finish),
            "camera",
        )


class TrayPresenter:
    """Looking at a dice tray. `cameras` are those that may be chosen."""

    def __init__(self, texts: Texts, cameras: Sequence[str]) -> None:
        self._t, self._cameras = texts, cameras

    def view(self, state: TrayState) -> StepsView:
        t = self._t
        tone: Tone = "plain"
        head, words = t("traying.wait"), [t("traying.says", n=state.expected)]
        if state.away:
            tone, head, words = "warn", t("guide.camera.none"), [t("traying.none.says")]
        elif state.fit is not None:
            tone, head = ("good", t("traying.good")) if state.fit else ("warn", t("traying.bad"))
            words += map(t.reason, state.says)
        if state.notice:
            words.insert(0, t.reason(state.notice))
        return StepsView(
            t("tool.tray"),
            tone,
            head,
            tuple(words),
            state.picture,
            (
                *self._choices(state),
                self._expect("fewer", state.expected - 1),
                self._expect("more", state.expected + 1),
            ),
            (Action("leave", t("do.back"), "accent" if state.fit else "plain"),),
            "camera",
        )

    def _choices(self, state: TrayState) -> tuple[Action, ...]:
        def using(camera: str) -> Action:
            words = self._t("dice.tray", n=camera) if camera.isdecimal() else self._t("guide.real")
            tone: Tone = "chosen" if camera == state.camera else "plain"
            return Action(f"use {camera}", words, tone, intent=call(TrayChecking.use, camera))

        return tuple(using(camera) for camera in self._cameras) if len(self._cameras) > 1 else ()

    def _expect(self, name: str, dice: int) -> Action:
        intent = call(TrayChecking.expect, dice)
        return Action(name, self._t(f"traying.{name}"), enabled=1 <= dice <= MOST_DICE, intent=intent)


class TeachingPresenter:
    """Calibrating the tower."""

    def __init__(self, texts: Texts) -> None:
        self._t = texts

    def view(self, state: TeachingState) -> StepsView:
        t = self._t
        tone: Tone = "accent"
        leave = Action("leave", t("do.back"))
        actions: tuple[Action, ...] = (leave,)
        words: tuple[str, ...] = (t("teach.done.says"),)
        if not state.tower:
            tone, head, words = "warn", t("guide.tower.none"), (t("teach.none.says"),)
        elif state.task is None:
            tone, head = "good", t("teach.done")
        else:
            kind, _, colour = state.task.partition(" ")
            head = t("teach.step", n=state.done + 1, all=len(TASKS))
            words = (t(f"teach.{kind}", colour=t(f"colour.{colour}")) if colour else t(f"teach.{kind}"),)
            again = Action("again", t("measure.again"), intent=call(TowerTeaching.again))
            actions = (leave, again, Action("go_on", t("do.done"), "accent", intent=call(TowerTeaching.go_on)))
        if state.notice:
            tone, words = "warn", (t.reason(state.notice), *words)
        return StepsView(
            t("teach.title"),
            tone,
            head,
            words,
            None,
            (*tower_kinds(t, state.dice, state.ports, TowerTeaching.listen_to), Action("tray", t("tool.tray"))),
            actions,
            "tower",
        )


def tower_kinds(t: Texts, chosen: str, ports: Sequence[str], listen_to: Callable[[T, str], None]) -> tuple[Action, ...]:
    """Return the choice of a tower: any, the one at a port, or the simulated one. `listen_to`: called with it."""

    def kind(dice: str, words: str) -> Action:
        tone: Tone = "chosen" if dice == chosen else "plain"
        return Action(f"listen_to {dice}", words, tone, intent=call(listen_to, dice))

    named = (kind(port, t("dice.at", port=port)) for port in ports)
    return kind(AUTO, t(f"dice.{AUTO}")), *named, kind(SIMULATED, t(f"dice.{SIMULATED}"))


def _code(state: GuideState) -> str:
    """The address that a phone is to scan to be the camera; "" where none is."""
    return state.phone.code if state.phone else ""


def _using(camera: str, words: str, tone: Tone) -> Action:
    return Action(f"use {camera}", words, tone, intent=call(Guide.use, camera))
