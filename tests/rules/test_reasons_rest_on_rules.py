"""Every rule that a reason rests on can be looked up in the rulebook of its game."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.engine import respond
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.texts.language import LANGUAGES, language

GAMES = Path(__file__).parents[2] / "companion/games"
MAKERS = {"because", "Reason", "GameError"}
CELLS = [file + rank for rank in "12345" for file in "abcde"]


def literals(tree: ast.AST) -> Iterator[str]:
    """The rules written out as the second argument of the calls that make reasons."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            yield from (str(rule.value) for rule in node.args[1:2] if isinstance(rule, ast.Constant) and rule.value)


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


@pytest.mark.parametrize("game", ENGINES)
def test_the_rules_written_out_in_reasons_can_be_looked_up(game: str) -> None:
    folder = GAMES / game.replace("-", "_")
    cited = {rule for path in folder.rglob("*.py") for rule in literals(ast.parse(path.read_text("utf-8")))}
    assert len(cited) > 5
    for rule in cited:
        assert ENGINES[game].rulebook.find(rule).id == rule


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED)
def test_the_rules_of_the_reasons_given_in_play_can_be_looked_up(game: str) -> None:
    found = [each for seed in range(2) for answer in PLAYED[game](random.Random(seed)) for each in reasons_in(answer)]
    rules = {reason.rule for reason in found if reason.rule}
    assert len(rules) > 5
    for rule in rules:
        assert ENGINES[game].rulebook.find(rule).id == rule


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED)
def test_an_answer_names_the_rule_of_its_reason(game: str) -> None:
    answers = [answer for answer in PLAYED[game](random.Random(7)) if isinstance(answer, dict)]
    refused = [answer for answer in answers if answer.get("legal") is False]
    refused += [answer["illegal"] for answer in answers if "illegal" in answer]
    refused += [no for answer in answers for no in answer.get("refused", ())]
    assert len(refused) > 10
    assert [each for each in refused if each["rule"] != each["reason"].rule] == []


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", PLAYED)
def test_every_reason_given_in_play_can_be_said(game: str, code: str) -> None:
    found = [each for answer in PLAYED[game](random.Random(8)) for each in reasons_in(answer)]
    assert len({reason.key for reason in found}) > 5
    for reason in found:
        sentence = language(code).say(reason)
        assert sentence and "{" not in sentence and "None" not in sentence
