"""Kept games and statistics in words."""

from companion.app.games.opening import Kept
from companion.app.records.records import Statistics
from companion.app.texts.texts import Texts

# Pearson's chi-square with five degrees of freedom that fair dice exceed once in twenty times.
SUSPICIOUS = 11.07


def kept_words(texts: Texts, kept: Kept) -> str:
    players = ", ".join(kept.players.values())
    state = texts("records.over" if kept.over else "records.open")
    if kept.winners:
        state = texts("records.won", players=", ".join(kept.players.get(s) or texts.side(s) for s in kept.winners))
    head = f"{texts(f'game.{kept.game}')}, {kept.begun.replace('T', ' ')[:16]}"
    return f"{head}\n{state}" + (f": {players}" if players else "")


def figures(texts: Texts, found: Statistics) -> list[str]:
    lines = [texts("stats.dice", n=found.rolled)]
    if found.rolled >= 30:
        key = "stats.uneven" if found.unevenness > SUSPICIOUS else "stats.fair"
        lines.append(texts(key, chi=f"{found.unevenness:.1f}"))
    for side, turns in found.turns.items():
        mean = found.seconds.get(side, 0.0) / turns if turns else 0.0
        lines.append(texts("stats.side", side=texts.side(side), n=turns, seconds=f"{mean:.0f}"))
    for rule, count in sorted(found.illegal.items(), key=lambda item: -item[1])[:5]:
        title = texts(f"rule.{rule}") if texts.has(f"rule.{rule}") else rule
        lines.append(texts("stats.illegal", title=title, n=count))
    return lines
