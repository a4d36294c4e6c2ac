import json

import pytest

from vision.programs.array_reading import DASH, DIRECTIONS, PLACES, ArrayReading, less_sure, likeliest


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


def test_every_answer_bears_the_doubt_of_its_program() -> None:
    doubted = less_sure(reading(), 0.4)
    assert doubted.command("M1")[0] == "N" and doubted.command("M1")[1] < 0.7
    assert likeliest(doubted.marker) == ("", pytest.approx(0.6 * likeliest(reading().marker)[1] + 0.2))
    assert doubted.specials["blitz"] == pytest.approx(0.6 * 0.9 + 0.2)
