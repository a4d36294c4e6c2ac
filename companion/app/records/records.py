"""What can be made of a kept game: statistics, its turns, its position as text."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.games.opening import JOURNAL_NAME, Kept, kept_games
from companion.games.looney_blockade import Position, position_to_text
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.referee.game import Step, rejudge
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import Record
from companion.referee.keeping.recording import Event
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict

LOONEY = "looney-blockade"
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
                dice.update(record["commit"]["roll"].values())
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
    kept = {"game": contents.header, "records": contents.records, "position": _position(contents)}
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def position_text(folder: Path) -> str:
    """The position of a game as one line: the engine's own notation for Looney Blockade, JSON for the others.

    Raises RefereeError where there is none yet.
    """
    contents = journals.read(folder / JOURNAL_NAME)
    position = _position(contents)
    if position is None:
        raise RefereeError("there is no position yet")
    if contents.header["game"] == LOONEY:
        return position_to_text(Position.from_json(position))
    return json.dumps({"game": contents.header["game"], **position}, separators=(",", ":"))


def _position(contents: journals.Contents) -> dict[str, Any] | None:
    """The position that the journal ends with, as its engine writes it; None where the game has not begun."""
    if contents.header["game"] == LOONEY:
        session = Session(open_table(contents.header["game"], contents.header["options"]))
        for record in contents.records:
            rejudge(session, record)
        return session.position.to_json() if session.started else None
    made = plays(contents)
    return made[-1]["position"] if made else None


def plays(contents: journals.Contents) -> list[Record]:
    """The turns of a game judged by its engine alone that were made and not taken back."""
    made: list[Record] = []
    staged = False
    for record in contents.records:
        match record["kind"]:
            case "stage":
                staged = True
            case "turn":
                made.append(record)
                staged = False
            case "correct" if staged:
                staged = False
            case "correct":
                made.pop()
    return made


def steps(contents: journals.Contents) -> Iterator[Step]:
    """What happened in a refereed game, with the verdicts on it."""
    return (_step(record) for record in contents.records if record["kind"] != "fault")


def _step(record: Record) -> Step:
    value: Any = record.get("commit") or record.get("correct") or record.get("frame")
    event = Event(record["event"], record["t"], record["kind"], value)
    verdict = Verdict.from_json(record["verdict"]) if record.get("verdict") else None
    return Step(event, verdict, None, None, tuple(map(Reason.from_json, record.get("remarks", ()))))
