"""Messages about rolls outside games, and which of them have been published."""

import json
from pathlib import Path
from typing import Any, Self

from companion.sharing.feed.publisher import Post
from companion.sharing.feed.topics import SCHEMA, topic
from hardware.dice import DiceRoll
from hardware.errors import DeviceError
from hardware.roll_store import StoredRoll


def roll_id(roll: StoredRoll) -> str:
    """Return a permanent id: a listener that gets a roll twice recognises it."""
    return "/".join(map(str, roll.key))


def roll_json(roll: StoredRoll) -> dict[str, Any]:
    """Return a roll as it is published. A roll that does not count has no dice and says why (`void`)."""
    told: dict[str, Any] = {"schema": SCHEMA, "id": roll_id(roll), "at": round(roll.time, 3)}
    told["source"] = {"kind": roll.source.kind, "name": roll.source.name}
    if not isinstance(roll, DiceRoll):
        return {**told, "dice": [], "void": roll.why}
    dice = [{"colour": die.colour, "value": die.value, "certainty": die.certainty} for die in roll.dice]
    try:
        return {**told, "dice": dice, "roll": roll.values()}
    except DeviceError:  # one in doubt, or two of a colour
        return {**told, "dice": dice}


def roll_post(table: str, roll: StoredRoll) -> Post:
    """Return a roll as a message."""
    return Post(topic(table, "roll"), json.dumps(roll_json(roll), ensure_ascii=False), retained=False, qos=2)


class ToldRolls:
    """The ids of published rolls, kept one per line of a file: after a restart each missing roll is published, and none
    twice."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if the file cannot be written."""
        self._file = path.open("a+", encoding="utf-8")
        self._file.seek(0)
        text = self._file.read()
        self._known = {line for line in text.splitlines() if line}
        if text and not text.endswith("\n"):  # killed while writing: what stands there is the beginning of an id
            self._file.write("\n")

    def __contains__(self, roll: str) -> bool:
        return roll in self._known

    def add(self, roll: str) -> None:
        """Record a roll as published. Raises OSError."""
        self._known.add(roll)
        self._file.write(f"{roll}\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
