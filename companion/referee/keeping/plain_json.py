"""JSON from a file that anybody may have written: plain values within limits, or one reason why not."""

import json
import math
import re
from typing import Any, Final

from companion.games.errors import CompanionError

# Deeper than anything that we write, and far less deep than Python's stack.
DEEPEST: Final = 32
# Whole numbers that a double holds exactly.
LARGEST: Final = 2**53
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class JsonError(CompanionError):
    """Input that is no plain JSON."""


def parsed(data: bytes) -> Any:
    """Parse UTF-8 JSON, with or without a byte order mark.

    Raises JsonError for anything else, for numbers that are not finite or too large for a double to hold exactly, for
    halves of characters, and for what is nested deeper than DEEPEST.
    """
    try:
        text = data.decode("utf-8-sig")
        value = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite)
    except UnicodeDecodeError as error:
        raise JsonError("json.utf8", at=error.start + 1) from None
    except json.JSONDecodeError as error:
        raise JsonError("engine.no_json", message=error.msg, at=error.pos + 1) from None
    except RecursionError:
        raise JsonError("json.nested", most=DEEPEST) from None
    _limited(value, halves=bool(_HALF.search(text)))
    return value


def _whole(text: str) -> int:
    # Python refuses thousands of digits by an error of its own.
    value = int(text) if len(text) <= len(str(-LARGEST)) else LARGEST + 1
    if abs(value) > LARGEST:
        raise JsonError("engine.no_number")
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise JsonError("engine.no_number")
    return value


def _limited(value: Any, halves: bool) -> None:
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for held in level:
            if isinstance(held, dict):
                inner += held.values()
                inner += held if halves else ()
            elif isinstance(held, list):
                inner += held
            elif halves and isinstance(held, str):
                _whole_characters(held)
        level = [held for held in inner if halves or isinstance(held, dict | list)]
        if not level:
            return
    raise JsonError("json.nested", most=DEEPEST)


def _whole_characters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise JsonError("json.half") from None
