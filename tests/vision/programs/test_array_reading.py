import json
from dataclasses import replace

import pytest

from vision.programs.array_reading import DASH, DIRECTIONS, PLACES, ArrayReading, bounded


def reading() -> ArrayReading:
    commands = {place: dict(zip(DIRECTIONS, (-0.1, -3.0, -4.0, -5.0, -6.0), strict=True)) for place in PLACES}
    commands[DASH] = {**commands["S1"], "N": -7.0, "": -0.05}
    at = {"S1": (12.34, 56.78)}
    return ArrayReading("G", commands, {"": -0.01, "M2": -4.6}, {"quick": 0.01, "blitz": 0.9}, frozenset({"L3"}), at)


def test_survives_the_journal() -> None:
    kept = ArrayReading.from_json(json.loads(json.dumps(reading().to_json())))
    assert kept.commands == reading().commands
    assert kept.covered == {"L3"}
    assert kept.at == {"S1": (12.3, 56.8)}
    assert kept.to_json() == reading().to_json()


def test_tells_what_is_likeliest() -> None:
    assert reading().command("M2")[0] == "N"
    assert reading().command(DASH)[0] == ""


def test_refuses_what_is_no_sight() -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        ArrayReading.from_json({"colour": "G"})


def test_a_command_is_no_surer_than_the_rest_of_its_program_lets_it_be() -> None:
    sure = dict(zip(DIRECTIONS, (-0.004, -6.0, -7.0, -7.0, -7.0), strict=True))
    torn = dict(zip(DIRECTIONS, (-1.5, -1.7, -1.7, -1.7, -1.7), strict=True))
    clear = replace(reading(), commands=dict.fromkeys((*PLACES, DASH), sure), covered=frozenset())
    doubtful = replace(clear, commands={place: sure if place == "M1" else torn for place in (*PLACES, DASH)})
    assert bounded(clear, 0.5).command("M1")[1] > 0.98
    assert bounded(doubtful, 0.5).command("M1")[1] < 0.8
    # What a hand covers says nothing of the others.
    covered = replace(doubtful, covered=frozenset(PLACES) - {"M1"})
    assert bounded(covered, 0.5).command("M1")[1] > 0.98
