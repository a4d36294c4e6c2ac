"""The numbers that seeing goes by: a dataclass of them in each module, one line each with its unit and why.

A trial reads other values from a TOML file that the environment variable COMPANION_SEEING names, a table a module:

    [watching.column_watcher]
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
from pathlib import Path
from typing import Any, Final, TypeVar

from vision.errors import VisionError

T = TypeVar("T", bound=Any)
Two = tuple[float, float]
Three = tuple[float, float, float]
Four = tuple[float, float, float, float]
Many = tuple[float, ...]

FILE: Final = "COMPANION_SEEING"
"""The environment variable that names the file of a trial."""
LINE: Final = re.compile(r"    (\w+): [^=]+ = (.+?)  # (.+)")
"""A parameter: its name, its value and what is said of it."""


def parameters(kind: Callable[[], T]) -> T:
    """The values that a module goes by: those of its dataclass, but for what the file of a trial says. Raises
    VisionError for a file that cannot be read, or that has names or values which the module has not."""
    usual, path = kind(), os.environ.get(FILE)
    return with_values(usual, _tables(path), type(usual).__module__) if path else usual


def with_values(usual: T, tables: Mapping[str, Any], module: str) -> T:
    """The same with the values of a module's table. Raises VisionError for others than it has."""
    told: Any = tables
    for part in _within(module).split("."):
        told = told.get(part, {}) if isinstance(told, Mapping) else {}
    known = {field.name: getattr(usual, field.name) for field in fields(usual)}
    for name, value in told.items():
        if name not in known or not _alike(known[name], value):
            raise VisionError("vision.parameters.unknown", module=module, name=name, known=tuple(known))
    new: T = replace(
        usual, **{name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
    )
    return new


def _alike(usual: Any, value: Any) -> bool:
    """Whether one may stand for the other: numbers, whole ones for whole ones, or as many of them."""
    if isinstance(usual, tuple):
        return isinstance(value, list) and len(value) == len(usual) and all(map(_alike, usual, value))
    return type(value) is int or (type(value) is float and isinstance(usual, float))


@cache
def _tables(path: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise VisionError("vision.parameters.file", path=path, error=str(error)) from error


def _within(module: str) -> str:
    """A module's name below this package, whatever that is called where it is installed."""
    above = f"{__package__}."
    return module.removeprefix(above) if module.startswith(above) else module.partition(".")[2]


def _all() -> Iterator[tuple[str, type[Any]]]:
    """All modules with parameters, and these."""
    within = f"{__package__}."
    for found in pkgutil.walk_packages([str(Path(__file__).parent)], within):
        if found.name.removeprefix(within).split(".")[0] not in ("training", "parameters"):
            kind: type[Any] | None = getattr(import_module(found.name), "Parameters", None)
            if kind is not None:
                yield found.name, kind


def _toml(value: str) -> str:
    return value.replace("(", "[").replace(")", "]")


def main() -> None:
    for module, kind in _all():
        print(f"[{_within(module)}]")
        for name, value, said in LINE.findall(inspect.getsource(kind)):
            print(f"{name} = {_toml(value)}  # {said}")
        print()


if __name__ == "__main__":
    main()
