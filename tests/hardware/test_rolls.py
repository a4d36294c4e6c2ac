"""Rolls kept on the disk, typed rolls, and whether dice are fair."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
import scipy

from hardware.dice import DiceRoll, Die, Notice, Provenance, VoidRoll
from hardware.fairness import chance_of_more, draw, fairness, runs_test
from hardware.roll_store import RollStore, read_rolls
from hardware.tower.dtp import frame
from hardware.tower.session import TowerSession
from tests.often import often
from tests.referee.keeping.disks import room_for
from tests.saying import refused, sentence, words

SOURCE = Provenance("tower", "tower 1", durable=True)


def roll(number: int, **dice: int) -> DiceRoll:
    return DiceRoll(SOURCE, "E1", number, tuple(Die(*die) for die in dice.items()), 1000.5)


def test_a_roll_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "rolls"
    void = VoidRoll(SOURCE, "E1", 2, "power", 7.0, "VOID")
    with RollStore(path) as store:
        assert store.save(roll(1, R=5)) and not store.save(roll(1, R=5)) and store.save(void)
    with RollStore(path) as store:
        assert not store.save(roll(1, R=5)) and store.save(roll(3, R=1))
        assert store.last("tower 1", "E1") == 3 and store.last("tower 1", "E2") is None
    assert read_rolls(path) == [roll(1, R=5), void, roll(3, R=1)]


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_last_line_was_never_acknowledged_and_is_dropped(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "rolls"
    with RollStore(path) as store:
        store.save(roll(1, R=5))
        store.save(roll(2, R=6))
    path.write_bytes(path.read_bytes()[:-cut])
    with RollStore(path) as store:
        assert store.rolls == [roll(1, R=5)]
        assert store.save(roll(2, R=6))
    assert len(read_rolls(path)) == 2


@contextmanager
def full_disk(bytes_left: int, path: Path) -> Iterator[None]:
    """Files can grow by no more than that."""
    with room_for(path.stat().st_size + bytes_left):
        yield


@pytest.mark.parametrize("left", [0, 1, 40])
def test_a_roll_that_a_full_disk_does_not_take_is_refused_and_taken_later(tmp_path: Path, left: int) -> None:
    path = tmp_path / "rolls"
    with RollStore(path) as store:
        store.save(roll(1, R=5))
        with full_disk(left, path), refused("make room"):
            store.save(roll(2, R=6))
        assert store.rolls == [roll(1, R=5)] and store.get(roll(2).key) is None
        assert store.save(roll(2, R=6)) and store.save(roll(3, R=1))
    assert read_rolls(path) == [roll(1, R=5), roll(2, R=6), roll(3, R=1)]


@pytest.mark.parametrize("left", [0, 40])
def test_a_full_disk_acknowledges_nothing_to_the_tower_and_is_told_once(tmp_path: Path, left: int) -> None:
    path = tmp_path / "rolls"
    line = (frame("ROLL 1 epoch=AAAA0001 boot=9F3A arm=0 d=R5 t=9 ago=1") + "\n").encode()
    with RollStore(path) as store:
        session = TowerSession(store)
        session.opened(0)
        session.tick(0)
        session.feed((frame("HI #1 dtp=1 uid=1 epoch=AAAA0001 boot=9F3A durable=1") + "\n").encode(), 0)
        session.outgoing()
        with full_disk(left, path):
            told = [event for tenth in range(1, 9) for event in session.feed(line, tenth / 10)]
        assert ["make room" in words(event) for event in told if isinstance(event, Notice)] == [True]
        assert len(told) == 1 and b"ACK" not in session.outgoing()
        (taken,) = session.feed(line, 1.0)
        assert isinstance(taken, DiceRoll) and b"ACK" in session.outgoing()
    assert [kept.number for kept in read_rolls(path)] == [1]


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n")
    with refused("line 1 is no roll"):
        RollStore(tmp_path / "x")
    (tmp_path / "x").write_text("[" * 100_000 + "\n")
    with refused("line 1 is no roll"):
        RollStore(tmp_path / "x")
    with refused("no file"):
        read_rolls(tmp_path / "y")


def stored(path: Path, count: int = 20) -> list[DiceRoll]:
    rolls = [roll(n, R=1 + n % 6, B=1 + n % 5) for n in range(1, count + 1)]
    with RollStore(path) as store:
        assert all(map(store.save, rolls))
    return rolls


def test_a_flipped_bit_never_gives_other_dice(tmp_path: Path) -> None:
    path, rng = tmp_path / "rolls", Random(54)
    rolls = stored(path)
    whole = path.read_bytes()
    for _ in range(often(300)):
        at = rng.randrange(8 * len(whole))
        data = bytearray(whole)
        data[at // 8] ^= 1 << at % 8
        path.write_bytes(data)
        kept = read_rolls(path)
        assert [each for each in kept if each not in rolls] == [] and len(kept) >= len(rolls) - 2


def test_a_damaged_line_is_lost_alone_told_and_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "rolls"
    rolls = stored(path, 3)
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = lines[0].replace(b'"R",2', b'"R",3')
    path.write_bytes(damaged + lines[1] + lines[2])
    with RollStore(path) as store:
        assert store.rolls == rolls[1:] and "1 roll is lost" in sentence(store.problems[0])
        assert store.save(roll(9, R=1))
    assert (tmp_path / "rolls.damaged").read_bytes().startswith(damaged)
    with RollStore(path) as store:
        assert store.rolls == [*rolls[1:], roll(9, R=1)] and store.problems == ()


@pytest.mark.parametrize("after", [b"\n", b"\r\n", b"\0" * 64 + b"\n", b"LAST"])
def test_blank_zeroed_and_doubled_lines_lose_nothing(tmp_path: Path, after: bytes) -> None:
    path = tmp_path / "rolls"
    rolls = stored(path, 3)
    last = path.read_bytes().splitlines(keepends=True)[-1]
    with path.open("ab") as file:
        file.write(last if after == b"LAST" else after)
    with RollStore(path) as store:
        assert store.rolls == rolls and store.problems == () and store.save(roll(4, R=1))
    assert read_rolls(path) == [*rolls, roll(4, R=1)]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_that_a_power_cut_has_zeroed_in_the_middle_is_told(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "rolls"
    rolls = stored(path, 3)
    first, second, third = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + b"\0" * (len(second) - len(end)) + end + third)
    with RollStore(path) as store:
        assert store.rolls == [rolls[0], rolls[2]] and "1 roll is lost" in sentence(store.problems[0])
    with RollStore(path) as store:
        assert store.rolls == [rolls[0], rolls[2]] and store.problems == ()


def test_lines_that_an_editor_ends_with_carriage_returns_alone_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "rolls"
    rolls = stored(path, 3)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r"))
    with RollStore(path) as store:
        assert store.rolls == rolls and store.problems == () and store.save(roll(4, R=1))
    assert read_rolls(path) == [*rolls, roll(4, R=1)]


def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    with RollStore(tmp_path / "rolls") as store:
        with refused("another program"):
            RollStore(tmp_path / "rolls")
        assert store.save(roll(1, R=5))
    with RollStore(tmp_path / "rolls") as store:
        assert store.rolls == [roll(1, R=5)]


OLD = (
    '{"dice":[["B",%s,0.9]],"arm":0,"source":{"kind":"tower","name":"A","durable":true},"epoch":"AAAA0001","number":%s,'
)


@pytest.mark.parametrize(("value", "number", "is_taken"), [("3", "1", True), ("2", "1", False), ("3", "2", False)])
def test_rolls_of_earlier_versions_are_compared_with_what_the_tower_said(
    tmp_path: Path, value: str, number: str, is_taken: bool
) -> None:
    raw = frame("ROLL 1 epoch=AAAA0001 boot=9F3A d=B3 q=90")
    other = frame("ROLL 7 epoch=AAAA0001 boot=9F3A d=B3 q=90")
    path = tmp_path / "rolls"
    line = OLD % (value, number) + f'"time":1001.0,"raw":"{raw}"}}\n'
    path.write_text(line + OLD % ("3", "7") + f'"time":1001.0,"raw":"{other}"}}\n')
    with RollStore(path) as store:
        assert [kept.number for kept in store] == ([1, 7] if is_taken else [7])
        assert bool(store.problems) != is_taken


@pytest.mark.parametrize(("value", "number"), [("9", "1"), ('"2"', "1"), ("2", "1e400"), ("true", "1"), ("2", "-1")])
def test_what_no_device_tells_is_no_roll(tmp_path: Path, value: str, number: str) -> None:
    path = tmp_path / "rolls"
    path.write_text(OLD % (value, number) + '"time":1.0,"raw":null}\n')
    with refused("line 1 is no roll"):
        RollStore(path)


def test_a_roll_is_on_the_disk_before_it_is_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the sync a power cut would take a roll that the tower has forgotten."""
    synced: list[bytes] = []
    real = os.fsync

    def watched(handle: int) -> None:
        synced.append((tmp_path / "rolls").read_bytes())
        real(handle)

    with RollStore(tmp_path / "rolls") as store:
        monkeypatch.setattr(os, "fsync", watched)
        store.save(roll(1, R=5))
        assert synced and b'"number":1,' in synced[-1]


def test_rolls_whose_file_was_removed_are_written_anew(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    with RollStore(folder / "rolls") as store:
        store.save(roll(1, R=5))
        shutil.rmtree(folder)
        store.save(roll(2, R=6))
    assert read_rolls(folder / "rolls") == [roll(1, R=5), roll(2, R=6)]


def test_values_are_told_where_every_die_is_sure_and_of_its_own_colour() -> None:
    assert roll(1, B=4, G=5).values() == {"B": 4, "G": 5}
    for dice, told in (((Die("B", 4), Die("B", 5)), "two dice of colour B"), ((Die("B", None),), "could not be read")):
        with refused(told):
            DiceRoll(SOURCE, "E1", 1, dice, 0.0).values()


def test_fair_dice_are_not_accused_and_loaded_ones_are() -> None:
    rng = Random(5)
    rolls = [roll(n, R=rng.randint(1, 6), B=rng.choice((1, 2, 3, 4, 5, 6, 6, 6))) for n in range(600)]
    blue, red = fairness(rolls)
    assert red.verdict.startswith("nothing against it") and red.rolls == 600
    assert blue.verdict.startswith("not fair: some faces")
    assert sum(blue.counts) == 600 and blue.counts[5] == max(blue.counts)


def test_a_die_that_alternates_is_found_by_its_runs() -> None:
    rng = Random(1)
    rolls = [roll(n, R=rng.randint(1, 3) + 3 * (n % 2)) for n in range(300)]
    (red,) = fairness(rolls)
    assert "high and low" in red.verdict


def test_the_runs_test_agrees_with_a_worked_example() -> None:
    """Six runs among five high and five low: one more or less than the mean of six is no deviation at all."""
    assert runs_test([1, 6, 6, 1, 1, 6, 6, 1, 1, 6]) == pytest.approx(1.0)
    assert runs_test([1] * 10 + [6] * 10) == pytest.approx(3.55e-5, rel=0.01)
    assert runs_test([6, 6, 5]) is None


def test_few_rolls_say_so_and_false_alarms_are_rare() -> None:
    assert fairness([roll(1, R=6)])[0].verdict.startswith("too few rolls")
    rng = Random(7)
    alarms = 0
    for _ in range(200):
        dice = fairness(roll(n, R=rng.randint(1, 6), Y=rng.randint(1, 6)) for n in range(60))
        alarms += any(die.verdict.startswith("not fair") for die in dice)
    assert alarms <= 2


def test_uncertain_dice_are_left_out_and_the_picture_shows_each_die() -> None:
    doubtful = DiceRoll(SOURCE, "E1", 9, (Die("R", None, 0.0), Die("B", 3)), 0.0)
    dice = fairness([doubtful, VoidRoll(SOURCE, "E1", 10, "power", 0.0)])
    assert [die.colour for die in dice] == ["B"]
    picture = draw(fairness([roll(n, R=1 + n % 6, B=6) for n in range(60)]))
    assert picture.shape == (460, 560, 3)
    assert (picture == (200, 110, 50)).all(axis=2).sum() > (picture == (60, 60, 210)).all(axis=2).sum() / 6 > 100


@pytest.mark.parametrize("chi_square", [0.0, 0.1, 1.0, 4.35, 11.07, 40.0, 300.0])
def test_the_chance_of_counts_so_far_off_is_scipys(chi_square: float) -> None:
    assert chance_of_more(chi_square) == pytest.approx(scipy.stats.chi2.sf(chi_square, 5), rel=1e-12)
