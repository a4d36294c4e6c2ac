"""How the states of each game lie on the table: the games that can be refereed, one line each."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.errors import shown
from companion.referee.errors import RefereeError
from companion.referee.table import AnyTable

Options = Mapping[str, Any]


def _looney(options: Options) -> AnyTable:
    # Only when such a game is opened: its table needs NumPy and SciPy.
    from companion.referee.tables.looney.table import LooneyTable  # noqa: PLC0415

    return LooneyTable(options)


def _ball(options: Options) -> AnyTable:
    # Likewise.
    from companion.referee.tables.ball.table import PyramidBallTable  # noqa: PLC0415

    return PyramidBallTable(options)


def _blokus(options: Options) -> AnyTable:
    # Likewise.
    from companion.referee.tables.blokus.table import Blokus3DTable  # noqa: PLC0415

    return Blokus3DTable(options)


def _leistiko(options: Options) -> AnyTable:
    # Likewise.
    from companion.referee.tables.leistiko.table import HalfBoardTable  # noqa: PLC0415

    return HalfBoardTable(options)


TABLES: Mapping[str, Callable[[Options], AnyTable]] = {
    "looney-blockade": _looney,
    "pyramid-ball": _ball,
    "blokus3d": _blokus,
    "leistiko-blockade": _leistiko,
}


def open_table(game: str, options: Options) -> AnyTable:
    """The table of a game. Raises RefereeError for a game that cannot be refereed, GameError for options that it does
    not have."""
    if game not in TABLES:
        raise RefereeError("referee.no_game", game=shown(game), known=tuple(TABLES))
    return TABLES[game](options)
