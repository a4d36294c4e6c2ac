"""What is asked at the foot of the screen: always of the look that is on show."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.deeds import Correct
from companion.app.games.table import do
from companion.games.reason import because
from companion.referee.verdict import Offer
from tests.app.labels import misfits

if TYPE_CHECKING:
    from companion.app.driver import Driver


def unsure(screen: Any, *stacks: str, number: int) -> Any:
    """A look after which c3 may bear any of these."""
    state = screen.shown
    offers = tuple(
        Offer("legal", 0.5 - 0.1 * n, (), {**state.believed, "c3": stack}, because("referee.kind.legal"))
        for n, stack in enumerate(stacks)
    )
    verdict = replace(state.verdict, verdict="unsure", readings=offers)
    return replace(state, phase="unsure", verdict=verdict, number=number, camera=None)


def asked(driver: "Driver", patch: pytest.MonkeyPatch) -> tuple[Any, list[Any]]:
    """A game's screen that asks about a look, and what it sends."""
    driver.begin("looney-blockade")
    screen = driver.screen
    sent: list[Any] = []
    patch.setattr(driver.app.judge, "send", sent.append)
    screen.show(unsure(screen, "C3G1", "C3B1", number=9))
    driver.frames()
    return screen, sent


def test_a_newer_look_is_asked_about_in_the_place_of_the_one_before(
    driver: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, sent = asked(driver, monkeypatch)
    assert driver.find("reading 1").ids.board_box.children[0].picture.grid["c3"] == "C3B1"
    screen.show(unsure(screen, "C3R1", "C3Y1", number=10))
    driver.frames()
    driver.press("reading 1")
    assert sent == [do(Correct({"reading": 1, "of": 10}))]
    screen.show(unsure(screen, "C3R1", "C3Y1", number=11))
    driver.frames()
    assert driver.has("reading 1"), "the same answers to another look are another question"


def test_a_question_goes_away_once_a_later_look_has_settled_it(
    driver: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, _ = asked(driver, monkeypatch)
    settled = replace(screen.shown, phase="move", verdict=replace(screen.shown.verdict, verdict="legal", readings=()))
    screen.show(replace(settled, number=10))
    driver.frames()
    assert not driver.has("reading 0") and not driver.has("reading 1")


@pytest.mark.slow
def test_answers_are_read_in_every_window(driver: "Driver", monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside one another, or one below the other on a display that stands, also where it is turned meanwhile."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    driver.app.change(language="de", text_scale=1.4)
    lying = tuple(Window.size)
    screen, _ = asked(driver, monkeypatch)
    hops = [{"piece": "G1", "from": "c2", "to": "c3", "cost": 1}, {"piece": "G2", "from": "e5", "to": "b3", "cost": 3}]
    state = unsure(screen, "C3G1", "C3B1", "C3", number=10)
    readings = (replace(state.verdict.readings[0], moves=(*hops, *hops)), *state.verdict.readings[1:])
    screen.show(replace(state, verdict=replace(state.verdict, readings=readings)))
    found = []
    for size in ((500, 900), (780, 360), (800, 1280), lying):
        Window.size = size
        driver.frames(4)
        cards = [driver.find(f"reading {number}") for number in range(3)]
        strip = screen.strip
        least = {(800, 1280): 140}.get(size, 40)
        inside = all(
            strip.y <= card.y and card.top <= strip.top and card.ids.board_box.height > least for card in cards
        )
        found += [f"{size}: {misfit}" for misfit in misfits(driver)] + ([] if inside else [f"{size}: cards"])
        found += [
            f"{size}: over its card" for card in cards if card.ids.told.top > card.top or card.ids.told.y < card.y
        ]
    assert not found, found


def test_answers_that_leave_the_table_alike_are_one(driver: "Driver") -> None:
    driver.begin("looney-blockade")
    driver.screen.show(unsure(driver.screen, "C3G1", "C3G1", "C3", number=9))
    driver.frames()
    assert driver.has("reading 0") and driver.has("reading 2") and not driver.has("reading 1")


def test_what_is_behind_a_question_stays_in_sight_and_is_not_touched_through_it(
    driver: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, sent = asked(driver, monkeypatch)
    strip = screen.strip
    assert 0 < strip.height < screen.height * 0.6 and strip.y > 0
    driver.touch(strip.x + 3, strip.y + 3)
    assert sent == []
    driver.press("none")
    assert not driver.has("reading 0")


def test_what_looks_otherwise_for_long_is_asked_about_in_two_answers(
    driver: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.begin("looney-blockade")
    screen = driver.screen
    sent: list[Any] = []
    monkeypatch.setattr(driver.app.judge, "send", sent.append)
    note = because("referee.standing", changes=(because("referee.holds", cell="b2", thing="G3"),))
    state = screen.shown
    screen.show(replace(state, verdict=replace(state.verdict, verdict="legal", notes=(note,)), number=9))
    driver.frames()
    assert not driver.has("none") and not driver.has("reading 2")
    driver.press("reading 1")
    assert sent == [do(Correct({"cells": {"b2": "G3"}, "of": 9}))]
    assert not driver.has("reading 0")
