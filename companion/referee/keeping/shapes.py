"""Shapes of plain JSON: a shape checks a value and raises a ShapeError that names the place in it."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, cast

from companion.games.errors import CompanionError, printable
from companion.games.reason import Reason
from companion.referee.keeping.plain_json import LARGEST

Shape = Callable[[Any], None]
# Longer texts than any name, stack or sentence.
LONGEST: Final = 10_000
MOST_SECONDS: Final = 1_000_000_000
"""Thirty years: nothing here takes as long."""
# Of a name so much is told.
_NAME: Final = 40


class ShapeError(CompanionError):
    """A value that is not what it must be."""

    def within(self, step: str) -> "ShapeError":
        """Return the error as seen from the holder of the value: `place` is the path from the outermost one."""
        what, place = self.reason, ""
        if what.key == "shape.at":
            place, what = str(what.values["place"]), cast(Reason, what.values["what"])
        way = step + (f".{place}" if place and place[0] != "[" else place)
        return ShapeError("shape.at", place=way, what=what)


def anything(_value: Any) -> None:
    pass


def text(value: Any) -> None:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ShapeError("shape.text", got=printable(value))


def truth(value: Any) -> None:
    if not isinstance(value, bool):
        raise ShapeError("shape.truth", got=printable(value))


def number(value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ShapeError("shape.number", got=printable(value))


def seconds(value: Any) -> None:
    """Accept a time in seconds since the beginning of something."""
    number(value)
    if not 0 <= value <= MOST_SECONDS:
        raise ShapeError("shape.seconds", most=MOST_SECONDS, got=printable(value))


def whole(least: int = 0, most: int = LARGEST) -> Shape:
    def look(value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ShapeError("shape.whole", least=least, most=most, got=printable(value))

    return look


def one_of(values: Collection[str]) -> Shape:
    def look(value: Any) -> None:
        if not isinstance(value, str) or value not in values:
            raise ShapeError("shape.one_of", known=tuple(values), got=printable(value))

    return look


def maybe(shape: Shape) -> Shape:
    """Return the shape that also takes null."""

    def look(value: Any) -> None:
        if value is not None:
            shape(value)

    return look


def either(*shapes: Shape) -> Shape:
    """Accept one of several shapes; the error is that of the last one."""

    def look(value: Any) -> None:
        for shape in shapes[:-1]:
            try:
                return shape(value)
            except ShapeError:
                continue
        return shapes[-1](value)

    return look


def list_of(item: Shape, length: int | None = None) -> Shape:
    def look(value: Any) -> None:
        if not isinstance(value, list) or length not in (None, len(value)):
            raise ShapeError("shape.list", got=printable(value))
        for at, inner in enumerate(value):
            _look_into(item, inner, at)

    return look


def row_of(*items: Shape) -> Shape:
    """Accept a list of exactly these items."""

    def look(value: Any) -> None:
        if not isinstance(value, list) or len(value) != len(items):
            raise ShapeError("shape.row", n=len(items), got=printable(value))
        for at, (shape, inner) in enumerate(zip(items, value, strict=True)):
            _look_into(shape, inner, at)

    return look


def map_of(inner: Shape) -> Shape:
    """Accept an object of any names."""

    def look(value: Any) -> None:
        if not isinstance(value, dict):
            raise ShapeError("shape.object", got=printable(value))
        for name, held in value.items():
            _look_into(inner, held, name)

    return look


def fields(needed: Mapping[str, Shape], more: Mapping[str, Shape] | None = None, *, closed: bool = False) -> Shape:
    """Accept an object with these fields; those of `more` may be missing, others may be there unless it is `closed`."""
    every = {**needed, **(more or {})}

    def look(value: Any) -> None:
        if not isinstance(value, dict):
            raise ShapeError("shape.object", got=printable(value))
        for name in needed:
            if name not in value:
                raise ShapeError("engine.missing", name=name)
        for name, held in value.items():
            if name in every:
                _look_into(every[name], held, name)
            elif closed:
                raise ShapeError("shape.unknown", name=printable(name))

    return look


def _look_into(shape: Shape, value: Any, step: int | str) -> None:
    try:
        shape(value)
    except ShapeError as error:
        raise error.within(step[:_NAME] if isinstance(step, str) else f"[{step}]") from None


_REASON: Final = fields({"key": text, "rule": maybe(text), "values": map_of(anything)}, closed=True)


def reason(value: Any) -> None:
    """Accept a reason as `Reason.to_json` writes it."""
    _REASON(value)
    for held in value["values"].values():
        _parts(held)


def holding_reasons(value: Any) -> None:
    """Accept an object in which everything that looks like a reason is one."""
    map_of(anything)(value)
    _reasons_in(value)


def _reasons_in(value: Any) -> None:
    if isinstance(value, dict):
        if value.keys() == {"key", "rule", "values"}:
            reason(value)
        for inner in value.values():
            _reasons_in(inner)
    elif isinstance(value, list):
        for inner in value:
            _reasons_in(inner)


def _parts(value: Any) -> None:
    if isinstance(value, dict):
        reason(value)
    elif isinstance(value, list):
        for inner in value:
            _parts(inner)
