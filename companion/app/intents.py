"""What a window asks of what is served beside it: calls of a table's methods, checked where they are written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Intent(Generic[T]):
    """A call that is still to be made, of a method of T. It can be pickled: the method travels by its name."""

    method: Callable[..., object]
    arguments: tuple[object, ...] = ()
    named: Mapping[str, object] = field(default_factory=dict)

    def do(self, table: T) -> None:
        self.method(table, *self.arguments, **self.named)


AnyIntent = Intent[Any]
Send = Callable[[AnyIntent], None]


def call(method: Callable[Concatenate[T, P], object], *args: P.args, **kwargs: P.kwargs) -> Intent[T]:
    """``call(LeistikoTable.choose_row, 3)``: the method as this class has it, with arguments that fit it."""
    return Intent(method, args, kwargs)
