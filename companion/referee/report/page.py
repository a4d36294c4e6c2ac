"""A page that shows a refereed game: one HTML file with everything in it, for a screen of any size."""

import base64
from collections import Counter
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import cv2

from companion.referee.drawing.depicted import Depicted, depicted
from companion.referee.drawing.svg import table_svg
from companion.referee.game import JudgedEvent
from companion.referee.keeping.whole_file import write_whole
from companion.referee.report.head import page_head, page_style
from companion.referee.report.replay import ReplayStep, replay
from companion.referee.report.words import ReportWords
from companion.referee.table import AnyTable
from companion.referee.verdict import KINDS, Verdict
from companion.texts.language import language
from vision.image import Image

PICTURE_WIDTH = 720
JPEG_QUALITY = 72


@runtime_checkable
class Overlaid(Protocol):
    """A look that can draw what it sees into its picture."""

    def overlay(self, grid: Mapping[str, str]) -> Image:
        """Return the picture with the board's outline and these stacks drawn over it."""


class Report:
    """Collects the steps of a game; pictures are kept small. `words` are those of the page's language."""

    def __init__(self, title: str, table: AnyTable, words: ReportWords | None = None) -> None:
        self.title = title
        self._table = table
        self._words = words or ReportWords(language("en").for_players, table.game)
        self._cards: list[str] = []
        self._steps: list[ReplayStep] = []
        self._counts: Counter[str] = Counter()
        self._turns = 0
        self._winner: str | None = None
        # What stands between the sums and the replay, as HTML.
        self.between = ""

    def add(self, step: JudgedEvent) -> None:
        if step.verdict is None:
            return
        verdict = step.verdict
        self._counts[verdict.verdict] += 1
        self._turns += verdict.trait.turn
        if verdict.verdict == "won":
            self._winner = verdict.more.get("winner", verdict.side)
        card = _Card(step, verdict, self._table, self._words)
        self._cards.append(card.html(self._turns))
        if verdict.trait.turn or verdict.verdict == "setup":
            self._steps.append(card.replay_step(self._turns))

    def write(self, path: Path) -> None:
        """Write the page. Raises OSError where that fails."""
        write_whole(path, self.html().encode(errors="replace"))

    def html(self) -> str:
        words = self._words
        css = page_style("report", "board", "replay", "analysis")
        result = words.text("open")
        if self._winner:
            drawn = self._winner not in self._table.sides
            result = words.text("drawn") if drawn else words.text("winner", side=words.side(self._winner))
        return (
            f"{page_head(words.language, f'{words.game}: {self.title}', css)}"
            f"<header><h1>{words.game}</h1><p>{escape(self.title)}, {escape(result)}</p>{self._sums()}</header>"
            f"{self.between}{replay(self._steps, words)}"
            f"<main>{''.join(self._cards)}</main>"
            f"<footer>{words.text('foot')}</footer></html>\n"
        )

    def _sums(self) -> str:
        sums = [("sum.turn" if self._turns == 1 else "sum.turns", self._turns)]
        summed = (kind for kind, trait in KINDS.items() if trait.summed)
        sums += [(f"sum.{kind}", n) for kind in summed if (n := self._counts[kind])]
        lines = "".join(f"<li><b>{n}</b> {self._words.text(key)}</li>" for key, n in sums)
        return f'<ul class="sums">{lines}</ul>'


class _Card:
    """One step on the page."""

    def __init__(self, step: JudgedEvent, verdict: Verdict, table: AnyTable, words: ReportWords) -> None:
        self._step, self._verdict, self._table, self._words = step, verdict, table, words

    def html(self, number: int) -> str:
        """`number` is the turn's."""
        verdict, words = self._verdict, self._words
        kind = verdict.verdict
        dice = self._table.drawing.commitment(verdict.commitment or {})
        heading = words.text("turn", n=number) if verdict.trait.turn else ""
        side = escape(words.side(verdict.side)) if verdict.side and kind not in ("setup", "hand") else ""
        title = " ".join(part for part in (f"{heading}:" if heading else "", side) if part)
        head = (
            f'<h2><span class="badge">{words.text(kind)}</span><span>{title}</span>'
            f'<span class="dice">{dice if kind != "setup" else ""}</span><time>{verdict.t:.1f} s</time></h2>'
        )
        views = f'<div class="views">{self._picture()}{self._board()}</div>'
        if verdict.trait.passes and verdict.rule is None:
            views = f"<details><summary>{words.text('views')}</summary>{views}</details>"
        return f'<article class="{verdict.trait.tone}">{head}{self._verdict_html()}{views}</article>'

    def replay_step(self, number: int) -> ReplayStep:
        """Return the table after this step, for the replay. `number`: the turn's."""
        verdict, words, table = self._verdict, self._words, self._table
        kind = words.text(verdict.verdict)
        if not verdict.trait.turn:
            return ReplayStep("0", kind, "", self._drawing())
        side = words.side(verdict.side) if verdict.side else ""
        moves = words.sentence(table.wording.moves(verdict.moves)) if verdict.moves else words.text("pass")
        heading = f"{words.text('turn', n=number)}: {side}" + (f", {kind}" if verdict.verdict != "legal" else "")
        return ReplayStep(str(number), heading, moves, self._drawing())

    def _drawing(self) -> str:
        verdict, words = self._verdict, self._words
        marked = frozenset(place for move in verdict.moves for place in self._table.touched(move))
        label, empty = words.text("believed"), words.text("empty")
        shown = Depicted(verdict.grid, marked, verdict.moves)
        return table_svg(self._table.drawing, shown, label=label, empty=empty)

    def _verdict_html(self) -> str:
        verdict, words = self._verdict, self._words
        parts = []
        if verdict.moves:
            parts.append(f'<ul class="moves">{"".join(self._move(move) for move in verdict.moves)}</ul>')
        elif verdict.verdict == "legal":
            parts.append(_say(words.text("pass")))
        if verdict.trait.turn and (spent := self._table.wording.spent(verdict.points or {})):
            parts.append(_say(words.sentence(spent)))
        if verdict.reason:
            rule = f'<span class="rule">{escape(verdict.rule)}</span>: ' if verdict.rule else ""
            parts.append(_say(rule + escape(words.sentence(verdict.reason))))
        for reading in verdict.readings:
            share = f"{reading.probability:.0%}"
            parts.append(_say(escape(words.text("perhaps", words=words.reading(reading), share=share))))
        parts += [f'<p class="note">{escape(words.sentence(note))}</p>' for note in verdict.notes]
        return "".join(parts)

    def _move(self, move: Mapping[str, Any]) -> str:
        table = self._table
        said = escape(self._words.say(table.wording.move(move)))
        return f'<li><i style="background:{table.drawing.swatch(move)}"></i>{said}</li>'

    def _picture(self) -> str:
        step, verdict, words = self._step, self._verdict, self._words
        if step.picture is None:
            return ""
        image = step.picture.image
        if isinstance(step.look, Overlaid) and verdict.verdict != "hand":
            image = step.look.overlay(verdict.seen or verdict.grid)
        share = f"{min(verdict.confidence, 0.999):.1%}"
        sure = words.text("sure", share=share) if verdict.verdict != "hand" else ""
        name = escape(verdict.frame or "")
        return (
            f'<figure><img alt="{words.text("picture", name=name)}" src="data:image/jpeg;base64,{_small(image)}">'
            f"<figcaption>{name}{sure}</figcaption></figure>"
        )

    def _board(self) -> str:
        verdict, words = self._verdict, self._words
        if not verdict.grid:
            return ""
        caption = words.text("seen" if verdict.seen else "believed")
        shown = depicted(self._table, verdict)
        drawing = table_svg(self._table.drawing, shown, label=caption, empty=words.text("empty"))
        return f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def _say(said: str) -> str:
    return f'<p class="say">{said}</p>'


def _small(image: Image) -> str:
    height, width = image.shape[:2]
    if width > PICTURE_WIDTH:
        size = (PICTURE_WIDTH, round(height * PICTURE_WIDTH / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return base64.b64encode(data.tobytes()).decode("ascii")
