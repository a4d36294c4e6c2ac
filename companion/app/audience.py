"""Others watch what is played here: the games of this process are told to a broker, one after the other."""

from pathlib import Path
from typing import NamedTuple

from companion.app.games.engine_game import EngineGame
from companion.app.games.engine_table import EngineTable, Lived
from companion.app.games.game_ui import GameUi, Opened
from companion.app.games.refereed_table import RefereedTable
from companion.app.games.registry import GAMES
from companion.app.judge.in_passing import IN_PASSING
from companion.app.judge.worker import PlayedGame
from companion.app.texts.texts import Texts
from companion.referee.errors import RefereeError, told
from companion.referee.keeping.records import Record
from companion.referee.publishing.address import BrokerAddress, table_name
from companion.referee.publishing.news import Standing, TurnWords, standing_of
from companion.referee.publishing.publishing import Publishing
from companion.referee.table import AnyTable
from companion.referee.tables import open_table

LOGIN_NAME = "broker-login"
"""In the folder of games and settings: two lines, the user and his password."""


class Audience(NamedTuple):
    """The broker's address as it was typed, "" for none, the table's name there, and the file with the login."""

    broker: str = ""
    table: str = ""
    login: Path | None = None


NOBODY = Audience()


class Broadcast:
    """What one process tells. The players hear of trouble in passing."""

    def __init__(self) -> None:
        self._to = NOBODY
        self._publishing: Publishing | None = None

    def follow(self, audience: Audience, game: GameUi, opened: Opened, played: PlayedGame) -> None:
        """Tell `audience` of a game from now on. Trouble is told and does the game no harm."""
        try:
            publishing = self.open(audience)
        except (RefereeError, OSError) as error:
            IN_PASSING.tell(told(error))
            return
        if publishing is None:
            return
        header, records = opened.contents.header, opened.contents.records
        if isinstance(played, RefereedTable):
            table = open_table(game.game, header["options"])
            publishing.follow(opened.journal, header, records, table, lambda _record: standing_of(played.session))
        elif isinstance(game, EngineGame) and isinstance(played, EngineTable):
            watched = GAMES[game.game].fed_from("camera")
            table = open_table(game.game, watched.options(header["options"], header["more"]))
            followed = _Followed(played, table, records)
            publishing.follow(opened.journal, header, records, table, followed, turn_words(game))

    def open(self, audience: Audience) -> Publishing | None:
        """The way to the broker; where it is another one, or another table's, than before, that one is left. Raises
        RefereeError, OSError for what is no broker."""
        if audience != self._to:
            if self._publishing:
                self._publishing.close()
            self._publishing, self._to = None, NOBODY
            if audience.broker:
                login = audience.login if audience.login and audience.login.is_file() else None
                address = BrokerAddress.read(audience.broker, login)
                self._publishing = Publishing(address, table_name(audience.table), IN_PASSING.tell_now)
            self._to = audience
        return self._publishing


BROADCAST = Broadcast()
"""That of this process."""


def turn_words(game: EngineGame) -> TurnWords:
    """How the turns of a game are told that only its engine judges."""
    return lambda code, record: game.turn_words(Texts(code), record["what"])


class _Followed:
    """How things stand after each record of a game that only its engine judges."""

    def __init__(self, played: EngineTable, table: AnyTable, records: tuple[Record, ...]) -> None:
        self._table, self._start = table, dict(played.start)
        self._lived = Lived(played.entry)
        for record in records:
            self._lived.take(record)

    def __call__(self, record: Record) -> Standing:
        if record["kind"] != "header":
            self._lived.take(record)
        made = self._lived.made
        position = self._table.from_json(made[-1]["position"] if made else self._start)
        turn = self._lived.turn
        due = {name: turn[name] for name in self._table.commitments if turn.get(name) is not None}
        return Standing(position, self._table.to_json(position).get("to_move"), due or None)
