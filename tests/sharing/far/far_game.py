"""A game of two tables by its ledger alone, and entries written to it by either."""

import random
from collections.abc import Mapping
from typing import Any, Final

from companion.games.leistiko_blockade.rules.setup import initial as initial_rows
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.pyramid_ball.rules.model import STILL
from companion.games.pyramid_ball.rules.setup import initial as initial_field
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.sharing.far.course import FarCourse, program_seal, why_not
from companion.sharing.far.dice import MOST_DICE, JointDice, commitment
from companion.sharing.far.ledger import Ledger, Role

OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {"pyramid-ball": {"mode": "basic"}}
ZEROS: Final = [0] * MOST_DICE


def drawn(_what: str, _session: Session, side: str, dice: JointDice) -> tuple[str, Any]:
    colours = ("B", "G") if side == "cool" else ("R", "Y")
    return "roll", {colour: dice.randint(1, 6) for colour in colours}


class Game:
    """A course, and entries written to it by either table."""

    def __init__(self, game: str, terms: Mapping[str, str] | None = None, **options: Any) -> None:
        table = open_table(game, {**OPTIONS.get(game, {}), **options})
        half = len(table.sides) // 2 or 1
        self.sides: dict[Role, tuple[str, ...]] = {"host": table.sides[:half], "guest": table.sides[half:]}
        more = {"terms": {} if terms is None else terms}
        self.course = FarCourse.of(table, self.sides, drawn, more=more)
        self.ledger = Ledger()
        hello = {
            "game": game,
            "options": {},
            "players": {},
            "first": "",
            "more": more,
            "keys": "",
        }
        self.write("host", "hello", **hello, sides={role: list(sides) for role, sides in self.sides.items()})
        self.write("guest", "join", players={}, keys="")
        self.write("host", "setup", grid=set_up(game))
        self.write("guest", "made")

    def write(self, by: Role, kind: str, /, **body: Any) -> None:
        entry = self.ledger.next(by, kind, body)
        self.course = self.course.after(entry)
        self.ledger.append(entry)

    def refused(self, by: Role, kind: str, /, **body: Any) -> str:
        """The key of the reason why an entry cannot come, "" where it can."""
        why = why_not(self.course, self.ledger.next(by, kind, body))
        return why.key if why else ""

    def rolled(self) -> None:
        self.write("host", "commit", what="roll", digest=commitment(ZEROS, "n"))
        self.write("guest", "add", values=ZEROS)
        self.write("host", "reveal", values=ZEROS, nonce="n")

    def sealed(self) -> None:
        """The minute of Pyramid Ball is over, and both programs are sealed: the guest's first."""
        for timer in ("start", "end"):
            for role in ("guest", "host"):
                self.write(role, "said", kind="timer", value=timer)
        self.write("guest", "seal", side="second", digest=program_seal(STILL.to_json(), "guest"))
        self.write("host", "seal", side="first", digest=program_seal(STILL.to_json(), "host"))

    def opened(self) -> None:
        self.sealed()
        self.write("guest", "open", side="second", program=STILL.to_json(), nonce="guest")
        self.write("host", "open", side="first", program=STILL.to_json(), nonce="host")


def set_up(game: str) -> dict[str, str]:
    table = open_table(game, OPTIONS.get(game, {}))
    match game:
        case "looney-blockade":
            return dict(random_setup(random.Random(1)).grid)
        case "leistiko-blockade":
            return dict(table.grid(initial_rows()))
        case "pyramid-ball":
            return dict(table.grid(table.from_json(initial_field("basic").to_json())))
    return {}
