"""The rule options of a game, as requests, journals and written games have them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from companion.games.errors import GameError, printable

# For each option, by the ruling's id, its field and the values that may be agreed on, the ruling's first.
Choices = Mapping[str, tuple[str, tuple[Any, ...]]]


class RuleOptions:
    """Rule options in force: a frozen dataclass whose defaults are the rulings themselves."""

    choices: ClassVar[Choices]

    @classmethod
    def from_json(cls, obj: Any) -> Self:
        """Read options such as {"BK-02": "a"}; any may be left out. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("engine.options", example=next(iter(cls.choices)))
        read = {}
        for rule, choice in obj.items():
            if rule not in cls.choices:
                raise GameError("engine.no_option", name=printable(rule), known=tuple(cls.choices))
            name, allowed = cls.choices[rule]
            if not any(type(choice) is type(each) and choice == each for each in allowed):
                raise GameError(
                    "engine.option", name=rule, allowed=tuple(map(_written, allowed)), got=printable(choice)
                )
            read[name] = choice
        return cls(**read)

    def to_json(self) -> dict[str, Any]:
        return {rule: getattr(self, name) for rule, (name, _) in self.choices.items()}

    @classmethod
    def readings(cls) -> dict[str, tuple[str, ...]]:
        """Return the values of each ruling's option as they are written."""
        return {rule: tuple(map(_written, allowed)) for rule, (_, allowed) in cls.choices.items() if "-" in rule}


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
