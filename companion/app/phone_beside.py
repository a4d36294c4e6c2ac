"""Tells the phone that is the camera what to show, and asks whether another phone may take its place."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from companion.app.devices.phone import answer_phone, tell_phone
from companion.app.games.screen import TableScreen
from companion.app.games.setting_up import SetupSeen
from companion.app.games.words import sound_of_verdict, spoken
from companion.app.shell import Shell
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.controls import ModalSheet, SheetColumn, Words, lay_over, press
from companion.games.reason import Reason
from companion.sharing.phone.camera import ShownPhone

# A board whose longest side is a smaller share of the picture's diagonal is read worse.
SMALL: Final = 0.3
DARK: Final = "vision.picture.dark"
MOST_WORDS: Final = 2

Outline = Sequence[tuple[float, float]] | None


class PhoneBeside:
    """Follows what the screens show while a phone is the camera."""

    def __init__(self, app: Shell) -> None:
        self._app = app
        self._told: Mapping[str, Any] | None = None
        self._sheet: ModalSheet | None = None

    def follow(self, screen: Any, state: Any) -> None:
        """Show on the phone what this screen shows, and ask about another phone where there is one."""
        phone: ShownPhone | None = None
        shown: Mapping[str, Any] | None = None
        if isinstance(screen, TableScreen) and state.camera:
            phone, shown = state.camera.phone, table_shown(screen, state)
        elif phone := getattr(state, "phone", None):
            shown = guide_shown(self._app.texts, screen, state)
        if phone and phone.connected and shown and shown != self._told:
            self._told = shown
            self._ask(partial(tell_phone, shown))
        if not phone or not phone.connected:
            self._told = None
        self._offer(phone)

    def _offer(self, phone: ShownPhone | None) -> None:
        """Ask whether another phone may take this one's place, as long as it waits for that."""
        asks = bool(phone and phone.asks)
        if asks and self._sheet is None:
            t = self._app.texts
            sheet = self._sheet = ModalSheet(width=theme.touch * 9)
            yes = press("other phone", t("phone.another.yes"), partial(self._answer, True), "accent")
            column = SheetColumn(Words(text=t("phone.another.says")), yes)
            lay_over(sheet, t("phone.another"), column, t("phone.another.no"))
            sheet.bind(on_dismiss=lambda _sheet: self._answer(False))
        elif not asks and self._sheet:
            self._sheet.dismiss()

    def _answer(self, yes: bool) -> None:
        sheet, self._sheet = self._sheet, None
        if sheet:
            self._ask(partial(answer_phone, yes))
            sheet.dismiss()

    def _ask(self, work: Any) -> None:
        self._app.judge.ask(work, lambda _done: None, self._app.notify)


def table_shown(screen: TableScreen, state: Any) -> Mapping[str, Any]:
    """Return what the phone shows of a game: how to hold it while the set-up is built, then the verdicts."""
    t, view, camera = screen.texts, screen.view, state.camera
    assert view
    if camera.setup:
        return setup_shown(t, camera.setup, view.tone, view.headline, view.words)
    shown = {"outline": camera.corners, "language": t.language, "check": True}
    verdict = {"head": view.headline, "words": " ".join(view.words[:MOST_WORDS]), "tone": view.tone}
    words = screen.presenter.words(state)
    now = sound_of_verdict(words, state)
    said = {"number": state.number, "words": spoken(words, state), "tone": now[2]} if now else None
    return {**shown, "verdict": verdict, "heard": said}


def setup_shown(t: Texts, seen: SetupSeen, tone: str, head: str, words: Sequence[str]) -> Mapping[str, Any]:
    """Return what the phone shows while a set-up is built."""
    shown = _advised(t, seen.corners, seen.trouble, found=seen.found, right=seen.right)
    usual = {"tone": tone, "head": head, "words": " ".join(words[:MOST_WORDS])}
    return {"outline": seen.corners, "check": seen.right, "language": t.language, **(shown or usual)}


def guide_shown(t: Texts, screen: Any, state: Any) -> Mapping[str, Any]:
    """Return what the phone shows of the guide."""
    view = screen.view
    assert view
    right = state.found and state.step == "camera"
    shown = _advised(t, state.outline, state.trouble, found=state.found, right=False)
    usual = {"tone": view.tone, "head": view.headline, "words": " ".join(view.words[:MOST_WORDS])}
    return {"outline": state.outline, "check": right, "language": t.language, **(shown or usual)}


def _advised(
    t: Texts, outline: Outline, trouble: Reason | None, *, found: bool, right: bool
) -> Mapping[str, str] | None:
    """Return the one thing to do with the phone; None where nothing is wrong with how it is held."""
    if trouble and trouble.key == DARK:
        return _warning(t, "light")
    if outline and _longest(outline) < SMALL:
        return _warning(t, "closer")
    if right:
        return {**_warning(t, "seen"), "tone": "good"}
    return None if found or not trouble else _warning(t, "whole")


def _warning(t: Texts, what: str) -> Mapping[str, str]:
    return {"tone": "warn", "head": t(f"phone.{what}"), "words": t(f"phone.{what}.says")}


def _longest(outline: Sequence[tuple[float, float]]) -> float:
    """Return the longest side of an outline, as a share of the picture's diagonal."""
    return max(math.dist(one, two) for one, two in zip(outline, (*outline[1:], outline[0]), strict=True)) / math.sqrt(2)
