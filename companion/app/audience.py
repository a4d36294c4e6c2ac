"""Lets others watch: publishes the games of this process to a broker, one after the other."""

import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.app.answers import AnswerLog, PhoneAnswers
from companion.app.games.game import AppGame
from companion.app.games.presenter import TablePresenter
from companion.app.games.surroundings import Opened
from companion.app.games.table import PlayedTable
from companion.app.judge.in_passing import IN_PASSING
from companion.app.texts.texts import Texts
from companion.referee.errors import RefereeError, error_reason
from companion.referee.tables import open_table
from companion.sharing.announcing import Announcement, table_service
from companion.sharing.feed.address import BrokerAddress, table_name
from companion.sharing.feed.given_up import give_up
from companion.sharing.feed.news import standing_of
from companion.sharing.feed.publishing import Publishing
from companion.texts.language import LANGUAGES
from companion.texts.names import tidy_names

LOGIN_NAME = "broker-login"
"""In the folder of games and settings: two lines, a user and a password."""


class Audience(NamedTuple):
    """The broker's address as it was typed, "" for none, the table's name there, and the file with the login. Phones
    may answer with the pairing `code`, "" for not at all, of which the file `log` tells; `pictures` are told, too. The
    local net is told of the table where it is `announced`.
    """

    broker: str = ""
    table: str = ""
    login: Path | None = None
    code: str = ""
    log: Path | None = None
    pictures: bool = False
    announced: bool = False


NOBODY = Audience()


class Broadcast:
    """Everything that one process publishes. Trouble is mentioned to the players in passing."""

    def __init__(self) -> None:
        self._to = NOBODY
        self._publishing: Publishing | None = None
        self._answers: PhoneAnswers | None = None
        self._announcement: Announcement | None = None

    def follow(self, audience: Audience, game: AppGame, opened: Opened, played: PlayedTable[Any]) -> None:
        """Tell `audience` of a game from now on. Trouble is told and does the game no harm."""
        try:
            publishing = self.open(audience)
        except (RefereeError, OSError) as error:
            IN_PASSING.tell(error_reason(error))
            return
        if publishing is None:
            return
        header, records = opened.contents.header, opened.contents.records
        table = open_table(game.game, header["options"])
        publishing.follow(opened.journal, header, records, table, lambda _record: standing_of(played.session))
        if audience.pictures:
            played.looked = publishing.picture
        if self._answers:
            self._answers.follow(played, table, _presenters(game, header["players"]))

    def open(self, audience: Audience) -> Publishing | None:
        """Open the way to the broker, and leave an earlier one to another broker or of another table. Raises
        RefereeError, OSError for what is no broker."""
        if audience != self._to:
            self._leave()
            if audience.broker:
                address, name = _broker(audience), table_name(audience.table)
                answers = PhoneAnswers(name, audience.code, AnswerLog(audience.log)) if audience.code else None
                self._publishing = Publishing(address, name, IN_PASSING.tell_now, answers.hear if answers else None)
                if answers:
                    answers.publishing, self._answers = self._publishing, answers
                    IN_PASSING.shown = answers.take_state
                if audience.announced:
                    self._announcement = Announcement([table_service(name, address)])
            self._to = audience
        return self._publishing

    def give_up(self, audience: Audience) -> None:
        """Clear what the broker keeps of the table of `audience`, if it can be reached: the table has another name from
        now on, or is told to nobody."""
        if (self._to.broker, self._to.table) == (audience.broker, audience.table):
            self._leave()
        with suppress(RefereeError, OSError):
            give_up(_broker(audience), table_name(audience.table))

    def _leave(self) -> None:
        IN_PASSING.shown = lambda _game, _state: None
        if self._announcement:
            self._announcement.close()
        if self._answers:
            self._answers.close()
        if self._publishing:
            self._publishing.close()
        self._publishing, self._answers, self._announcement, self._to = None, None, None, NOBODY


BROADCAST = Broadcast()
"""The one broadcast of this process."""


def given_up(audience: Audience) -> None:
    """See `Broadcast.give_up`. Returns at once: a broker may be slow, and games go on."""
    threading.Thread(target=BROADCAST.give_up, args=(audience,), daemon=True, name="given up").start()


def _broker(audience: Audience) -> BrokerAddress:
    login = audience.login if audience.login and audience.login.is_file() else None
    return BrokerAddress.read(audience.broker, login)


def _presenters(game: AppGame, players: Mapping[str, str]) -> dict[str, TablePresenter]:
    """Return a presenter of the game for every language."""
    presenters = {code: game.presenter(Texts(code)) for code in LANGUAGES}
    for presenter in presenters.values():
        presenter.begin(tidy_names(players))
    return presenters
