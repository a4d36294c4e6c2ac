"""The host's conversation with a tower: a second, independent level 0 tower, and the firmware; lines that break."""

import importlib.util
import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dice import DiceRoll, Moving, Notice, VoidRoll
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.tower.conformance import conformance
from hardware.tower.dtp import frame
from hardware.tower.session import TowerSession
from lab.tower.desk import Desk
from lab.tower.faulty_line import FaultyLine, Harm
from lab.tower.simulation.tower import SimulatedTower, calibrated_tower
from lab.tower.soak import soak
from tests.often import often
from tests.saying import refused, words

LEVEL0 = Path(__file__).parents[3] / "firmware" / "level0" / "level0_tower.py"
HI = "HI #{} dtp=1 uid=0123456789 epoch=AAAA0001 boot=9F3A bays=4 dice=d6 durable=1 last=0"


def level0(seed: int = 1) -> Any:
    spec = importlib.util.spec_from_file_location("level0_tower", LEVEL0)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Level0Tower(seed)


class Pair:
    """A session and a level 0 tower on a line, in milliseconds of their own."""

    def __init__(self, harm: Harm | None = None, seed: int = 1) -> None:
        self.tower = level0(seed)
        self.store = RollStore()
        self.session = TowerSession(self.store)
        self.there, self.back = FaultyLine(Random(seed)), FaultyLine(Random(seed + 1))
        self.there.harm = self.back.harm = harm or Harm()
        self.now = 0
        self.bytes = 0
        self.pull_at: int | None = None
        self.session.opened(0)

    def run(self, ms: int) -> None:
        for _ in range(ms // 5):
            self.now += 5
            self.tower.run(self.now)
            self._pass(self.tower.sent(), self.back)
            try:
                self.session.feed(self.back.get(self.now), self.now / 1000)
                self.session.tick(self.now / 1000)
            except DeviceError:
                self.session.opened(self.now / 1000)
            self._pass(self.session.outgoing(), self.there)
            self.tower.receive(self.there.get(self.now))

    def plug(self) -> None:
        self.pull_at = None
        self.there.plug()
        self.back.plug()
        self.session.opened(self.now / 1000)

    def _pass(self, data: bytes, line: FaultyLine) -> None:
        for byte in data:
            self.bytes += 1
            line.put(bytes([byte]), self.now)
            if self.bytes == self.pull_at:
                line.put(b"", self.now)
                at_far_end = line.get(self.now)
                (
                    self.session.feed(at_far_end, self.now / 1000)
                    if line is self.back
                    else self.tower.receive(at_far_end)
                )
                self.there.pull()
                self.back.pull()


def told(store: RollStore) -> list[str]:
    return [str(roll) for roll in store if isinstance(roll, DiceRoll)]


class Level0Wire:
    """A level 0 tower for the conformance suite, in its own time."""

    def __init__(self, tower: Any) -> None:
        self.tower = tower
        self.ms = 0

    def clock(self) -> float:
        return self.ms / 1000

    def send(self, data: bytes) -> None:
        self.tower.receive(data)

    def receive(self, seconds: float) -> bytes:
        self.ms += max(1, round(1000 * seconds))
        self.tower.run(self.ms)
        return bytes(self.tower.sent())

    def roll(self) -> None:
        self.tower.roll("R5,G2,-,B6")


class FirmwareWire:
    """The firmware's tower for the conformance suite, in its own time."""

    def __init__(self, tower: SimulatedTower) -> None:
        self.tower = tower

    def clock(self) -> float:
        return self.tower.now / 1000

    def send(self, data: bytes) -> None:
        self.tower.send(data)

    def receive(self, seconds: float) -> bytes:
        for _ in range(math.ceil(1000 * seconds)):
            self.tower.run(1.0)
            if data := self.tower.receive():
                return data
        return b""

    def roll(self) -> None:
        self.tower.clear()
        self.tower.run(600)
        self.tower.throw()


def test_the_second_implementation_conforms() -> None:
    wire = Level0Wire(level0())
    findings = conformance(wire, wire.clock)
    assert len(findings) == 14
    assert [str(finding) for finding in findings if not finding.kept] == []


def test_the_firmware_conforms() -> None:
    tower = calibrated_tower(31)
    tower.run(600)
    wire = FirmwareWire(tower)
    findings = conformance(wire, wire.clock)
    tower.close()
    assert len(findings) == 17
    assert [str(finding) for finding in findings if not finding.kept] == []


def _forgets_boot(tower: Any) -> None:
    tower.ack = lambda tag, rest, keys: (setattr(tower, "acked", int(rest[0])), tower.say(f"OK {tag}"))


def _answers_damage(tower: Any) -> None:
    take = tower.take
    tower.take = lambda line: take(
        line[:-8] + frame(line[:-9].decode("latin-1") if line.isascii() else "").encode()[-8:]
    )


def _never_stops(tower: Any) -> None:
    tower.ack = lambda tag, rest, keys: tower.say(f"OK {tag}")


def _says_once(tower: Any) -> None:
    said: list[str] = []
    say = tower.say
    tower.say = lambda body: None if body.startswith("ROLL") and body in said else (said.append(body), say(body))


def _rolls_sevens(tower: Any) -> None:
    roll = tower.roll
    tower.roll = lambda dice: roll(dice.replace("R5", "R7"))


@pytest.mark.parametrize(
    ("spoil", "broken"),
    [
        (_rolls_sevens, "announces a roll until it is acknowledged"),
        (_forgets_boot, "lets no roll be acknowledged before it is made"),
        (_answers_damage, "never answers a damaged line"),
        (_never_stops, "falls silent once acknowledged"),
        (_says_once, "announces a roll until it is acknowledged"),
    ],
)
def test_the_suite_finds_what_is_broken(spoil: Callable[[Any], None], broken: str) -> None:
    tower = level0()
    spoil(tower)
    wire = Level0Wire(tower)
    findings = conformance(wire, wire.clock)
    assert broken in [finding.name for finding in findings if not finding.kept]


def test_rolls_are_stored_then_acknowledged_once_each() -> None:
    pair = Pair()
    pair.run(100)
    pair.tower.roll("R5,G2,-,B6")
    pair.tower.roll("R1,G1,Y1,B1")
    pair.run(500)
    assert told(pair.store) == ["R5 G2 B6", "R1 G1 Y1 B1"]
    assert pair.tower.acked == 2


@pytest.mark.slow
def test_the_cable_is_pulled_after_every_byte() -> None:
    whole = Pair()
    whole.run(50)
    whole.tower.roll("R5,G2,-,B6")
    whole.run(250)
    assert told(whole.store) == ["R5 G2 B6"] and whole.bytes > 350
    for at in range(1, whole.bytes + 1):
        pair = Pair()
        pair.pull_at = at
        pair.run(50)
        pair.tower.roll("R5,G2,-,B6")
        pair.run(250)
        pair.plug()
        pair.run(350)
        assert told(pair.store) == ["R5 G2 B6"], f"pulled after byte {at}"
        assert pair.tower.acked == 1


@pytest.mark.parametrize("noise", [0.001, 0.002, 0.003])
def test_a_noisy_line_delivers_every_roll_once_and_in_order(noise: float) -> None:
    pair = Pair(Harm(drop=noise, double=noise, flip=noise, invent=noise, delay=noise), seed=5)
    pair.run(300)
    rolls = [f"R{1 + i % 6},G{1 + i // 6}" for i in range(12)]
    for roll in rolls:
        pair.tower.roll(roll)
        pair.run(200)
    pair.run(60_000)
    assert told(pair.store) == [roll.replace(",", " ") for roll in rolls]


def test_a_host_killed_before_it_acknowledged_hears_the_roll_once(tmp_path: Path) -> None:
    tower = level0()
    with RollStore(tmp_path / "rolls") as store:
        session = TowerSession(store)
        line = frame(HI.format(1))
        session.opened(0)
        session.tick(0)
        session.feed((line + "\n").encode(), 0)
        roll = frame("ROLL 1 epoch=AAAA0001 boot=9F3A arm=0 d=R5,G2 t=900") + "\n"
        assert [type(event) for event in session.feed(roll.encode(), 0)] == [DiceRoll]
    with RollStore(tmp_path / "rolls") as store:
        session = TowerSession(store)
        session.opened(0)
        session.tick(0)
        session.outgoing()
        session.feed((line + "\n").encode(), 0)
        assert session.feed(roll.encode(), 0) == []
        session.tick(1)
        assert b"ACK" in session.outgoing()
    assert tower


def greeted(store: RollStore | None = None) -> TowerSession:
    session = TowerSession(store or RollStore())
    session.opened(0)
    session.tick(0)
    session.feed((frame(HI.format(1)) + "\n").encode(), 0)
    assert session.ready
    return session


def say(session: TowerSession, body: str) -> list[Any]:
    return list(session.feed((frame(body) + "\n").encode(), 0.1))


def test_what_a_tower_says_is_understood() -> None:
    session = greeted()
    assert isinstance(say(session, "EV 1 TUMBLE")[0], Moving)
    warning = say(session, "EV 2 WARN 12 bay=2 at=4")[0]
    assert isinstance(warning, Notice) and warning.fault and "bay 2" in words(warning)
    roll = say(session, "ROLL 1 epoch=AAAA0001 boot=9F3A arm=7 d=R5,B?,-,?? q=90,10,0,0 t=1 ago=400 colour=new")[0]
    assert isinstance(roll, DiceRoll) and not roll.certain and roll.arm == 7
    assert roll.time == pytest.approx(0.1 - 0.4)
    with refused("could not be read"):
        roll.values()
    void = say(session, "VOID 2 epoch=AAAA0001 boot=9F3A why=power")[0]
    assert isinstance(void, VoidRoll) and "roll again" in words(void)


def test_missing_numbers_are_told() -> None:
    session = greeted()
    say(session, "ROLL 3 epoch=AAAA0001 boot=9F3A d=R5")
    events = say(session, "ROLL 6 epoch=AAAA0001 boot=9F3A d=R5")
    assert isinstance(events[0], Notice) and "rolls 4 to 5" in words(events[0])


@pytest.mark.parametrize("body", ["ROLL 1 epoch=BBBB0002 boot=9F3A d=R5", "NEWS 1", ""])
def test_what_is_none_of_the_towers_rolls_is_neither_stored_nor_acknowledged(body: str) -> None:
    store = RollStore()
    session = greeted(store)
    session.outgoing()
    assert say(session, body) == []
    assert not store.rolls
    assert b"ACK" not in session.outgoing()


def test_another_version_is_refused_once_and_for_all() -> None:
    session = TowerSession(RollStore())
    session.opened(0)
    session.tick(0)
    session.outgoing()
    assert "dtp=2" in words(say(session, "HI #0 dtp=2 uid=1 epoch=1 boot=1")[0])
    session.tick(10)
    assert session.outgoing() == b""


def test_a_tower_that_restarts_is_greeted_again() -> None:
    session = greeted()
    say(session, HI.format(0).replace("9F3A", "0001"))
    assert not session.ready
    session.tick(0.2)
    assert b"HELLO" in session.outgoing()


def test_a_silent_tower_is_given_up() -> None:
    session = greeted()
    for tenth in range(1, 32):
        session.tick(tenth / 10)
    assert b"PING" in session.outgoing()
    with refused("does not answer"):
        for tenth in range(32, 60):
            session.tick(tenth / 10)


def test_towers_do_not_mix() -> None:
    store = RollStore()
    for seed in (1, 2):
        pair = Pair(seed=seed)
        pair.session = TowerSession(store)
        pair.session.opened(0)
        pair.run(100)
        pair.tower.roll("R5,G2")
        pair.run(300)
    assert told(store) == ["R5 G2", "R5 G2"]


@settings(max_examples=often(120))
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=60), st.text("ROLVIDHEACK 0123456789=,#?-", max_size=60).map(frame).map(str.encode)
        )
    )
)
def test_no_bytes_crash_the_session_or_invent_a_roll(pieces: list[bytes]) -> None:
    store = RollStore()
    session = greeted(store)
    for piece in pieces:
        session.feed(piece + b"\n", 0.1)
        session.tick(0.1)
    assert all(isinstance(roll, DiceRoll | VoidRoll) for roll in store)
    assert not [roll for roll in store if isinstance(roll, DiceRoll)]


def test_two_hosts_at_the_firmware() -> None:
    desk = Desk(calibrated_tower(32), Random(1))
    desk.run(300)
    assert desk.session and desk.session.ready
    other = TowerSession(RollStore(), host="intruder")
    other.opened(desk.tower.now / 1000)
    other.tick(desk.tower.now / 1000)
    desk.tower.send(other.outgoing())
    desk.tower.run(60)
    events = other.feed(desk.tower.receive(), desk.tower.now / 1000)
    assert ["another program" in words(event) for event in events if isinstance(event, Notice)] == [True]
    assert len(events) == 1
    desk.tower.close()


def test_a_turn_stays_armed_through_a_void() -> None:
    desk = Desk(calibrated_tower(33), Random(1))
    desk.run_until(lambda: desk.ready)
    assert desk.session
    desk.session.arm(7)
    desk.tower.throw([None] * 4)
    desk.run_until(lambda: len(desk.store.rolls) == 1)
    desk.ready = False
    desk.run_until(lambda: desk.ready)
    for number in (2, 3):
        desk.throw()
        desk.run_until(lambda wanted=number: len(desk.store.rolls) == wanted)  # type: ignore[misc]
        desk.run(50)
        desk.tower.clear()
        desk.run_until(lambda: desk.ready)
    desk.tower.close()
    assert [roll.arm if isinstance(roll, DiceRoll) else roll.why for roll in desk.store] == ["empty", 7, 0]


@pytest.mark.slow
def test_a_short_soak_loses_doubles_and_invents_nothing() -> None:
    result = soak(40, 5)
    assert result.rolls == 40 and result.faults > 50
    assert result.clean
    assert result.uncertain <= 1
