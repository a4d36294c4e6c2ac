"""An honest table, and another player whose program writes whatever it likes: what may never come of it."""

import json
import random
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.app.games import far_meeting
from companion.app.games.deeds import (
    AnswerFar,
    Correct,
    Deed,
    Done,
    Enter,
    JudgeTable,
    PassTurn,
    RollDice,
    Rolled,
    Say,
    SetUp,
    TakeBack,
)
from companion.app.games.far_table import FarGame, SavedCode, alternating
from companion.app.games.opening import GameSetup, begin_or_open, open_game
from companion.app.games.registry import GAMES
from companion.games.errors import CompanionError
from companion.games.pyramid_ball.rules.model import STILL
from companion.games.pyramid_ball.screen.deeds import EndTimer, Stands, StartTimer
from companion.referee.grid import Grid
from companion.referee.tables import open_table
from companion.sharing.far.course import RIGHTS, FarCourse, program_seal, why_not
from companion.sharing.far.dice import MOST_DICE, commitment
from companion.sharing.far.keys import Keys
from companion.sharing.far.ledger import ORIGIN, Entry, Ledger, Role, other
from companion.sharing.far.link import SCHEMA, Link
from companion.sharing.far.meeting import topics
from hardware.dice import DiceRoll, Die, Provenance
from hardware.tower.dtp import frame
from tests.app.games.far_pair import CODE, Post, far_of

TOY: Final = "tic-tac-toe"
CHOICES: Final[Mapping[str, Mapping[str, Any]]] = {
    "looney-blockade": {},
    "leistiko-blockade": {"variant": "base"},
    "pyramid-ball": {"mode": "basic"},
    "blokus3d": {"structure": "tower", "count": 2},
    TOY: {},
}
JUNK: Final[Sequence[Any]] = (
    None,
    True,
    0,
    -1,
    7,
    1.5,
    2**70,
    "",
    "x",
    "aa",
    "7" * 500,
    "\u202e",
    [],
    {},
    [[]],
    {"a": 1},
    ["B4"] * 9,
)
ZEROS: Final = [0] * MOST_DICE
# No deed, and no message, has an honest side write more.
MOST_AT_ONCE: Final = 30
DEVICES: Final = ("tower", "bluetooth", "camera", "typed", "screen", "simulated", "")
# What is due in a game, in this order.
DUE: Final = ("hello", "join", "setup", "deny", "made", "said", "commit", "add", "reveal", "seal", "open", "turn")
WORDS: Final = ("programs", "choices", "foul", "fouls", "roll", "undo", "pass", "accept", "agree", "cells", "reading")


@dataclass
class Duel:
    """One game: the product plays `role`, the other player is dishonest.

    What the honest side has consented to, and what it has laid on its own table, is noted beside the product.
    """

    folder: Path
    game: str
    role: Role
    source: str = "touch"
    post: Post = field(default_factory=Post)
    consents: list[tuple[str, Grid | None]] = field(default_factory=list)
    written: int = 0
    """Number of entries that the dishonest player has written."""
    taken: int = 0
    """How many of them the product has taken."""

    def __post_init__(self) -> None:
        far_meeting.WAYS.open = self.post.open
        options = GAMES[self.game].fed_from(self.source).options({}, CHOICES[self.game])
        self.board = open_table(self.game, options)
        self.sides = alternating(self.board.sides)
        far = FarGame(self.role, self.sides, "mqtt://nowhere.example")
        more = {**CHOICES[self.game], "far": far.to_json()}
        setup = GameSetup(
            game=self.game, source=self.source, seed=5, pace=0.0, more=more, code=CODE, played_by=dict(options)
        )
        self.table = begin_or_open(setup, self.folder)
        self.own = Keys(CODE, b"dishonest")
        self.me: Role = other(self.role)
        self.shares: dict[str, tuple[list[int], str]] = {}
        self.programs: dict[str, tuple[Any, str]] = {}
        self.found: tuple[str, Any] = ("", {})
        self.number = 0
        # How the game stood after each entry of the honest ledger, judged again beside it.
        self.courses = [FarCourse.of(self.board, self.sides, far_of(self.table).course.drawn, self.table.first)]
        self.laid: list[Grid] = []

    def close(self) -> None:
        self.table.close()

    # The dishonest player

    @property
    def course(self) -> FarCourse:
        return far_of(self.table).course

    @property
    def ledger(self) -> Ledger:
        return far_of(self.table).link.ledger

    @property
    def offered(self) -> Entry | None:
        return far_of(self.table).link.offer

    def write(self, kind: str, body: Any, rng: random.Random, *, odd: str = "") -> None:
        """Send an entry that comes next, or, `odd`, one that pretends something else."""
        self.written += 1
        ledger = self.ledger
        entry = ledger.next(self.me, kind, body)
        match odd:
            case "role":
                entry = entry._replace(by=self.role)
            case "number":
                entry = entry._replace(n=max(0, entry.n + rng.choice((-2, -1, 1, 5))))
            case "before":
                entry = entry._replace(prev=rng.choice((ORIGIN, "0", *map(ledger.digest_at, range(len(ledger))))))
        signature = "" if odd == "signature" else self.own.signature(entry.digest)
        told = {**entry.to_json(), "signature": signature}
        before = len(ledger)
        entries, offer = ([told], None) if self.me == "host" else ([], told)
        if odd == "place":
            entries, offer = ([], told) if self.me == "host" else ([told], None)
        self.say(entries, offer, have=before + len(entries), head=entry.digest if entries else ledger.head)
        self.taken += len(self.ledger) > before and self.ledger.entries[before].by == self.me
        self.look()

    def say(self, entries: Sequence[Any], offer: Any, *, have: Any, head: Any, refused: Any = None) -> None:
        told = {"have": have, "head": head, "entries": entries, "offer": offer, "refused": refused, "again": 0}
        link, topic = far_of(self.table).link, topics(CODE)[self.me]
        box = b64encode(self.own.sealed(json.dumps(told), topic, link.keys.public)).decode()
        message = json.dumps({"schema": SCHEMA, "keys": self.own.public, "box": box})
        self.post.say(self.me, message)
        self.table.advance()

    def play_on(self, rng: random.Random) -> None:
        """Write what is due, as an honest program does."""
        for kind in DUE:
            if getattr(self.course, RIGHTS[kind].when):
                body = self.apt(kind, rng)
                if not why_not(self.course, self.ledger.next(self.me, kind, body)):
                    self.write(kind, body, rng)

    def take_offer(self) -> None:
        """Take over what the honest guest offers, as an honest host does."""
        offer = self.offered
        if offer and self.ledger.follows(offer):
            self.say([offer.to_json()], None, have=offer.n + 1, head=offer.digest)
            self.look()

    def acknowledge(self) -> None:
        """Say that everything is known."""
        self.say([], None, have=len(self.ledger), head=self.ledger.head)
        self.look()

    def apt(self, kind: str, rng: random.Random) -> Any:
        """Return a body as an honest program could write it now."""
        course, mine = self.course, self.sides[self.me]
        told = {"players": {mine[0]: "Eve"}, "keys": self.own.public}
        sides = {role: list(sides) for role, sides in self.sides.items()}
        sealed, rolled = (course.seals or {}).get(mine[0], ""), course.draw.digest if course.draw else ""
        program, nonce = self.programs.get(sealed, (STILL.to_json(), ""))
        values, salt = self.shares.get(rolled, (ZEROS, ""))
        bodies: dict[str, Callable[[], Any]] = {
            "hello": lambda: {"game": self.game, "options": {}, "first": "", "more": {}, "sides": sides, **told},
            "join": lambda: told,
            "setup": lambda: {"grid": self.start()},
            "said": lambda: self.saying(rng),
            "commit": lambda: {"what": rng.choice(("roll", "roll", "duel")), "digest": self.share(rng)},
            "add": lambda: {"values": ZEROS},
            "reveal": lambda: {"values": values, "nonce": salt},
            "seal": lambda: {"side": mine[0], "digest": self.seal(rng)},
            "open": lambda: {"side": mine[0], "program": program, "nonce": nonce},
            "amend": lambda: {
                "what": rng.choice(WORDS),
                "value": rng.choice([[1], ["warm"], [], [mine[0]], ["first"]]),
            },
            "turn": lambda: {"took": rng.randrange(100), **self.turn(rng)},
            "ask": lambda: rng.choice(
                ({"what": "undo"}, {"what": "agree"}, {"what": "accept", "grid": self.altered(rng)})
            ),
        }
        return bodies.get(kind, dict)()

    def share(self, rng: random.Random) -> str:
        """Return the digest of a new share of dice."""
        values = [rng.randrange(6) for _ in ZEROS]
        digest = commitment(values, str(self.written))
        self.shares[digest] = values, str(self.written)
        return digest

    def seal(self, rng: random.Random) -> str:
        """Return the digest of a new program."""
        program = rng.choice((STILL.to_json(), {**STILL.to_json(), "S": "FFF"}))
        digest = program_seal(program, str(self.written))
        self.programs[digest] = program, str(self.written)
        return digest

    def saying(self, rng: random.Random) -> Any:
        course = self.course
        if course.said and rng.random() < 0.7:
            return {"kind": course.said.kind, "value": course.said.value}
        kind = rng.choice((*self.board.commitments, "roll"))
        said = (
            course.session.started
            and course.mover
            and self.table.entry.announced(course.session.position, 1.0, lambda _what: rng)
        )
        if said and kind == said[0]:
            return {"kind": kind, "value": said[1]}
        if kind != "roll":
            return {"kind": kind, "value": rng.choice(("start", "end", 1, "begun", "over"))}
        drawn = self.table.entry.roll(course.mover or self.table.first, rng)
        dice: list[Any] = list(drawn.items()) if isinstance(drawn, Mapping) else [("", n) for n in drawn]
        self.number += rng.choice((1, 1, 1, 0))
        told = ",".join(f"{colour}{n}" for colour, n in dice)
        record = frame(f"ROLL {self.number} d={told}") if rng.random() < 0.9 else "ROLL 1"
        value: Any = dict(drawn) if isinstance(drawn, Mapping) else list(drawn)
        return {"kind": kind, "value": value, "by": rng.choice(("tower", *DEVICES)), "record": record}

    def start(self) -> Grid:
        return dict(self.table.start or self.table.entry.start())

    def turn(self, rng: random.Random) -> Any:
        """Return the table after a legal turn by what both have agreed on, or nothing for a pass. It is the same turn
        as long as nothing is added: looking for one takes long."""
        if self.found[0] != self.ledger.head:
            self.found = self.ledger.head, self.another_turn(rng)
        return self.found[1]

    def another_turn(self, rng: random.Random) -> Any:
        session, entry = self.course.session, self.table.entry
        due = session.due
        if due is None or not session.started:
            return {"grid": self.altered(rng)}
        if self.course.revealed:
            expected = self.expected(self.course)
            return {"grid": expected} if expected else {}
        found = None
        with suppress(CompanionError):
            found = entry.casual(session.position, due, 1.0, rng) if entry.may_move(due) else None
        if found and found.steps:
            return {"grid": dict(entry.drafted(session.position, due, found.steps).grid)}
        free = [place for place in self.board.places if not session.grid[place]]
        return {"grid": {**session.grid, rng.choice(free): rng.choice("XO")}} if self.game == TOY and free else {}

    def expected(self, course: FarCourse) -> Grid | None:
        """The table to which open programs lead, None where somebody has to choose first."""
        session = course.session
        assert session.due
        expected = self.board.announced(session.position, session.due).more.get("expected")
        return dict.fromkeys(self.board.places, "") | dict(expected) if expected else None

    def altered(self, rng: random.Random, *, junk: bool = True) -> dict[str, str]:
        """The table with some things elsewhere."""
        grid = dict(self.course.session.grid or self.start())
        for _ in range(rng.randrange(1, 3)):
            one, two = rng.choice(list(grid)), rng.choice(list(grid))
            if not junk or rng.random() < 0.7:
                grid[one], grid[two] = grid[two], grid[one]
            else:
                grid[one] = rng.choice((*map(str, JUNK[5:10]), grid[two], ""))
        return grid

    def wrong(self, body: Any, rng: random.Random) -> Any:
        """A body with something in it that is out of place."""
        body = json.loads(json.dumps(body))
        holders = [body]
        for each in holders:
            inner = each.values() if isinstance(each, dict) else each
            holders += [value for value in inner if isinstance(value, dict | list) and value]
        holder = rng.choice(holders)
        junk = json.loads(json.dumps(rng.choice(JUNK)))
        if isinstance(holder, dict):
            names = [*holder, "x", *rng.sample(("grid", "what", "value", "side", "a1", "took"), 1)]
            name = rng.choice(names)
            if rng.random() < 0.2 and name in holder:
                del holder[name]
            else:
                holder[name] = junk
        elif holder:
            holder[rng.randrange(len(holder))] = junk
        return body

    # The honest player

    def act(self, rng: random.Random, *, usual: bool = False) -> None:
        """Do something that a person could do on the screen now, or what is `usual`. Refusals are sentences."""
        deed = rng.choice(self.possible(rng, usual=usual))
        far = self.table.state().far
        with suppress(CompanionError):
            for each in self.whole_turn(rng) if deed is None else (deed,):
                self.table.do(each)
                self.laid.append(dict(self.table.session.grid))
        if isinstance(deed, AnswerFar) and deed.yes and far and far.mine:
            self.consents.append((far.asked, far.asked_grid))
        self.look()

    def whole_turn(self, rng: random.Random) -> Sequence[Deed]:
        """Return the steps of a turn as somebody plays it who does not think long."""
        table, entry = self.table, self.table.entry
        if table.under is None or not entry.may_move(table.under):
            return ()
        found = entry.casual(table.session.position, table.under, 1.0, rng)
        return (*map(Enter, found.steps), Done()) if found and found.steps else (PassTurn(),)

    def possible(self, rng: random.Random, *, usual: bool) -> Sequence[Deed | None]:
        """Return what could be done now; None stands for a whole turn."""
        table = self.table
        state = table.state()
        if state.far and state.far.asked:
            return [AnswerFar(yes, state.far.question) for yes in (True, False)]
        often: list[Deed | None] = []
        if table.draft:
            often += [Done(), TakeBack()]
        elif state.phase == "move":
            often += [None, None, None]
        if state.phase in ("roll", "move") and table.session.started:
            with suppress(CompanionError):
                said = table.entry.announced(table.session.position, 1.0, lambda _what: rng)
                often += [Say(*said)] if said else []
        if self.game == "pyramid-ball":
            often += [StartTimer(), EndTimer(), Stands(), Done()]
        elif self.game == TOY:
            often += [Enter({"to": rng.choice(self.board.places)}), Done()]
        else:
            often += [RollDice(), RollDice()]
        thrown = self.thrown()
        rare: list[Deed | None] = [
            PassTurn(),
            TakeBack(),
            SetUp(),
            JudgeTable(self.altered(rng, junk=False)),
            Correct({"accept": True}),
            Correct({"agree": "draw"}),
            Correct({"undo": True}),
            RollDice({"B": 6, "G": 6}),
            Rolled("roll_raw", thrown, "tower", str(thrown.raw)),
        ]
        return often if often and (usual or rng.random() < 0.8) else rare

    def thrown(self) -> DiceRoll:
        """A roll of this table's tower."""
        self.number += 1
        dice = (Die("B", 2, 1.0), Die("G", 5, 1.0))
        record = frame(f"ROLL {self.number} d=B2,G5")
        return DiceRoll(Provenance("tower", "tower 1", True), str(self.number), self.number, dice, 0.0, raw=record)

    def restart(self) -> None:
        """Switch the honest table off and on."""
        before = [*self.ledger.entries]
        self.table.close()
        self.table = open_game(self.folder)
        assert [*self.ledger.entries] == before
        self.acknowledge()

    # What may never be

    def look(self) -> None:
        """Look whether the honest side has taken, shown or opened what it should not."""
        entries = self.ledger.entries
        new = [entry.kind for entry in entries[len(self.courses) - 1 :]]
        assert len(new) <= MOST_AT_ONCE, f"the honest side writes on and on: {new[-9:]}"
        del self.courses[len(entries) + 1 :]
        for entry in entries[len(self.courses) - 1 :]:
            before = self.courses[-1]
            after = before.after(entry)
            self.courses.append(after)
            self.right(before, entry, after)
        offer = self.offered
        if offer:
            assert offer.by == self.role == "guest"
            self.safe(self.courses[offer.n], offer)
        grid = dict(self.table.session.grid)
        course = self.courses[-1]
        agreed = [dict(course.session.grid), *([dict(course.pending.after.grid)] if course.pending else [])]
        if not course.begun:
            agreed += [{}, dict(self.start())]
        if course.revealed and not course.opened:
            # What both programs lead to is carried out here, too, before the host tells of it.
            agreed.append(dict(self.expected(course) or course.session.grid))
        if grid in agreed:
            self.laid = [each for each in self.laid if each == grid]
        else:
            told = [(entry.by, entry.kind, entry.body.get("what")) for entry in entries[-6:]]
            assert grid in self.laid, f"a table is shown that neither rules nor consents give, after {told}"
        self.table.state()

    def right(self, before: FarCourse, entry: Entry, after: FarCourse) -> None:
        """Look at one step of the ledger by the engine alone."""
        if entry.by == self.role:
            self.safe(before, entry)
            if entry.kind == "grant":
                assert before.asked
                assert (before.asked.what, before.asked.grid) in self.consents, "granted without a consent"
        elif entry.kind == "grant":
            assert before.asked and before.asked.by == self.role
        if entry.kind == "turn":
            self.legal(before, entry)
        if entry.kind in ("said", "amend", "commit", "turn", "seal") and before.mover:
            assert before.table_of(before.mover) == entry.by
        if dict(before.session.grid) != dict(after.session.grid):
            assert entry.kind in ("setup", "made", "grant")
            if entry.kind == "made" and before.pending:
                assert before.pending.by != entry.by
        assert len(after.turns) - len(before.turns) in (0, 1, -1)

    def legal(self, before: FarCourse, entry: Entry) -> None:
        grid, due = entry.body.get("grid"), before.session.due
        assert due is not None
        if grid is None:
            return
        whole = {place: grid.get(place, "") for place in self.board.places}
        turn = self.board.turn(before.session.position, whole, due)
        assert turn is not None, "a turn was taken that the engine does not know"

    def safe(self, before: FarCourse, entry: Entry) -> None:
        """Look that the honest side gives nothing away too soon."""
        if entry.kind == "open":
            assert (before.seals or {}).keys() == {*self.board.sides}, "opened before both had sealed"
        if entry.kind == "reveal":
            assert before.draw and before.draw.added is not None
        if entry.kind == "add":
            assert before.draw and before.draw.by == self.me

    def heal(self) -> None:
        """Look that another table can take over the whole game from this one, and this one from its disk."""
        self.restart()
        entries = [*self.ledger.entries]
        if len(entries) < 2:
            return
        lost = Ledger()
        peer = Link(lost, self.me, self.own, topics(CODE), lambda _entry: None, met=far_of(self.table).link.keys.public)
        for _ in range(len(entries) // 20 + 4):
            self.post.say(self.me, peer.message())
            self.table.advance()
            peer.hear(self.post.last[self.role])
        assert [*lost.entries] == [*self.ledger.entries]
        assert SavedCode.of(self.folder).theirs == self.own.public
