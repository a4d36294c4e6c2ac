"""The analysis of a game on its page: the curve of the chances, luck and losses under it, the turns that decided."""

from html import escape

from companion.referee.analysing.analysis import Analysis
from companion.referee.analysing.words import AnalysisWords, rows_of

# Sizes of the drawing, which is as wide as the page.
WIDTH, CURVE, BARS, GAP, LEFT = 960.0, 240.0, 70.0, 26.0, 44.0
# What a bar of full height tells at the least.
LEAST_FULL = 0.2
COLOURS = ("#2f6fd6", "#d9822b", "#b3362e", "#2f8f4e")


def section(analysis: Analysis, words: AnalysisWords) -> str:
    """Return an analysis as HTML, "" for a game without turns."""
    if not analysis.turns:
        return ""
    summary = "".join(f"<li>{escape(line)}</li>" for line in words.summary())
    turns = "".join(
        f"<li><b>{escape(words.heading(turn))}</b><br>{'<br>'.join(map(escape, words.turn_lines(turn)))}</li>"
        for turn in analysis.deciding
    )
    title = escape(words.decided())
    return (
        f'<section class="analysis"><h2>{escape(words.text("title"))}</h2>{picture(analysis, words)}'
        f"<ul>{summary}</ul><h3>{title}</h3><ol>{turns}</ol></section>"
    )


def picture(analysis: Analysis, words: AnalysisWords) -> str:
    """Return the curve as SVG: the first player's for two players, one each for more. Bars below show the luck of the
    roll, upwards if good, and the loss of the turn, downwards."""
    players = words.players()
    shown = list(players)[:1] if len(players) == 2 else list(players)
    count = len(analysis.turns)
    step = (WIDTH - LEFT - 10) / max(1, count)
    height = CURVE + GAP + 2 * BARS + 40
    parts = [f'<svg class="curve" viewBox="0 0 {WIDTH:g} {height:g}" role="img">']
    parts.append(f"<title>{escape(words.text('curve', who=players[shown[0]]))}</title>")
    for share in (0.0, 0.5, 1.0):
        y = _y(share)
        parts.append(f'<line class="grid" x1="{LEFT:g}" x2="{WIDTH - 10:g}" y1="{y:g}" y2="{y:g}"/>')
        parts.append(f'<text x="{LEFT - 6:g}" y="{y + 5:g}" text-anchor="end">{round(100 * share)}</text>')
    for number, side in enumerate(shown):
        points = [(LEFT + i * step, _y(share)) for i, share in enumerate(rows_of(analysis, side))]
        colour = COLOURS[analysis.sides.index(side) % len(COLOURS)]
        if len(shown) == 1:
            floor = " ".join(f"{x:.1f},{y:.1f}" for x, y in [(LEFT, _y(0)), *points, (points[-1][0], _y(0))])
            parts.append(f'<polygon points="{floor}" fill="{colour}" fill-opacity="0.18"/>')
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="3"/>')
        name = escape(players[side])
        parts.append(f'<text x="{LEFT + 8 + 150 * number:g}" y="18" fill="{colour}">{name}</text>')
    parts += _bars(analysis, step)
    first = shown[0]
    for turn in analysis.deciding:
        x, y = LEFT + turn.number * step, _y(turn.after[turn.side if turn.side in shown else first])
        parts.append(f'<circle class="told" cx="{x:.1f}" cy="{y:.1f}" r="7"/>')
        parts.append(f'<text x="{x:.1f}" y="{CURVE + 20:g}" text-anchor="middle">{turn.number}</text>')
    base = CURVE + GAP + BARS
    for key, y in (("bars.luck", base - BARS + 12), ("bars.lost", base + BARS + 22)):
        parts.append(f'<text x="{LEFT + 6:g}" y="{y:g}">{escape(words.text(key))}</text>')
    return "".join([*parts, "</svg>"])


def _bars(analysis: Analysis, step: float) -> list[str]:
    base, parts = CURVE + GAP + BARS, list[str]()
    told = [abs(change) for turn in analysis.turns for change in (*turn.luck.values(), *turn.lost.values())]
    scale = BARS / max(LEAST_FULL, *told)
    for turn in analysis.turns:
        mover = turn.side or analysis.sides[0]
        x, width = LEFT + (turn.number - 1) * step + step * 0.2, step * 0.6
        luck, lost = turn.luck[mover], turn.most_lost[1]
        if abs(luck) >= 0.005:
            top = base - max(luck, 0.0) * scale
            kind = "lucky" if luck > 0 else "unlucky"
            parts.append(_bar(kind, x, top, width, abs(luck) * scale))
        if lost >= 0.005:
            parts.append(_bar("lost", x + width * 0.5, base, width * 0.5, lost * scale))
    parts.append(f'<line class="grid" x1="{LEFT:g}" x2="{WIDTH - 10:g}" y1="{base:g}" y2="{base:g}"/>')
    return parts


def _bar(kind: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def _y(share: float) -> float:
    return 4 + (CURVE - 8) * (1 - share)
