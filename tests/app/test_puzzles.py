"""Puzzles: each has exactly one best answer among all that the rules allow, and is one of those to choose from."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.registry import GAMES
from companion.app.settings.kept import SettingsFile
from companion.app.texts.texts import Texts
from companion.games.engine import respond
from companion.games.registry import ENGINES
from companion.texts.language import LANGUAGES
from lab.puzzles.ball import THEMES as BALL_THEMES
from lab.puzzles.games import GAMES as FINDERS
from lab.puzzles.games import path_of
from lab.puzzles.leistiko import hinted
from lab.puzzles.puzzle import CHOICES, EACH

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.driver import Driver


def puzzles(game: str) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = json.loads(path_of(game).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("game", FINDERS)
def test_there_are_as_many_of_each_of_five_themes_and_no_two_are_alike(game: str) -> None:
    found = puzzles(game)
    assert Counter(puzzle["task"] for puzzle in found) == dict.fromkeys(FINDERS[game].TASKS, EACH)
    assert len(FINDERS[game].TASKS) >= 5
    assert len(found) == len({json.dumps(puzzle["position"]) + puzzle["task"] for puzzle in found})
    for puzzle in found:
        assert len({json.dumps(choice) for choice in puzzle["choices"]}) == CHOICES
        assert 0 <= puzzle["right"] < CHOICES
    assert len({puzzle["right"] for puzzle in found}) > 1


@pytest.mark.parametrize("game", FINDERS)
def test_they_are_graded_and_begin_with_what_most_players_find(game: str) -> None:
    grades = [puzzle["grade"] for puzzle in puzzles(game)]
    assert grades == sorted(grades) and len({*grades}) > 1


@pytest.mark.parametrize("game", FINDERS)
def test_each_has_exactly_one_right_answer(game: str) -> None:
    assert {len(FINDERS[game].answers(puzzle)) for puzzle in puzzles(game)} == {1}


def ask(game: str, op: str, **fields: Any) -> Any:
    answer = respond({"game": game, "op": op, **fields}, ENGINES)
    assert "error" not in answer and "illegal" not in answer, answer
    return answer


def after(puzzle: Mapping[str, Any], moves: list[Any]) -> tuple[int, Mapping[str, str], str | None]:
    """The towers of the colour and the table after a turn, and who has won."""
    given = {"position": puzzle["position"], "roll": puzzle["roll"]}
    position = ask("looney-blockade", "apply", **given, moves=moves)["position"]
    result = ask("looney-blockade", "outcome", position=position)
    return result["towers"][puzzle["colour"]], position["grid"], result["winner"]


def waiting(grid: Mapping[str, str], colour: str) -> int:
    return sum(stack[:4] == f"{colour}3{colour}2" and "K" not in stack for stack in grid.values())


def one_point_builds(puzzle: Mapping[str, Any], grid: Mapping[str, str]) -> bool:
    position = {**puzzle["position"], "grid": dict(grid)}
    hops = ask("looney-blockade", "moves", position=position, budget={puzzle["colour"]: 1})["moves"]
    return any(hop["piece"][0] == puzzle["colour"] and hop.get("cap") for hop in hops)


def test_in_looney_blockade_the_right_turn_does_what_is_asked_and_no_other() -> None:
    for puzzle in puzzles("looney_blockade"):
        colour = puzzle["colour"]
        had, _, _ = after(puzzle, [])
        ends = [after(puzzle, moves) for moves in puzzle["choices"]]
        most = max(waiting(grid, colour) for _, grid, _ in ends)
        done = {
            "looney.win": [winner == puzzle["position"]["to_move"] for _, _, winner in ends],
            "looney.two": [towers >= had + 2 for towers, _, _ in ends],
            "looney.tower": [towers > had for towers, _, _ in ends],
            "looney.ready": [one_point_builds(puzzle, grid) for _, grid, _ in ends],
            "looney.seats": [waiting(grid, colour) == most for _, grid, _ in ends],
        }[puzzle["task"]]
        assert [number for number, each in enumerate(done) if each] == [puzzle["right"]], puzzle
        assert {move["piece"][0] for moves in puzzle["choices"] for move in moves} == {colour}


def test_in_leistikos_blockade_the_right_turn_takes_off_most() -> None:
    for puzzle in puzzles("leistiko_blockade"):
        if "row" not in puzzle:
            best = FINDERS["leistiko_blockade"].answers(puzzle)
            assert [choice[0]["row"] in best for choice in puzzle["choices"]].index(True) == puzzle["right"]
            continue
        variant = "super-push" if puzzle["task"] == "leistiko.push" else "base"
        left = []
        for steps in puzzle["choices"]:
            given = {"position": puzzle["position"], "row": puzzle["row"], "steps": steps}
            asked = {"game": "leistiko-blockade", "op": "apply", "options": {"variant": variant}, **given}
            told = (respond({**asked, "roll": roll}, ENGINES) for roll in (puzzle["roll"], puzzle["roll"][::-1]))
            position = next(answer["position"] for answer in told if "position" in answer)
            left.append(sum(position[puzzle["position"]["to_move"]]))
        if puzzle["task"] != "leistiko.guard":
            assert left.index(min(left)) == puzzle["right"] and left.count(min(left)) == 1


def test_leistikos_puzzles_teach_what_the_hint_plays() -> None:
    for puzzle in puzzles("leistiko_blockade"):
        assert FINDERS["leistiko_blockade"].answers(puzzle) == [hinted(puzzle)], puzzle


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


def test_no_word_is_the_answer_of_more_than_two_of_pyramid_balls_puzzles() -> None:
    found = puzzles("pyramid_ball")
    assert max(Counter(puzzle["choices"][puzzle["right"]][0]["word"] for puzzle in found).values()) <= 2


def test_the_other_programs_of_a_puzzle_of_pyramid_ball_are_arrows_and_a_wrong_answer_says_why() -> None:
    shown = GAMES["pyramid-ball"].puzzles()
    assert shown
    for puzzle in shown.shown:
        assert "S:" not in Texts("en").reason(puzzle.task) and puzzle.picture.arrows
        assert len(puzzle.whys) == CHOICES and all(map(Texts("de").reason, puzzle.whys))


def test_in_blokus_the_right_placement_does_what_is_asked_and_no_other() -> None:
    for puzzle in puzzles("blokus3d"):
        mover, players = puzzle["position"]["to_move"], puzzle["position"]["players"]
        other = next(player for player in players if player != mover)
        worths = []
        for (move,) in puzzle["choices"]:
            placed = {"piece": move["piece"], "cells": move["cells"]}
            position = ask("blokus3d", "apply", position=puzzle["position"], **placed)["position"]
            tops = [column[-1:] for column in position["columns"].values()]
            scores = ask("blokus3d", "outcome", position=position)["scores"]
            worths.append(
                {
                    "blokus.shut": other in position["out"],
                    "blokus.most": scores[mover] - scores[other],
                    "blokus.cover": -tops.count(other[0].upper()),
                }.get(puzzle["task"], 0)
            )
        if any(worths):
            assert worths.index(max(worths)) == puzzle["right"] and worths.count(max(worths)) == 1, puzzle


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
        lesson = GAMES[game].lesson()
        assert lesson
        screen.look_at(len(lesson.steps) - 1)
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
        assert len(screen.solved) == 1
        driver.press("leave")


def test_puzzles_go_on_where_they_were_left(driver: "Driver") -> None:
    """They began at the first one with nothing marked, and were to be reached through all of the lesson alone."""
    rights = [puzzle["right"] for puzzle in puzzles("looney_blockade")]
    driver.press("puzzles")
    assert driver.screen.at == 0 and "(solved)" not in driver.screen.ids.headline.text
    for right in rights[:2]:
        driver.press(f"choose {right}")
        assert "(solved)" in driver.screen.ids.headline.text
        driver.press("next")
    driver.press("leave")
    driver.press("puzzles")
    assert driver.screen.at == 2 and len(driver.screen.solved) == 2
    driver.press("back")
    assert "(solved)" in driver.screen.ids.headline.text
    assert set(SettingsFile(driver.app.folder).current.solved) == {"looney-blockade"}


def test_numbers_of_no_puzzle_are_left_out(driver: "Driver") -> None:
    driver.app.change(solved={"looney-blockade": "1 99 x -3 0"})
    driver.press("puzzles")
    assert driver.screen.solved == frozenset() and driver.screen.at == 0


def test_a_solved_puzzle_is_known_among_others_in_another_order(
    driver: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were kept by their numbers: after an update others were marked as solved."""
    driver.press("puzzles")
    driver.press(f"choose {puzzles('looney_blockade')[0]['right']}")
    driver.press("leave")
    screen = type(GAMES["looney-blockade"])
    before = GAMES["looney-blockade"].puzzles()
    assert before and len({*before.names}) == len(before.shown)
    update = replace(before, shown=before.shown[2:] + before.shown[:1], names=before.names[2:] + before.names[:1])
    monkeypatch.setattr(screen, "puzzles", lambda _game: update)
    driver.press("puzzles")
    driver.until(lambda: driver.screen.name == "puzzles screen")
    assert driver.screen.at == 0 and "(solved)" not in driver.screen.ids.headline.text
    driver.screen.at = len(update.shown) - 2
    driver.press("next")
    assert (
        "(solved)" in driver.screen.ids.headline.text and "Solved at first sight: 1" in driver.screen.ids.remarks.text
    )


SIZES = ((780, 360), (800, 1280), (1280, 800))


@pytest.mark.parametrize("size", SIZES)
def test_largest_words_of_a_puzzle_push_nothing_out(driver: "Driver", size: tuple[int, int]) -> None:
    """The question was squeezed away, its heading lay on the dice, and answers ran out of their buttons."""
    from kivy.core.window import Window  # noqa: PLC0415 - opens the window

    from tests.app.labels import misfits  # noqa: PLC0415

    before = tuple(Window.size)
    driver.app.change(language="de", text_scale=2.0)
    Window.size = size
    try:
        for game in GAMES:
            driver.app.learning_screens.puzzles(game)
            driver.frames(8)
            screen = driver.screen
            assert misfits(driver) == [], game
            assert screen.ids.words.height >= screen.ids.words.texture_size[1] > 0
            answers = screen.ids.choices.children
            assert len({answer.font_size for answer in answers}) == 1, "letters of one size"
            driver.press(f"choose {(puzzles(game.replace('-', '_'))[0]['right'] + 1) % CHOICES}")
            assert screen.ids.words.text.startswith("Es gibt einen besseren Zug."), "the answer is read first"
    finally:
        driver.app.change(language="en", text_scale=1.0)
        Window.size = before
        driver.frames(4)
