"""Drawings and words for people."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.games.looney_blockade.table.drawing import die_svg
from companion.games.looney_blockade.table.wording import LooneyWording
from companion.games.reason import because
from companion.referee.analysing.analysis import AnalysedTurn, Analysis
from companion.referee.analysing.words import AnalysisWords
from companion.referee.drawing.depicted import Depicted
from companion.referee.drawing.svg import table_svg
from companion.referee.keeping.recording import load
from companion.referee.report.analysis import picture
from companion.referee.tables import open_table
from companion.referee.telling import sentence
from companion.referee.verdict import KINDS, Offer, Verdict
from companion.texts.language import english, language
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


@pytest.mark.parametrize(("winner", "key"), [(None, "won"), ("cool", "won"), ("warm", "lost"), ("draw", "drawn")])
def test_a_game_is_won_by_the_mover_unless_another_is_named(winner: str | None, key: str) -> None:
    more = {} if winner is None else {"winner": winner}
    verdict = Verdict(1.0, None, "won", GRID, 1.0, side="cool", commitment={"roll": {"B": 1, "G": 2}}, more=more)
    told = sentence(verdict, LooneyWording())
    assert told.key == f"referee.line.{key}"
    assert told.values.get("winner") == (winner if key in ("lost", "drawn") else None)


def analysed_turn(number: int, side: str | None, *shares: float, lost: float = 0.0, luck: float = 0.0) -> AnalysedTurn:
    sides = [f"side{n}" for n in range(len(shares))]
    after, none = dict(zip(sides, shares, strict=True)), dict.fromkeys(sides, 0.0)
    mover = side or sides[0]
    return AnalysedTurn(
        *(number, side, None, None, after, {**none, mover: luck}, none, none, {**none, mover: lost}, 0.0, None)
    )


def drawn_curve(*turns: AnalysedTurn, start: Sequence[float]) -> str:
    sides = tuple(f"side{n}" for n in range(len(start)))
    found = Analysis("leistiko-blockade", sides, dict(zip(sides, start, strict=True)), turns, over=False, records=0)
    return picture(found, AnalysisWords(language("en"), found, dict.fromkeys(sides, "") | {"side0": "Ada"}))


def test_of_two_players_the_first_one_s_chances_are_drawn_with_bars_and_the_deciding_turn() -> None:
    drawing = drawn_curve(
        analysed_turn(1, "side0", 0.75, 0.25, luck=0.25),
        analysed_turn(2, "side1", 1.0, 0.0, lost=0.25, luck=-0.1),
        start=(0.5, 0.5),
    )
    # 960 pixels less margins of 44 and 10 for two turns; chances from 4 at 100 % to 236 at 0 %.
    assert re.findall('<polyline points="([^"]*)"', drawing) == ["44.0,120.0 497.0,62.0 950.0,4.0"]
    assert re.findall('<polygon points="([^"]*)"', drawing) == [
        "44.0,236.0 44.0,120.0 497.0,62.0 950.0,4.0 950.0,236.0"
    ]
    assert re.findall('<circle class="told" cx="([^"]*)" cy="([^"]*)"', drawing) == [("950.0", "4.0")]
    bars = re.findall('<rect class="(.*?)" x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', drawing)
    # 70 pixels for the largest change, a quarter; luck rises from the line at 336, what is lost hangs under it.
    assert bars == [
        ("lucky", "134.6", "266.0", "271.8", "70.0"),
        ("unlucky", "587.6", "336.0", "271.8", "28.0"),
        ("lost", "723.5", "336.0", "135.9", "70.0"),
    ]
    assert ">Ada</text>" in drawing and drawing.count('text-anchor="middle">2<') == 1


def test_of_more_players_each_has_a_curve_and_none_an_area() -> None:
    drawing = drawn_curve(analysed_turn(1, "side1", 0.5, 0.25, 0.25, lost=0.3), start=(0.25, 0.5, 0.25))
    assert drawing.count("<polyline") == 3 and "<polygon" not in drawing
    assert re.findall('<circle class="told" cx="([^"]*)" cy="([^"]*)"', drawing) == [("950.0", "178.0")]
    assert len(set(re.findall('stroke="(#[^"]*)"', drawing))) == 3
