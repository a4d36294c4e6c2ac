"""The tunable numbers of seeing: a dataclass `Parameters` in each module, one line a number with unit and reason.

A trial replaces values by a TOML file named in the environment variable COMPANION_SEEING, with a table for each module:

    [tracking.column_tracker]
    trust = 0.7

`python -m vision.parameters` prints all of them in that form.
"""

import inspect
import os
import pkgutil
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

from vision.errors import VisionError

T = TypeVar("T", bound=Any)
Two = tuple[float, float]
Three = tuple[float, float, float]
Four = tuple[float, float, float, float]
Many = tuple[float, ...]

FILE: Final = "COMPANION_SEEING"
"""Environment variable that names a trial's file."""
LINE: Final = re.compile(r"    (\w+): [^=]+ = (.+?)  # (.+)")
"""A parameter in the source: name, value and comment."""
WITHIN: Final = f"{__package__}."
"""Prefix of all modules of this package, whatever its name where it is installed."""


def parameters(kind: Callable[[], T]) -> T:
    """Return a module's parameters, with the values of the trial's file in place of its own. Raises VisionError for a
    file that cannot be read, or that names a module, a parameter or a kind of value that does not exist."""
    usual, path = kind(), os.environ.get(FILE)
    return with_values(usual, _tables(path), type(usual).__module__) if path else usual


def with_values(usual: T, tables: Mapping[str, Any], module: str) -> T:
    """Return `usual` with the values in the table of `module`. Raises VisionError for a parameter it does not have."""
    table: Any = tables
    for part in _within(module).split("."):
        table = table.get(part, {}) if isinstance(table, Mapping) else {}
    known = {field.name: getattr(usual, field.name) for field in fields(usual)}
    for name, value in table.items():
        if name not in known or not _alike(known[name], value):
            raise VisionError("vision.parameters.unknown", module=module, name=name, known=tuple(known))
    new: T = replace(
        usual, **{name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    )
    return new


def check_tables(tables: Mapping[str, Any], path: str) -> None:
    """Raise VisionError for a table of a module that does not exist or has no parameters."""
    known = {_within(name) for name in _modules()}
    for name in _named(tables):
        if name not in known or not _has_parameters(name):
            raise VisionError("vision.parameters.table", path=path, name=name)


def _alike(usual: Any, value: Any) -> bool:
    """Return True if `value` has the type and length of `usual`."""
    if isinstance(usual, tuple):
        return isinstance(value, list) and len(value) == len(usual) and all(map(_alike, usual, value))
    return type(value) is int or (type(value) is float and isinstance(usual, float))


@cache
def _tables(path: str) -> Mapping[str, Any]:
    try:
        tables = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise VisionError("vision.parameters.file", path=path, error=str(error)) from error
    check_tables(tables, path)
    return tables


def _named(tables: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield the names of the innermost tables, such as "board.locate", and of values outside any table."""
    for name, value in tables.items():
        if isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values()):
            yield from _named(value, f"{above}{name}.")
        else:
            yield above + name


def _has_parameters(name: str) -> bool:
    """Return True if a module has parameters, judged by its source: to import it here may be a circle."""
    spec = find_spec(WITHIN + name)
    return (
        spec is not None
        and spec.origin is not None
        and "parameters(Parameters)" in Path(spec.origin).read_text("utf-8")
    )


def _within(module: str) -> str:
    """Return a module's name below this package."""
    return module.removeprefix(WITHIN) if module.startswith(WITHIN) else module.partition(".")[2]


def _modules() -> Iterator[str]:
    for found in pkgutil.walk_packages([str(Path(__file__).parent)], WITHIN):
        if _within(found.name).split(".")[0] not in ("training", "parameters"):
            yield found.name


def main() -> None:
    for module in _modules():
        kind: type[Any] | None = getattr(import_module(module), "Parameters", None)
        if kind is None:
            continue
        print(f"[{_within(module)}]")
        for name, value, said in LINE.findall(inspect.getsource(kind)):
            print(f"{name} = {value.replace('(', '[').replace(')', ']')}  # {said}")
        print()


if __name__ == "__main__":
    main()
