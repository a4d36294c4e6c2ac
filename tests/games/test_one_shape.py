"""All games look alike: the same files, the same operations, the same way round between text and JSON."""

import importlib
from pathlib import Path

import pytest

from companion.games.engine import OPS, Engine, respond
from companion.games.registry import ENGINES
from companion.games.rulebook import Rulebook
from tests.games.saying import said

GAMES = Path(__file__).parent.parent.parent / "companion/games"
FILES = ("__init__", "model", "rules", "rulebook", "notation", "gamefile", "protocol", "hints")


def package(game: str) -> str:
    """The package of a game: the one in which its engine is defined."""
    return type(ENGINES[game]).__module__.rpartition(".")[0]


def position_of(game: str) -> dict[str, object]:
    """The position of an ordinary start; games that need to know more are told."""
    answer = respond({"game": game, "op": "initial", "structure": "tower", "players": 2}, ENGINES)
    assert isinstance(answer["position"], dict)
    return answer["position"]


@pytest.mark.parametrize("game", ENGINES)
def test_a_game_is_a_package_of_the_same_files(game: str) -> None:
    folder = GAMES.joinpath(*package(game).split(".")[2:])
    missing = [name for name in FILES if not (folder / f"{name}.py").exists()]
    assert not missing
    assert all((folder / f"{name}.py").read_text().startswith('"""') for name in FILES)


@pytest.mark.parametrize("game", ENGINES)
def test_the_engine_and_the_rulebook_are_of_the_same_kinds(game: str) -> None:
    engine = ENGINES[game]
    assert isinstance(engine, Engine)
    assert isinstance(engine.rulebook, Rulebook)
    assert engine.rulebook is importlib.import_module(f"{package(game)}.rulebook").RULEBOOK
    assert engine.rulebook.game == game and set(engine.rulebook.readings) <= set(engine.rulebook.ids)


@pytest.mark.parametrize("game", ENGINES)
@pytest.mark.parametrize("op", [op for op in OPS if op != "initial"])
def test_an_empty_request_is_told_what_is_missing(game: str, op: str) -> None:
    answer = said(respond({"game": game, "op": op}, ENGINES))
    assert answer.keys() == {"error"}
    assert answer["error"].endswith(" is missing")


@pytest.mark.parametrize("game", ENGINES)
def test_a_start_has_an_outcome_without_a_winner(game: str) -> None:
    answer = respond({"game": game, "op": "outcome", "position": position_of(game)}, ENGINES)
    assert "error" not in answer
    assert answer.get("winner") is None and answer.get("winners") is None


@pytest.mark.parametrize("game", ENGINES)
def test_a_position_goes_round_through_json_and_text(game: str) -> None:
    model = importlib.import_module(f"{package(game)}.model")
    notation = importlib.import_module(f"{package(game)}.notation")
    start = position_of(game)
    position = model.Position.from_json(start)
    assert position.to_json() == start
    text = notation.position_to_text(position)
    assert "\n" not in text
    assert notation.position_from_text(text) == position


@pytest.mark.parametrize("game", ENGINES)
def test_unknown_options_are_refused_by_name(game: str) -> None:
    fields = {"position": position_of(game), "structure": "tower", "players": 2, "options": {"XX-99": True}}
    answers = [respond({"game": game, "op": op, **fields}, ENGINES) for op in ("initial", "outcome")]
    assert any("XX-99" in said(answer).get("error", "") for answer in answers)
