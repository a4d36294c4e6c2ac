"""Drawings and words for people."""

import json
import re
from pathlib import Path

import pytest

from companion.games.looney_blockade.table.drawing import die_svg
from companion.games.looney_blockade.table.wording import LooneyWording
from companion.games.reason import because
from companion.referee.drawing.depicted import Depicted
from companion.referee.drawing.svg import table_svg
from companion.referee.keeping.recording import load
from companion.referee.tables import open_table
from companion.referee.telling import sentence
from companion.referee.verdict import KINDS, Offer, Verdict
from companion.texts.language import english
from vision.geometry.grid import VOLCANO

GRID = dict.fromkeys(VOLCANO.cells, "G3G1")
DEMO = Path(__file__).parents[3] / "companion" / "data" / "demo_game"


def test_a_board_shows_every_piece() -> None:
    grid = {**GRID, "b2": "G3G2G1K3", "c3": "C3"}
    shown = Depicted(grid, frozenset({"b2"}), [{"from": "a1", "to": "b2"}], "bad")
    drawing = table_svg(open_table("looney-blockade", {}).drawing, shown, empty="empty")
    pyramids = sum(len(stack) // 2 for stack in grid.values())
    assert drawing.count("<polygon") == 3 * pyramids + 2
    assert drawing.count("<polyline") == 2
    assert len(re.findall('<rect[^>]* class="p-bad"', drawing)) == 1
    assert "<title>b2: G3G2G1K3</title>" in drawing


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_its_pips(value: int) -> None:
    assert die_svg("B", value).count("<circle") == value


@pytest.mark.parametrize("kind", KINDS)
def test_every_verdict_has_words_and_survives_json(kind: str) -> None:
    verdict = Verdict(
        1.5,
        "1.jpg",
        kind,  # type: ignore[arg-type]
        GRID,
        0.97,
        side="cool",
        commitment={"roll": {"B": 1, "G": 2}},
        moves=({"from": "a1", "to": "b2", "piece": "G1", "cost": 2, "cap": "K3"},),
        points={"B": 0, "G": 2},
        reason=because("referee.unrolled", "BK-roll", cells=("b2",)),
        readings=(Offer("legal", 0.5, (), GRID, because("referee.kind.legal"), apart=(("b2", "G3"),)),),
        notes=(because("referee.late", side="warm", played=because("referee.no_move")),),
    )
    assert english(sentence(verdict, LooneyWording()))
    assert verdict.to_json(english)["reason"] == "b2 changed before anybody rolled: put the table back, then roll"
    assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict


def test_a_turn_in_words() -> None:
    moves = (
        {"from": "b3", "to": "b2", "piece": "G1", "cost": 1},
        {"from": "a5", "to": "b3", "piece": "G2", "cost": 2},
    )
    verdict = Verdict(1, None, "legal", GRID, 1.0, "cool", {"roll": {"B": 4, "G": 5}}, moves, {"B": 0, "G": 3})
    told = "cool blue 4, green 5: small green b3-b2; medium green a5-b3 (2) [green 3 points]"
    assert english(sentence(verdict, LooneyWording())) == told


def test_the_bundled_game_is_whole_and_small() -> None:
    recording = load(DEMO)
    frames = [event for event in recording.events if event.kind == "frame"]
    assert len(frames) == 12
    assert all(recording.picture(event).image.shape == (720, 960, 3) for event in frames)
    assert sum(path.stat().st_size for path in DEMO.iterdir()) < 3_000_000
