"""A page that shows a refereed game: one HTML file with everything in it, for a screen of any size."""

import base64
from collections import Counter
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import cv2

from companion.referee.drawing import FACES, board_svg, die_svg
from companion.referee.game import Step
from companion.referee.verdict import COLOUR_NAMES, Verdict, piece_name
from vision.look import Image

PICTURE_WIDTH = 720
JPEG_QUALITY = 72

TONES = {
    "setup": "good",
    "legal": "good",
    "won": "win",
    "illegal": "bad",
    "incomplete": "wait",
    "unsure": "wait",
    "corrected": "wait",
    "takeback": "calm",
    "hand": "calm",
    "unchanged": "calm",
}
WORDS = {
    "setup": "Set-up",
    "legal": "Legal",
    "won": "Won!",
    "illegal": "Illegal",
    "incomplete": "Black missing",
    "unsure": "Not sure",
    "corrected": "Corrected",
    "takeback": "Taken back",
    "hand": "Hand on the board",
    "unchanged": "Unchanged",
}
QUIET = ("hand", "unchanged")


@runtime_checkable
class Overlaid(Protocol):
    """A look that can draw what it sees into its picture."""

    def overlay(self, grid: Mapping[str, str]) -> Image:
        """The picture with the board's outline and the given stacks drawn over it."""


class Report:
    """Collects the steps of a game; pictures are kept small."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._cards: list[str] = []
        self._counts: Counter[str] = Counter()
        self._turns = 0
        self._winner: str | None = None

    def add(self, step: Step) -> None:
        if step.verdict is None:
            return
        verdict = step.verdict
        self._counts[verdict.verdict] += 1
        self._turns += verdict.verdict in ("legal", "won")
        self._winner = verdict.side if verdict.verdict == "won" else self._winner
        self._cards.append(_card(step, verdict, self._turns))

    def write(self, path: Path) -> None:
        """Write the page. Raises OSError where that fails."""
        path.write_text(self.html(), encoding="utf-8")

    def html(self) -> str:
        css = files("companion.referee").joinpath("report.css").read_text(encoding="utf-8")
        result = f"{self._winner} has won" if self._winner else "still open"
        return (
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>Looney Blockade: {escape(self.title)}</title><style>{css}</style>"
            f"<header><h1>Looney Blockade</h1><p>{escape(self.title)}, {result}</p>{self._sums()}</header>"
            f"<main>{''.join(self._cards)}</main>"
            "<footer>Judged by Pyramid Companion from pictures and dice. Pieces: three, two or one pips for large, "
            "medium and small; K is black, C clear.</footer></html>\n"
        )

    def _sums(self) -> str:
        sums = [("turn" if self._turns == 1 else "turns", self._turns)]
        sums += [(WORDS[kind].lower(), self._counts[kind]) for kind in ("illegal", "takeback", "incomplete", "unsure")]
        sums = [(word, n) for word, n in sums if n or word.startswith("turn")]
        return f'<ul class="sums">{"".join(f"<li><b>{n}</b> {word}</li>" for word, n in sums)}</ul>'


def _card(step: Step, verdict: Verdict, number: int) -> str:
    kind = verdict.verdict
    dice = "".join(die_svg(colour, value) for colour, value in (verdict.roll or {}).items()) if kind != "setup" else ""
    heading = {"legal": f"Turn {number}", "won": f"Turn {number}"}.get(kind, "")
    side = verdict.side.capitalize() if verdict.side and kind not in ("setup", "hand") else ""
    title = " ".join(part for part in (f"{heading}:" if heading else "", side) if part)
    head = (
        f'<h2><span class="badge">{WORDS[kind]}</span><span>{title}</span><span class="dice">{dice}</span>'
        f"<time>{verdict.t:.1f} s</time></h2>"
    )
    views = f'<div class="views">{_picture(step, verdict)}{_board(verdict)}</div>'
    if kind in QUIET and verdict.rule is None:
        views = f"<details><summary>picture and board</summary>{views}</details>"
    return f'<article class="{TONES[kind]}">{head}{_words(verdict)}{views}</article>'


def _words(verdict: Verdict) -> str:
    parts = []
    if verdict.moves:
        parts.append(f'<ul class="moves">{"".join(_move(move) for move in verdict.moves)}</ul>')
    elif verdict.verdict == "legal":
        parts.append('<p class="say">No move.</p>')
    spent = ", ".join(f"{n} {COLOUR_NAMES[colour]}" for colour, n in (verdict.points or {}).items() if n)
    if spent and verdict.verdict in ("legal", "won"):
        parts.append(f'<p class="say">Points used: {spent}.</p>')
    if verdict.reason:
        rule = f'<span class="rule">{escape(verdict.rule)}</span>: ' if verdict.rule else ""
        parts.append(f'<p class="say">{rule}{escape(_opened(verdict.reason))}.</p>')
    parts += [
        f'<p class="say">Perhaps: {escape(str(reading["words"]))} ({reading["probability"]:.0%}).</p>'
        for reading in verdict.readings
    ]
    parts += [f'<p class="note">{escape(_opened(note))}.</p>' for note in verdict.notes]
    return "".join(parts)


def _opened(words: str) -> str:
    return words[:1].upper() + words[1:].rstrip(".")


def _move(move: Mapping[str, Any]) -> str:
    cost = f"{move['cost']} point{'s' if move['cost'] != 1 else ''}"
    cap = f", {piece_name(move['cap'])} on top" if move.get("cap") else ""
    swatch = f'<i style="background:{FACES[move["piece"][0]][0]}"></i>'
    return f"<li>{swatch}{piece_name(move['piece'])} {move['from']} &rarr; {move['to']} ({cost}){cap}</li>"


def _picture(step: Step, verdict: Verdict) -> str:
    if step.picture is None:
        return ""
    image = step.picture.image
    if isinstance(step.look, Overlaid) and verdict.verdict != "hand":
        image = step.look.overlay(verdict.seen or verdict.grid)
    sure = f", {min(verdict.confidence, 0.999):.1%} sure" if verdict.verdict != "hand" else ""
    name = escape(verdict.frame or "")
    return (
        f'<figure><img alt="The table in {name}" src="data:image/jpeg;base64,{_small(image)}">'
        f"<figcaption>{name}{sure}</figcaption></figure>"
    )


def _small(image: Image) -> str:
    height, width = image.shape[:2]
    if width > PICTURE_WIDTH:
        size = (PICTURE_WIDTH, round(height * PICTURE_WIDTH / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return base64.b64encode(data.tobytes()).decode("ascii")


def _board(verdict: Verdict) -> str:
    if not verdict.grid:
        return ""
    marked = {cell for move in verdict.moves for cell in (move["from"], move["to"])} | set(verdict.cells)
    shown, caption = verdict.grid, "as believed"
    if verdict.seen:
        shown, caption = verdict.seen, "as it stands, not accepted"
        marked |= {cell for cell in verdict.seen if verdict.seen[cell] != verdict.grid[cell]}
    moves = verdict.moves if verdict.verdict in ("legal", "won", "incomplete") else ()
    drawing = board_svg(shown, marked, moves, f"board, {caption}")
    return f"<figure>{drawing}<figcaption>The table {caption}</figcaption></figure>"
