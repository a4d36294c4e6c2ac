"""Calls of a table's methods that a window sends to the process of games; checked where they are written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import isfunction
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Intent(Generic[T]):
    """A call that is still to be made, of a method of T. It can be pickled: the method travels by its name."""

    method: Callable[..., object]
    arguments: tuple[object, ...] = ()
    named: Mapping[str, object] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """Name of the call for fault reports, without anything players have said."""
        kinds = (type(each).__name__ for each in self.arguments)
        return f"{self.method.__qualname__}({', '.join(kinds)})"

    def do(self, table: T) -> None:
        """Call it as the table's own class has it, which may be another one than the class it was named by."""
        own = getattr(type(table), self.method.__name__, self.method) if isfunction(self.method) else self.method
        own(table, *self.arguments, **self.named)


AnyIntent = Intent[Any]
Send = Callable[[AnyIntent], None]


def call(method: Callable[Concatenate[T, P], object], *args: P.args, **kwargs: P.kwargs) -> Intent[T]:
    """``call(Window.resize, 3)``: this method, with arguments that fit it."""
    return Intent(method, args, kwargs)
