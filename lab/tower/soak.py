"""Roll many times through the real firmware and the real host, with faults at random, and account for every roll.

    python -m lab.tower.soak --rolls 2000 --seed 1

What really fell is known, because the dice are simulated; the host's store is compared with it at the end:

- lost: dice came to rest undisturbed, and the host knows neither a roll nor a void of them; or a number is missing;
- doubled: one fall of the dice is in the store twice;
- invented: a roll in the store with no such fall of dice, or with another value or colour than the dice showed;
- untold: the tower told what cannot be, and the players heard nothing of it;
- annoyed: a board that is no tower was knocked at a second time, or the tower not at all;
- uncertain: rolls in which the tower left a die to the players.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random

from hardware.dice import DiceRoll, Notice, VoidReason, VoidRoll
from hardware.tower.dtp import frame, unframe
from lab.tower.bus import Bus
from lab.tower.desk import Desk
from lab.tower.faulty_line import Harm
from lab.tower.liar import FOR_EVER, Liar, other_values
from lab.tower.simulation.tower import SimulatedThrow, calibrated_tower

OPENING_MS = 10.0  # from the gate's opening until the roll is marked as begun in the tower's memory, at most
LONGEST_SLEEP_MS = 4500.0  # of the tower's time: longer than a host waits for a tower that is silent
HOUR, DAY = 3600.0, 86_400.0
NOISE_LEVELS = (0.0, 0.0, 0.0, 0.001, 0.003, 0.01)  # chances of each harm to a byte; one is drawn for every roll
# What may happen around a throw, and how often in a hundred.
MISFORTUNES = {
    "none": 43,
    "power": 18,
    "pull": 10,
    "kill": 8,
    "unheard": 6,
    "sleep": 6,
    "senseless": 5,
    "differing": 4,
}


@dataclass
class Result:
    """Counts of a soak. `voids` are falls told as void: those cut by a loss of power; `unusable` those of which the
    tower went on telling what cannot be.
    """

    rolls: int = 0
    faults: int = 0
    lost: int = 0
    doubled: int = 0
    invented: int = 0
    untold: int = 0
    annoyed: int = 0
    uncertain: int = 0
    voids: int = 0
    unusable: int = 0

    def to_json(self) -> dict[str, int]:
        return asdict(self)

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.invented or self.untold or self.annoyed)


@dataclass
class Fall:
    """A throw and what the tower could know of it: `cut` tells when the power went before it was journalled, `lied`
    that the tower never tells it as it was.
    """

    throw: SimulatedThrow
    after: int  # the number of the last roll before it
    cut: float | None = None
    lied: bool = False


def soak(rolls: int, seed: int, progress: Callable[[Result], None] | None = None) -> Result:
    """Roll `rolls` times with faults. Raises RuntimeError where the tower stops answering for good."""
    rng = Random(seed)
    desk = Desk(calibrated_tower(seed % 997), rng)
    desk.lie = liar = Liar(rng)
    bus = Bus(Random(seed))
    result = Result()
    falls: list[Fall] = []
    try:
        for number in range(rolls):
            falls.append(_one_roll(desk, liar, rng, result))
            bus.pass_time()
            result.rolls += 1
            if progress and number % 500 == 499:
                progress(result)
        _heal(desk)
        desk.run_until(lambda: any(roll.number == desk.last for roll in desk.store))
        desk.run(2000)
    finally:
        desk.tower.close()
    result.faults += desk.to_tower.faults + desk.to_host.faults
    result.annoyed = bus.annoyed + bus.missed
    result.untold += sum(not _told(desk, "hardware.roll.senseless", fall.after + 1) for fall in falls if fall.lied)
    audit(falls, desk.last, desk.store.rolls, result)
    return result


def _one_roll(desk: Desk, liar: Liar, rng: Random, result: Result) -> Fall:
    noise = rng.choice(NOISE_LEVELS)
    for line in (desk.to_tower, desk.to_host):
        line.harm = Harm(drop=noise, double=noise, flip=noise, invent=noise / 2, delay=noise)
    if desk.session is None and rng.random() < 0.5:
        desk.start_host()
    if desk.to_host.pulled and rng.random() < 0.5:
        desk.plug()
    if not desk.run_until(lambda: desk.ready, 5000):
        _heal(desk)  # its memory is full: it waits for the host
        if not desk.run_until(lambda: desk.ready):
            raise RuntimeError(f"roll {result.rolls}: the tower does not get ready for another one")
    fall = Fall(desk.throw(), desk.last)
    _misfortune(desk, liar, rng, fall, result)
    desk.run_until(lambda: not desk.tower.throwing)
    if fall.cut is None:
        desk.run_until(lambda: desk.held, 8000)
    desk.run(rng.uniform(5, 60))
    desk.tower.clear()
    return fall


def _misfortune(desk: Desk, liar: Liar, rng: Random, fall: Fall, result: Result) -> None:
    """Perhaps something happens around a throw."""
    (what,) = rng.choices(list(MISFORTUNES), list(MISFORTUNES.values()))
    if what == "none":
        return
    result.faults += 1
    if what == "senseless":
        times = rng.choice((1, 2, FOR_EVER))
        liar.left = {number: left for number, left in liar.left.items() if left > 2} | {fall.after + 1: times}
        fall.lied = times == FOR_EVER
        return
    desk.run(rng.uniform(0, fall.throw.rested - desk.tower.now + 600))
    if what in ("power", "unheard"):
        for _ in range(rng.choice((1, 1, 2))):
            if not desk.held and fall.cut is None:
                fall.cut = desk.tower.now
            if what == "power":
                desk.cut_power(rng.randrange(256), rng.choice((0.0, rng.uniform(0, 400))))
            else:
                desk.restart_unheard(rng.randrange(256))
            desk.run(rng.uniform(5, 60))
    elif what == "pull":
        desk.pull()
        if rng.random() < 0.5:
            desk.run(rng.uniform(0, 800))
            desk.plug()
    elif what == "sleep":
        clock = rng.choice((0.0, rng.uniform(0, 9 * HOUR)))
        desk.sleep(rng.uniform(50, LONGEST_SLEEP_MS), clock, rng.choice((None, None, DAY, -DAY)))
    elif what == "differing":
        _tell_differently(desk, result)
    else:
        desk.kill_host()


def _tell_differently(desk: Desk, result: Result) -> None:
    """The tower tells the last roll that is stored once more, with other values."""
    rolls = [roll for roll in desk.store if isinstance(roll, DiceRoll)]
    identity = desk.session.identity if desk.session else None
    if desk.to_host.pulled or not rolls or rolls[-1].raw is None or identity is None:
        return
    harm, desk.to_host.harm = desk.to_host.harm, Harm()
    desk.to_host.put(b"\n" + frame(other_values(unframe(rolls[-1].raw))).encode() + b"\n", desk.tower.now)
    desk.run(60)
    desk.to_host.harm = harm
    result.untold += not _told(desk, "hardware.roll.differs", rolls[-1].number)


def _told(desk: Desk, key: str, number: int) -> bool:
    return any(
        isinstance(event, Notice) and event.fact.key == key and event.fact.values["number"] == number
        for event in reversed(desk.events)
    )


def _heal(desk: Desk) -> None:
    for line in (desk.to_tower, desk.to_host):
        line.harm = Harm()
    if desk.session is None:
        desk.start_host()
    desk.plug()


def audit(falls: Sequence[Fall], last: int, stored: Sequence[DiceRoll | VoidRoll], result: Result) -> None:
    """Compare what fell with what was stored and count the differences into `result`; `last` is the last number given.

    Each fall's numbers are those that the tower gave from one readiness to the next: one for a fall in peace; where
    the power went, a void, or the roll after all, or both in that order.
    """
    known: dict[int, list[DiceRoll | VoidRoll]] = {}
    for roll in stored:
        known.setdefault(roll.number, []).append(roll)
    ends = [fall.after for fall in falls[1:]] + [last]
    explained: set[int] = set()
    for fall, end in zip(falls, ends, strict=True):
        rolls = [roll for number in range(fall.after + 1, end + 1) for roll in known.get(number, [])]
        told = [roll for roll in rolls if _tells(roll, fall.throw)]
        voids = sum(isinstance(roll, VoidRoll) for roll in rolls)
        explained.update(range(fall.after + 1, end + 1))
        result.lost += sum(number not in known for number in range(fall.after + 1, end + 1))
        result.doubled += max(0, len(told) - 1)
        result.invented += len(rolls) - len(told) - voids
        result.voids += voids > 0 and fall.cut is not None
        let_go = fall.lied and any(isinstance(roll, VoidRoll) and roll.why == VoidReason.UNUSABLE for roll in rolls)
        result.unusable += let_go
        if fall.cut is None:
            result.lost += end > fall.after and not (told or let_go)
            result.lost += end == fall.after
        else:
            # The gate's first milliseconds go to marking the roll as begun; without the mark nothing of it is known.
            result.lost += not rolls and fall.cut - fall.throw.begun > OPENING_MS
    result.invented += sum(roll.number not in explained and isinstance(roll, DiceRoll) for roll in stored)
    result.uncertain += sum(isinstance(roll, DiceRoll) and not roll.certain for roll in stored)


def _tells(roll: DiceRoll | VoidRoll, throw: SimulatedThrow) -> bool:
    """Whether a stored roll is this throw: the same dice, bay by bay, but for those left to the players."""
    shown = [die for die in throw.dice if die]
    return (
        isinstance(roll, DiceRoll)
        and len(roll.dice) == len(shown)
        and all(
            told.colour in (None, true.colour) and told.value in (None, true.value)
            for told, true in zip(roll.dice, shown, strict=True)
        )
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Print the counts of a soak as JSON. Returns 0 where no roll was lost, doubled or invented, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    args = parser.parse_args(argv)
    result = soak(args.rolls, args.seed, _progress)
    print(json.dumps(result.to_json()))
    return 0 if result.clean else 1


def _progress(result: Result) -> None:
    print(f"  ... {result.rolls} rolls", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
