"""A further game with secret choices is played far, published and worded by its table module alone."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.reason import Reason, because
from companion.referee.grid import Commitment
from companion.referee.session import Session
from companion.referee.table import Announced
from companion.sharing.far.course import FarCourse, program_seal, why_not
from companion.sharing.far.dice import JointDice
from companion.sharing.far.ledger import Ledger, Role
from companion.sharing.feed.news import TableNews, standing_of
from tests.toy_game.tic_tac_toe.rules.model import GAME, PLACES, SIDES, Position
from tests.toy_game.tic_tac_toe.table.table import ToyTable, ToyWording

TABLES: Mapping[Role, tuple[str, ...]] = {"host": ("first",), "guest": ("second",)}
GUESSES = {"first": {"place": "b2"}, "second": {"place": "c3"}}


class GuessingWording(ToyWording):
    """What was guessed, once it is open."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        guessed = value.get("guesses", {}).values()
        return because("toy.put", sign="?", place=tuple(each["place"] for each in guessed))


class GuessingTable(ToyTable):
    """Both players guess in secret, while a clock runs, where the first sign will be put."""

    commitments: ClassVar[Mapping[str, type]] = {"guess": str}
    amendable = ("guesses",)
    together = True
    unsayable = ("guess",)

    def __init__(self, options: Mapping[str, Any]) -> None:
        super().__init__(options)
        self.wording = GuessingWording()

    def implicit(self, position: Position) -> Commitment | None:
        return None

    def commit(self, said: Mapping[str, Any], held: Commitment | None) -> Commitment:
        return Commitment(None, dict(said))

    def continues(self, held: Commitment, new: Commitment) -> bool:
        return new.value["guess"] == "over"

    def counts_down(self, said: Mapping[str, Any]) -> bool | None:
        return said["guess"] == "begun" if "guess" in said else None

    def secret(self, under: Commitment) -> str:
        return "guesses" if under.value.get("guess") == "over" and "guesses" not in under.value else ""

    def amend(self, before: Position, held: Commitment, what: str, value: Any) -> Commitment:
        return Commitment(None, {**held.value, what: dict(value)})

    def announced(self, before: Position, under: Commitment) -> Announced:
        return Announced("corrected", reason=self.wording.commitment(under.value))


def no_dice(_what: str, _session: Session, _side: str, _dice: JointDice) -> tuple[str, Any]:
    raise AssertionError("this game has no dice")


class FarGame:
    """The toy at two tables, set up."""

    def __init__(self) -> None:
        self.ledger, self.course = Ledger(), FarCourse.of(GuessingTable({}), TABLES, no_dice)
        sides = {role: list(own) for role, own in TABLES.items()}
        self.write("host", "hello", game=GAME, options={}, sides=sides, players={}, first="", more={}, keys="")
        self.write("guest", "join", players={}, keys="")
        self.write("host", "setup", grid=dict.fromkeys(PLACES, ""))
        self.write("guest", "made")
        for guess in ("begun", "over"):
            for role in TABLES:
                self.write(role, "said", kind="guess", value=guess)

    def write(self, by: Role, kind: str, /, **body: Any) -> None:
        entry = self.ledger.next(by, kind, body)
        self.course = self.course.after(entry)
        self.ledger.append(entry)

    def refused(self, by: Role, kind: str, /, **body: Any) -> bool:
        return why_not(self.course, self.ledger.next(by, kind, body)) is not None

    def seal(self) -> None:
        for role, (side,) in TABLES.items():
            self.write(role, "seal", side=side, digest=program_seal(GUESSES[side], role))


def opening(role: Role, guess: Mapping[str, str]) -> dict[str, Any]:
    return {"side": TABLES[role][0], "program": guess, "nonce": role}


def test_secrets_of_a_further_game_are_sealed_and_opened_at_two_tables() -> None:
    game = FarGame()
    assert game.course.mover is None
    assert game.refused("host", "open", **opening("host", GUESSES["first"]))
    game.seal()
    assert game.refused("host", "open", **opening("host", {"place": "a1"}))
    assert game.refused("host", "amend", what="guesses", value=["a1"])
    for role, (side,) in TABLES.items():
        game.write(role, "open", **opening(role, GUESSES[side]))
    assert game.course.session.due is not None
    assert game.course.session.due.value["guesses"] == GUESSES


def test_a_secret_of_a_further_game_is_told_once_it_is_open_and_its_clock_runs() -> None:
    table = GuessingTable({})
    game = FarGame()
    game.seal()
    header = {"options": {}, "players": {"first": "P1", "second": "c3"}}
    news = TableNews("toy", table, header, 100.0)
    records: list[dict[str, Any]] = [
        {"seq": 1, "t": 5.0, "kind": "commit", "commit": {"guess": "begun"}, "remarks": []},
        {"seq": 2, "t": 9.0, "kind": "commit", "commit": {"guess": "over"}, "remarks": []},
    ]
    states = []
    for record in records:
        posts = list(news.take(record, standing_of(game.course.session)))
        assert not any("b2?" in str(post.payload) for post in posts)
        states += [json.loads(post.payload) for post in posts if post.topic.endswith("/state")]
    assert [state["clock"]["minute"] for state in states] == [105.0, None]
    assert states[-1]["side"] is None and "guesses" not in states[-1]["due"]
    for role, (side,) in TABLES.items():
        game.write(role, "open", **opening(role, GUESSES[side]))
    opened = {"seq": 3, "t": 9.0, "kind": "correct", "correct": {"guesses": GUESSES}}
    told = [
        json.loads(post.payload)
        for post in news.take(opened, standing_of(game.course.session))
        if post.topic.endswith("/state")
    ]
    assert told[-1]["due"]["guesses"] == GUESSES
    assert {told[-1]["say"][code]["due"] for code in ("en", "de")} == {"? b2, c3"}
    assert tuple(GUESSES) == SIDES
