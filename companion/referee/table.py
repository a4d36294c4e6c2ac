"""What a game must bring to be refereed: how its positions lie on a table, and what the next table is judged by.

The referee knows no game. It holds beliefs (positions of a game), weighs what is seen against what may stand there, and
asks the game's table module what the rules say. A grid (`companion/referee/grid.py`) tells for every place of the table
what lies there.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from companion.games.reason import Reason, because
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid, Json, Place, Thing
from companion.referee.table_parts import Practice, RecordForm, TableDrawing, Wording
from companion.referee.verdict import Kind
from vision.image import Image
from vision.sources.source import Source
from vision.tracking.contract import Look, Tracker


class Made(Protocol):
    """A legal turn, as the game's engine has it: beliefs need the position after it."""

    @property
    def position(self) -> Any: ...


P = TypeVar("P")
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
    """What is said of a look by which nobody has made a turn, or of what is in force: the kind of verdict, and what
    goes with it (see `Verdict`). `commitment` is what a look shows to be in force from then on."""

    kind: Kind
    confidence: float = 1.0
    side: str | None = None
    reason: Reason | None = None
    more: Mapping[str, Any] = MappingProxyType({})
    notes: tuple[Reason, ...] = ()
    commitment: Commitment | None = None


class Meant(NamedTuple):
    """What was in force when a turn was made, where it was read wrongly before: how probable that was, and what is told
    of it."""

    commitment: Commitment
    chance: float
    notes: tuple[Reason, ...]


class Proposal(NamedTuple):
    """A whole table that the rules allow, and its score in nats (see `Scores`)."""

    grid: Grid
    score: float


class Scores(Protocol):
    """How well a picture, and what was believed before it, agree with what may lie on each place."""

    def of(self, place: Place, things: Collection[Thing]) -> dict[Thing, float]:
        """The scores of these things on a place, in nats."""

    def whole(self, changes: Sequence[Mapping[Place, Thing]]) -> list[float]:
        """What tables with some changes say, in nats, beyond the scores of their places: zeros where nothing tells."""

    def search(self, allowed: Callable[[Place, Thing], bool], most: int, width: int) -> Iterable[Proposal]:
        """Up to `most` tables of allowed things on which nothing is lost or from nowhere, best first; of the partial
        tables the best `width` are followed."""


@dataclass(frozen=True)
class Setup:
    """A proper set-up as seen, the probability that it is right, and the next best set-ups with theirs, the likeliest
    first; `notes` are what is remarkable about it."""

    grid: Grid
    confidence: float
    others: tuple[tuple[Grid, float], ...] = ()
    notes: tuple[Reason, ...] = ()


class SetupCheck(NamedTuple):
    """What is seen of a set-up: by place what should lie there and what seems to, where that is another thing; and the
    places of which nothing is seen that bears the set-up out. What is neither has been seen to be right. `wanted` is
    what should lie where, in games whose set-up can lie in more than one way.
    """

    faulty: Mapping[Place, tuple[Thing, Thing]]
    unseen: tuple[Place, ...]
    wanted: Grid = MappingProxyType({})


@dataclass(frozen=True)
class Hints:
    """What is known of a camera before it is looked through.

    `corner` is roughly the pixel of the outer corner of the place named first, `corners` those of the board's four
    corners, counter-clockwise from there, where somebody tapped them; `camera` is the camera's profile.
    """

    corner: tuple[float, float] | None = None
    corners: Sequence[tuple[float, float]] | None = None
    camera: Mapping[str, Any] | None = None


class TableModule(ABC, Generic[P, T]):
    """One game, with its options, on a table. P is a position of its engine (hashable), T a legal turn.

    `places` are in the order of publication. `counted` are the kinds of pieces of which none comes from nowhere.
    `sides` move in turn, the first of them first unless a commitment says otherwise. `commitments` are the kinds of
    events that commit somebody, with the JSON type of what they say. `throws` are the dice thrown together, by the
    letters of their colours. `examples` are what one types for a commitment and for a place with a thing on it.
    `compelled` says that nobody has a choice of turns, so that one that moves nothing is made as soon as it is due, and
    `stays` that no piece ever leaves the board.
    `amendable` are the kinds of corrections that concern what is in force (see `amend`), `unsayable` the commitments
    that can be taken back before a turn was made, in the order in which they are made.
    """

    game: ClassVar[str]
    places: tuple[Place, ...]
    counted: ClassVar[tuple[str, ...]]
    sides: tuple[str, ...]
    commitments: ClassVar[Mapping[str, type]]
    throws: ClassVar[tuple[str, ...]] = ()
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
    record: RecordForm
    # The rule options in force as its engine has them, which `to_json` writes.
    options: Any

    @abstractmethod
    def __init__(self, options: Mapping[str, Any]) -> None:
        """Raises GameError for options that the game does not have."""

    @property
    def dice_a_throw(self) -> int:
        """How many dice are thrown together, 0 in games without dice."""
        return len(self.throws[0]) if self.throws else 0

    # Positions

    @abstractmethod
    def start(self, grid: Grid, mover: str) -> P:
        """The position of a set-up. Raises GameError where it is none."""

    @abstractmethod
    def grid(self, position: P) -> Grid:
        """How a position lies on the table: every place."""

    @abstractmethod
    def standing(self, grid: Grid, like: P | None) -> P:
        """A table as it stands by somebody's word, all else as in `like`, or as at a start where nothing else is known.
        Raises GameError for what cannot stand."""

    @abstractmethod
    def moving(self, position: P, mover: str | None) -> P:
        """The position with `mover` to move."""

    @abstractmethod
    def to_json(self, position: P) -> Json:
        """The position as its engine writes it."""

    @abstractmethod
    def from_json(self, position: Json) -> P:
        """The inverse of `to_json`. Raises GameError for what is no position."""

    def score(self, position: P) -> Mapping[str, int]:
        """How things stand, as it counts: by side, or by colour where a side has several."""
        return {}

    def published(self, grid: Grid) -> Json:
        """A table as verdicts publish it."""
        return dict(grid)

    @abstractmethod
    def look_at_move(self, kept: Any) -> None:
        """Raises ShapeError for what a journal has among a turn's moves and `moves` never gives."""

    @abstractmethod
    def winner(self, position: P) -> str | None:
        """Return the winning side, or a word that is no side if the game ended without a winner."""

    def ended(self, winner: str) -> Reason:
        """That the game is over, and how."""
        return because("referee.over", side=winner)

    # What was said

    @abstractmethod
    def commit(self, said: Mapping[str, Any], held: Commitment | None) -> Commitment:
        """What is in force once this was said, `held` being what was said last, with nothing in it where that turn is
        over. Several things said in turn (a row, then a roll) are all in force. Raises GameError for what
        cannot be."""

    def typed(self, text: str) -> tuple[str, Any] | None:
        """The kind and the value of what somebody says by typing a line, where the game has words of its own for it;
        None for any other line."""
        return None

    def look_at_said(self, kept: Mapping[str, Any]) -> None:
        """Check commitments that a journal keeps. Raises ShapeError for what `commit` and `amend` never give."""

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
        """What is in force though nobody says anything: a mover, in games without dice."""
        return None

    def continues(self, held: Commitment, new: Commitment) -> bool:
        """Whether what is said goes on with what was said before, the turn being the same."""
        return held.mover == new.mover and held.value.keys() < new.value.keys()

    def passing(self, before: P, under: Commitment) -> T | None:
        """The turn that is made by passing, in games in which that may be the last one."""
        return None

    def declared(self, position: P, under: Commitment | None, seconds: float, evidence: Evidence) -> Announced | None:
        """What a look shows of what the players commit themselves to, in games in which that is seen; None where the
        places are to be looked at. `under` is what the turn that is due is judged by, said `seconds` ago."""
        return None

    def amend(self, before: P, held: Commitment, what: str, value: Any) -> Commitment:
        """What is in force by the players' word, `what` being among `amendable`. Raises GameError for what cannot
        be."""
        raise NotImplementedError

    def announced(self, before: P, under: Commitment) -> Announced:
        """What is said of what is in force once the players have amended it."""
        raise NotImplementedError

    def meant(self, turn: T, under: Commitment) -> Meant | None:
        """What was in force when a turn was made, None where that was what is held to be in force."""
        return None

    def known(self, under: Commitment | None) -> float:
        """How probable it is that what is in force is among what turns are tried for; 0 where nobody is to be accused
        as yet."""
        return 1.0

    def next_mover(self, mover: str) -> str:
        return self.sides[(self.sides.index(mover) + 1) % len(self.sides)]

    # What may lie on a place

    @abstractmethod
    def likely(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        """What a place showing `thing` will most often show next, itself first."""

    @abstractmethod
    def possible(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        """All that is considered for a place that showed `thing` before, what is likely included."""

    def anywhere(self, position: P) -> tuple[Thing, ...]:
        """What is considered for every place, whatever it showed before."""
        return tuple(self.grid(position).values())

    @abstractmethod
    def moved(self, was: Thing, now: Thing) -> int:
        """How many things must be done on a place for `was` to become `now`."""

    @abstractmethod
    def difference(self, was: Thing, now: Thing) -> tuple[tuple[str, int], ...]:
        """Of which counted pieces `now` holds how many more than `was` (negative: fewer)."""

    @abstractmethod
    def apart(self, one: Thing, other: Thing) -> int:
        """In how many pieces two things differ, for an entered table."""

    def top(self, thing: Thing) -> str:
        """The counted piece that lies uppermost, "" for none."""
        return ""

    def supply(self, position: P) -> Mapping[str, int]:
        """The counted pieces that lie beside the table and may come onto it."""
        return {}

    def strayed(self, believed: P, before: P, after: Grid, under: Commitment | None) -> int:
        """How many things somebody who broke the rules has done on a table: since the believed one, in games in which a
        turn is free."""
        was = self.grid(believed)
        return sum(self.moved(was[place], after[place]) for place in self.places)

    def astray(self, believed: P, before: P, after: Grid, under: Commitment | None) -> Sequence[tuple[float, int]]:
        """The same for all that may be in force, each with its probability, in games in which that is in doubt."""
        return ((1.0, self.strayed(believed, before, after, under)),)

    def share(self, before: P, after: Grid, under: Commitment | None, *, legal: bool) -> float:
        """Return how probable one table is among all of its kind (`legal`, or against the rules), in games in which so
        many are alike that it matters how many there are."""
        return 1.0

    def unlikely(self, believed: P, after: Grid, under: Commitment | None) -> bool:
        """Return True if a table against the rules takes more than one misdeed of the player to move, so that it is
        never told of, but asked about."""
        return False

    # The rules

    @abstractmethod
    def turn(self, before: P, after: Grid, under: Commitment) -> T | None:
        """The legal turn that leads to a table, if there is one; asked often, so at once."""

    def entered(self, before: P, under: Commitment, steps: Sequence[Mapping[str, str]]) -> T | None:
        """The legal turn that these steps (from, to) make one after the other, None where there is none."""
        return None

    def unfinished(self, before: P, after: Grid, under: Commitment, since: Grid | None) -> bool:
        """Whether a table is that of a legal turn but for something that has not been done yet; `since` is the table
        that was last seen and could not be accepted, if it was taken for one under way or a wrong one."""
        return False

    @abstractmethod
    def explain(self, before: P, after: Grid, under: Commitment | None) -> Legal[T] | Unfinished[T] | Breach:
        """What the rules say of a table, with reasons; None: nobody has committed to anything."""

    def unseen(self, before: P, missed: Commitment, after: Grid, under: Commitment) -> tuple[T, T] | None:
        """A turn under `missed` that nobody saw and one under `under`, which together lead to a table."""
        return None

    def unseen_implicit(self, before: P, after: Grid, under: Commitment) -> tuple[T, T, Commitment] | None:
        """The same in games in which turns begin unsaid: a turn under `under` that nobody saw, the next one, and what
        that is under."""
        return None

    def proposals(self, before: P, missed: Commitment | None, under: Commitment, scores: Scores) -> Iterable[Proposal]:
        """Tables that the rules allow, best first; `missed` is an earlier commitment whose turn was not seen."""
        return ()

    def breaches(self, before: P, under: Commitment, scores: Scores) -> Iterable[Proposal]:
        """Tables against the rules, best first, in games in which whole tables tell more than their places: places one
        by one bring up others."""
        return ()

    def alike(self, one: T, other: T) -> bool:
        """Whether players would call two turns the same."""
        return self.moves(one) == self.moves(other)

    def weighty(self, before: P, turn: T) -> bool:
        """Whether so much follows from a turn that it is never announced on a guess: the game is over, a piece has left
        the table, a point was made."""
        return self.winner(turn.position) is not None

    # Telling

    def remarks(self, turn: T) -> tuple[Reason, ...]:
        """What is remarkable about a turn that was made."""
        return ()

    @abstractmethod
    def moves(self, turn: T) -> tuple[Json, ...]:
        """The moves of a turn as objects."""

    def points(self, turn: T) -> Mapping[str, int] | None:
        """What a turn has cost, by what it was paid with."""
        return None

    def more(self, turn: T) -> Mapping[str, Any]:
        """What else a verdict tells of a turn, as JSON (see `Verdict.more`)."""
        return {}

    def judged_by(self, before: P, under: Commitment) -> Mapping[str, Any]:
        """The same of what a table is judged by that no turn leads to."""
        return {}

    def touched(self, move: Mapping[str, Any]) -> tuple[Place, ...]:
        """The places that a move concerns."""
        return (str(move["from"]), str(move["to"]))

    # Seeing

    def beside(self, look: Look) -> Json:
        """What a look tells of anything but the places, to be kept with the evidence."""
        return {}

    @abstractmethod
    def read_setup(self, evidence: Evidence) -> Setup:
        """The proper set-up that is seen. Raises GameError with the faults of one that is not proper, RefereeError
        where too much is hidden."""

    def check_setup(self, evidence: Evidence) -> SetupCheck:
        """What is seen of a set-up. Raises RefereeError where too much is hidden, or where what is seen is none."""
        return SetupCheck({}, ())

    def take_at_word(self) -> None:
        """The players say that they play what they have chosen, whatever the set-up looks like."""

    def turned(self, evidence: Evidence) -> float:
        """By how many nats the set-up that is seen fits better if the board lies the other way round: less than nothing
        where it lies as it was found, minus infinity in games in which that cannot be mistaken."""
        return -math.inf

    @abstractmethod
    def open_tracker(self, image: Image, hints: Hints) -> Tracker:
        """Find the table in a picture and watch it from then on. Raises VisionError where it is not found."""

    @abstractmethod
    def simulated_camera(self) -> Source:
        """A camera at a drawn set-up."""

    @abstractmethod
    def practice(self, seed: int, chosen: Mapping[str, Any]) -> Practice:
        """A table that plays by itself; the same seed plays the same game. `chosen` is what one can choose about it."""


AnyTable = TableModule[Any, Any]
