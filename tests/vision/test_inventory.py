"""Settling cells together under a known inventory."""

import numpy as np
import pytest

from vision import inventory
from vision.inventory import settle


def scores(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.log(np.array(values))


def test_the_count_decides_where_the_look_cannot() -> None:
    candidates = {
        "a1": (["R3", "Y3"], scores(0.9, 0.1)),
        "b1": (["R3", "Y3"], scores(0.55, 0.45)),
    }
    settled = settle(candidates, {"R3": 1, "Y3": 1})
    assert {cell: s.stack for cell, s in settled.items()} == {"a1": "R3", "b1": "Y3"}


def test_a_plain_look_beats_the_count() -> None:
    candidates = {cell: (["R3", "Y3"], scores(1 - 1e-9, 1e-9)) for cell in ("a1", "b1")}
    settled = settle(candidates, {"R3": 1, "Y3": 1})
    assert [s.stack for s in settled.values()] == ["R3", "R3"]


def test_probabilities_take_the_count_into_account() -> None:
    candidates = {
        "a1": (["R3", "R3R1"], scores(0.999, 0.001)),
        "b1": (["R3", "R3R1"], scores(0.5, 0.5)),
    }
    settled = settle(candidates, {"R1": 1})
    assert settled["b1"].stack == "R3R1"
    assert settled["b1"].probability > 0.5
    assert settled["b1"].others[0][0] == "R3"
    assert sum(p for _, p in settled["b1"].others) + settled["b1"].probability == pytest.approx(1)


def test_a_programme_that_runs_out_of_time_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "TIME_LIMIT_S", 1e-9)
    candidates = {
        cell: (["R3", "R3R1", "R3R2"], np.array([-500.0, -503.0 if cell in "abcd" else -497.0, -520.0]))
        for cell in "abcde"
    }
    settled = settle(candidates, {"R1": 1, "R2": 0, "R3": 5})
    assert {cell: s.stack for cell, s in settled.items()} == dict.fromkeys("abcd", "R3") | {"e": "R3R1"}
