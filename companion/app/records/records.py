"""What can be made of a kept game: statistics, its turns, its position as text."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.app.games.opening import Kept, kept_games
from companion.app.games.registry import game_of
from companion.games.engine import Json
from companion.referee.errors import RefereeError
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.keeping.whole_file import write_whole
from companion.referee.live.cameras import masked_name

JSON_NAME = "game.json"


@dataclass(frozen=True)
class Statistics:
    """`dice` counts how often each value was rolled; `turns` and `seconds` are by side; `illegal` counts by rule."""

    dice: Mapping[int, int]
    turns: Mapping[str, int]
    seconds: Mapping[str, float]
    illegal: Mapping[str, int]

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


def statistics(folders: Iterable[Path]) -> Statistics:
    """Over all games in these folders."""
    dice: Counter[int] = Counter()
    turns: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    illegal: Counter[str] = Counter()
    for folder in folders:
        rolled_at = 0.0
        for record in journals.read(folder / JOURNAL_NAME).records:
            if record["kind"] == "commit":
                roll = record["commit"].get("roll")
                dice.update(roll.values() if isinstance(roll, Mapping) and "leap" not in roll else ())
                rolled_at = record["t"]
            elif record["kind"] == "turn":
                dice.update(record.get("dice", ()))
                turns[record["side"]] += 1
                seconds[record["side"]] += record.get("took", 0.0)
            elif verdict := record.get("verdict"):
                if verdict["verdict"] in ("legal", "won"):
                    turns[verdict["side"]] += 1
                    seconds[verdict["side"]] += max(0.0, verdict["t"] - rolled_at)
                elif verdict["verdict"] == "illegal" and verdict["reason"]:
                    illegal[verdict["reason"]["rule"]] += 1
    return Statistics(dice, turns, seconds, illegal)


def kept_with_statistics(games: Path) -> tuple[list[Kept], Statistics]:
    """All games that can be read, the newest first, and the statistics over them."""
    kept = kept_games(games)
    return kept, statistics(game.folder for game in kept)


def write_json(folder: Path) -> Path:
    """All that the journal holds, beside it: one JSON object with the header, the records and the last position.
    Returns its path.
    """
    contents = journals.read(folder / JOURNAL_NAME)
    path = folder / JSON_NAME
    header = dict(contents.header)
    if isinstance(header.get("camera"), str):  # journals of earlier versions keep addresses with their passwords
        header["camera"] = masked_name(header["camera"])
    kept = {"game": header, "records": contents.records, "position": _position(contents)}
    write_whole(path, (json.dumps(kept, indent=1, ensure_ascii=False) + "\n").encode(errors="replace"))
    return path


def position_text(folder: Path) -> str:
    """The position of a game as one line, in the engine's own notation where it has one, else as JSON.

    Raises RefereeError where there is none yet.
    """
    contents = journals.read(folder / JOURNAL_NAME)
    position = _position(contents)
    if position is None:
        raise RefereeError("table.no_position")
    return game_of(contents.header).position_text(position)


def _position(contents: journals.Contents) -> Json | None:
    """The position that the journal ends with, as its engine writes it; None where the game has not begun."""
    return game_of(contents.header).position(contents)
