"""Contract of a table module: how a game's positions lie on a table, and what the next table is judged by.

The referee knows no game. It holds beliefs (positions of a game), weighs what is seen against what may stand there, and
asks the game's table module what the rules say. A grid (`companion/referee/grid.py`) tells for every place of the table
what lies there.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid, Json, Place, Thing
from companion.referee.practice import Practice
from companion.referee.record import GameRecord
from companion.referee.table_parts import KeptShapes, TableDrawing, Wording
from companion.referee.verdict import Kind
from vision.image import Image
from vision.sources.source import Source
from vision.tracking.contract import Look, Tracker


class Made(Protocol):
    """A legal turn, as the game's engine has it: beliefs need the position after it."""

    @property
    def position(self) -> Any: ...


class Written(Protocol):
    """A position that its engine can write."""

    def to_json(self) -> Json: ...


P = TypeVar("P", bound=Written)
T = TypeVar("T", bound=Made)


class Legal(NamedTuple, Generic[T]):
    """A table to which a legal turn leads."""

    turn: T


class Breach(NamedTuple):
    """A table against the rules: why (with the rule broken) and the places concerned."""

    reason: Reason
    cells: tuple[Place, ...] = ()


class Unfinished(NamedTuple, Generic[T]):
    """A table to which `turn` would lead, had something missing been done: `reason` says what, citing the rule, and
    `breach` what is wrong with the table as it stands."""

    turn: T
    reason: Reason
    breach: Breach


class Announced(NamedTuple):
    """A message about a look without a turn, or about what is in force: a kind of verdict with its details (see
    `Verdict`). `commitment`: the commitment that the look brings into force."""

    kind: Kind
    confidence: float = 1.0
    side: str | None = None
    reason: Reason | None = None
    more: Mapping[str, Any] = MappingProxyType({})
    notes: tuple[Reason, ...] = ()
    commitment: Commitment | None = None


class Meant(NamedTuple):
    """A commitment that was misread and that a turn has shown: its probability, and remarks about it."""

    commitment: Commitment
    chance: float
    notes: tuple[Reason, ...]


class Proposal(NamedTuple):
    """A whole table that the rules allow, and its score in nats (see `Scores`)."""

    grid: Grid
    score: float


class Scores(Protocol):
    """Agreement of things on places with a picture and with what was believed before it."""

    def of(self, place: Place, things: Collection[Thing]) -> dict[Thing, float]:
        """Return the scores of these things on a place, in nats."""

    def whole(self, changes: Sequence[Mapping[Place, Thing]]) -> list[float]:
        """Return what tables with these changes add to the scores of their places, in nats; zeros if nothing tells."""

    def search(self, allowed: Callable[[Place, Thing], bool], most: int, width: int) -> Iterable[Proposal]:
        """Return up to `most` tables of allowed things, best first. No piece vanishes or comes from nowhere. `width`:
        number of partial tables followed."""


@dataclass(frozen=True)
class Setup:
    """A proper set-up as seen, with its probability. `others`: the next best set-ups with theirs, likeliest first.
    `notes`: remarks about it."""

    grid: Grid
    confidence: float
    others: tuple[tuple[Grid, float], ...] = ()
    notes: tuple[Reason, ...] = ()


class SetupCheck(NamedTuple):
    """A set-up compared with a look. Places that are neither faulty nor unseen have been seen to be right.

    `faulty`: what should lie on a place, and what seems to. `unseen`: places on which nothing bears the set-up out.
    `wanted`: the set-up itself, in games in which it can lie in more than one way.
    """

    faulty: Mapping[Place, tuple[Thing, Thing]]
    unseen: tuple[Place, ...]
    wanted: Grid = MappingProxyType({})


ONE_PIECE: Final = 2
"""Misdeeds (`TableModule.deviation`) in moving one piece: it is taken up and put down."""


@dataclass(frozen=True)
class Hints:
    """Prior knowledge about a camera and its view.

    `corner`: rough pixel of the outer corner of the place named first. `corners`: the board's four corners,
    counter-clockwise from there, as a player tapped them. `camera`: the camera's profile.
    """

    corner: tuple[float, float] | None = None
    corners: Sequence[tuple[float, float]] | None = None
    camera: Mapping[str, Any] | None = None


class TableModule(ABC, Generic[P, T]):
    """One game, with its options, on a table. P is a position of its engine (hashable), T a legal turn.

    `places` are in the order of publication. `counted` are the kinds of pieces of which none comes from nowhere.
    `sides` move in turn, the first of them first unless a commitment says otherwise. `commitments` are the kinds of
    events that commit somebody, in the order of a turn, with the JSON type of what they say. `throws` are the dice
    thrown together, by the letters of their colours. `examples` are what one types for a commitment and for a place
    with a thing on it.
    `compelled` says that nobody has a choice of turns, so that one that moves nothing is made as soon as it is due, and
    `stays` that no piece ever leaves the board.
    `amendable` are the kinds of corrections that concern what is in force (see `amend`), `unsayable` the commitments
    that can be taken back before a turn was made, in the order in which they are made.
    """

    game: ClassVar[str]
    places: tuple[Place, ...]
    counted: ClassVar[tuple[str, ...]]
    sides: tuple[str, ...]
    things: ClassVar[tuple[Thing, ...]] = ()
    """All that may lie on a place, in games in which that is the same everywhere: nothing, or one counted piece."""
    commitments: ClassVar[Mapping[str, type]] = MappingProxyType({})
    throws: ClassVar[tuple[str, ...]] = ()
    kept: ClassVar[KeptShapes]
    compelled: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    amendable: ClassVar[tuple[str, ...]] = ()
    together: ClassVar[bool] = False
    """True if all sides move at once, so that nobody is the mover."""
    late: ClassVar[str] = ""
    """The kind of correction that punishes a side whose secret came too late."""
    unsayable: ClassVar[tuple[str, ...]] = ("roll",)
    examples: ClassVar[tuple[str, str]]
    wording: Wording
    drawing: TableDrawing
    record: GameRecord[Any, Any, Any]
    # The rule options in force as its engine has them, which `to_json` writes; None for a game that has none.
    options: Any = None

    @abstractmethod
    def __init__(self, options: Mapping[str, Any]) -> None:
        """Raises GameError for options that the game does not have."""

    @property
    def dice_a_throw(self) -> int:
        """Number of dice thrown together, 0 in games without dice."""
        return len(self.throws[0]) if self.throws else 0

    # Positions

    @abstractmethod
    def start(self, grid: Grid, mover: str) -> P:
        """Return the position of a set-up. Raises GameError if it is none."""

    @abstractmethod
    def grid(self, position: P) -> Grid:
        """Return the thing on every place in a position."""

    @abstractmethod
    def standing(self, grid: Grid, like: P | None) -> P:
        """Return the position of a table that the players have confirmed. All else is as in `like`, or as at the start.
        Raises GameError for a table that cannot be."""

    @abstractmethod
    def moving(self, position: P, mover: str | None) -> P:
        """Return the position with `mover` to move."""

    def to_json(self, position: P) -> Json:
        """Return the position as its engine writes it."""
        return position.to_json()

    @abstractmethod
    def from_json(self, position: Json) -> P:
        """Return the inverse of `to_json`. Raises GameError for anything else."""

    def score(self, position: P) -> Mapping[str, int]:
        """Return the score by side, or by colour if a side has several."""
        return {}

    def published(self, grid: Grid) -> Json:
        """Return a table as verdicts publish it."""
        return dict(grid)

    def allowed(self, position: P, under: Commitment | None, named: Sequence[str]) -> Sequence[Reason]:
        """Return what may be done now with the places and pieces among these words of a question, or the first rule
        that forbids it; nothing where none is named. Colours and sizes of pieces are in letters and numbers."""
        return ()

    @abstractmethod
    def winner(self, position: P) -> str | None:
        """Return the winning side, or a word that is no side if the game ended without a winner."""

    def ended(self, winner: str) -> Reason:
        """Return the sentence that the game is over, and how."""
        return because("referee.over", side=winner)

    # What was said

    def commit(self, said: Mapping[str, Any], held: Commitment | None) -> Commitment:
        """Return the commitment in force once this was said. `held`: what was said before it in this turn, such as a
        row before a roll; it stays in force. Raises GameError for what cannot be said: by default for anything."""
        raise GameError("referee.nothing_said")

    def typed(self, text: str) -> tuple[str, Any] | None:
        """Parse a typed line in the game's own words into the kind and value of a commitment; None for other lines."""
        return None

    def counts_down(self, said: Mapping[str, Any]) -> bool | None:
        """Return True if a commitment starts the clock that the players share, False if it stops it, None if it says
        nothing of it."""
        return None

    def secret(self, under: Commitment) -> str:
        """Return the kind of correction by which all sides' secrets come into force at once, a value by side; "" while
        nothing is kept secret. What it is remains unpublished until then."""
        return ""

    def revealed(self, under: Commitment) -> bool:
        """Return True if this turn's secrets are in force, so that all sides know them."""
        return False

    def may_amend(self, side: str, before: P, under: Commitment, what: str, value: Any) -> bool:
        """Return True if the player of a side may amend what is in force so, without asking the other one."""
        return False

    def implicit(self, position: P) -> Commitment | None:
        """Return the commitment in force without a word: a mover, in games without dice."""
        return None

    def continues(self, held: Commitment, new: Commitment) -> bool:
        """Return True if `new` adds to `held` within the same turn."""
        return held.mover == new.mover and held.value.keys() < new.value.keys()

    def passing(self, before: P, under: Commitment) -> T | None:
        """Return the turn that passing makes, in games that may end with it."""
        return None

    def declared(self, position: P, under: Commitment | None, seconds: float, evidence: Evidence) -> Announced | None:
        """Return what a look shows of the players' commitments, in games in which these are seen; None if the places
        are to be judged. `under`: commitment of the turn that is due, said `seconds` ago."""
        return None

    def amend(self, before: P, held: Commitment, what: str, value: Any) -> Commitment:
        """Return the commitment as the players correct it; `what` is among `amendable`. Raises GameError for what
        cannot be."""
        raise NotImplementedError

    def announced(self, before: P, under: Commitment) -> Announced:
        """Return the message about an amended commitment."""
        raise NotImplementedError

    def meant(self, turn: T, under: Commitment) -> Meant | None:
        """Return the commitment that a turn shows to have been misread; None if `under` was right."""
        return None

    def coverage(self, under: Commitment | None) -> float:
        """Return the probability that the commitment in force is among those that turns are tried for; 0 if no player
        may be accused yet."""
        return 1.0

    def next_mover(self, mover: str) -> str:
        return self.sides[(self.sides.index(mover) + 1) % len(self.sides)]

    # What may lie on a place

    def likely(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        """Return what a place showing `thing` most often shows next, `thing` itself first."""
        return self.possible(place, thing)

    def possible(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        """Return all things considered for a place that showed `thing`, the likely ones included."""
        return (thing, *(other for other in self.things if other != thing))

    def anywhere(self, position: P) -> tuple[Thing, ...]:
        """Return things considered for every place, whatever it showed before."""
        return tuple(self.grid(position).values())

    def moved(self, was: Thing, now: Thing) -> int:
        """Return the number of actions on a place that turn `was` into `now`."""
        return self.apart(was, now)

    def difference(self, was: Thing, now: Thing) -> tuple[tuple[str, int], ...]:
        """Return how many more of each counted piece `now` holds than `was` (negative: fewer)."""
        return tuple((piece, 1 if now == piece else -1) for piece in self.counted if (was == piece) != (now == piece))

    def apart(self, one: Thing, other: Thing) -> int:
        """Return the number of pieces in which two things differ, for an entered table."""
        return int(one != other)

    def top(self, thing: Thing) -> str:
        """Return the counted piece on top, "" for none."""
        return ""

    def supply(self, position: P) -> Mapping[str, int]:
        """Return the counted pieces beside the table that may come onto it."""
        return {}

    def deviation(self, believed: P, before: P, after: Grid, under: Commitment | None) -> int:
        """Return the number of actions by which a player who broke the rules reached a table: since the believed one,
        in games in which a turn is free."""
        was = self.grid(believed)
        return sum(self.moved(was[place], after[place]) for place in self.places)

    def astray(self, believed: P, before: P, after: Grid, under: Commitment | None) -> Sequence[tuple[float, int]]:
        """Return (probability, `deviation`) for each commitment that may be in force, in games in which that is in
        doubt."""
        return ((1.0, self.deviation(believed, before, after, under)),)

    def share(self, before: P, after: Grid, under: Commitment | None, *, legal: bool) -> float:
        """Return how probable one table is among all of its kind (`legal`, or against the rules), in games in which so
        many are alike that it matters how many there are."""
        return 1.0

    def unlikely(self, believed: P, before: P, after: Grid, under: Commitment | None) -> bool:
        """Return True if a table against the rules takes more than one misdeed of the player to move, so that it is
        never told of, but asked about: by default if more than one piece is astray."""
        return self.deviation(believed, before, after, under) > ONE_PIECE

    def hangs_on_history(self, before: P, after: Grid, under: Commitment | None) -> bool:
        """Return True if a table that breaks a rule would keep it, had other turns led to the position before: by
        default what lies on a table is all that counts."""
        return False

    # The rules

    def turn(self, before: P, after: Grid, under: Commitment) -> T | None:
        """Return the legal turn that leads to a table, if there is one. Called often: must be fast."""
        found = self.explain(before, after, under)
        return found.turn if isinstance(found, Legal) else None

    def entered(self, before: P, under: Commitment, steps: Sequence[Mapping[str, str]]) -> T | None:
        """Return the legal turn made of these steps (from, to) in order, if there is one."""
        return None

    def unfinished(self, before: P, after: Grid, under: Commitment, since: Grid | None) -> bool:
        """Return True if a table is part of the way to a legal turn. `since`: the table seen last, if it was taken for
        an unfinished or a wrong one."""
        return False

    @abstractmethod
    def explain(self, before: P, after: Grid, under: Commitment | None) -> Legal[T] | Unfinished[T] | Breach:
        """Judge a table by the rules, with reasons. `under`: None if nobody has committed to anything."""

    def unseen(self, before: P, missed: Commitment, after: Grid, under: Commitment) -> tuple[T, T] | None:
        """Return two turns that together lead to a table: an unseen one under `missed`, and one under `under`."""
        return None

    def unseen_implicit(self, before: P, after: Grid, under: Commitment) -> tuple[T, T, Commitment] | None:
        """Return the same in games in which turns begin without a word: an unseen turn under `under`, the next turn,
        and its commitment."""
        return None

    def proposals(self, before: P, missed: Commitment | None, under: Commitment, scores: Scores) -> Iterable[Proposal]:
        """Return tables that the rules allow, best first. `missed`: an earlier commitment whose turn was not seen."""
        return ()

    def breaches(self, before: P, under: Commitment, scores: Scores) -> Iterable[Proposal]:
        """Return tables against the rules, best first, in games in which a whole table tells more than its places."""
        return ()

    def alike(self, one: T, other: T) -> bool:
        """Return True if players would call two turns the same."""
        return self.moves(one) == self.moves(other)

    def weighty(self, before: P, turn: T) -> bool:
        """Return True if a turn must never be announced on a guess: it ends the game, takes a piece off the table or
        makes a point."""
        return self.winner(turn.position) is not None

    # Telling

    def remarks(self, turn: T) -> tuple[Reason, ...]:
        """Return remarks about a turn that was made."""
        return ()

    @abstractmethod
    def moves(self, turn: T) -> tuple[Json, ...]:
        """Return the moves of a turn as JSON objects."""

    def points(self, turn: T) -> Mapping[str, int] | None:
        """Return the cost of a turn, by what it was paid with."""
        return None

    def more(self, turn: T) -> Mapping[str, Any]:
        """Return further details of a turn for its verdict, as JSON (see `Verdict.more`)."""
        return {}

    def judged_by(self, before: P, under: Commitment) -> Mapping[str, Any]:
        """Return the same for a table that no turn leads to."""
        return {}

    def touched(self, move: Mapping[str, Any]) -> tuple[Place, ...]:
        """Return the places that a move concerns."""
        return tuple(str(move[end]) for end in ("from", "to") if end in move)

    # Seeing

    def beside(self, look: Look) -> Json:
        """Return what a look tells beyond the places, to be kept with the evidence."""
        return {}

    @abstractmethod
    def read_setup(self, evidence: Evidence) -> Setup:
        """Return the proper set-up that is seen. Raises GameError with the faults of one that is not proper,
        RefereeError if too much is hidden."""

    def check_setup(self, evidence: Evidence) -> SetupCheck:
        """Compare a look with the set-up. Raises RefereeError if too much is hidden, or if it is no set-up at all."""
        return SetupCheck({}, ())

    def take_at_word(self) -> None:
        """Take the chosen game for the one that is played, whatever the set-up looks like."""

    def turned(self, evidence: Evidence) -> float:
        """Return by how many nats the set-up fits better with the board turned round: negative if it lies as found,
        minus infinity in games in which it cannot be mistaken."""
        return -math.inf

    @abstractmethod
    def open_tracker(self, image: Image, hints: Hints) -> Tracker:
        """Find the table in a picture and watch it from then on. Raises VisionError where it is not found."""

    def simulated_camera(self) -> Source:
        """Return a camera at a drawn set-up, in games that can be drawn as a camera sees them."""
        raise NotImplementedError(self.game)

    @abstractmethod
    def practice(self, seed: int, chosen: Mapping[str, Any]) -> Practice:
        """Return a table that plays by itself, the same game for the same seed. `chosen`: its options."""


AnyTable = TableModule[Any, Any]
