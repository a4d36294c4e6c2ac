"""Questions about the table as it lies: what is allowed there, or the first rule that forbids it."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.engine import respond
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.referee.asking_here import OnTable
from companion.referee.grid import Commitment
from companion.referee.tables import open_table
from companion.texts.language import language


def table(game: str, mover: str = "", **said: Any) -> OnTable:
    """The start of a game, with what was said of the turn."""
    board = open_table(game, {})
    position = respond({"game": game, "op": "initial"}, ENGINES)["position"]
    return OnTable.of(board, board.from_json(position), Commitment(mover, said) if said else None)


def words(reason: Reason, game: str, code: str = "en") -> str:
    return language(code).for_players.of_game(game).say(reason)


@pytest.mark.parametrize(
    ("game", "said", "question", "rule", "told"),
    [
        ("looney-blockade", {"roll": {"B": 5, "G": 3}}, "may b3 go to b2?", None, "green b3 → b2 (1 point"),
        ("looney-blockade", {"roll": {"B": 5, "G": 3}}, "may b3 go to E5?", "BK-land", "red medium is on top"),
        ("looney-blockade", {"roll": {"B": 5, "G": 3}}, "may c2 move?", "BK-own", "not"),
        ("looney-blockade", {"roll": {"B": 5, "G": 3}}, "where can my small green go?", None, "green b1 → c1"),
        ("looney-blockade", {}, "may b3 go to b2?", "BK-roll", "nobody has rolled"),
        ("leistiko-blockade", {"row": 3, "roll": [3]}, "can I leap off row 3?", "LB-points", "costs 4 points"),
        ("leistiko-blockade", {"row": 3, "roll": [4]}, "can I leap off row 3?", None, "off the board for 4 points"),
        ("leistiko-blockade", {"row": 3, "roll": [4]}, "may row 2 move?", "LB-row", "3"),
        ("leistiko-blockade", {}, "may I take row 2?", "LB-turn", "row was chosen"),
        ("blokus3d", {}, "what fits on e5?", None, "V3 on e5"),
        ("blokus3d", {}, "does anything fit on a1?", "B3-inside", "outside"),
        ("blokus3d", {}, "where can the I4 go?", None, "I4 on d4"),
        ("pyramid-ball", {}, "can d4 reach b3?", "C4", "cannot take"),
        ("pyramid-ball", {}, "can d4 reach d3?", None, "d4 to d3"),
    ],
)
def test_a_place_or_piece_named_is_answered_of_the_table(
    game: str, said: Any, question: str, rule: str | None, told: str
) -> None:
    here, found = table(game, "cool" if "looney" in game else "first", **said).answers(question, "en")
    assert here and here[-1].rule == rule, here
    assert any(told in words(reason, game) for reason in here), [words(reason, game) for reason in here]
    assert not rule or found[0].id == rule


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_question_that_names_nothing_is_not_answered_of_the_table(game: str) -> None:
    assert table(game).allowed("who begins?", "en") == ()


def test_it_can_be_asked_in_german() -> None:
    here = table("looney-blockade", "cool", roll={"B": 5, "G": 3}).allowed("wohin darf meine kleine grüne?", "de")
    assert "b1 → c1" in words(here[0], "looney-blockade", "de")


def test_the_command_asks_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = respond({"game": "looney-blockade", "op": "initial"}, ENGINES)["position"]
    at = tmp_path / "table.json"
    at.write_text(json.dumps({"game": "looney-blockade", "position": position, "roll": {"B": 5, "G": 3}}))
    assert main(["rules", "--ask", "may b3 go to e5?", "--at", str(at)]) == 0
    assert "Not allowed now" in capsys.readouterr().out
    at.write_text("[]")
    assert main(["rules", "--ask", "may b3 go?", "--at", str(at)]) == 1
    assert "no table" in capsys.readouterr().err
