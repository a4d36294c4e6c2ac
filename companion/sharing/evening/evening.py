"""An evening as a value: every change makes a new one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Self

from companion.referee.errors import RefereeError
from companion.sharing.evening.pairing import Pair, pair_by_turns, pair_neighbours
from companion.texts.names import tidy_name

SCHEMA: Final = 1
DRAW: Final = "draw"
# What is said of a game that is to be open again.
OPEN: Final = "open"
# Source of a result that a person has said; a result of a table has the game's id instead.
BY_HAND: Final = "hand"
WIN, HALF = 1.0, 0.5
MOST_PLAYERS: Final = 200


@dataclass(frozen=True)
class Pairing:
    """Two players at a table. `winner`: a player, `DRAW`, or "" while the game is open; `by`: the result's source."""

    table: str
    players: Pair
    winner: str = ""
    by: str = ""

    def points(self, player: str) -> float:
        return WIN if self.winner == player else HALF if self.winner == DRAW else 0.0


@dataclass(frozen=True)
class Round:
    """`begun`: seconds since 1970; games that began before are of no concern. `idle`: the players who have a bye."""

    begun: float
    games: tuple[Pairing, ...]
    idle: tuple[str, ...] = ()


class Rank(NamedTuple):
    """A player's place. `opposition`: the opponents' points together."""

    player: str
    points: float
    opposition: float
    games: int
    byes: int
    left: bool


@dataclass(frozen=True)
class Evening:
    """The players and the rounds so far. `seats`: the players' order where everybody meets everybody (a seat nobody has
    is ""), empty where neighbours in the standings meet.
    """

    title: str
    tables: tuple[str, ...]
    players: tuple[str, ...]
    left: frozenset[str] = frozenset()
    seats: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = field(default=())

    @classmethod
    def begin(cls, title: str, players: Sequence[str], tables: Sequence[str], *, everybody: bool = False) -> Self:
        """Raises RefereeError for players or tables of which there are too few, or two of one name."""
        names = tuple(filter(None, map(tidy_name, players)))
        if not 2 <= len(names) <= MOST_PLAYERS:
            raise RefereeError("evening.players", most=MOST_PLAYERS)
        for n, name in enumerate(names):
            _check_name(name, names[:n])
        if len(tables) < len(names) // 2 or len(set(tables)) < len(tables):
            raise RefereeError("evening.tables", wanted=len(names) // 2)
        seats = (*names, *("",) * (len(names) % 2)) if everybody else ()
        return cls(tidy_name(title), tuple(tables), names, seats=seats)

    @property
    def open_games(self) -> tuple[Pairing, ...]:
        return tuple(game for game in self.rounds[-1].games if not game.winner) if self.rounds else ()

    def join(self, player: str) -> "Evening":
        """Let a player in from the next round on: a new one, or one who had left. Raises RefereeError."""
        name = tidy_name(player)
        if name in self.left:
            return replace(self, left=self.left - {name})
        _check_name(name, self.players)
        if len(self.players) >= MOST_PLAYERS:
            raise RefereeError("evening.players", most=MOST_PLAYERS)
        if (len(self.players) - len(self.left) + 1) // 2 > len(self.tables):
            raise RefereeError("evening.more_tables", tables=", ".join(self.tables))
        seats = list(self.seats)
        if seats:
            if "" not in seats:
                raise RefereeError("evening.no_seat")
            seats[seats.index("")] = name
        return replace(self, players=(*self.players, name), seats=tuple(seats))

    def add_table(self, table: str) -> "Evening":
        """Add a table. Raises RefereeError if there is one of that name."""
        if table in self.tables:
            raise RefereeError("evening.table_there", name=table)
        return replace(self, tables=(*self.tables, table))

    def leave(self, player: str) -> "Evening":
        """Pair a player no more; an open game goes to the opponent. Raises RefereeError."""
        name = self.find_player(player)
        evening = replace(self, left=self.left | {name})
        for game in self.open_games:
            if name in game.players:
                return evening.settle(game.players, _other(game.players, name), BY_HAND)
        return evening

    def find_player(self, player: str) -> str:
        """Return the player's name as it is written here. Raises RefereeError if there is no such player."""
        wanted = tidy_name(player).casefold()
        for name in self.players:
            if name.casefold() == wanted:
                return name
        raise RefereeError("evening.nobody", name=tidy_name(player), players=", ".join(self.players))

    def pair(self, now: float) -> "Evening":
        """Begin the next round. Raises RefereeError while games are open, or if nobody is left to be met."""
        if self.open_games:
            raise RefereeError("evening.open", tables=", ".join(game.table for game in self.open_games))
        pairs, idle = self._by_seats() if self.seats else self._by_standing()
        if not pairs:
            raise RefereeError("evening.all_met")
        firsts = Counter(game.players[0] for each in self.rounds for game in each.games)
        ordered = [(a, b) if firsts[a] <= firsts[b] else (b, a) for a, b in pairs]
        games = tuple(Pairing(table, pair) for table, pair in zip(self.tables, ordered, strict=False))
        return replace(self, rounds=(*self.rounds, Round(now, games, idle)))

    def settle(self, players: Pair, winner: str, by: str, number: int | None = None) -> "Evening":
        """Set the result of the game of two players in a round (from 0, None: the present one)."""
        index = len(self.rounds) - 1 if number is None else number
        games = tuple(
            replace(game, winner=winner, by=by if winner else "") if game.players == players else game
            for game in self.rounds[index].games
        )
        rounds = [*self.rounds]
        rounds[index] = replace(rounds[index], games=games)
        return replace(self, rounds=tuple(rounds))

    def take(self, game: str, players: Mapping[str, str], begun: float, winner: str) -> "Evening":
        """Take what a referee says of its game (its id, players by side, beginning in seconds since 1970, winner).

        Returns this same evening if that changes nothing: a result that a person has said stays, and of two games of
        the same players in a round the first that was won counts.
        """
        names = {tidy_name(name).casefold() for name in players.values()}
        if not self.rounds or begun < self.rounds[-1].begun:
            return self
        for pairing in self.rounds[-1].games:
            if names != {name.casefold() for name in pairing.players}:
                continue
            won = self.find_player(players[winner]) if winner in players else DRAW if winner == DRAW else ""
            if pairing.by in (("", game) if won else (game,)) and pairing.winner != won:
                return self.settle(pairing.players, won, game)
        return self

    def standings(self) -> list[Rank]:
        """Return all players, the best first: by points, then by what their opponents have."""
        points = dict.fromkeys(self.players, 0.0)
        opponents: dict[str, list[str]] = {name: [] for name in self.players}
        byes: Counter[str] = Counter()
        for each in self.rounds:
            for game in each.games:
                for player in game.players:
                    points[player] += game.points(player)
                    if game.winner:
                        opponents[player].append(_other(game.players, player))
            for player in each.idle:
                byes[player] += 1
                points[player] += WIN
        rows = [
            Rank(
                name,
                points[name],
                sum(points[other] for other in opponents[name]),
                len(opponents[name]),
                byes[name],
                name in self.left,
            )
            for name in self.players
        ]
        return sorted(rows, key=lambda row: (-row.points, -row.opposition, self.players.index(row.player)))

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "title": self.title,
            "tables": list(self.tables),
            "players": list(self.players),
            "left": sorted(self.left),
            "seats": list(self.seats),
            "rounds": [
                {"begun": each.begun, "idle": list(each.idle), "games": [_game_json(game) for game in each.games]}
                for each in self.rounds
            ],
        }

    @classmethod
    def from_json(cls, kept: Any) -> Self:
        """Raises KeyError, TypeError or ValueError for what is no evening."""
        if kept["schema"] != SCHEMA:
            raise ValueError("schema")
        rounds = tuple(
            Round(float(each["begun"]), tuple(map(_game, each["games"])), tuple(map(str, each["idle"])))
            for each in kept["rounds"]
        )
        names = [tuple(str(name) for name in kept[key]) for key in ("tables", "players", "left", "seats")]
        tables, players, left, seats = names
        evening = cls(str(kept["title"]), tables, players, frozenset(left), seats, rounds)
        named = {name for each in rounds for game in each.games for name in game.players}
        if not named | {name for each in rounds for name in each.idle} | {*left, *seats} <= {*players, ""}:
            raise ValueError("players")
        if any(name != tidy_name(name) for name in players):
            raise ValueError("names")
        return evening

    def _met(self) -> set[frozenset[str]]:
        return {frozenset(game.players) for each in self.rounds for game in each.games}

    def _by_seats(self) -> tuple[list[Pair], tuple[str, ...]]:
        """Return the pairs of the next turn of the seats, with its byes. Those who came late or were away meet when all
        turns are over, without byes for the others."""
        number, gone, met = len(self.rounds), {"", *self.left}, self._met()
        turns = [pair_by_turns(self.seats, turn) for turn in range(len(self.seats) - 1)]
        unmet = [[pair for pair in turn if not gone & {*pair} and frozenset(pair) not in met] for turn in turns]
        if number < len(turns) and unmet[number]:
            alone = (a if b in gone else b for a, b in turns[number] if (a in gone) != (b in gone))
            return unmet[number], tuple(alone)
        return next((pairs for pairs in unmet if pairs), []), ()

    def _by_standing(self) -> tuple[list[Pair], tuple[str, ...]]:
        """Return the pairs, and the bye of an odd number: for the last in the standings of those who had the fewest."""
        rows = [row for row in self.standings() if not row.left]
        order = [row.player for row in rows]
        met = self._met()
        if len(order) % 2 == 0:
            return pair_neighbours(order, met) or [], ()
        for row in sorted(rows, key=lambda row: (row.byes, -order.index(row.player))):
            if pairs := pair_neighbours([name for name in order if name != row.player], met):
                return pairs, (row.player,)
        return [], ()


def _check_name(name: str, others: Sequence[str]) -> None:
    if not name or name.casefold() in (DRAW, OPEN):
        raise RefereeError("evening.name")
    if name.casefold() in map(str.casefold, others):
        raise RefereeError("evening.twice", name=name)


def _other(players: Pair, player: str) -> str:
    return players[1] if players[0] == player else players[0]


def _game_json(game: Pairing) -> dict[str, Any]:
    return {"table": game.table, "players": list(game.players), "winner": game.winner, "by": game.by}


def _game(kept: Any) -> Pairing:
    first, second = (str(name) for name in kept["players"])
    game = Pairing(str(kept["table"]), (first, second), str(kept["winner"]), str(kept["by"]))
    if game.winner not in ("", DRAW, first, second):
        raise ValueError("winner")
    return game
