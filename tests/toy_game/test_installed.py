"""A game in a package of its own is found by its entry point, and played, with nothing of the house edited."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games.blokus3d.rules.structures import PLAYERS, STRUCTURES
from companion.games.engine import Engine
from companion.games.errors import GameError
from companion.games.package import GamePackage
from companion.games.registry import GROUP, games
from companion.texts.language import english, language
from tests.toy_game.tic_tac_toe.game import GAME

HERE = Path(__file__).parent
PLAY = """
import json, sys
from companion.games.registry import games
assert "tic-tac-toe" in games() and not {"cv2", "kivy", "tic_tac_toe.table"} & set(sys.modules)
from companion.referee.evidence import Evidence
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.texts.language import language
table = open_table("tic-tac-toe", {})
tables = [".........", "....X....", "....O....", "....X....", "O...X....", "O.X.X....", "O.XOX....", "O.XOX.X.."]
practice, session, verdict = table.practice(0, {"tables": tables}), Session(table), None
while happening := practice.next(verdict):
    look = practice.tracker(happening.value).look(happening.value)
    verdict = session.see(0.0, None, Evidence.of(look, table.places))
    print(json.dumps([verdict.verdict, verdict.rule, verdict.reason and language("de").say(verdict.reason)]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the package among its own."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(HERE / "tic_tac_toe", folder / "source/tic_tac_toe", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "pyproject.toml", folder / "source")
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    subprocess.run([*install, "--target", folder / "site", folder / "source"], check=True)
    assert (folder / "site/tic_tac_toe/texts/de.json").is_file()
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "site"), os.environ.get("PYTHONPATH", "")])}


def run(words: list[str], environment: dict[str, str], given: str = "") -> str:
    command = [sys.executable, *words]
    done = subprocess.run(command, env=environment, input=given, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow
def test_it_is_played_from_pictures(installed: dict[str, str]) -> None:
    told = [json.loads(line) for line in run(["-c", PLAY], installed).splitlines()]
    assert [(kind, rule) for kind, rule, _ in told] == [
        ("setup", None),
        ("legal", None),
        ("illegal", "TT-free"),
        ("takeback", None),
        ("legal", None),
        ("legal", None),
        ("legal", None),
        ("won", None),
    ]
    assert told[2][2] == "b2 ist besetzt"


@pytest.mark.slow
def test_its_rules_are_asked_and_looked_up(installed: dict[str, str]) -> None:
    request = json.dumps({"game": "tic-tac-toe", "op": "initial"})
    answer = json.loads(run(["-m", "companion.cli", "engine"], installed, request + "\n"))
    assert answer["position"]["to_move"] == "first"
    assert run(["-m", "companion.cli", "rules", "tic-tac-toe", "tt-win"], installed).startswith(
        "TT-win  Three in a row"
    )


class OneEntry:
    """An entry point that leads to this, or nowhere."""

    name, value = "other", "other.game:GAME"

    def __init__(self, leads_to: Any) -> None:
        self._leads_to = leads_to

    def load(self) -> Any:
        if self._leads_to is None:
            raise ImportError("no module named other")
        return self._leads_to


@pytest.mark.parametrize(
    ("leads_to", "told"),
    [
        (None, "no module named other"),
        ("GAME", "is no game"),
        (GamePackage("blokus3d", "x.game", ""), "another one"),
        (GamePackage("chess", "x.game", ""), "No module named 'x'"),
        (GamePackage("chess", "tests.games.game", ""), "en.json"),
    ],
)
def test_a_package_that_brings_no_game_is_left_out(
    leads_to: object, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.registry.entry_points", lambda group: [OneEntry(leads_to)] * (group == GROUP))
    with pytest.warns(UserWarning, match=told):
        assert "looney-blockade" in games.__wrapped__()


def test_what_a_package_brings_is_among_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.games.registry.entry_points", lambda group: [OneEntry(GAME)] * (group == GROUP))
    assert games.__wrapped__()[GAME.name] is GAME


def test_a_game_adds_words_and_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, original = language("en").sentences["engine.nested"], GamePackage.texts
    texts = {"sentences": {"engine.nested": "gotcha", "other.own": "its own"}, "rules": {}}
    monkeypatch.setattr(GamePackage, "texts", lambda game, code: texts if game is GAME else original(game, code))
    language.cache_clear()
    sentences = language("en").sentences
    assert (sentences["engine.nested"], sentences["other.own"]) == (ours, "its own")


def test_a_part_that_cannot_be_loaded_is_told() -> None:
    with pytest.raises(GameError) as told:
        GamePackage("chess", "chess.game", engine="chess_rules:ENGINE").part("engine")
    assert english(told.value.reason) == "the engine of chess cannot be loaded: No module named 'chess_rules'"


def test_what_blokus_must_be_told_is_what_it_can_be() -> None:
    """Written out where its parts are named, so that naming them loads no rules."""
    choices = {option.name: tuple(option.choices) for option in games()["blokus3d"].table_options}
    assert choices == {"structure": tuple(STRUCTURES), "players": PLAYERS}


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_what_a_game_says_it_has_is_there(game: GamePackage) -> None:
    engine = game.part("engine")
    assert isinstance(engine, Engine) and engine.name == game.name
    assert game.part("table").game == game.name
    assert callable(game.part("still").read)
    for code in ("en", "de"):
        assert f"book.{game.name}" in language(code).sentences
