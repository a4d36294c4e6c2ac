"""Every page as axe-core judges it, at the sizes of a phone, a laptop and a wall: no violation."""

import importlib.resources
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.hall_demo import DemoTables
from companion.games.reason import Reason
from companion.sharing.evening.evening import BY_HAND, Evening
from companion.sharing.evening.kept import begin_evening
from companion.sharing.evening.page import PATH as EVENING
from companion.sharing.evening.page import EveningPage
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.rules_page import PATH, rules_page
from companion.sharing.hall.web_server import MadePage, PageServer
from companion.sharing.phone.pages import page as phone_page
from tests.sharing.feed.brokers import open_broker
from tests.sharing.hall.browser import Browser

pytestmark = pytest.mark.slow

SIZES = ((390, 844), (1280, 800), (1920, 1080))
AXE = """
    axe.run(document, {resultTypes: ["violations"]}).then(({violations}) =>
        violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html.slice(0, 160)).join(" | ")}`))
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a hall at which all games are played, with an evening's second round under way."""
    path = tmp_path_factory.mktemp("evening") / "friday.json"
    evening = Evening.begin(
        "Friday", ["Anna", "Bartholomäusdonnerer", "Käthe-Annelöre Jürß", "Dora", "Emil"], ["w1", "w2"]
    ).pair(0.0)
    for game in evening.open_games:
        evening = evening.settle(game.players, game.players[0], BY_HAND)
    begin_evening(path, evening.pair(1.0))
    asked: dict[str, MadePage] = {PATH: rules_page, EVENING: EveningPage(path, print)}
    asked |= {
        f"{name}.html": lambda *_, name=name: phone_page(name).body.decode() for name in ("front", "phone", "old")
    }
    broker, port, web_port = open_broker()
    complained: list[Reason] = []
    with broker, closing(DemoTables(port, complained.append, pace=0.5)):
        files = page_files(f"ws://{{host}}:{web_port}", PATH, "Friday", evening=True)
        with PageServer(files, 0, "127.0.0.1", asked) as server:
            yield f"http://127.0.0.1:{server.port}/"
    assert complained == []


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as browser:
        yield browser


PAGES = {
    "wall": ("?lang=en", "looney-blockade"),
    "table": ("?lang=en&table=looney-blockade", "History"),
    "table of cubes": ("?lang=en&table=blokus3d", "History"),
    "evening": ("evening.html?lang=en", "Standings"),
    "abend": ("evening.html?lang=de", "Stand"),
    "rules": ("rules.html?ask=tower+black+move&language=en", "Black"),
    "phone's front": ("front.html", ""),
    "phone": ("phone.html", ""),
    "old phone": ("old.html", ""),
}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing(hall: str, browser: Browser, page: str, size: tuple[int, int]) -> None:
    address, said = PAGES[page]
    browser.open(f"{hall}{address}", *size)
    browser.until(lambda: browser.run("document.readyState") == "complete" and said in browser.text())
    browser.until(lambda: browser.run("[...document.images].every((each) => each.naturalWidth)"))
    browser.run(importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8") + "; 0")
    pictures = Path(__file__).parents[3] / "build" / "pages"
    pictures.mkdir(parents=True, exist_ok=True)
    browser.picture(pictures / f"{page}-{size[0]}.png")
    assert browser.run(AXE) == []
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
