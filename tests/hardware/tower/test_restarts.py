"""Towers that restart unheard, and machines that sleep in mid-game: the real firmware in its own time."""

from collections.abc import Iterator
from random import Random

import pytest

from hardware.dice import DiceRoll
from hardware.roll_store import RollStore
from hardware.tower.dtp import frame
from hardware.tower.session import TowerSession
from lab.tower.desk import Desk
from lab.tower.simulation.tower import calibrated_tower
from tests.saying import refused

HOUR = 3600.0
HI = "HI #{} dtp=1 uid=0123456789 epoch=AAAA0001 boot=9F3A bays=4 dice=d6 durable=1 last=0"
ROLL = "ROLL 1 epoch=AAAA0001 boot=9F3A arm=0 d=R5,G2 t=900 ago=500"


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk(calibrated_tower(34), Random(1))
    desk.run_until(lambda: desk.ready)
    yield desk
    desk.tower.close()


def greeted(store: RollStore | None = None) -> TowerSession:
    session = TowerSession(store or RollStore())
    session.opened(0)
    session.tick(0)
    session.feed((frame(HI.format(1)) + "\n").encode(), 0, 0)
    session.outgoing()
    assert session.ready
    return session


def test_a_tower_whose_greeting_was_lost_when_it_restarted_is_greeted_again(desk: Desk) -> None:
    session = desk.session
    assert session and session.identity
    before = session.identity.boot
    session.arm(7)
    desk.run(50)
    desk.restart_unheard(0xFF)
    assert desk.run_until(lambda: bool(session.identity and session.identity.boot != before), 5000)
    desk.run_until(lambda: desk.ready)
    desk.run(50)
    desk.throw()
    desk.run_until(lambda: bool(desk.store.rolls))
    (roll,) = desk.store
    assert isinstance(roll, DiceRoll) and roll.arm == 7


def test_a_pong_of_another_boot_means_that_the_tower_has_restarted() -> None:
    session = greeted()
    session.feed((frame("PONG #9 boot=0001") + "\n").encode(), 0.1)
    assert not session.ready
    session.tick(0.2)
    assert b"HELLO" in session.outgoing()


def test_a_pong_of_the_same_boot_or_of_none_changes_nothing() -> None:
    session = greeted()
    for pong in ("PONG #9 boot=9F3A", "PONG #9"):
        session.feed((frame(pong) + "\n").encode(), 0.1)
        assert session.ready


@pytest.mark.parametrize("hours", [0.01, 1, 9, 24 * 40])
def test_a_machine_that_slept_does_not_take_the_tower_for_lost(hours: float) -> None:
    """Where the clock goes on in sleep, as it does on some systems."""
    session = greeted()
    session.tick(0.1)
    woken = 0.1 + hours * HOUR
    session.tick(woken)
    for tick in range(1, 20):
        session.tick(woken + tick / 20)
    assert session.ready
    session.feed((frame(ROLL) + "\n").encode(), woken + 1, 5000.0)
    assert session.ready and session.counts.damaged == 0


def test_a_tower_that_went_while_the_machine_slept_is_given_up_after_it() -> None:
    session = greeted()
    session.tick(HOUR)
    with refused("does not answer"):
        for tick in range(100):
            session.tick(HOUR + tick / 20)


def test_a_roll_that_lay_in_the_buffer_while_the_machine_slept_is_dated_when_it_was_made() -> None:
    """The line's `ago` was right when it was said; the tower says it again, with one that is right now."""
    store = RollStore()
    session = greeted(store)
    session.tick(0.1)
    session.feed(b"", 0.1, 1000.0)
    slept = 8 * HOUR
    line = (frame(ROLL) + "\n").encode()
    for at, piece in enumerate((line[:1], line[1:])):
        assert session.feed(piece, 0.11 + at / 1000, 1000.11 + slept) == []
    fresh = frame(ROLL.replace("ago=500", f"ago={int(1000 * slept) + 750}"))
    (roll,) = session.feed((fresh + "\n").encode(), 0.36, 1000.36 + slept)
    assert isinstance(roll, DiceRoll) and roll.time == pytest.approx(1000.36 - 0.75)


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_set_back_or_forward_dates_rolls_by_the_new_time_and_loses_none(days: int) -> None:
    store = RollStore()
    session = greeted(store)
    told = []
    wall = 1e9
    for tick in range(1, 40):
        if tick == 20:
            wall += days * 24 * HOUR
        now = tick / 20
        roll = ROLL.replace("ROLL 1", f"ROLL {1 + tick // 10}")  # said again until it is acknowledged
        told += session.feed((frame(roll) + "\n").encode(), now, wall + now)
        session.tick(now)
    assert [roll.number for roll in store] == [1, 2, 3, 4]
    assert [type(event) for event in told] == [DiceRoll] * 4
    before, after = store.rolls[1], store.rolls[2]
    assert after.time - before.time == pytest.approx(days * 24 * HOUR + 0.5, abs=0.2)
    assert session.ready


@pytest.mark.parametrize("clock", [0.0, 9 * HOUR], ids=["the clock stands", "the clock goes on"])
def test_rolls_made_while_the_machine_sleeps_come_when_it_wakes(desk: Desk, clock: float) -> None:
    thrown = []
    for _ in range(2):
        thrown.append(desk.throw())
        desk.sleep(12_000, clock)
        desk.run_until(lambda: len(desk.store.rolls) == len(thrown))
        desk.tower.clear()
        desk.run_until(lambda: desk.ready)
    rolls = [roll for roll in desk.store if isinstance(roll, DiceRoll)]
    assert [roll.values() for roll in rolls] == [throw.shown() for throw in thrown]
    assert [roll.time for roll in rolls] == pytest.approx([throw.rested / 1000 for throw in thrown], abs=0.1)
    assert desk.losses == 0
