"""Begins a game with another table: from what is typed on the start screen to the game."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.audience import LOGIN_NAME
from companion.app.background import background
from companion.app.far.desk import agreed, brokers, find, first_answering, inviting, joining, terms_here
from companion.app.far.sheets import Choice, CodeSheet, FarSheet, Reply
from companion.app.games.far_meeting import Invited
from companion.app.games.head_start import ahead
from companion.app.games.opening import GameSetup
from companion.app.shell import Shell
from companion.app.start.screen import StartScreen
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.sharing.announcing import found_brokers
from companion.sharing.far.course import TERMS, terms_of
from companion.sharing.feed.address import KnownBroker, is_near


class FarBeginning:
    """The sheets on which two tables meet, and what their buttons do.

    A game that waits for the other table begins at once, with a code; the code of another table may be taken instead.
    """

    def __init__(self, app: Shell) -> None:
        self._app = app
        self._sheet: FarSheet | None = None
        # What was chosen on the start screen.
        self._chosen = GameSetup(source="touch")
        # Brokers of this net that the players do not want to use.
        self._declined: set[str] = set()
        # The folder of an invitation in whose place another game is begun.
        self._left: Path | None = None
        self.code = self.new_code_sheet()

    def new_code_sheet(self) -> CodeSheet:
        self.code = CodeSheet(self._app.texts, self._take, self._terms)
        return self.code

    def open(self) -> None:
        """Invite another table to what is chosen on the start screen."""
        screen = self._app.screens.current_screen
        if isinstance(screen, StartScreen):
            screen.presenter.save_stream()
            self._app.change(stream=screen.presenter.stream)
            self._chosen = screen.presenter.setup()
            self._sheet = FarSheet(self._app.texts, self._take)
            self._at_brokers(self._invite)

    def _terms(self) -> Sequence[Choice]:
        """Return the terms of the invitation that is open, each with what a tap makes of it."""
        now, choices = terms_of(self._chosen.more), []
        for name, offered in terms_here(self._chosen).items():
            values = (TERMS[name][0], offered)
            following = {**now, name: values[now[name] == values[0]]}
            choices.append(Choice(name, now[name], partial(self._invite_anew, following)))
        return choices

    def _invite_anew(self, terms: dict[str, str]) -> None:
        """Invite by other terms, with another code."""
        self._chosen = replace(self._chosen, more={**self._chosen.more, "terms": terms})
        self._at_brokers(self._invite)

    def _take(self, code: str) -> None:
        if self.code.shows(code):
            self._tell(self._app.texts("far.own_code"))
            return
        self._tell(self._app.texts("far.seeking"))
        if "#" in code:  # a whole invitation names the broker
            self._take_code(code, ())
        else:
            self._at_brokers(partial(self._take_code, code))

    def _tell(self, words: str) -> None:
        if self._sheet:
            self._sheet.tell(words)
        self.code.tell(words)

    def _refuse(self, why: Reason) -> None:
        """Tell why nothing came of it, where the players still are; the sheet or code stays, to try again."""
        if self._here:
            self._tell(self._app.texts.reason(why))

    def _at_brokers(self, then: Callable[[Sequence[str]], None]) -> None:
        """Call `then` with the brokers at which tables may meet. Asks players once about each that is not theirs."""
        self._tell(self._app.texts("far.seeking"))
        if self._app.settings.broker:
            self._go_to(then, ())
        else:
            background(found_brokers, partial(self._go_to, then), self._refuse)

    def _go_to(self, then: Callable[[Sequence[str]], None], found: Sequence[str]) -> None:
        """Go on with the brokers found in this net. A hall that players have agreed to is not asked about again,
        whatever else answers beside it."""
        settings, t = self._app.settings, self._app.texts
        halls = [each for each in found if each not in self._declined]
        new = halls if not set(halls) & set(agreed(settings)) else []
        if new and self._sheet:
            uses = [
                Reply(f"use {each}", t("far.hall.use", broker=each), partial(self._agree, each, then)) for each in new
            ]
            decline = Reply("far.hall.decline", t("far.hall.decline"), partial(self._decline, new, then))
            self._sheet.ask(t("far.hall.says"), *uses, decline)
        elif places := brokers(settings, halls):
            then(places)
        elif settings.meeting and self._sheet:
            use = Reply("far.public.agree", t("far.public.agree"), partial(self._agree, settings.meeting, then))
            where = "near" if is_near(settings.meeting) else "public"
            self._sheet.ask(t(f"far.{where}.says", broker=settings.meeting), use)
        else:
            self._tell(t("far.no_broker"))

    def _decline(self, halls: Sequence[str], then: Callable[[Sequence[str]], None]) -> None:
        self._declined.update(halls)
        self._go_to(then, ())

    def _agree(self, broker: str, then: Callable[[Sequence[str]], None]) -> None:
        self._app.change(meeting_agreed=" ".join((*agreed(self._app.settings), broker)))
        then(brokers(self._app.settings, (broker,)))

    @property
    def _own(self) -> KnownBroker:
        return KnownBroker(self._app.settings.broker, self._app.folder / LOGIN_NAME)

    def _invite(self, places: Sequence[str]) -> None:
        """Invite to the first broker that answers: what was found in the net may have gone, or be none."""
        self._tell(self._app.texts("far.seeking"))
        background(partial(first_answering, places, self._own), self._invite_to, self._refuse)

    def _invite_to(self, place: str) -> None:
        if not self._here:
            return
        try:
            self._begin(inviting(self._chosen, place))
        except RefereeError as error:
            self._refuse(error.reason)

    def _take_code(self, code: str, places: Sequence[str]) -> None:
        background(partial(find, code, places, self._own), self._found, self._refuse)

    def _found(self, found: Invited) -> None:
        if not self._here:
            return
        terms, t = terms_of(found.more), self._app.texts
        unusual = [t(f"far.terms.{name}.{value}") for name, value in terms.items() if value != TERMS[name][0]]
        unusual += [f"{t('choice.ahead')}: {t.side(side)}." for side in (ahead(found.more),) if side]
        if not unusual:
            self._join(found)
            return
        self.code.close()
        if not (self._sheet and self._sheet.is_open):
            self._sheet = FarSheet(t, self._take)
        play = Reply("far.terms.play", t("far.terms.play"), partial(self._join, found))
        self._sheet.ask(" ".join((t("far.terms"), *unusual)), play)

    @property
    def _here(self) -> bool:
        """True unless the players have gone elsewhere meanwhile."""
        return self.code.waits or bool(self._sheet and self._sheet.is_open)

    def _join(self, found: Invited) -> None:
        try:
            self._begin(joining(self._chosen, found))
        except RefereeError as error:
            self._refuse(error.reason)

    def _begin(self, setup: GameSetup) -> None:
        if self._sheet:
            self._sheet.close()
            self._sheet = None
        self._left = self._app.playing_folder if self.code.waits else None
        self._app.start_game(setup)

    def follow(self, state: Any) -> None:
        """Follow a game's state: show its code until another table has joined."""
        self.code.follow(state)
        if self._left:
            # The game before this one is closed by now. Nobody has come to it, and its code is not shown any more.
            shutil.rmtree(self._left, ignore_errors=True)
            self._left = None
