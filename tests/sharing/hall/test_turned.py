"""The board from its other side, as the hall's page turns it."""

import json
from collections.abc import Iterator

import pytest

from companion.referee.drawing.depicted import Depicted
from companion.referee.tables import TABLES, open_table
from companion.sharing.feed.boards import drawn
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.web_server import PageServer
from tests.sharing.hall.browser import Browser

pytestmark = pytest.mark.slow

THINGS = {"looney-blockade": "R3R1", "leistiko-blockade": "3", "pyramid-ball": "R3", "blokus3d": "RR"}
# Where each thing's middle and each letter's is, in the drawing's units, and whether it stands upright.
PLACES = """
    import("./drawing.js").then(({turned}) => {
        const look = (svg) => {
            document.body.innerHTML = svg;
            const root = document.querySelector("svg");
            const to = root.getScreenCTM().inverse();
            const told = (each, at) => {
                const own = each.getScreenCTM(), seen = at.matrixTransform(own).matrixTransform(to);
                return [Math.round(seen.x), Math.round(seen.y), own.a > 0 && own.d > 0].join(" ");
            };
            const box = root.viewBox.baseVal;
            const all = (of) => [...root.querySelectorAll(`:scope > ${of}, :scope > g[transform^=rotate] > ${of}`)];
            const middle = (each) => {
                const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(each.getAttribute(name)));
                return new DOMPoint(x, y - 0.36 * size);
            };
            return {
                box: [box.x, box.y, box.width, box.height],
                things: all("g[transform^=translate]").map((each) => told(each, new DOMPoint(0, 0))),
                letters: all("text").map((each) => told(each, middle(each))),
            };
        };
        return [look(SVG), look(turned(SVG)), turned("no drawing") === "no drawing"];
    })
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as browser, PageServer(page_files("ws://club"), 0, "127.0.0.1") as server:
        browser.open(f"http://127.0.0.1:{server.port}/evening.html")
        browser.until(lambda: browser.run("document.readyState") == "complete")
        yield browser


@pytest.mark.parametrize("game", TABLES)
def test_turned_all_is_at_the_other_side_and_upright(browser: Browser, game: str) -> None:
    table = open_table(game, {})
    svg = drawn(table, Depicted(dict.fromkeys(table.drawing.board(()).places, THINGS[game])))
    before, after, kept = browser.run(PLACES.replace("SVG", json.dumps(svg)))
    x, y, width, height = before["box"]
    assert before["things"] or before["letters"]
    for what in ("things", "letters"):
        expected = []
        for told in before[what]:
            u, v, upright = told.split()
            expected.append(f"{round(2 * x + width) - int(u)} {round(2 * y + height) - int(v)} {upright}")
        assert sorted(after[what]) == sorted(expected)
    assert kept
