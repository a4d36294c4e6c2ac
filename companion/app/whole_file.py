"""Small JSON files of the app, written anew as a whole; one that is damaged is kept beside."""

import json
from pathlib import Path
from typing import Any

from companion.games.reason import Reason, because
from companion.referee.keeping.whole_file import write_whole

# More is no file of ours.
MOST_BYTES = 1_000_000
MOST_ASIDE = 9


def save_json(path: Path, value: object) -> None:
    """Write `value`, for the user's own eyes: addresses of cameras hold passwords. At every moment at which the app may
    be ended either the old or the new file is there, whole.

    Raises OSError where it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(value, indent=1).encode(), mode=0o600)


def read_json(path: Path) -> Any:
    """Read a JSON file. Raises ValueError if it is none, OSError (FileNotFoundError) if it cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES} bytes")
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def put_aside(path: Path) -> tuple[bool, Reason]:
    """Keep a damaged file under another name beside. Returns whether that could be done, and what is to be told."""
    names = (f"{path.name}.damaged{number}" for number in ("", *range(2, MOST_ASIDE + 1)))
    aside = [path.with_name(name) for name in names]
    free = next((each for each in aside if not each.exists()), aside[-1])
    try:
        path.replace(free)
    except OSError:
        return False, because("damaged", path=str(path))
    return True, because("damaged.aside", path=str(path), aside=str(free))
