"""What is seen about commands close up, and what is made of it beside the feet that were found."""

from dataclasses import replace

import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.image import Floats
from vision.programs import context_classifier
from vision.programs.array_reading import PLACES
from vision.programs.beside import blitz, marker_logs, quick
from vision.programs.context_classifier import ANSWERS, AROUND, KINDS, SIDE, CommandContext, classify_context
from vision.programs.pyramid_reader import COLOURS
from vision.programs.standing_reader import CONTEXT, boxes
from vision.programs.table_colours import TableColours

TABLE = TableColours(("R", "B"), "K", {"near": "G", "far": "Y"})


def seen(**by_kind: dict[str, str]) -> CommandContext:
    """What a sure reader tells of the nine places: by kind, the colours of what is at some of them."""
    parts = []
    for kind in KINDS:
        odds = np.zeros((len(PLACES), ANSWERS))
        for number, place in enumerate(PLACES):
            colour = by_kind.get(kind, {}).get(place, "")
            odds[number, 1 + COLOURS.index(colour) if colour else 0] = 9.0
        parts.append(odds - np.logaddexp.reduce(odds, axis=1, keepdims=True))
    return CommandContext(*parts)


@pytest.mark.parametrize("kind", ["beside", "on"])
def test_a_ball_that_only_the_close_look_sees_marks_its_command(kind: str) -> None:
    logs = marker_logs(np.zeros(len(PLACES)), 0.0, seen(**{kind: {"M2": "K"}}), "G", TABLE)
    assert int(np.argmax(logs)) == 1 + PLACES.index("M2")
    assert np.isclose(np.exp(logs).sum(), 1)


def test_a_clear_ball_may_seem_white() -> None:
    table = replace(TABLE, ball="C")
    logs = marker_logs(np.zeros(len(PLACES)), 0.0, seen(beside={"L2": "W"}), "G", table)
    assert np.exp(logs[1 + PLACES.index("L2")]) > 0.8


def test_a_small_of_a_team_is_no_marker() -> None:
    logs = marker_logs(np.zeros(len(PLACES)), 0.0, seen(beside={"S3": "R"}), "G", TABLE)
    assert int(np.argmax(logs)) == 0


def test_a_ball_found_elsewhere_speaks_against_a_marker() -> None:
    none, away = (marker_logs(np.zeros(len(PLACES)), chance, seen(), "G", TABLE)[0] for chance in (0.0, 0.99))
    assert away > none


def test_special_pyramids_are_of_a_team() -> None:
    for kind, told in (("large", blitz), ("medium", quick)):
        sure, other = (told(0.0, seen(**{kind: {"L1": c}}), PLACES.index("L1"), "G", TABLE) for c in "BK")
        assert sure > other


class Blind:
    """Stands in for the network: tells nothing."""

    def answer(self, inputs: dict[str, Floats], outputs: list[str]) -> list[Floats]:
        assert inputs["crops"].shape[1:] == (3, SIDE, SIDE) and inputs["context"].shape[1:] == (CONTEXT,)
        return [np.zeros((len(inputs["crops"]), len(KINDS) * ANSWERS), np.float32)]


def test_crops_show_all_that_may_belong_to_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_classifier, "load_network", lambda name: Blind())
    view = usual_ball_view(oblique=40.0)
    width, height = view.camera.size
    place = np.array([[3.5, -2.0]])
    context = classify_context(np.zeros((height, width, 3), np.uint8), view, place)
    assert np.allclose(np.exp(context.beside).sum(axis=1), 1)
    assert len(classify_context(np.zeros((height, width, 3), np.uint8), view, np.empty((0, 2))).on) == 0
    middle, _, half = boxes(view, place, AROUND)
    ring = [[50 * np.cos(angle), 50 * np.sin(angle), 0.0] for angle in np.linspace(0, 6, 9)]
    seen_at = view.project(np.array([*place[0] * view.pitch, 0.0]) + ring)
    assert (np.linalg.norm(seen_at - middle, axis=1) < 1.42 * half).all()
