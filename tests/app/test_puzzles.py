"""Puzzles: each has exactly one best answer among all that the rules allow, and is one of those to choose from."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.registry import GAMES
from companion.app.texts.texts import Texts
from companion.games.engine import respond
from companion.games.registry import ENGINES
from companion.texts.language import LANGUAGES
from lab.puzzles import ANSWERS, BALL_THEMES, CHOICES, PUZZLES, leistiko_hint, path_of

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.driver import Driver


def puzzles(game: str) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = json.loads(path_of(game).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("game", ANSWERS)
def test_there_are_twenty_and_no_two_are_alike(game: str) -> None:
    found = puzzles(game)
    assert len(found) == PUZZLES == len({json.dumps(puzzle["position"]) + puzzle["task"] for puzzle in found})
    for puzzle in found:
        assert len({json.dumps(choice) for choice in puzzle["choices"]}) == CHOICES
        assert 0 <= puzzle["right"] < CHOICES
    assert len({puzzle["right"] for puzzle in found}) > 1


@pytest.mark.parametrize("game", ANSWERS)
def test_each_has_exactly_one_best_answer(game: str) -> None:
    assert [len(ANSWERS[game](puzzle)) for puzzle in puzzles(game)] == [1] * PUZZLES


def ask(game: str, op: str, **fields: Any) -> Any:
    answer = respond({"game": game, "op": op, **fields}, ENGINES)
    assert "error" not in answer and "illegal" not in answer, answer
    return answer


def test_in_looney_blockade_the_right_turn_wins_and_no_other() -> None:
    for puzzle in puzzles("looney_blockade"):
        for number, moves in enumerate(puzzle["choices"]):
            given = {"position": puzzle["position"], "roll": puzzle["roll"]}
            after = ask("looney-blockade", "apply", **given, moves=moves)["position"]
            winner = ask("looney-blockade", "outcome", position=after)["winner"]
            assert winner == (puzzle["position"]["to_move"] if number == puzzle["right"] else None)


def test_in_leistikos_blockade_the_right_turn_takes_off_most() -> None:
    for puzzle in puzzles("leistiko_blockade"):
        if puzzle["task"] == "leistiko.row":
            best = ANSWERS["leistiko_blockade"](puzzle)
            assert [choice[0]["row"] in best for choice in puzzle["choices"]].index(True) == puzzle["right"]
            continue
        left = []
        for steps in puzzle["choices"]:
            given = {name: puzzle[name] for name in ("position", "row", "roll")}
            left.append(sum(ask("leistiko-blockade", "apply", **given, steps=steps)["position"]["first"]))
        assert left.index(min(left)) == puzzle["right"] and left.count(min(left)) == 1
        assert sum(puzzle["position"]["first"]) - min(left) == puzzle["n"]


def test_leistikos_puzzles_teach_what_the_hint_plays() -> None:
    for puzzle in puzzles("leistiko_blockade"):
        assert ANSWERS["leistiko_blockade"](puzzle) == [leistiko_hint(puzzle)], puzzle


def test_in_pyramid_ball_the_right_program_does_what_is_asked_and_no_other() -> None:
    found = puzzles("pyramid_ball")
    for puzzle in found:
        wanted = [0, 0] if puzzle["task"] == "ball.save" else [1, 0]
        for number, (choice,) in enumerate(puzzle["choices"]):
            programs = {"first": {**puzzle["own"], puzzle["pyramid"]: choice["word"]}, "second": puzzle["against"]}
            after = ask("pyramid-ball", "apply", position=puzzle["position"], programs=programs)
            done = after["position"]["score"] == wanted
            how = BALL_THEMES[puzzle["task"]]
            done = done and (not how or how in {event["kind"] for event in after["events"]})
            assert done == (number == puzzle["right"])


def test_pyramid_balls_puzzles_are_of_five_themes_and_no_word_is_the_answer_of_more_than_two() -> None:
    found = puzzles("pyramid_ball")
    assert Counter(puzzle["task"] for puzzle in found) == dict.fromkeys(BALL_THEMES, PUZZLES // len(BALL_THEMES))
    assert max(Counter(puzzle["choices"][puzzle["right"]][0]["word"] for puzzle in found).values()) <= 2
    assert [puzzle["grade"] for puzzle in found] == sorted(puzzle["grade"] for puzzle in found)


def test_the_other_programs_of_a_puzzle_of_pyramid_ball_are_arrows_and_a_wrong_answer_says_why() -> None:
    shown = GAMES["pyramid-ball"].puzzles()
    assert shown
    for puzzle in shown.shown:
        assert "S:" not in Texts("en").reason(puzzle.task) and puzzle.picture.arrows
        assert len(puzzle.whys) == CHOICES and all(map(Texts("de").reason, puzzle.whys))


def test_in_blokus_the_right_placement_shuts_the_other_out() -> None:
    for puzzle in puzzles("blokus3d"):
        other = next(player for player in puzzle["position"]["players"] if player != puzzle["position"]["to_move"])
        for number, (move,) in enumerate(puzzle["choices"]):
            placed = {"piece": move["piece"], "cells": move["cells"]}
            after = ask("blokus3d", "apply", position=puzzle["position"], **placed)["position"]
            assert (other in after["out"]) == (number == puzzle["right"])


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_each_is_told_in_words(driver: "Driver", code: str) -> None:
    texts = Texts(code)
    for game in GAMES.values():
        if shown := game.puzzles():
            for puzzle in shown.shown:
                told = [texts.reason(words) for words in (puzzle.task, *puzzle.choices)]
                assert all(told) and len(set(told)) == CHOICES + 1
    assert driver


@pytest.mark.slow
def test_they_are_the_next_step_after_the_lesson(driver: "Driver", pictures: "Path") -> None:
    from tests.app.seen import controls_too_small, shown  # noqa: PLC0415 - opens the window

    for game in GAMES:
        driver.app.learning_screens.lesson(game)
        screen = driver.screen
        while not driver.has("puzzles"):
            screen.look_at(screen.at + 1)
            driver.frames()
        driver.press("puzzles")
        screen = driver.screen
        first, second, *_ = (puzzle["right"] for puzzle in puzzles(game.replace("-", "_")))
        driver.press(f"choose {(first + 1) % CHOICES}")
        assert "better" in screen.ids.words.text
        driver.press(f"choose {first}")
        assert "That is it" in screen.ids.words.text and not screen.solved
        assert controls_too_small(driver) == []
        shown(driver, pictures / f"puzzle-{game}.png")
        driver.press("next")
        driver.press(f"choose {second}")
        assert screen.solved == {1}
        driver.press("leave")
