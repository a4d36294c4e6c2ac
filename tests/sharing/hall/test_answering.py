"""Answering from a phone: the page in a real browser, at a real broker whose pages may write nothing but answers."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.answers import REFUSAL_SECONDS
from companion.app.audience import Audience
from companion.app.games.deeds import Pause
from companion.app.games.opening import GameSetup
from companion.sharing.feed.pairing import in_groups
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.web_server import PageServer
from tests.app.serving import Serving
from tests.sharing.feed.brokers import Listener, open_broker
from tests.sharing.hall.browser import Browser

CODE = "ABCDEFGH2345"
HOSTILE = "<img src=x onerror=window.hacked=1>"
PHONE = (390, 844)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def ports() -> Iterator[tuple[int, int]]:
    broker, port, web_port = open_broker()
    with broker:
        yield port, web_port


@pytest.fixture(scope="module")
def page(ports: tuple[int, int]) -> Iterator[str]:
    with PageServer(page_files(f"ws://{{host}}:{ports[1]}"), 0, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}/?lang=en&table=left"


def served(folder: Path, port: int, source: str = "practice", **more: int) -> Serving:
    setup = GameSetup(source=source, seed=4, pace=0.02, players={"cool": HOSTILE}, more=more)
    return Serving(folder, setup, Audience(f"mqtt://127.0.0.1:{port}", "left", code=CODE))


def click(browser: Browser, selector: str) -> None:
    found = f"document.querySelector('#answer {selector}')"
    browser.until(lambda: browser.run(f"{found} !== null && !{found}.disabled"))
    browser.run(f"{found}.click()")


def until_read(browser: Browser, words: list[str]) -> None:
    """Until these readings are offered."""
    shown = "[...document.querySelectorAll('#answer .reading span')].map(each => each.textContent)"
    browser.until(lambda: browser.run(shown) == words)


@pytest.mark.slow
def test_which_turn_it_was_is_tapped_on_a_phone(
    browser: Browser, page: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    with served(tmp_path, ports[0], breaches=0, glares=100) as serving:
        serving.until_phase("unsure")
        readings = serving.game.state().verdict.readings
        browser.open(f"{page}#code={in_groups(CODE).lower()}", *PHONE)
        browser.until_said("Which of these was it?")
        assert browser.run("location.hash") == "", "the code stays in no address"
        shown = "document.querySelectorAll('#answer .reading')"
        assert browser.run(f"{shown}.length") == len(readings)
        browser.until(lambda: browser.run(f"[...{shown}].every(each => each.querySelector('img').naturalWidth > 0)"))
        assert browser.run("document.documentElement.scrollWidth") <= PHONE[0]
        browser.picture(tmp_path / "asked.png")
        click(browser, ".reading:nth-child(2)")
        browser.until_said("An answer from a phone was taken")
        told = [each.verdict for each in serving.game.state().moments]
        assert dict(readings[1].grid) in [dict(each.grid) for each in told]
        assert browser.run("typeof window.hacked") == "undefined" and browser.problems == []


@pytest.mark.slow
def test_a_forged_question_makes_nobody_sign_another_reading(
    browser: Browser, page: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    """A stranger at the broker swaps the readings' numbers, or moves all words of a reading into one language; what is
    tapped is not what would be taken."""
    with Listener(ports[0]) as stranger, served(tmp_path, ports[0], breaches=0, glares=100) as serving:
        serving.until_phase("unsure")
        stranger.until(lambda: json.loads((stranger.said("pyramid/left/question") or ["{}"])[-1] or "{}").get("open"))
        question = json.loads(stranger.said("pyramid/left/question")[-1])
        first, second = question["readings"][:2]
        swapped = [{**second, "number": 0}, {**first, "number": 1}]
        browser.open(f"{page}#code={in_groups(CODE).lower()}", *PHONE)
        browser.until_said("Which of these was it?")
        *texts, last = [each[part] for _, each in sorted(first["say"].items()) for part in ("words", "share")]
        hidden = [{**first, "say": {"de": {"words": "\n".join(texts), "share": last}}}]
        for readings, words in ((swapped, [each["say"]["en"]["words"] for each in swapped]), (hidden, [""])):
            for ask, shown, said in (("0" * 16, [], []), (question["ask"], readings, words)):
                forged = {**question, "ask": ask, "readings": shown}
                stranger.say("pyramid/left/question", json.dumps(forged))
                until_read(browser, said)
            click(browser, ".reading:nth-child(1)")
            browser.until_said("not what this table has asked")
            assert serving.game.state().phase == "unsure"
            time.sleep(REFUSAL_SECONDS)


@pytest.mark.slow
def test_a_table_is_accepted_on_a_phone_as_it_was_seen_there(
    browser: Browser, page: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    with served(tmp_path, ports[0], breaches=100, glares=0) as serving:
        serving.until_phase("illegal")
        serving.game.do(Pause())
        browser.open(f"{page}#code={in_groups(CODE).lower()}", *PHONE)
        click(browser, ".accept")
        browser.until_said("An answer from a phone was taken")
        assert browser.problems == []


@pytest.mark.slow
def test_a_question_put_again_or_of_another_game_gets_nothing_taken(
    browser: Browser, page: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    """The question of an earlier turn under its own name, and one of another game under the name of what is asked."""
    topic = "pyramid/left/question"
    with Listener(ports[0], topic) as stranger, served(tmp_path, ports[0], breaches=0, glares=100) as serving:

        def asked() -> list[dict[str, Any]]:
            return [told for said in stranger.said(topic) if said and (told := json.loads(said)).get("open")]

        serving.until_phase("unsure")
        stranger.until(asked)
        earlier = asked()[-1]
        browser.open(f"{page}#code={in_groups(CODE).lower()}", *PHONE)
        click(browser, ".reading:nth-child(1)")
        stranger.until(lambda: asked()[-1]["ask"] != earlier["ask"])
        serving.until_phase("unsure")
        now, grid = asked()[-1], dict(serving.game.session.grid)
        told = {"words": "the other one", "share": "99 %"}
        board = earlier["readings"][0]["board"].replace("<svg", "<svg data-game='another'", 1)
        foreign = {**now, "readings": [{"number": 0, "board": board, "say": {"en": told, "de": told}}]}
        for forged, words in ((foreign, "not what this table has asked"), (earlier, "has moved on")):
            time.sleep(REFUSAL_SECONDS)
            stranger.say(topic, json.dumps({**forged, "ask": "0" * 16, "readings": []}))
            until_read(browser, [])
            stranger.say(topic, json.dumps(forged))
            until_read(browser, [each["say"]["en"]["words"] for each in forged["readings"]])
            click(browser, ".reading:nth-child(1)")
            browser.until_said(words)
            assert serving.game.state().phase == "unsure" and dict(serving.game.session.grid) == grid


@pytest.mark.slow
def test_a_code_is_typed_and_a_wrong_one_is_told(
    browser: Browser, page: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    with served(tmp_path, ports[0], "touch") as serving:
        browser.open(page, *PHONE)
        browser.run("localStorage.clear()")
        browser.open(f"{page}&again", *PHONE)
        for code, words in (("abcd-efgh-2346", "without the pairing code"), ("abcd efgh 2345", "was taken")):
            browser.until_said("Answer from here")
            browser.run(f"document.querySelector('#answer input').value = '{code}'")
            click(browser, ".pair")
            browser.run("document.querySelector('#answer select').value = 'a1'")
            browser.run("document.querySelector('#answer select').dispatchEvent(new Event('change'))")
            browser.run("document.querySelectorAll('#answer select')[1].value = ''")
            click(browser, ".tell")
            browser.until_said(words)
            if code.endswith("6"):
                assert serving.game.session.grid["a1"] != ""
                click(browser, ".forget")
        assert serving.game.session.grid["a1"] == ""
        # An umpire's phone comes back from the wall, in whichever tab, all evening; then the code is asked for again.
        browser.run("sessionStorage.clear()")
        browser.open(f"{page}&later", *PHONE)
        browser.until(lambda: browser.run("document.querySelector('#answer .tell') !== null"))
        browser.run(
            "localStorage.setItem('code left', JSON.stringify({ code: 'ABCDEFGH2345', until: Date.now() - 1 }))"
        )
        browser.open(f"{page}&tomorrow", *PHONE)
        browser.until_said("Answer from here")
        assert browser.run("document.querySelector('#answer .tell') === null") and browser.problems == []


@pytest.mark.slow
def test_nobody_is_asked_where_the_table_is_away_or_over_a_stream(
    browser: Browser, page: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    hidden = "document.getElementById('answer')?.hidden"
    with served(tmp_path, ports[0], "touch"):
        browser.open(page, *PHONE)
        browser.until(lambda: browser.run(f"{hidden} === false"))
        browser.open(f"{page}&view=overlay")
        browser.until_said("onerror")
        assert browser.run(hidden)
        browser.open(f"{page}&here", *PHONE)
        browser.until(lambda: browser.run(f"{hidden} === false"))
    browser.until(lambda: browser.run(hidden))
