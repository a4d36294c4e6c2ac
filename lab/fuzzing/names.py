"""Names and other words with markup in them into the pages about games: not an element, not an attribute may come of
them, nor anything that cannot be seen."""

from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from typing import NamedTuple

from companion.games.looney_blockade.rules.setup import initial
from companion.games.reason import because
from companion.referee.game import JudgedEvent
from companion.referee.keeping.recording import Event
from companion.referee.report.page import Report
from companion.referee.report.words import ReportWords
from companion.referee.tables import open_table
from companion.referee.verdict import Kind, Offer, Verdict
from companion.texts.language import LANGUAGES, language
from companion.texts.names import tidy_names
from lab.fuzzing.fuzzer import Findings

GAME = "looney-blockade"
SIDES = ("cool", "warm")
ORDINARY = ("Ada", "José", "O'Neil & <Co>", "李小龍", "x < y", '"B"')
PIECES = (
    "<script>alert(1)</script>", "</script>", "</title>", "</style>", "<img src=x onerror=alert(1)>",
    "<svg/onload=a()>",
    '" onmouseover="a()', "' onfocus='a()", "-->", "<!--", "]]>", "&lt;b&gt;", "&#60;b&#62;", "&amp", "javascript:a()",
    "{cell}", "{0}", "%s", "[b]", "[/b]", "[ref=a]", "\u202e", "\u2066", "\u200b", "\ufeff", "\x00", "\x1b[31m", "\r\n",
    "\u2028", "\ud800", "\U0001f469\u200d\U0001f680", "a\u0301" * 9, "Ada", "É", " ", "x" * 10_000,
)  # fmt: skip


class ParsedPage(NamedTuple):
    """What a browser makes of a page: its elements with their attributes, in order, and its text."""

    elements: tuple[tuple[str, tuple[str, ...]], ...]
    text: str


def words(rng: Random) -> str:
    """A name somebody might type, mostly to break something."""
    return rng.choice(ORDINARY) if rng.random() < 0.3 else "".join(rng.choices(PIECES, k=rng.randrange(1, 5)))


def game_page(code: str, players: dict[str, str], said: str) -> str:
    """A page about a game of these players in which `said` turns up wherever words from outside may."""
    report = Report(said, open_table(GAME, {}), ReportWords(language(code), GAME, players))
    grid = dict(initial().grid)
    reason = because("text", said, text=said)
    offer = Offer("illegal", 0.5, (), grid, reason, reason, ((said, said),))
    kinds: tuple[Kind, ...] = ("legal", "unsure")
    for number, kind in enumerate(kinds):
        side = SIDES[number % len(SIDES)]
        verdict = Verdict(
            0.0, said, kind, grid, 0.9, side=side, reason=reason, readings=(offer,), notes=(reason,), cells=(said,)
        )  # fmt: skip
        report.add(JudgedEvent(Event(0, 0.0, "frame", said), verdict, None, None, ()))
    return report.html()


def read_page(html: str) -> ParsedPage:
    """The page as a parser of HTML reads it."""
    parser = _Parser(convert_charrefs=True)
    parser.feed(html)
    parser.close()
    return ParsedPage(tuple(parser.elements), "".join(parser.text))


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A page a round; names that are told in full are taken, those that had to be tidied refused."""
    findings = Findings()
    plain = {code: read_page(game_page(code, dict.fromkeys(SIDES, "A"), "B")).elements for code in LANGUAGES}
    for _ in rounds:
        code = rng.choice(tuple(LANGUAGES))
        players, said = {side: words(rng) for side in SIDES}, words(rng)
        try:
            page = read_page(game_page(code, players, said).encode(errors="replace").decode())
        except Exception as error:
            findings.faults.append(f"{type(error).__name__}: {error}: {players}, {said!r}")
            continue
        tidied = tidy_names(players)
        if page.elements != plain[code]:
            findings.faults.append(f"elements of their own: {players}, {said!r}")
        elif missing := [name for name in tidied.values() if name not in page.text]:
            findings.faults.append(f"not told: {missing}")
        else:
            for side, name in players.items():
                (findings.taken if tidied.get(side) == name else findings.refused)[side] += 1
    return findings


class _Parser(HTMLParser):
    def __init__(self, *, convert_charrefs: bool) -> None:
        super().__init__(convert_charrefs=convert_charrefs)
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}", ()))

    def handle_comment(self, data: str) -> None:
        self.elements.append(("!--", (data,)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)
