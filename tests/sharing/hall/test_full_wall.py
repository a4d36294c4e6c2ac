"""The wall of a large club: 64 tables with long names, of which 15 need somebody."""

import importlib.resources
import json
from collections.abc import Iterator

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.web_server import PageServer
from tests.sharing.feed.brokers import PATIENCE, open_broker
from tests.sharing.hall.browser import Browser
from tests.sharing.hall.test_accessible import AXE, SIZES

pytestmark = pytest.mark.slow

TABLES, NEEDING = 64, 15
NAMES = ("Bartholomäusdonnerer", "Jörg-Öztürk-Überall", "Maximiliane Schäfer")
BOARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
# What a card shows lies within it, nothing of its name is cut, and its board is not squeezed to nothing.
CUT = """
    [...document.querySelectorAll(".card")].filter((card) => {
        const within = card.getBoundingClientRect();
        const shown = [...card.querySelectorAll(".name, .badge, .board")];
        return shown.some((each) => each.getBoundingClientRect().bottom > within.bottom)
            || shown.some((each) => each.matches(".name") && each.scrollHeight > each.clientHeight + 2)
            || card.querySelector(".board").offsetHeight < 24;
    }).map((card) => card.innerText)
"""


@pytest.fixture(scope="module")
def hall() -> Iterator[str]:
    broker, port, web_port = open_broker()
    with broker, PageServer(page_files(f"ws://{{host}}:{web_port}"), 0, "127.0.0.1") as server:
        client = Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", port)
        client.loop_start()
        for n in range(TABLES):
            name = f"halle-nord-tisch-{n}" if n % 3 else f"t{n}"
            players = {"cool": NAMES[n % 3], "warm": NAMES[(n + 1) % 3]}
            kind = ("illegal", "unsure")[n % 2] if n < NEEDING else "legal"
            words = {"title": players["cool"], "verdict": kind, "line": f"{players['cool']} moved red on a5 to b5"}
            state = {"tone": "good", "roll": {"B": 4, "G": 1}, "say": {"en": words}, "verdict": {"verdict": kind}}
            told = {"game": {"players": players, "sides": list(players)}, "state": state}
            payloads = {
                "status": "online",
                "board": BOARD,
                **{key: json.dumps({"schema": 1, **each}) for key, each in told.items()},
            }
            for key, payload in payloads.items():
                client.publish(f"pyramid/{name}/{key}", payload, 1, retain=True).wait_for_publish(PATIENCE)
        client.disconnect()
        client.loop_stop()
        yield f"http://127.0.0.1:{server.port}/?lang=en"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [*SIZES, (1280, 720)], ids=str)
def test_all_tables_are_legible(hall: str, size: tuple[int, int], theme: str) -> None:
    with Browser() as browser:
        browser.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        browser.open(hall, *size)
        browser.until(lambda: browser.run("document.querySelectorAll('.card .board[src]').length") == TABLES)
        assert browser.run("document.querySelectorAll('.needs').length") == NEEDING
        assert browser.run(CUT) == []
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        browser.run(importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8") + "; 0")
        assert browser.run(AXE) == []
