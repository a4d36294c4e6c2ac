"""Lines of a tower whose checksum is right and whose content cannot be: told, asked for again, and never in the way."""

import math
from typing import Any

import pytest

from hardware.dice import DiceRoll, Notice, VoidReason, VoidRoll
from hardware.roll_store import RollStore
from hardware.tower.dtp import frame
from hardware.tower.session import REPORTS, TowerSession
from tests.saying import words

HI = "HI #{} dtp=1 uid=0123456789 epoch=AAAA0001 boot=9F3A bays=4 dice=d6 durable=1 caps=ev,log last=0"
AT = "epoch=AAAA0001 boot=9F3A"


class Teller:
    """A greeted session, and a tower that says what the test wants, every quarter of a second."""

    def __init__(self, hi: str = HI) -> None:
        self.store = RollStore()
        self.session = TowerSession(self.store)
        self.now = 0.0
        self.sent = ""
        self.hi = hi
        self.session.opened(0)
        self.tick(0)
        self.say(hi.format(1))
        assert self.session.ready
        self.sent = ""

    def tick(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / 0.05))):
            self.now += 0.05
            self.session.tick(self.now)
            self.sent += self.session.outgoing().decode()

    def say(self, body: str) -> list[Any]:
        events = self.session.feed((frame(body) + "\n").encode(), self.now, 1000.0 + self.now)
        self.tick(0.25)
        return events

    def told(self, body: str, times: int = REPORTS) -> list[str]:
        """What people are told while the tower goes on saying it."""
        return [words(event) for _ in range(times) for event in self.say(body) if not isinstance(event, DiceRoll)]


SENSELESS = [
    f"ROLL 1 {AT} d=R7",
    f"ROLL 1 {AT} d=R0,G2",
    f"ROLL 1 {AT} d=",
    f"ROLL 1 {AT} d=-,-,-,-",
    f"ROLL 1 {AT}",
    f"ROLL 1 {AT} d=R5,G2 q=90",
    f"ROLL 1 {AT} d=R5 q=" + "9" * 50,
    "ROLL 1 d=R5",
    "ROLL 1 epoch= d=R5",
    f"ROLL 1 {AT} d=R5 d=R6",
    f"ROLL 1 {AT} epoch=BBBB0002 d=R5",
    f"ROLL 1 {AT} d=R5 q=90 arm=1 q=91",
    f"VOID 1 {AT} why=touch why=power",
    f"VOID 1 {AT} why=a/b",
    f"VOID 1 {AT}",
]


@pytest.mark.parametrize("body", SENSELESS)
def test_a_roll_that_cannot_be_is_told_asked_for_again_and_let_go(body: str) -> None:
    tower = Teller()
    (told,) = tower.told(body, REPORTS - 1)
    assert "roll 1 makes no sense" in told and "again" in told
    assert "LOG" in tower.sent and "ACK" not in tower.sent and not tower.store.rolls
    (told,) = tower.told(body, 1)
    assert "roll 1" in told and "type the roll" in told
    assert " 1 boot=9F3A" in tower.sent.split("ACK")[1]
    (kept,) = tower.store.rolls
    assert isinstance(kept, VoidRoll) and kept.why == VoidReason.UNUSABLE and kept.raw == frame(body)


@pytest.mark.parametrize("body", SENSELESS)
def test_the_rolls_behind_it_come(body: str) -> None:
    tower = Teller()
    tower.told(body)
    (roll,) = [e for e in tower.say(f"ROLL 2 {AT} arm=7 d=R5,G2 q=90,80 t=1 ago=400") if isinstance(e, DiceRoll)]
    assert roll.values() == {"R": 5, "G": 2} and roll.arm == 7


def test_a_roll_that_makes_sense_the_next_time_is_taken() -> None:
    tower = Teller()
    tower.told(f"ROLL 1 {AT} d=R7", REPORTS - 1)
    (roll,) = tower.say(f"ROLL 1 {AT} d=R5")
    assert roll.values() == {"R": 5} and tower.store.rolls == [roll]


def test_a_tower_without_a_log_is_waited_for() -> None:
    tower = Teller(HI.replace("ev,log", "ev"))
    tower.told(f"ROLL 1 {AT} d=R7")
    assert "LOG" not in tower.sent and len(tower.store.rolls) == 1


def test_a_turn_stays_armed_when_its_roll_makes_no_sense() -> None:
    tower = Teller()
    tower.session.arm(7)
    tower.tick(0.1)
    tower.sent = ""
    tower.told(f"ROLL 1 {AT} arm=7 d=R7")
    assert " 7*" in tower.sent.split("ARM")[1]


@pytest.mark.parametrize("number", ["0", "x", "", "4294967296", "9" * 100])
def test_a_roll_whose_number_cannot_be_is_told_and_that_the_tower_is_stuck(number: str) -> None:
    tower = Teller()
    (told,) = tower.told(f"ROLL {number} {AT} d=R5", REPORTS - 1)
    assert "makes no sense" in told
    (told,) = tower.told(f"ROLL {number} {AT} d=R5", 9)
    assert "stuck" in told and "off and on" in told and "type the rolls" in told
    assert not tower.store.rolls and "ACK" not in tower.sent
    assert [type(event) for event in tower.say(f"ROLL 1 {AT} d=R5")] == [DiceRoll]


def test_a_tower_that_counts_backwards_is_told_of_and_its_rolls_count() -> None:
    """5, 3, 2 were taken without a word."""
    tower = Teller()
    tower.say(f"ROLL 5 {AT} d=R5")
    told = [tower.told(f"ROLL {number} {AT} d=R{number}", 1) for number in (3, 2, 6)]
    assert [len(said) for said in told] == [1, 1, 0]
    assert "roll 3 comes after roll 5" in told[0][0] and "roll 2 comes after roll 5" in told[1][0]
    assert [roll.number for roll in tower.store.rolls] == [5, 3, 2, 6]


def test_a_reason_that_nobody_knows_is_told() -> None:
    tower = Teller()
    told = tower.told(f"VOID 1 {AT} why=cheat", 2)
    assert len(told) == 2 and "cheat" in told[1] and "roll again" in told[1]
    (told_of_power,) = tower.told(f"VOID 2 {AT} why=power", 2)
    assert "lost its power" in told_of_power


def test_rolls_of_another_memory_than_the_tower_greets_with_are_let_go() -> None:
    tower = Teller()
    other = "ROLL 1 epoch=BBBB0002 boot=9F3A d=R5"
    told = []
    for _ in range(REPORTS):
        assert tower.session.ready
        told += tower.told(other, 1)
        if not tower.session.ready:
            tower.say(tower.hi.format(tower.sent.rsplit("HELLO #", 1)[1].split(" ")[0]))
    assert len([line for line in told if "type the roll" in line]) == 1, told
    assert tower.session.ready and isinstance(tower.store.rolls[0], VoidRoll)


@pytest.mark.parametrize(
    ("again", "shown"),
    [
        (f"ROLL 1 {AT} d=R6,G2", "R6 G2"),
        (f"ROLL 1 {AT} d=R5", "R5"),
        (f"VOID 1 {AT} why=touch", "void"),
        (f"ROLL 1 {AT} d=R7,G2", "void"),
    ],
)
def test_the_same_roll_with_other_values_is_told_and_the_first_stands(again: str, shown: str) -> None:
    tower = Teller()
    tower.say(f"ROLL 1 {AT} d=R5,G2")
    tower.sent = ""
    (told,) = tower.told(again, 3)
    assert "roll 1" in told and f"as {shown}:" in told and "stays R5 G2" in told
    (kept,) = tower.store.rolls
    assert isinstance(kept, DiceRoll) and kept.values() == {"R": 5, "G": 2}
    assert "ACK" in tower.sent


def test_a_roll_told_again_with_other_times_is_the_same() -> None:
    tower = Teller()
    tower.say(f"ROLL 1 {AT} arm=7 d=R5,G2 q=90,80 t=1 ago=40")
    assert tower.told(f"ROLL 1 {AT} arm=7 d=R5,G2 q=90,80 t=1 ago=290") == []
    assert tower.told(f"ROLL 1 {AT} arm=7 d=R5,G2 q=90,80 t=1") == []


@pytest.mark.parametrize("text", ["65536", "99999999999", "9" * 120, "x", "-1", ""])
def test_an_absurd_token_is_told_and_binds_the_roll_to_no_turn(text: str) -> None:
    tower = Teller()
    notice, roll = tower.say(f"ROLL 1 {AT} arm={text} d=R5")
    assert "arm=" in words(notice) and roll.arm == 0 and roll.values() == {"R": 5}


@pytest.mark.parametrize("verb", ["ROLL 1 {} d=R5", "VOID 1 {} why=power"])
@pytest.mark.parametrize("text", ["4294967296", "9" * 120, "soon", "-1", ""])
def test_an_absurd_age_is_told_and_the_roll_is_dated_when_it_is_heard(verb: str, text: str) -> None:
    tower = Teller()
    at = 1000.0 + tower.now
    notice, roll = tower.say(f"{verb.format(AT)} ago={text}")
    assert isinstance(notice, Notice) and "ago=" in words(notice)
    assert roll.time == pytest.approx(at) and math.isfinite(roll.time)


@pytest.mark.parametrize("gone", ["uid=0123456789", "epoch=AAAA0001", "boot=9F3A", "dtp=1"])
def test_a_greeting_that_makes_no_sense_is_told_once_and_a_good_one_is_taken(gone: str) -> None:
    tower = Teller()
    tower.session.opened(tower.now)
    tower.tick(0.1)
    bad = HI.replace(gone, "").format(2)
    told = tower.told(bad, 3)
    assert len(told) == 1 and "makes no sense" in told[0]
    tower.tick(1)
    tag = tower.sent.rsplit("HELLO #", 1)[1].split(" ")[0]
    tower.say(HI.format(tag))
    assert tower.session.ready


def test_a_tower_of_another_version_that_is_given_new_firmware_is_greeted() -> None:
    session = TowerSession(RollStore())
    session.opened(0)
    session.tick(0)
    session.feed((frame("HI #0 dtp=2 uid=1 epoch=1 boot=1") + "\n").encode(), 0.1)
    assert session.refused
    session.feed((frame("HI #0 dtp=1 uid=1 epoch=1 boot=2") + "\n").encode(), 0.2)
    session.outgoing()
    session.tick(0.3)
    assert b"HELLO" in session.outgoing()


def test_requests_do_not_gather_while_a_tower_restarts_for_ever() -> None:
    tower = Teller()
    for number in range(2, 300):
        tower.session.arm(number)
        tower.say(f"ROLL {number} {AT} d=R5")
        tower.say(HI.replace("9F3A", f"{number:04X}").format(0))
        tower.say(HI.replace("9F3A", f"{number:04X}").format(tower.sent.rsplit("HELLO #", 1)[1].split(" ")[0]))
        assert len(tower.session.requests) <= 5


def test_a_tower_that_another_program_holds_is_told_once() -> None:
    session = TowerSession(RollStore())
    session.opened(0)
    told = []
    for tenth in range(60):
        session.tick(tenth / 10)
        if (sent := session.outgoing().decode()) and "HELLO" in sent:
            tag = sent.split("#")[1].split(" ")[0]
            told += session.feed((frame(f"ERR #{tag} 3 another-host") + "\n").encode(), tenth / 10)
    assert ["another program" in words(event) for event in told if isinstance(event, Notice)] == [True]
