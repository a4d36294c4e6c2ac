"""The hall in a real browser, at a real broker."""

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.app.audience import BROADCAST, NOBODY, Audience
from companion.app.games.deeds import Correct, PassTurn, RollDice
from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.games.table import PlayedTable
from companion.sharing.evening.evening import Evening
from companion.sharing.evening.kept import begin_evening
from companion.sharing.evening.page import PATH as EVENING
from companion.sharing.evening.page import EveningPage
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.web_server import PageServer
from tests.sharing.feed.brokers import PATIENCE, open_broker
from tests.sharing.hall.browser import Browser

HOSTILE = "<img src=x onerror=window.hacked=1>"
SCRIPT = "🦊</script><script>window.hacked=1</script>"
EVIL_BOARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="parent.hacked=1">'
    '<script>parent.hacked=1</script><rect width="9" height="9"/></svg>'
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def broker() -> Iterator[tuple[int, int]]:
    """The ports of tables and of pages."""
    broker, port, web_port = open_broker()
    with broker:
        yield port, web_port


@pytest.fixture(scope="module")
def page(broker: tuple[int, int]) -> Iterator[str]:
    """The page's address."""
    with PageServer(page_files(f"ws://{{host}}:{broker[1]}"), 0, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}/?lang=en"


@pytest.fixture(scope="module")
def evening(broker: tuple[int, int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedTable[Any]]:
    """A game of 300 turns at the table `long`, whose players have odd names."""
    setup = GameSetup(source="touch", players={"cool": HOSTILE, "warm": SCRIPT})
    audience = Audience(f"mqtt://127.0.0.1:{broker[0]}", "long")
    table = begin_or_open(setup, tmp_path_factory.mktemp("evening") / "game", audience=audience)
    assert isinstance(table, PlayedTable)
    for n in range(300):
        table.do(RollDice({"R": 1 + n % 6, "Y": 2} if n % 2 else {"B": 4, "G": 1 + n % 6}))
        table.do(PassTurn())
    publishing = BROADCAST.open(audience)
    assert publishing and publishing.flush(PATIENCE)
    yield table
    table.close()
    BROADCAST.open(NOBODY)


Say = Callable[[str, Any], None]


@pytest.fixture(scope="module")
def say(broker: tuple[int, int]) -> Iterator[Say]:
    """Tell the broker anything, as states."""
    client = Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", broker[0])
    client.loop_start()

    def say(topic: str, content: Any) -> None:
        payload = content if isinstance(content, str) else json.dumps({"schema": 1, **content})
        client.publish(f"pyramid/{topic}", payload, 1, retain=True).wait_for_publish(PATIENCE)

    yield say
    client.disconnect()
    client.loop_stop()


def state(**more: Any) -> dict[str, Any]:
    words = {"title": "Ada", "due": "", "verdict": "Illegal", "line": "Ada moved twice", "reason": ""}
    told = {"id": "0" * 12, "seq": 1, "t": 1.0, "turn": 3, "tone": "bad", "score": {"R": 2, "first": 1}, "roll": [5, 2]}
    told |= {"clock": {"begun": 0, "turn": 0, "minute": None}, "verdict": {"rule": "BK-07"}}
    return {**told, "say": {"en": words, "de": {**words, "verdict": "Nicht erlaubt"}}, **more}


@pytest.mark.slow
def test_a_late_joiner_sees_all_of_a_long_game(browser: Browser, page: str, evening: PlayedTable[Any]) -> None:
    browser.open(f"{page}&table=long")
    browser.until(lambda: browser.run("document.querySelectorAll('.history li').length") == 301)
    texts = "[...document.querySelectorAll('.history li')].map(line => line.innerText)"
    browser.until(lambda: browser.run(texts)[0].startswith("300 ·"))
    assert browser.run(texts)[-1].startswith("0 ·")
    browser.until(lambda: browser.run("document.querySelector('.stage img').naturalWidth") > 0)
    assert HOSTILE in browser.text() and browser.run("typeof window.hacked") == "undefined"
    assert browser.problems == []


@pytest.mark.slow
def test_who_joins_at_the_end_sees_who_has_won(
    browser: Browser, page: str, broker: tuple[int, int], tmp_path: Path
) -> None:
    """By the players' word all blue pyramids stand as towers."""
    setup = GameSetup(source="touch", players={"cool": "Ada 🦊 & <i>Bo</i>"})
    audience = Audience(f"mqtt://127.0.0.1:{broker[0]}", "ended")
    table: Any = begin_or_open(setup, tmp_path / "game", audience=audience)
    grid = {place: re.sub("B[123]", "", stack) for place, stack in table.session.grid.items()}
    grid |= dict.fromkeys(list(grid)[:5], "B3B2B1K3")
    table.do(RollDice({"B": 4, "G": 1}))
    table.do(Correct({"cells": grid}))
    assert table.session.winner == "cool"
    table.close()
    BROADCAST.open(NOBODY)
    browser.open(f"{page}&table=ended")
    browser.until_said("Ada 🦊 & <i>Bo</i> has won", "offline", "Corrected")
    assert browser.run("document.querySelector('.clocks').innerText") == "" and browser.problems == []


def test_names_are_text_wherever_they_stand(browser: Browser, page: str, evening: PlayedTable[Any]) -> None:
    for view in ("", "&table=long", "&table=long&view=overlay"):
        browser.open(page + view)
        browser.until_said("onerror")
        assert browser.run("typeof window.hacked") == "undefined" and browser.problems == []


def test_a_broker_that_lies_runs_nothing(browser: Browser, page: str, say: Say) -> None:
    words = dict.fromkeys(("title", "due", "verdict", "line", "reason"), HOSTILE)
    say(
        "evil/game",
        {"id": "0" * 12, "say": {"en": {"game": SCRIPT, "sides": {"R": HOSTILE}}}, "players": {"R": SCRIPT}},
    )
    say("evil/state", state(say={"en": words}, roll={"<b>": 7, "R": "x"}, tone="good evil", clock=None))
    say("evil/board", EVIL_BOARD)
    say("evil/history/0", {"id": "0" * 12, "page": 0, "lines": [{"turn": HOSTILE, "t": HOSTILE, "say": 5}]})
    reading = {"number": HOSTILE, "board": EVIL_BOARD, "say": {"en": {"words": HOSTILE, "share": SCRIPT}}}
    question = {"ask": HOSTILE, "readings": [reading, None, "x", {}], "accept": True, "open": 1}
    say("evil/question", {**question, "places": {HOSTILE: [SCRIPT, 5], "a1": None}})
    say("evil/status", "online")
    for view in ("", "&table=evil", "&table=evil&view=overlay", "&table=evil&pair#code=ABCDEFGH2345"):
        browser.open(page + view)
        browser.until_said("onerror")
        assert browser.run("typeof window.hacked") == "undefined" and browser.problems == []
    assert browser.run("document.querySelectorAll('#answer .reading').length") == 2
    for topic in ("state", "game", "board", "history/0", "question", "status"):
        say(f"evil/{topic}", "")


def test_what_is_no_message_of_this_form_is_passed_over(browser: Browser, page: str, say: Say) -> None:
    say("odd/state", "{")
    say("odd/game", json.dumps({"schema": 2}))
    say("Odd One/state", state())
    say("good/state", state())
    browser.open(page)
    browser.until_said("good", "Ada moved twice")
    assert "odd" not in browser.text().lower() and browser.problems == []


ODD: list[Any] = [None, 5, "x", [], [None], {}, {"x": None}, True, 1e300, "constructor", "__proto__"]


def test_one_broken_line_hides_no_other(browser: Browser, page: str, say: Say) -> None:
    """Whatever anybody may put there in place of one line, the page of that table stayed empty for ever."""
    words = {"verdict": "Legal", "line": "Ada moved once"}
    good = {"seq": 1, "turn": 1, "t": 1.0, "tone": "good", "say": {"en": words}}
    broken = [{**good, field: odd} for field in ("turn", "t", "tone", "say") for odd in ODD]
    broken += [{**good, "say": {"en": odd}} for odd in ODD] + [{**good, "say": {"en": {"line": odd}}} for odd in ODD]
    say("one/game", {"id": "0" * 12})
    say("one/state", state())
    say("one/history/0", {"id": "0" * 12, "page": 0, "lines": [*ODD, *broken, good]})
    browser.open(f"{page}&table=one")
    browser.until_said("Ada moved twice", "Ada moved once")
    assert "History" in browser.text() and browser.problems == []


@pytest.mark.slow
def test_whatever_stands_in_a_state_the_table_is_shown(browser: Browser, page: str, say: Say) -> None:
    """And so are the others beside it."""
    fields = ("turn", "tone", "score", "roll", "clock", "verdict", "say", "winner")
    odd_states = [state(**{field: odd}) for field in fields for odd in ODD]
    say("good/state", state())
    for number, odd in enumerate(odd_states):
        say(f"odd-{number}/state", odd)
        say(f"odd-{number}/status", "online")
        say(f"odd-{number}/game", {"id": "0" * 12, ("say", "players", "sides")[number % 3]: ODD[number % len(ODD)]})
    browser.open(page)
    browser.until_said("good", *(f"odd-{number}" for number in range(len(odd_states))))
    assert browser.problems == []
    for number in range(len(odd_states)):
        for name in ("state", "status", "game"):
            say(f"odd-{number}/{name}", "")


def test_verdict_rule_dice_and_score_are_shown_in_both_languages(browser: Browser, page: str, say: Say) -> None:
    say("good/state", state())
    for code, words in {"en": "Illegal", "de": "Nicht erlaubt"}.items():
        browser.open(f"{page.replace('lang=en', f'lang={code}')}&table=good")
        browser.until_said(words, "BK-07: ", "Ada moved twice")
        assert browser.run("[...document.querySelectorAll('.die')].map(die => die.ariaLabel)") == ["5", "2"]
        assert browser.run("document.documentElement.lang") == code
        assert browser.run("document.querySelector('.score').innerText").split() == ["R", "2", "first", "1"]


@pytest.mark.slow
def test_the_overlay_leaves_the_stream_to_be_seen(browser: Browser, page: str, say: Say, tmp_path: Path) -> None:
    say("good/state", state())
    browser.open(f"{page}&table=good&view=overlay")
    browser.until_said("Ada moved twice")
    image = cv2.imread(str(browser.picture(tmp_path / "overlay.png", transparent=True)), cv2.IMREAD_UNCHANGED)
    assert image is not None and image.shape[2] == 4
    assert np.mean(image[:, :, 3] == 0) > 0.5 and np.mean(image[-150:, :, 3] > 0) > 0.3


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1920])
def test_nothing_is_wider_than_the_screen(browser: Browser, page: str, evening: object, width: int) -> None:
    for view in ("", "&table=long"):
        browser.open(page + view, width, 800)
        browser.until_said("onerror")
        assert browser.run("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_a_table_that_leaves_is_offline_and_one_that_is_cleared_is_gone(browser: Browser, page: str, say: Say) -> None:
    say("leaves/state", state())
    say("leaves/status", "online")
    browser.open(page)
    card = "document.querySelector('[href*=\"table=leaves\"]')"
    browser.until(lambda: "● online" in (browser.run(f"{card}?.textContent") or ""))
    say("leaves/status", "offline")
    browser.until(lambda: "offline" in browser.run(f"{card}.innerText"))
    say("leaves/state", "")
    browser.until(lambda: browser.run(f"{card} === null"))


@pytest.mark.slow
def test_tables_that_need_somebody_come_first_and_large(browser: Browser, page: str, say: Say) -> None:
    for name, kind in (("w1", "legal"), ("w2", "legal"), ("w3", "unsure"), ("w4", "illegal")):
        say(f"{name}/status", "online")
        say(f"{name}/state", state(verdict={"verdict": kind, "rule": None}))
    say("w5/status", "offline")
    say("w5/state", state(clock={"begun": 1, "turn": 1, "minute": None}))
    browser.open(page, 1920, 1080)
    shown = "[...document.querySelectorAll('.card')].map((card) => card.querySelector('.name').innerText)"
    browser.until(lambda: set(browser.run(shown)) >= {"w1", "w2", "w3", "w4"})
    names = [name for name in browser.run(shown) if name.startswith("w")]
    assert names == ["w4", "w3", "w1", "w2"]  # the one that left long ago is not shown
    size = "[...document.querySelectorAll('.card.needs, .card:not(.needs)')].map((card) => card.offsetHeight)"
    heights = browser.run(size)
    assert heights[0] > 1.8 * heights[-1]
    assert browser.run("document.documentElement.scrollHeight <= innerHeight")
    for name in ("w1", "w2", "w3", "w4", "w5"):
        for topic in ("status", "state"):
            say(f"{name}/{topic}", "")


@pytest.mark.slow
def test_who_watches_steps_back_and_asks_why(browser: Browser, page: str, say: Say) -> None:
    words = {"en": {"verdict": "Legal", "line": "b2-b3"}, "de": {"verdict": "Erlaubt", "line": "b2-b3"}}
    line = {"seq": 1, "t": 1.0, "turn": 1, "verdict": "legal", "tone": "good", "side": None, "rule": None, "say": words}
    then = {"side": "warm", "roll": {"R": 3}, "score": {"cool": 1, "warm": 4}}
    illegal = {**line, **then, "verdict": "illegal", "tone": "bad", "rule": "BK-01"}
    say("back/status", "online")
    say("back/game", {"id": "0" * 12, "sides": ["cool", "warm"], "players": {"cool": "Ada"}, "say": {}})
    say("back/history/0", {"id": "0" * 12, "page": 0, "lines": [line, illegal, line]})
    say("back/past/1", {"id": "0" * 12, "line": 1, "board": EVIL_BOARD})
    say("back/record", "a game as text")
    say("back/state", state(side="cool", colours={"cool": ["#5a8df0", "url(//evil)", 5], "warm": "#c9302c"}))
    browser.open(f"{page}&table=back")
    browser.until(lambda: browser.run("document.querySelectorAll('.step').length") == 4)
    shown = "[...document.querySelectorAll('.players .swatch')].map((each) => each.style.background)"
    assert browser.run(shown) == ["rgb(90, 141, 240)"]
    browser.run("document.querySelectorAll('.step')[1].click()")
    browser.until_said("2 / 3", "Why? BK-01", "Download the game", "Ada (cool)", "warm 4")
    assert "to move" not in browser.text()
    assert browser.run("document.querySelector('p.mover .die').getAttribute('aria-label')") == "R3"
    assert browser.run("document.querySelector('.players .mover').textContent") == "warm"
    browser.until(lambda: browser.run("document.querySelector('.stage img').src.startsWith('blob:')"))
    browser.run("document.querySelector('.verdict summary').click()")
    browser.until_said("Only the top piece")
    browser.run("document.querySelectorAll('.step')[3].click()")
    browser.until_said("now", "Ada (cool) to move")
    assert browser.run("window.hacked") is None


def test_the_page_is_read_aloud_and_used_by_the_keyboard(browser: Browser, page: str, say: Say) -> None:
    words = {"en": {"verdict": "Legal", "line": "b2-b3"}}
    line = {"seq": 1, "t": 1.0, "turn": 1, "verdict": "legal", "tone": "good", "side": None, "rule": None, "say": words}
    say("aloud/status", "online")
    say("aloud/game", {"id": "0" * 12, "say": {}})
    say("aloud/history/0", {"id": "0" * 12, "page": 0, "lines": [line, line]})
    said = {"title": "Ada", "verdict": "Legal", "line": "Legal: b2-b3", "board": "b3 holds small red"}
    say("aloud/state", state(say={"en": said}, tone="good"))
    browser.open(f"{page}&table=aloud")
    browser.until(lambda: browser.run("document.querySelector('.stage img')?.alt") == "b3 holds small red")
    assert browser.run("document.querySelector('h1').innerText").startswith("aloud")
    assert browser.run("document.getElementById('told').textContent") == ""
    say("aloud/state", state(say={"en": {**said, "verdict": "Illegal", "line": "b3-b9"}}))
    browser.until(lambda: browser.run("document.getElementById('told').textContent") == "aloud: Illegal: b3-b9")
    browser.run("document.querySelector('.history button').focus(); document.activeElement.click()")
    browser.until_said("2 / 2")
    browser.run("document.querySelector('nav summary').click()")
    browser.until(lambda: browser.run("document.querySelector('nav .code')?.naturalWidth ?? 0") > 0)
    assert browser.problems == []


@pytest.mark.slow
def test_an_overlay_shows_the_parts_that_its_address_names(browser: Browser, page: str, say: Say) -> None:
    say("parts/state", state())
    browser.open(f"{page}&table=parts&view=overlay&parts=score&upright=1", 400, 800)
    browser.until_said("first 1")
    assert "Ada" not in browser.text() and browser.run("document.querySelector('.stage') === null")
    assert browser.problems == []


@pytest.mark.slow
def test_the_page_is_headed_as_the_evening_is_called(browser: Browser, broker: tuple[int, int]) -> None:
    with PageServer(
        page_files(f"ws://{{host}}:{broker[1]}", title="Spring cup <b>, round 2"), 0, "127.0.0.1"
    ) as server:
        browser.open(f"http://127.0.0.1:{server.port}/?lang=en")
        browser.until_said("Spring cup <b>, round 2")
        address = browser.run("document.querySelector('[rel=manifest]').href")
        assert (
            browser.run(f"fetch({address!r}).then((found) => found.json()).then((read) => read.display)")
            == "standalone"
        )
        assert browser.problems == []


@pytest.mark.slow
def test_an_address_that_is_no_brokers_is_told(browser: Browser, page: str) -> None:
    browser.open(f"{page}&broker=garbage")
    browser.until_said("garbage is no address of a broker")
    assert browser.problems == []


@pytest.mark.slow
def test_an_evening_whose_file_breaks_says_so_and_keeps_what_was_shown(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "friday.json"
    begin_evening(path, Evening.begin("Friday", ["Anna", "Bert", "Carla"], ["w1"]).pair(0.0))
    with PageServer(page_files("", evening=True), 0, "127.0.0.1", {EVENING: EveningPage(path, print)}) as server:
        browser.open(f"http://127.0.0.1:{server.port}/evening.html?lang=en")
        browser.until_said("Anna")
        path.write_text("{")
        browser.until_said("file cannot be read")
        assert "Anna" in browser.text()
        assert browser.problems == []
        browser.run("window.fetch = () => Promise.reject(new TypeError('nobody there'))")
        browser.until_said("hall does not answer")
        assert "Anna" in browser.text()


@pytest.mark.slow
@pytest.mark.parametrize(("players", "least"), [(6, 28), (20, 17)])
def test_an_evening_is_read_across_a_hall_and_seen_whole(
    browser: Browser, tmp_path: Path, players: int, least: int
) -> None:
    """In letters of 25 pixels six names took a third of a wall, and twenty did not fit."""
    path = tmp_path / "friday.json"
    names, tables = (
        [f"{kind} {n}" for n in range(count)] for kind, count in (("Player", players), ("w", players // 2))
    )
    begin_evening(path, Evening.begin("Friday", names, [each.replace(" ", "") for each in tables]).pair(0.0))
    with PageServer(page_files("", evening=True), 0, "127.0.0.1", {EVENING: EveningPage(path, print)}) as server:
        browser.open(f"http://127.0.0.1:{server.port}/evening.html?lang=en", 1920, 1080)
        browser.until_said(names[-1])
        size = browser.run("parseFloat(getComputedStyle(document.querySelector('td')).fontSize)")
        assert size >= least
        rows = browser.run("[...document.querySelectorAll('table')].map((each) => each.getBoundingClientRect().bottom)")
        assert max(rows) <= browser.run("innerHeight"), rows


@pytest.mark.slow
def test_it_comes_back_with_the_broker(browser: Browser, tmp_path: Path) -> None:
    broker, port, web_port = open_broker()
    audience = Audience(f"mqtt://127.0.0.1:{port}", "left")
    table = begin_or_open(GameSetup(source="touch"), tmp_path / "game", audience=audience)
    assert isinstance(table, PlayedTable)
    with PageServer(page_files(f"ws://{{host}}:{web_port}"), 0, "127.0.0.1") as server:
        browser.open(f"http://127.0.0.1:{server.port}/?lang=en&table=left")
        browser.until_said("left", "● on")
        os.kill(broker.process, signal.SIGKILL)
        broker.close()
        browser.until_said("No connection")
        table.do(RollDice({"B": 4, "G": 5}))
        broker, *_ = open_broker(port, web_port)
        begin = time.monotonic()
        browser.until(lambda: "No connection" not in browser.text() and "● on" in browser.text())
        browser.until(lambda: browser.run("document.querySelectorAll('.mover .die').length") == 2)
        print(f"whole again after {time.monotonic() - begin:.1f} s")
    table.close()
    BROADCAST.open(NOBODY)
    broker.close()


def test_every_text_that_the_page_asks_for_is_there() -> None:
    files = page_files("ws://club")
    texts = json.loads(files["texts.json"])
    settings = json.loads(files["settings.json"])
    assert settings["broker"] == "ws://club" and settings["pips"].keys() == set("123456")
    for words in texts.values():
        assert {f"hall.need.{kind}" for kind in settings["needs"]} <= words["say"].keys()
    assert set(texts) == {"en", "de"} and texts["en"]["rules"].keys() == texts["de"]["rules"].keys()
    assert texts["en"]["rules"]["BK-07"] != texts["de"]["rules"]["BK-07"]


def test_the_bridge_of_the_documents_hears_each_roll_once(browser: Browser, page: str, say: Say, broker: Any) -> None:
    """Word for word as docs/building.md has it, with what Foundry brings."""
    text = (Path(__file__).parents[3] / "docs/building.md").read_text("utf-8")
    (bridge,) = re.findall(r"^```js\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert bridge.count("ws://hall.local:9001") == 1
    browser.open(page)
    browser.until(lambda: browser.run("typeof mqtt") == "object")
    browser.run("""
        window.chat = [];
        window.ChatMessage = { create: (message) => window.chat.push(message) };
        const escape = (text) => Object.assign(document.createElement("p"), { textContent: text }).innerHTML;
        window.foundry = { utils: { escapeHTML: escape } };
    """)
    bridge = bridge.replace("ws://hall.local:9001", f"ws://127.0.0.1:{broker[1]}")
    browser.run(f"(() => {{ {bridge}\nwindow.bridge = client; }})()")
    dice = [{"colour": "B", "value": 4}, {"colour": HOSTILE, "value": 5}]
    roll = {"at": 1.0, "source": {"kind": "tower"}}

    def told_first() -> bool:
        """Tell the first roll again: what is told before the bridge has subscribed may be lost."""
        say("tower/roll", {"id": "a", "dice": dice, **roll})
        return len(browser.run("window.chat")) == 1

    browser.until(told_first)
    for id_, more in (("a", {"dice": dice}), ("v", {"dice": [], "void": "cocked"}), ("b", {"dice": dice[:1]})):
        say("tower/roll", {"id": id_, **roll, **more})
    browser.until(lambda: len(browser.run("window.chat")) == 2)
    told = browser.run("window.chat")
    assert [each["flags"]["pyramid"]["id"] for each in told] == ["a", "b"]
    assert told[1]["content"] == "tower: B <b>4</b>" and "<img" not in told[0]["content"]
    browser.run("window.bridge.end()")
    say("tower/roll", "")
