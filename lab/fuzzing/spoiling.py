"""JSON and bytes made bad in one place, anywhere in them."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

Json = dict[str, Any]

# What stands in the place of something good.
JUNK: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 7, 3.5, -0.5, 2**53 + 1, 10**30, 10**300, 10**400, 1e308, float("nan"), float("inf")),
    *("", "b3", "K3" * 100, "\ud800", "\x00", "é" * 50, "٣", "../../etc/passwd", "/dev/zero", "x" * 20_000, "{piece}"),
    *([], [[]], {}, {"a1": {}}, [None] * 50, {"": ""}, {"B": []}, [[[[[[[[]]]]]]]], [1, 2], {"key": "text"}, "[" * 200),
)
# What stands in the place of a word, a name or a number, well-formed and without sense.
WORDS: Final = (
    *("", "x", "purple", "z9", "K3", "Q7", "G3" * 6, "first", "cool", "both", "legal", "<b>x</b>", "\u202e", "9,9"),
    *("unknown-game", "B1", "off", "3", "None"),
)
NUMBERS: Final = (-1, 0, 7, 2.5, 10**9, 10**30, 1e308)
NAMES_CHANGED: Final = 0.2
# What is no JSON of ours, as whole texts.
RAW: Final[tuple[bytes, ...]] = (
    *(b"", b"{}", b"[]", b"null", b"7", b'"x"', b"{", b"[1,]", b"\xff\xfe", b"\x00", b"\xef\xbb\xbf{}", b"nul"),
    *(b"[" * 100_000, b'{"a":' * 100_000, b'{"t":' + b"9" * 6000 + b"}", b'{"t":1e999}', b'{"t":NaN}'),
    *(b'"', b"{" * 50, b"9" * 6000, b'{"t":-Infinity}', b'{"id":1} {"id":2}'),
    *(b'{"game":"\\ud83d"}', b'{"a":"\xc3"}', b'{"events":[' + b'{"t":0},' * 1000 + b'{"t":0}]}'),
)


def as_json(rng: Random, value: Any) -> bytes:
    """A spoilt value as JSON; one of RAW where it is nested too deeply for that."""
    try:
        return json.dumps(value, separators=(",", ":")).encode()
    except RecursionError:
        return rng.choice(RAW)


def spoil(rng: Random, value: Any) -> None:
    """Change one place of an object or a list, at any depth."""
    while True:
        if not value:
            return
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if isinstance(value[key], dict | list) and value[key] and rng.random() < 0.75:
            value = value[key]
            continue
        rng.choice(_CHANGES)(rng, value, key)
        return


def reword(rng: Random, value: Any) -> None:
    """Put another word of the right kind in the place of one, or another name in the place of a name, at any depth."""
    places = list(_places(value))
    if not places:
        return
    holder, key = rng.choice(places)
    if isinstance(holder, dict) and rng.random() < NAMES_CHANGED:
        holder[rng.choice(WORDS)] = holder.pop(key)
    elif isinstance(holder[key], bool):
        holder[key] = not holder[key]
    elif isinstance(holder[key], int | float):
        holder[key] = rng.choice(NUMBERS)
    else:
        holder[key] = rng.choice(WORDS)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """All that hold a single thing, and where in them."""
    for key, held in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(held, dict | list) and held:
            yield from _places(held)
        else:
            yield value, key


def _leave_out(_rng: Random, holder: Any, key: Any) -> None:
    del holder[key]


def _rename(rng: Random, holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        holder[str(rng.choice(JUNK))[:200]] = holder.pop(key)


def _nudge(rng: Random, holder: Any, key: Any) -> None:
    old = holder[key]
    if isinstance(old, str) and old:
        at = rng.randrange(len(old))
        holder[key] = old[:at] + rng.choice(("", old[at] * 2, "K3", "9", "\u2028", " ")) + old[at + 1 :]
    elif isinstance(old, int | float):
        holder[key] = old + rng.choice((-1, 1, 2, 100))
    elif isinstance(old, list):
        holder[key] = old * rng.choice((2, 3, 50))


def _replace(rng: Random, holder: Any, key: Any) -> None:
    holder[key] = json.loads(json.dumps(rng.choice(JUNK)))


def _nest(rng: Random, holder: Any, key: Any) -> None:
    for _ in range(rng.choice((1, 5, 40, 900))):
        holder[key] = [holder[key]] if rng.random() < 0.5 else {"values": holder[key]}


def _exchange(rng: Random, holder: Any, key: Any) -> None:
    other = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


_CHANGES: Final[tuple[Callable[[Random, Any, Any], None], ...]] = (
    _leave_out,
    _rename,
    _nudge,
    _nudge,
    _replace,
    _replace,
    _nest,
    _exchange,
)


def flip(rng: Random, data: bytes) -> bytes:
    """One bit turned round."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
