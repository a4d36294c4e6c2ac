"""Every rule that a reason rests on can be looked up in the rulebook of its game."""

import ast
import random
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.app.games.registry import GAMES
from companion.games.engine import respond
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.referee.tables import TABLES
from companion.texts.language import LANGUAGES, language
from tests.often import often
from tests.sources import parsed

COMPANION = Path(__file__).parents[2] / "companion"


def folders_of(game: str) -> set[Path]:
    """Where a game's reasons are made: the folders of its engine, its table module and its screens."""
    parts = (type(ENGINES[game]), TABLES[game], type(GAMES[game]))
    return {Path(str(sys.modules[part.__module__].__file__)).parent for part in parts}


MAKERS = {"because", "Reason", "GameError", "RefereeError"}
# An id, perhaps followed by what case of it.
RULE = re.compile(r"((?:BK|LB|B3|PB)-(?:[a-z]+|\d\d))(?: .*)?")
CONFLICT_RULE = re.compile(r"(C\d+)(?: [a-z]+)?")
CELLS = [file + rank for rank in "12345" for file in "abcde"]


def rules_of_calls(tree: ast.AST) -> Iterator[str]:
    """The rules written out in calls: where a reason is made, and wherever one is passed as `rule`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            made = isinstance(node.func, ast.Name) and node.func.id in MAKERS
            given = [*(node.args[1:2] if made else ()), *(word.value for word in node.keywords if word.arg == "rule")]
            yield from (rule for each in given for rule in written_out(each))


def written_out(node: ast.AST) -> Iterator[str]:
    """The texts that an expression can come to."""
    if isinstance(node, ast.IfExp):
        yield from (*written_out(node.body), *written_out(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def rules_named(tree: ast.AST, ids: re.Pattern[str] = RULE) -> Iterator[str]:
    """All that look like rules: in tables of reasons, put into variables, returned."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (found := ids.fullmatch(node.value)):
            yield found[1]


def trees(*folders: Path) -> list[ast.AST]:
    """All modules in some folders but the rulebooks."""
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return [parsed(path) for path in paths if path.name != "rulebook.py"]


def rules_cited(game: str) -> set[str]:
    """Every rule on which a reason of this game can rest."""
    found = {rule for tree in trees(*folders_of(game)) for rule in (*rules_of_calls(tree), *rules_named(tree))}
    if game == "pyramid-ball":
        found |= {rule for tree in trees(COMPANION / "games/pyramid_ball") for rule in rules_named(tree, CONFLICT_RULE)}
    return found


def reasons_in(thing: Any) -> Iterator[Reason]:
    """All reasons in an answer, those within reasons too."""
    if isinstance(thing, Reason):
        yield thing
        yield from reasons_in(dict(thing.values))
    elif isinstance(thing, dict):
        yield from (reason for part in thing.values() for reason in reasons_in(part))
    elif isinstance(thing, list | tuple):
        yield from (reason for part in thing for reason in reasons_in(part))


def ask(game: str, op: str, **fields: Any) -> Any:
    return respond({"game": game, "op": op, **fields}, ENGINES)


def looney(rng: random.Random) -> Iterator[Any]:
    """Answers of a game in which every turn is followed by tables that no turn leads to."""
    game, position = "looney-blockade", ask("looney-blockade", "initial")["position"]
    for _ in range(8):
        roll = {colour: rng.randint(1, 6) for colour in {"cool": "BG", "warm": "RY"}[position["to_move"]]}
        for _ in range(6):
            after = dict(position["grid"])
            for _ in range(rng.choice([1, 1, 2])):
                start, end = rng.sample([cell for cell in CELLS if after[cell]], 2)
                after[start], after[end] = after[start][:-2], after[end] + after[start][-2:]
            after[rng.choice(CELLS)] += rng.choice(["", "", "K3", "G1"])
            yield ask(game, "check", before=position, after=after, roll=roll)
        hops = [{"from": rng.choice(CELLS), "to": rng.choice(CELLS)} for _ in range(2)]
        yield ask(game, "apply", position=position, roll=roll, moves=hops)
        yield ask(game, "hint", position=position, budget=roll, **{"from": rng.choice(CELLS)})
        yield (hint := ask(game, "hint", position=position, roll=roll))
        hops = [{"from": hop["from"], "to": hop["to"]} for hop in hint["suggestion"]["moves"]]
        position = ask(game, "apply", position=position, roll=roll, moves=hops)["position"]


def leistiko(rng: random.Random) -> Iterator[Any]:
    game, variant = "leistiko-blockade", rng.choice(["base", "bungie", "super-push"])
    options = {"variant": variant, "LB-09": variant == "bungie" or rng.random() < 0.5}
    position = ask(game, "initial", options=options)["position"]
    for _ in range(12):
        row, dice = rng.randint(1, 6), 2 if variant == "super-push" else 1
        turn = {"row": row, "roll": [rng.randint(1, 6) for _ in range(dice)], "options": options}
        for _ in range(6):
            after = {side: list(position[side]) for side in ("first", "second")}
            for _ in range(rng.randint(1, 3)):
                rows, i = after[rng.choice(["first", "second", position["to_move"]])], rng.randint(0, 5)
                rows[i] = max(0, rows[i] + rng.choice([-1, -1, 1]))
            yield ask(game, "check", before=position, after=after, **turn)
        steps = [rng.choice([{"from": row, "to": rng.randint(0, 7)}, {"leap": row}, {"off": row}]) for _ in range(3)]
        yield ask(game, "apply", position=position, steps=steps, **turn)
        yield ask(game, "hint", position=position, **turn, **{"from": rng.randint(1, 6)})
        yield ask(game, "hint", position=position, options=options)
        yield (found := ask(game, "hint", position=position, **turn).get("suggestion"))
        if found:
            played = {**turn, "roll": found["roll"], "steps": found["steps"]}
            position = ask(game, "apply", position=position, **played)["position"]


def ball(rng: random.Random) -> Iterator[Any]:
    """Answers of turns by any programs, of tables that they do not lead to, and of hints."""
    game, squares = "pyramid-ball", [file + rank for rank in "12345678" for file in "abcdefg"]
    for _ in range(4):
        position = ask(game, "initial", mode=rng.choice(["basic", "advanced"]))["position"]
        for _ in range(8):
            programs = {
                side: {
                    **{size: "".join(rng.choice("FFFBLR.") for _ in range(3)) for size in "SML"},
                    "pass": rng.choice([None, {"row": rng.randint(1, 3), "to": rng.choice("SML")}]),
                    "blitz": rng.random() < 0.1,
                }
                for side in ("first", "second")
            }
            after = {side: {**position[side], "S": rng.choice(squares)} for side in ("first", "second")}
            yield ask(game, "check", before=position, programs=programs, after={**after, "ball": position["ball"]})
            pyramid = {"position": position, "player": rng.choice(["first", "second"]), "pyramid": rng.choice("SML")}
            yield ask(game, "hint", **pyramid)
            yield ask(game, "hint", **pyramid, row=rng.randint(1, 3))
            choices: list[str] = []
            while "choice" in (answer := ask(game, "apply", position=position, programs=programs, choices=choices)):
                yield answer
                choices.append(rng.choice(answer["choice"]["options"]))
            yield answer
            position = answer.get("position", position)
            if ask(game, "outcome", position=position)["winner"]:
                break
    yield ask(game, "hint", position=ask(game, "initial")["position"], player="first")


def blokus(rng: random.Random) -> Iterator[Any]:
    """Answers of a short game in which every turn is followed by cubes put anywhere, and by hints."""
    game = "blokus3d"
    structure = rng.choice(["tower", "corner", "steps", "pyramid"])
    position = ask(game, "initial", structure=structure, players=3)["position"]
    for _ in range(8):
        columns = position["columns"]
        for _ in range(4):
            after = {**columns, **{square: columns[square] + rng.choice("BYR") for square in rng.sample([*columns], 2)}}
            yield ask(game, "check", before=position, after=after)
            yield ask(game, "check", before=position, after={"tops": {name: one[-1:] for name, one in after.items()}})
            cells = [[rng.randint(1, 8), rng.randint(1, 8), rng.randint(0, 2)] for _ in range(2)]
            yield ask(game, "apply", position=position, piece="I2", cells=cells)
        yield ask(game, "hint", position=position, piece=rng.choice(["I2", "T4", "A4"]))
        yield ask(game, "hint", position=position, **{"from": rng.choice([*columns])})
        turn = ask(game, "hint", position=position)["suggestion"]
        yield turn
        position = ask(game, "apply", position=position, piece=turn["piece"], cells=turn["cells"])["position"]


PLAYED = {"looney-blockade": looney, "leistiko-blockade": leistiko, "pyramid-ball": ball, "blokus3d": blokus}


@cache
def played(game: str, seed: int) -> tuple[Any, ...]:
    """The answers of a game."""
    return tuple(PLAYED[game](random.Random(seed)))


def looked_up(game: str, rule: str, printed: pytest.CaptureFixture[str]) -> bool:
    """Whether `companion rules` shows a rule under exactly this id."""
    status = cli.main(["rules", game, rule])
    return status == 0 and printed.readouterr().out.startswith(f"{rule}  ")


@pytest.mark.parametrize("game", ENGINES)
def test_every_rule_that_a_reason_can_rest_on_is_shown_by_the_command(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cited = rules_cited(game)
    assert cited
    assert [rule for rule in sorted(cited) if not looked_up(game, rule, capsys)] == []


@pytest.mark.parametrize("game", ENGINES)
def test_the_command_shows_every_rule_of_a_book(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [rule for rule in ENGINES[game].rulebook.ids if not looked_up(game, rule, capsys)] == []


def test_the_command_refuses_a_rule_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert not looked_up("looney-blockade", "BK-99", capsys)


def test_what_serves_all_games_cites_rules_of_theirs_alone() -> None:
    known = {rule for engine in ENGINES.values() for rule in engine.rulebook.ids}
    everywhere = trees(COMPANION)
    assert {rule for tree in everywhere for rule in (*rules_of_calls(tree), *rules_named(tree))} <= known


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ('because("a.b", "BK-01", n=1)', ["BK-01"]),
        ('Violation(rule="PB-1" if first == "S" else "C3")', ["PB-1", "C3"]),
        ('because("a.b", None, rule="BK-77")', ["BK-77"]),
        ('because("BK-01")', []),
    ],
)
def test_rules_in_calls_are_found(code: str, rules: list[str]) -> None:
    assert [*rules_of_calls(ast.parse(code))] == rules


def test_rules_anywhere_are_found() -> None:
    tree = ast.parse('x = {"PB-15 row": 1}; y = "LB-own"; z = "see BK-01"; piece = "C3"')
    assert {*rules_named(tree)} == {"PB-15", "LB-own"}
    assert {*rules_named(tree, CONFLICT_RULE)} == {"C3"}


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED)
def test_the_rules_of_the_reasons_given_in_play_can_be_looked_up(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = [each for seed in range(often(3)) for answer in played(game, seed) for each in reasons_in(answer)]
    rules = {reason.rule for reason in found if reason.rule}
    assert len(rules) > 5
    assert [rule for rule in sorted(rules) if not looked_up(game, rule, capsys)] == []
    assert rules <= rules_cited(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED)
def test_an_answer_names_the_rule_of_its_reason(game: str) -> None:
    answers = [answer for answer in played(game, 0) if isinstance(answer, dict)]
    refused = [answer for answer in answers if answer.get("legal") is False]
    refused += [answer["illegal"] for answer in answers if "illegal" in answer]
    refused += [no for answer in answers for no in answer.get("refused", ())]
    assert len(refused) > 10
    assert [each for each in refused if each["rule"] != each["reason"].rule] == []


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", PLAYED)
def test_every_reason_given_in_play_can_be_said(game: str, code: str) -> None:
    found = [each for answer in played(game, 0) for each in reasons_in(answer)]
    assert len({reason.key for reason in found}) > 5
    for reason in found:
        sentence = language(code).say(reason)
        assert sentence and "{" not in sentence and "None" not in sentence
