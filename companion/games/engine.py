"""What every game's engine looks like from outside, and how a request finds its way to one.

A game's folder ``rules`` holds `model` (positions, turns, options), `rules` (one step at a time, in the order of the
rulebook), `rulebook` (the ids that verdicts cite; their words are in the game's ``texts``), `notation` (text both
ways), `gamefile` (whole games as text), `hints` (help for a player) and `protocol`, where a subclass of `Engine`
answers requests in JSON. The game's `GamePackage` names the engine (`companion.games.package`).

Engines are pure: no clock, no files, no chance of their own. Dice come in with the request, and so do the clock and the
seed of a suggestion. Whatever makes no sense is a `GameError` whose reason names the place. Answers are JSON but for
the reasons in them, which are data (`companion.games.reason`); who prints an answer says in which words.
"""

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from companion.games.errors import GameError, printable
from companion.games.reason import Reason, because
from companion.games.rulebook import Rulebook
from companion.games.step_budget import MOST_STEPS, LimitError, at_most

Json = dict[str, Any]
# Seconds, from any start, never running backwards.
Clock = Callable[[], float]
# Makes a sentence of a reason.
Say = Callable[[Reason], str]

# The operations common to all games, as in UCI for chess: methods of the same names.
OPS = ("initial", "moves", "apply", "check", "outcome", "hint", "perft")
MOST_BYTES = 1_000_000
# Fields of every game's requests.
COMMON = frozenset({"id", "options", "position", "before", "after", "seconds", "seed"})
# How long a suggestion is thought over when the request does not say, and at most. It is wanted within a second:
# what was begun is still finished, and the machine may be busy.
SECONDS, MOST_SECONDS = 0.5, 60.0
SEEDS = 2**64


class Request:
    """The fields of one request; what is missing or of the wrong kind raises a GameError that names it."""

    def __init__(self, fields: Mapping[str, Any], clock: Clock | None = None) -> None:
        self._fields = fields
        self._clock = clock

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def __getitem__(self, name: str) -> Any:
        if name not in self:
            raise GameError("engine.missing", name=name)
        return self._fields[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self._fields[name] if name in self else default

    def object(self, name: str) -> Mapping[str, Any]:
        if not isinstance(self[name], Mapping):
            raise GameError("engine.no_object", name=name, got=printable(self[name]))
        return self[name]  # type: ignore[no-any-return]

    def list(self, name: str) -> Sequence[Any]:
        if not isinstance(self[name], list | tuple):
            raise GameError("engine.no_list", name=name, got=printable(self[name]))
        return self[name]  # type: ignore[no-any-return]

    def seed(self) -> int:
        """Return the `seed` that chance is drawn from; 0, if left out."""
        seed = self.get("seed", 0)
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise GameError("engine.seed", got=printable(seed))
        return int(seed)

    def out_of_time(self) -> Callable[[], bool]:
        """Return a question to ask between rounds of thinking: whether the request's `seconds` have passed.

        Without a clock the answer is always yes, so that one round is done and the same request gets the same answer.
        """
        seconds = self.get("seconds", SECONDS)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
            raise GameError("engine.seconds", most=round(MOST_SECONDS), got=printable(seconds))
        if self._clock is None:
            return lambda: True
        clock, end = self._clock, self._clock() + seconds
        return lambda: clock() >= end


class Engine(ABC):
    """The rules of one game as answers to requests in JSON (design: position and moves are plain JSON objects).

    Every method raises GameError for a request that makes no sense. An illegal move is no error but an answer with
    the id of the rule broken and the reason.
    """

    name: ClassVar[str]
    rulebook: ClassVar[Rulebook]
    fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of all its requests, for those who want to find a misspelt one; empty: not said."""

    @abstractmethod
    def initial(self, request: Request) -> Json: ...

    @abstractmethod
    def moves(self, request: Request) -> Json: ...

    @abstractmethod
    def apply(self, request: Request) -> Json: ...

    @abstractmethod
    def check(self, request: Request) -> Json: ...

    @abstractmethod
    def outcome(self, request: Request) -> Json: ...

    @abstractmethod
    def hint(self, request: Request) -> Json: ...

    @abstractmethod
    def perft(self, request: Request) -> Json: ...


def respond(request: Any, engines: Mapping[str, Engine], clock: Clock | None = None) -> Json:
    """Return the answer to one request; {"error": Reason} when it makes no sense. `id`, if given, is echoed.

    What would take too long gets an error too, with the number of steps after which it was given up as its `limit`.
    """
    if not isinstance(request, Mapping):
        return {"error": because("engine.no_request", got=printable(request))}
    echo = {"id": request["id"]} if "id" in request else {}
    try:
        with at_most(MOST_STEPS):
            return {**echo, **_answer(request, engines, clock)}
    except LimitError as error:
        return {**echo, "error": error.reason, "limit": error.most}
    except GameError as error:
        return {**echo, "error": error.reason}


def _answer(request: Mapping[str, Any], engines: Mapping[str, Engine], clock: Clock | None) -> Json:
    game, op = request.get("game"), request.get("op")
    if not isinstance(game, str) or game not in engines:
        raise GameError("engine.game", got=printable(game), known=tuple(engines))
    if not isinstance(op, str) or op not in OPS:
        raise GameError("engine.op", got=printable(op), known=OPS)
    answer: Json = getattr(engines[game], op)(Request(request, clock))
    return answer


def respond_line(line: bytes, engines: Mapping[str, Engine], clock: Clock | None, say: Say) -> str:
    """Return the answer, one line of ASCII JSON, to one line of JSON, its reasons put into words by `say`. Never
    raises, whatever the line holds."""
    try:
        answer = respond(_read(line), engines, clock)
        return json.dumps(answer, allow_nan=False, default=say)
    except GameError as error:
        return json.dumps({"error": say(error.reason)})
    except RecursionError:
        return json.dumps({"error": say(because("engine.nested"))})


def _read(line: bytes) -> Any:
    if len(line) > MOST_BYTES:
        raise GameError("engine.long", most=MOST_BYTES)
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_finite, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise GameError("engine.no_utf8", at=error.start + 1) from None
    except json.JSONDecodeError as error:
        raise GameError("engine.no_json", message=error.msg, at=error.pos + 1) from None
    except ValueError:
        raise GameError("engine.no_number") from None


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
