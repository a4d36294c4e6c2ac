"""Everything the app says is there in every language."""

import ast
import json
import random
import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.engine_table import EngineTable
from companion.app.games.opening import JOURNAL_NAME, GameSetup, open_game
from companion.app.games.registry import GAMES
from companion.app.records.page import write_page
from companion.app.texts.prose import CATALOGUE, REASONS, translated
from companion.app.texts.texts import Texts
from companion.games.engine import respond
from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.games.registry import ENGINES
from companion.referee.errors import told
from companion.referee.keeping import journal
from companion.texts.language import english, language
from tests.app.games.looney.games import new_game, table
from tests.test_architecture import imports
from vision.geometry.grid import CELLS

ROOT = Path(__file__).parents[3]
APP = ROOT / "companion" / "app"


@pytest.mark.parametrize("game", [game for game in GAMES if game in ENGINES])
def test_every_option_of_a_game_is_explained(game: str) -> None:
    wanted = {f"game.{game}", f"game.{game}.says"}
    wanted |= {f"side.{side}" for side in GAMES[game].sides} | {f"source.{source}" for source in GAMES[game].sources}
    wanted |= {f"{name}.{value}" for name, values in GAMES[game].choices.items() for value in values}
    rules = {rule.id: rule for rule in ENGINES[game].rulebook.rules if rule.options}
    assert set(GAMES[game].rules) <= set(rules)
    for rule in GAMES[game].rules:
        wanted |= {f"rule.{rule}", *(f"option.{rule}.{value}" for value in rules[rule].options or {})}
    assert sorted(wanted - set(language("en").sentences)) == []


def test_every_rule_that_a_verdict_may_cite_has_a_title() -> None:
    rules = [rule.id for rule in ENGINES["looney-blockade"].rulebook.rules]
    assert [rule for rule in rules if not Texts().has(f"rule.{rule}")] == []


def test_pieces_and_hops_in_words() -> None:
    moves = ({"piece": "G2", "from": "a5", "to": "b3", "cost": 2, "cap": "K3"},)
    assert Texts("en").moves(moves) == "medium green a5–b3 (2), large black on top"
    assert Texts("de").moves(moves) == "grüne Mittlere a5–b3 (2), darauf schwarze Große"


def test_an_unknown_language_is_english() -> None:
    assert Texts("xx")("do.roll") == "Roll"


def reasons(seed: int) -> set[Reason]:
    """What the engine of Looney Blockade says against, and for, turns in the course of a game."""
    rng = random.Random(seed)
    said: set[Reason] = set()

    def ask(op: str, **fields: object) -> dict[str, Any]:
        return respond({"game": "looney-blockade", "op": op, **fields}, ENGINES)

    position = ask("initial")["position"]
    for _ in range(12):
        side = position["to_move"]
        roll = {colour: rng.randint(1, 6) for colour in {"cool": "BG", "warm": "RY"}[side]}
        for cell in rng.sample(CELLS, 4):
            hint = ask("hint", position=position, budget=roll, **{"from": cell})
            said |= {no["reason"] for no in hint.get("refused", ())}
        for _ in range(6):
            after = dict(position["grid"])
            start, end = rng.sample([cell for cell in CELLS if after[cell]], 2)
            after[end] += after[start][-2:]
            after[start] = after[start][:-2]
            judged = ask("check", before=position, after=after, roll=roll)
            said |= {judged["reason"]} if judged.get("legal") is False else set()
        found = ask("hint", position=position, roll=roll)["suggestion"]
        said.add(found["reason"])
        hops = [{"from": hop["from"], "to": hop["to"]} for hop in found["moves"]]
        position = ask("apply", position=position, roll=roll, moves=hops)["position"]
    return said


ENGLISH = re.compile(
    r"\b(the|may|not|were|went|needs|costs|points(?!\))|towers?|only|there|blockade|with|from|and|its|their|is|are)\b"
)


def left_english(said: set[str] | set[Reason]) -> list[str]:
    return sorted(found for reason in said if ENGLISH.search(found := translated(reason, "de")))


@pytest.mark.slow
def test_what_the_engine_of_looney_blockade_says_is_said_in_german_too() -> None:
    said = set().union(*(reasons(seed) for seed in range(3)))
    assert len(said) > 20
    assert left_english(said) == []
    assert all(translated(reason, "en") == english(reason) for reason in said)
    # What the referee says of them is still English.
    assert left_english({english(reason) for reason in said}) == []


def ask(game: str, op: str, **fields: object) -> dict[str, Any]:
    return respond({"game": game, "op": op, **fields}, ENGINES)


@pytest.mark.parametrize("variant", ["base", "bungie", "super-push"])
def test_what_the_engine_of_leistikos_blockade_says_is_said_in_german_too(variant: str) -> None:
    game, rng, said = "leistiko-blockade", random.Random(1), set()
    options = {"variant": variant}
    position = ask(game, "initial", options=options)["position"]
    for _ in range(12):
        row = rng.randint(1, 6)
        roll = [rng.randint(1, 6)] if variant != "super-push" else [rng.randint(1, 6), rng.randint(1, 6)]
        for each in range(1, 7):
            request = {"position": position, "row": row, "roll": roll, "from": each}
            said |= {no["reason"] for no in ask(game, "hint", options=options, **request).get("refused", ())}
        after = json.loads(json.dumps(position))
        after[rng.choice(["first", "second"])][rng.randint(0, 5)] += rng.choice([-1, -1, 1])
        judged = ask(game, "check", before=position, after=after, row=row, roll=roll, options=options)
        said |= {judged["reason"]} if judged.get("legal") is False else set()
        said.add(ask(game, "hint", position=position, options=options)["suggestion"]["reason"])
        found = ask(game, "hint", position=position, row=row, roll=roll, options=options).get("suggestion")
        if not found:
            continue
        said.add(found["reason"])
        turn = {"row": row, "roll": found["roll"], "steps": found["steps"]}
        position = ask(game, "apply", position=position, options=options, **turn).get("position", position)
        if ask(game, "outcome", position=position, options=options)["winner"]:
            break
    assert len(said) > 10
    assert left_english(said) == []


def test_what_the_engine_of_pyramid_ball_says_is_said_in_german_too() -> None:
    game, rng, said = "pyramid-ball", random.Random(2), set()
    for _ in range(6):
        position = ask(game, "initial", mode="advanced")["position"]
        for _ in range(12):
            programs = {
                side: {
                    **{size: "".join(rng.choice("FFFBLR.") for _ in range(3)) for size in "SML"},
                    "pass": rng.choice([None, {"row": rng.randint(1, 3), "to": rng.choice("SML")}]),
                }
                for side in ("first", "second")
            }
            answer = ask(game, "apply", position=position, programs=programs, choices=[])
            for _ in range(6):
                if "choice" not in answer:
                    break
                said.add(answer["choice"]["text"])
                choices = [*answer["choice"].get("answered", []), rng.choice(answer["choice"]["options"])]
                answer = ask(game, "apply", position=position, programs=programs, choices=choices)
            if "position" not in answer:
                break
            said |= {event["text"] for event in answer["events"]}
            position = answer["position"]
            if ask(game, "outcome", position=position)["winner"]:
                break
    found = ask(game, "hint", position=ask(game, "initial")["position"], player="first", seconds=0.05)["suggestion"]
    said.add(found["reason"])
    assert len(said) > 50
    assert left_english(said) == []


@pytest.mark.slow
def test_what_the_engine_of_blokus_3d_says_is_said_in_german_too() -> None:
    game, rng, said = "blokus3d", random.Random(3), set()
    position = ask(game, "initial", structure="steps", players=3)["position"]
    while position["to_move"]:
        found = ask(game, "hint", position=position, seconds=0.0)
        said.add(found["suggestion"]["reason"])
        for piece in position["left"][position["to_move"]]:
            said |= {no["reason"] for no in ask(game, "hint", position=position, piece=piece)["refused"]}
        place = [[rng.randint(0, 5), rng.randint(0, 5), rng.randint(0, 2)] for _ in range(3)]
        said.add(
            str(ask(game, "apply", position=position, piece="I3", cells=place).get("illegal", {}).get("reason", ""))
        )
        turn = found["suggestion"]
        position = ask(game, "apply", position=position, piece=turn["piece"], cells=turn["cells"])["position"]
    assert len(said) > 20
    assert left_english(said) == []


# Modules that the app needs and whose English no player of it can get to see, and why.
SILENT = {
    "companion/games/*/rulebook": "rules.json has its German",
    "companion/games/*/model": "the app asks nothing that is not well formed",
    "companion/games/*/notation": "positions are written by the app, not read",
    "companion/games/*gamefile": "for files of games",
    "companion/games/*/protocol": "the app asks nothing that is not well formed",
    "companion/games/*/setup": "the app begins with the usual set-up",
    "companion/games/blokus3d/structures": "drawings of the structures",
    "companion/games/engine": "the app asks nothing that is not well formed",
    "companion/games/errors": "how a value is shown that is not well formed",
    "companion/games/leistiko_blockade/rules": "the app asks nothing that is not well formed",
    "companion/games/looney_blockade/board": "stacks are chosen from those that there are",
    "companion/games/looney_blockade/turns": "the app asks nothing that is not well formed",
    "companion/games/pyramid_ball/checking": "the app asks nothing that is not well formed",
    "companion/games/pyramid_ball/columns": "nothing is asked after the end",
    "companion/games/pyramid_ball/strategy": "nothing is asked after the end",
    "companion/games/pyramid_ball/turns": "the app asks nothing that is not well formed",
    "companion/referee/live/feed": "on the command line only",
    "companion/referee/tables/__init__": "the app offers only games that there are",
    "companion/referee/tables/looney/drawing": "markup",
    "companion/referee/game": "what is judged again there is judged on the command line only",
    "companion/referee/keeping/journal": "names an option of the command line",
    "companion/referee/keeping/recording": "of the app's own recording",
    "companion/referee/report/page": "markup",
    "calibration/*": "on the command line, and on printed sheets",
    "hardware/simulation/tower": "lines of the protocol",
    "vision/geometry/board_view": "the app has no views that are written by hand",
    "vision/watching/watcher": "the referee asks only what can be answered",
    "vision/stacks/features": "the referee asks only what can be answered",
    "companion/referee/tables/looney/table": "what one types on the command line",
    "vision/geometry/grid": "the app names only cells that there are",
    "vision/geometry/solids": "stacks are chosen from those that there are",
}
# Modules that are loaded by name, so that no import leads to them.
BY_NAME = ("hardware/bluetooth/pixels", "hardware/bluetooth/godice", "calibration/camera_wizard")
# Modules of the app that are for those who start it or test it.
OUTSIDE = ("driver", "window", "screenshots")


@cache
def needed() -> set[str]:
    """The modules that the app needs, by their paths."""
    todo = [*(ROOT / "companion" / "app").rglob("*.py"), *(ROOT / f"{name}.py" for name in BY_NAME)]
    found: set[Path] = set()
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.add(path)
        paths = (ROOT / module.replace(".", "/") for module in imports(path))
        todo += [p for each in paths for p in (each.with_suffix(".py"), each / "__init__.py") if p.is_file()]
    return {str(path.relative_to(ROOT).with_suffix("")) for path in found}


def speaking() -> list[str]:
    silent = [name for name in needed() if any(fnmatch(name, pattern) for pattern in SILENT)]
    outside = [f"companion/app/{name}" for name in OUTSIDE]
    return sorted({*needed() - {*silent, *outside}, "calibration/camera_wizard"})


NEVER_SHOWN = (
    "<!doctype",
    "name=",
    "body{",
    "shown(",
    "ValueError",
    "AssertionError",
    "a correction is one of",
    "tops",
    "{body}",
    "style>",
    "make={",
)


def sentences(module: Path) -> set[str]:
    """The words between the names in the text of a module: pieces of at least three words."""
    tree = ast.parse(module.read_text("utf-8"))
    lines = module.read_text("utf-8").splitlines()
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in documents:
            continue
        if any(mark in lines[node.lineno - 1] for mark in NEVER_SHOWN):
            continue
        for part in re.split(r"{\w+}|; |\(", node.value):
            words = part.strip(" .,:;)'\"`")
            if len(re.findall(r"[A-Za-z']+", words)) >= 3 and " " in words:
                found.add(words)
    return found


def test_modules_are_silent_for_a_reason() -> None:
    assert [pattern for pattern in SILENT if not any(fnmatch(name, pattern) for name in needed())] == []


@pytest.mark.parametrize("module", speaking())
def test_all_that_a_module_says_is_in_the_catalogue(module: str) -> None:
    """A sentence that is added somewhere and has no German form is found here."""
    known = "\n".join(CATALOGUE[key]["en"] for key in (*REASONS, "in.row"))
    assert sorted(words for words in sentences(ROOT / f"{module}.py") if words not in known) == []


# Words in a .kv file or in a widget made by hand.
WRITTEN_OUT = re.compile(r"""\b(?:text|title|hint_text|label)\s*[:=]\s*f?["'][^"'{]*[A-Za-z]{2}""")


def test_screens_say_nothing_that_is_not_in_the_catalogue() -> None:
    folders = ("games", "guide", "records", "settings", "start", "widgets")
    paths = [path for folder in folders for path in (APP / folder).rglob("*.*")]
    files = [path for path in [*paths, APP / "app.py"] if path.suffix in (".py", ".kv")]
    assert len(files) > 30
    found = [f"{path.name}: {line.strip()}" for path in files for line in path.read_text("utf-8").splitlines()]
    assert [line for line in found if WRITTEN_OUT.search(line)] == []


def left_on(page: str) -> list[str]:
    """English words in what can be read of a page."""
    read = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    words = {found[0] for found in ENGLISH_PAGE.finditer(read)}
    return sorted(words | set(re.findall(r'aria-label="([^"]*(?:board|table)[^"]*)"', page)))


ENGLISH_PAGE = re.compile(rf"{ENGLISH.pattern}|\b(?:[Tt]urn|[Bb]lack|[Nn]o|point|[Bb]oard|[Pp]erhaps|[Ee]mpty|moves)\b")


@pytest.mark.slow
def test_the_page_of_a_refereed_game_is_german(tmp_path: Path) -> None:
    game, folder = table(
        tmp_path, source="practice", seed=4, more={"breaches": 100, "glares": 100}, players={"cool": "Ada"}
    )
    for _ in range(60):
        game.step()
        if game.state().phase == "unsure":
            break
    game.correct({"reading": 0})
    game.close()
    kinds = {record["verdict"]["verdict"] for record in records_of(folder) if record.get("verdict")}
    assert {"setup", "illegal", "unsure"} <= kinds
    page = write_page(folder, "de").read_text("utf-8")
    assert left_on(page) == [] and 'lang="de"' in page
    assert "Ada" in page and "Vielleicht:" in page and "Nicht erlaubt" in page
    assert len(left_on(write_page(folder).read_text("utf-8"))) > 5


@pytest.mark.parametrize("game", ["leistiko-blockade", "blokus3d", "pyramid-ball"])
def test_the_page_of_any_game_is_german(tmp_path: Path, game: str) -> None:
    folder = new_game(GameSetup(game=game, source="touch"), tmp_path)
    played = open_game(folder)
    intents: dict[str, list[tuple[Any, ...]]] = {
        "leistiko-blockade": [("choose_row", 3), ("roll", [5]), ("touch", 3), ("go", "2"), ("done",)],
        "blokus3d": [("choose", "L4"), ("tap", "4,4"), ("done",)],
        "pyramid-ball": [("enter",), *[("command", "F")] * 3, ("done",), ("done",)],
    }
    for intent, *arguments in intents[game]:
        getattr(played, intent)(*arguments)
    played.close()
    page = write_page(folder, "de").read_text("utf-8")
    assert "<li>" in page and left_on(page) == []


def records_of(folder: Path) -> tuple[dict[str, Any], ...]:
    return journal.read(folder / JOURNAL_NAME).records


def test_a_reason_nobody_has_translated_stays_as_it_is() -> None:
    assert translated("something quite new", "de") == "something quite new"
    assert Texts("de").reason("there is nothing to undo") == "Es gibt nichts zurückzunehmen."


def test_a_reason_is_worded_in_the_language_of_the_app() -> None:
    reason = because("leistiko.row.empty", "LB-10", row=3, side="first")
    assert Texts("en").reason(reason) == "Row 3 of first is empty, and an empty row is not chosen."
    assert Texts("de").reason(reason) == "Reihe 3 von Erster ist leer, und eine leere Reihe wird nicht gewählt."
    assert Texts("de").reason(because("text", text="there is nothing to undo")) == "Es gibt nichts zurückzunehmen."


def test_what_an_engine_has_against_a_request_reaches_the_players_as_a_reason(tmp_path: Path) -> None:
    played = open_game(new_game(GameSetup(game="leistiko-blockade", source="touch"), tmp_path))
    assert isinstance(played, EngineTable)
    with pytest.raises(GameError) as refused:
        played.ask("apply", position=played.position, row=7, roll=[1], steps=[])
    played.close()
    assert Texts("de").reason(told(refused.value)) == "Row: Gebraucht wird eine Reihe von 1 bis 6, nicht 7."
