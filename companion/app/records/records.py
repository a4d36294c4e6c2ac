"""Statistics, turns and positions of saved games."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.app.games.opening import SavedGame, saved_games
from companion.app.games.registry import game_of
from companion.app.games.state import LOOKED_ON
from companion.games.engine import Json
from companion.games.errors import CompanionError
from companion.referee.errors import RefereeError
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.keeping.nonsense import making_sense
from companion.referee.keeping.whole_file import write_whole
from companion.referee.live.cameras import masked_name
from companion.texts.names import tidy_names

JSON_NAME = "game.json"

# Number of a player's latest games that are summed up apart.
LATEST_GAMES = 10
# Half width of a 95 % interval, in standard errors.
TWO_SIDED = 1.96


class Mover(NamedTuple):
    """Player who made a turn, by name, or a side for which nobody is named. A player may be called "red", too."""

    name: str = ""
    side: str = ""


@dataclass(frozen=True)
class Statistics:
    """Statistics over saved games.

    `dice`: number of rolls of each value. `turns`, `seconds`: number and time of a mover's turns. `won`: one
    entry for each finished game of a named player, oldest first, True if that player won. `openings`: by game and
    first turn. `illegal`: by game and rule.
    """

    dice: Mapping[int, int] = field(default_factory=dict)
    turns: Mapping[Mover, int] = field(default_factory=dict)
    seconds: Mapping[Mover, float] = field(default_factory=dict)
    illegal: Mapping[tuple[str, str], int] = field(default_factory=dict)
    won: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    openings: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def rolled(self) -> int:
        return sum(self.dice.values())

    @property
    def unevenness(self) -> float:
        """Pearson's chi-square of the dice against fair ones, five degrees of freedom; 11.07 is exceeded by one fair
        set of dice in twenty. 0 without rolls.
        """
        fair = self.rolled / 6
        return sum((self.dice.get(value, 0) - fair) ** 2 / fair for value in range(1, 7)) if self.rolled else 0.0

    def spread(self, value: int) -> float:
        """Return half the width of the 95 % interval of a value's count."""
        if not self.rolled:
            return 0.0
        share = self.dice.get(value, 0) / self.rolled
        return TWO_SIDED * float((self.rolled * share * (1 - share)) ** 0.5)


def statistics(folders: Iterable[Path], winners: Mapping[Path, Sequence[str]] | None = None) -> Statistics:
    """Return statistics over the games in these folders, oldest first, without those only looked on and those that
    cannot be read. `winners`: of the games that are over."""
    counts = _Counts()
    for folder in folders:
        journal = folder / JOURNAL_NAME
        with suppress(CompanionError, OSError), making_sense(journal):
            contents = journals.read(journal)
            if contents.header.get("source") not in LOOKED_ON:
                counts.take(contents, None if winners is None else winners.get(folder))
    return counts.statistics()


class _Counts:
    """Counters over games."""

    def __init__(self) -> None:
        self._dice: Counter[int] = Counter()
        self._turns: Counter[Mover] = Counter()
        self._seconds: dict[Mover, float] = {}
        self._illegal: Counter[tuple[str, str]] = Counter()
        self._openings: Counter[tuple[str, str]] = Counter()
        self._won: dict[str, tuple[bool, ...]] = {}

    def take(self, contents: journals.Contents, winners: Sequence[str] | None) -> None:
        """Count one game. `winners`: None while it is open."""
        header = contents.header
        first = game_of(header).opening(contents)
        names = tidy_names(header.get("players"))
        more = header.get("more")
        computers = more.get("computer") or {} if isinstance(more, Mapping) else {}
        rolled_at = 0.0
        for record in contents.records:
            if record["kind"] == "commit":
                roll = record["commit"].get("roll")
                self._dice.update(_dice_of(roll))
                rolled_at = record["t"]
            elif verdict := record.get("verdict"):
                if verdict["verdict"] in ("legal", "won"):
                    self._turn(names, verdict["side"], max(0.0, verdict["t"] - rolled_at))
                elif verdict["verdict"] == "illegal" and verdict["reason"]:
                    self._illegal[header["game"], verdict["reason"]["rule"]] += 1
        if first:
            self._openings[header["game"], first] += 1
        if winners is not None:
            for side, name in names.items():
                if side not in computers:
                    self._won[name] = (*self._won.get(name, ()), side in winners)

    def _turn(self, names: Mapping[str, str], side: str | None, seconds: float) -> None:
        """Count a turn, for nobody in games in which all move at once."""
        if side in (None, "both"):
            return
        name = names.get(str(side))
        mover = Mover(name) if name else Mover(side=str(side))
        self._turns[mover] += 1
        self._seconds[mover] = self._seconds.get(mover, 0.0) + seconds

    def statistics(self) -> Statistics:
        return Statistics(self._dice, self._turns, self._seconds, self._illegal, self._won, self._openings)


def _dice_of(roll: Any) -> Iterable[int]:
    """Return the values of a roll: by colour, in order, or dice against dice."""
    if not isinstance(roll, Mapping):
        return roll or ()
    return (*roll["leap"], *roll["opposed"]) if "leap" in roll else roll.values()


def games_with_statistics(games: Path) -> tuple[list[SavedGame], Statistics]:
    """Return all games that can be read, newest first, and their statistics."""
    saved = saved_games(games)
    winners = {game.folder: game.winners for game in saved if game.over}
    return saved, statistics([game.folder for game in reversed(saved)], winners)


def write_json(folder: Path) -> Path:
    """Write the journal beside itself as one JSON object: header, records, last position. Returns its path."""
    contents = journals.read(folder / JOURNAL_NAME)
    with making_sense(folder / JOURNAL_NAME):
        position = _position(contents)
    path = folder / JSON_NAME
    header = dict(contents.header)
    if isinstance(header.get("camera"), str):  # journals of earlier versions keep addresses with their passwords
        header["camera"] = masked_name(header["camera"])
    content = {"game": header, "records": contents.records, "position": position}
    write_whole(path, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode(errors="replace"))
    return path


def position_text(folder: Path) -> str:
    """Return the position of a game in one line: the engine's notation if it has one, else JSON.

    Raises RefereeError if there is none yet, or if the journal makes no sense.
    """
    contents = journals.read(folder / JOURNAL_NAME)
    with making_sense(folder / JOURNAL_NAME):
        position = _position(contents)
        if position is None:
            raise RefereeError("table.no_position")
        return game_of(contents.header).position_text(position)


def _position(contents: journals.Contents) -> Json | None:
    """Return the journal's last position as its engine writes it; None before the game has begun."""
    return game_of(contents.header).position(contents)
