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
    entry for each finished game of a named player, oldest first, True if that player won. `openings`: by game, mover
    and first turn, True for each game won that began so, False for one that was not, None for one that is open.
    `habits`: by game and mover, how often what is counted was done. `illegal`: by game and rule.
    """

    dice: Counter[int] = field(default_factory=Counter)
    turns: Counter[Mover] = field(default_factory=Counter)
    seconds: dict[Mover, float] = field(default_factory=dict)
    illegal: Counter[tuple[str, str]] = field(default_factory=Counter)
    won: dict[str, tuple[bool, ...]] = field(default_factory=dict)
    openings: dict[tuple[str, Mover, str], tuple[bool | None, ...]] = field(default_factory=dict)
    habits: dict[tuple[str, Mover], Counter[str]] = field(default_factory=dict)

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
    found = Statistics()
    for folder in folders:
        journal = folder / JOURNAL_NAME
        with suppress(CompanionError, OSError), making_sense(journal):
            contents = journals.read(journal)
            if contents.header.get("source") not in LOOKED_ON:
                _count(found, contents, None if winners is None else winners.get(folder))
    return found


def _count(found: Statistics, contents: journals.Contents, winners: Sequence[str] | None) -> None:
    """Count one game. `winners`: None while it is open."""
    header = contents.header
    game, names, begun = game_of(header), tidy_names(header.get("players")), set[str]()
    more = header.get("more")
    computers = more.get("computer") or {} if isinstance(more, Mapping) else {}
    for record in contents.records:
        if record["kind"] == "commit":
            found.dice.update(_dice_of(record["commit"].get("roll")))
        elif (verdict := record.get("verdict")) and verdict["verdict"] == "illegal" and verdict["reason"]:
            found.illegal[game.game, verdict["reason"]["rule"]] += 1
    for turn in _turns(contents):
        if turn.verdict["side"] not in (None, "both"):  # where all move at once, turns are nobody's
            mover = _mover(names, turn.verdict["side"])
            found.turns[mover] += 1
            found.seconds[mover] = found.seconds.get(mover, 0.0) + turn.seconds
        for side, (first, counted) in game.deeds(turn.verdict).items():
            mover = _mover(names, side)
            found.habits.setdefault((game.game, mover), Counter())[counted] += 1
            if first and side not in begun:
                begun.add(side)
                won = None if winners is None else side in winners
                ends = found.openings.get((game.game, mover, first), ())
                found.openings[game.game, mover, first] = (*ends, won)
    if winners is not None:
        for side, name in names.items():
            if side not in computers:
                found.won[name] = (*found.won.get(name, ()), side in winners)


class _Turn(NamedTuple):
    """A turn that was made: the grid before it, its verdict, and how long it took."""

    before: Any
    verdict: Json
    seconds: float

    def taken_back_by(self, verdict: Json) -> bool:
        """Return True if a later verdict has the table as it was before this turn."""
        undone = any(note["key"] == "referee.undoes" for note in verdict["notes"])
        return undone or verdict["grid"] == self.before != self.verdict["grid"]


def _turns(contents: journals.Contents) -> Sequence[_Turn]:
    """Return the turns that stand. Each begins with what was committed for it, or with the end of the one before."""
    since, grid, made = 0.0, None, list[_Turn]()
    for record in contents.records:
        verdict = record.get("verdict") or {}
        kind = verdict.get("verdict")
        if record["kind"] == "commit":
            since = record["t"]
        elif kind in ("legal", "won"):
            made.append(_Turn(grid, verdict, max(0.0, verdict["t"] - since)))
        elif kind in ("takeback", "corrected") and made and made[-1].taken_back_by(verdict):
            made.pop()
        if kind in ("setup", "legal", "won", "takeback", "corrected"):
            since, grid = verdict["t"], verdict["grid"]
    return made


def _mover(names: Mapping[str, str], side: str) -> Mover:
    return Mover(names[side]) if names.get(side) else Mover(side=side)


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
