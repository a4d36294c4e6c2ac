"""The soak finds what is lost, and finds nothing in a quarter of an hour of play with two kills."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.referee.verdict import Verdict
from lab.measure import long_game
from lab.measure.refereed import FollowedJournal, GameAtTable
from lab.measure.soak import Sample, Soak, grown
from tests.firmware_build import build

ONE, TWO, OTHER = {"a1": "G3"}, {"a1": "G3G1"}, {"a1": "R3"}
ROLL = {"B": 1, "G": 2, "R": 3, "Y": 4}


def verdict(kind: Any, grid: dict[str, str]) -> dict[str, Any]:
    return {"kind": "frame", "verdict": Verdict(0.0, None, kind, grid, 1.0).to_json()}


def audited(path: Path, *records: dict[str, Any]) -> list[str]:
    path.write_text("".join(json.dumps(record) + "\n" for record in [verdict("setup", OTHER), *records]))
    game = GameAtTable(FollowedJournal(path))
    game.thrown, game.made = [ROLL, ROLL], [ONE, TWO]
    return game.audit()


def test_the_audit_tells_what_is_lost_and_doubled(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    roll = {"kind": "commit", "commit": {"roll": ROLL}}
    one, two = verdict("legal", ONE), verdict("won", TWO)
    assert audited(path, roll, one, roll, two) == []
    assert "1 in the journal" in audited(path, roll, one, two)[0]
    assert "3 in the journal" in audited(path, roll, one, roll, roll, two)[0]
    assert "1 in the journal" in audited(path, roll, one, roll)[0]
    assert "twice" in audited(path, roll, one, one, roll, two)[0]
    assert audited(path, roll, one, roll, verdict("unsure", ONE), verdict("corrected", TWO)) == []


def test_memory_that_grows_is_told() -> None:
    def samples(memory: float, handles: int = 14) -> list[Sample]:
        cold = Sample(0.1, 0, 1, False, 90, 9, 2)
        return [cold, Sample(0.2, 1, 1, True, 260, 14, 9), cold, Sample(7.9, 12, 1, True, memory, handles, 9)]

    assert grown(samples(270), 8).flat
    assert not grown(samples(274), 8).flat and not grown(samples(240), 8).flat
    assert not grown(samples(260, 15), 8).flat


def test_a_long_game_that_grows_is_told() -> None:
    def samples(last: float, threads: int = 13) -> list[Sample]:
        settled = [Sample(turn / 24, turn, 1, True, 230, 14, 13) for turn in range(1, 291)]
        return [*settled, *(Sample(turn / 24, turn, 1, True, last, 14, threads) for turn in range(291, 301))]

    assert long_game.grown(samples(239))[1]
    assert not long_game.grown(samples(241))[1] and not long_game.grown(samples(230, 14))[1]
    assert "230 MiB at turn 50, 241 at turn 300" in long_game.grown(samples(241))[0]


@pytest.mark.slow
def test_nothing_is_lost_in_a_quarter_of_an_hour_with_two_kills(tmp_path: Path) -> None:
    build()
    soak = Soak(tmp_path, seed=3, speed=120, kill_minutes=6)
    try:
        done = soak.play(0.25)
    finally:
        soak.close()
    assert done.faults == []
    assert len(done.kills) >= 2 and done.turns >= 5 and done.rolls >= done.turns
