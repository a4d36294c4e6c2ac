"""Kept games and statistics in words."""

from companion.app.games.opening import Kept
from companion.app.records.records import LAST, Statistics
from companion.app.texts.texts import Texts

# Pearson's chi-square with five degrees of freedom that fair dice exceed once in twenty times.
SUSPICIOUS = 11.07
# Fewer rolls say nothing about dice.
ENOUGH_ROLLS = 30
# Of so few games all are told in one number.
FEW_GAMES = 5


def kept_words(texts: Texts, kept: Kept) -> str:
    players = ", ".join(kept.players.values())
    state = texts("records.over" if kept.over else "records.open")
    if kept.winners:
        state = texts("records.won", players=", ".join(kept.players.get(s) or texts.side(s) for s in kept.winners))
    head = f"{texts(f'game.{kept.game}')}, {kept.begun.replace('T', ' ')[:16]}"
    return f"{head}\n{state}" + (f": {players}" if players else "")


def figures(texts: Texts, found: Statistics) -> list[str]:
    """The dice, the players, how games begin, what was not allowed: a line each."""
    lines = [texts("stats.dice", n=found.rolled)]
    if found.rolled >= ENOUGH_ROLLS:
        lines.append(texts("stats.uneven" if found.unevenness > SUSPICIOUS else "stats.fair"))
    lines += [_player(texts, found, player) for player in dict.fromkeys((*found.won, *found.turns))]
    lines += _openings(texts, found)
    for (game, rule), count in sorted(found.illegal.items(), key=lambda item: -item[1])[:5]:
        title = texts.rule_title(game, rule) or texts(f"game.{game}")
        lines.append(texts("stats.illegal", title=title, n=count))
    return lines


def _player(texts: Texts, found: Statistics, player: str) -> str:
    name = texts.side(player) if texts.has(f"side.{player}") else player
    words = []
    if won := found.won.get(player):
        words.append(texts("stats.won", n=sum(won), all=len(won)))
        if len(won) > FEW_GAMES:
            last = won[-LAST:]
            words.append(texts("stats.lately", n=sum(last), all=len(last)))
    if turns := found.turns.get(player):
        words.append(texts("stats.turns", n=turns, seconds=f"{found.seconds.get(player, 0.0) / turns:.0f}"))
    return f"{name}: {', '.join(words)}"


def _openings(texts: Texts, found: Statistics) -> list[str]:
    """With what each game began most often."""
    lines = []
    for game in dict.fromkeys(game for game, _ in found.openings):
        counts = {first: n for (of, first), n in found.openings.items() if of == game}
        first = max(counts, key=lambda each: counts[each])
        lines.append(texts(f"stats.opening.{game}", what=first, n=counts[first], all=sum(counts.values())))
    return lines
