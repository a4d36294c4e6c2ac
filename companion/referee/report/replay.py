"""A game to be stepped through on its page, board by board; no script runs for it.

Each turn is a radio button and what belongs to it; that of the one chosen is shown. Steps back and on are labels of the
buttons beside, and the arrow keys step as they do in any group of radio buttons.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from companion.referee.report.words import ReportWords


class ReplayStep(NamedTuple):
    """A table that the game came to: `mark` names it in the list, `heading` says whose turn led to it and `said` what
    was played (both text), `board` is its drawing (SVG)."""

    mark: str
    heading: str
    said: str
    board: str


def replay(steps: Sequence[ReplayStep], words: ReportWords) -> str:
    """Return a replay as HTML, for a page with `replay.css`; "" if there are no steps."""
    if len(steps) < 2:
        return ""
    last = len(steps) - 1
    rules = "".join(f".replay:has(#turn{n}:checked) [for=turn{n}].dot{{{CHOSEN}}}" for n in range(len(steps)))
    dots = "".join(f'<label class="dot" for="turn{n}">{escape(step.mark)}</label>' for n, step in enumerate(steps))
    shown = "".join(_step_html(n, step, last, words) for n, step in enumerate(steps))
    title = escape(words.text("replay"))
    head = f'<section class="replay" aria-label="{title}"><style>{rules}</style><h2>{title}</h2>'
    return f"{head}{shown}<nav>{dots}</nav></section>"


CHOSEN = "background:var(--ink);color:var(--paper)"


def _step_html(number: int, step: ReplayStep, last: int, words: ReportWords) -> str:
    checked = " checked" if number == 0 else ""
    name = escape(step.heading)
    steps = f"{_step(number - 1, last, words.text('before'))}{_step(number + 1, last, words.text('after'))}"
    return (
        f'<input type="radio" name="turn" id="turn{number}" aria-label="{name}"{checked}>'
        f'<div class="moment"><div class="table">{step.board}</div><div class="told"><p class="steps">{steps}</p>'
        f"<h3>{name}</h3><p>{escape(step.said)}</p></div></div>"
    )


def _step(number: int, last: int, said: str) -> str:
    if not 0 <= number <= last:
        return f"<span>{escape(said)}</span>"
    return f'<label for="turn{number}">{escape(said)}</label>'
