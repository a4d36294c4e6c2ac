"""Puts stored games and statistics into words."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from companion.app.games.opening import SavedGame
from companion.app.records.records import LATEST_GAMES, Mover, Statistics
from companion.app.texts.texts import Texts

# Pearson's chi-square with five degrees of freedom that fair dice exceed once in twenty times.
SUSPICIOUS = 11.07
# Rolls needed before anything is said about the dice.
ENOUGH_ROLLS = 30
# A player with more games than this also gets a sum of the latest ones.
FEW_GAMES = 5
# Of what is counted of a player's turns the most frequent are told.
MOST_HABITS = 3


def card_title(texts: Texts, game: SavedGame) -> str:
    """Return a game's title: its players, or else the name of the game."""
    return game.name or texts(f"game.{game.game}")


def when(texts: Texts, begun: str, now: datetime) -> str:
    """Return a time in ISO format as ``today 16:09``, ``yesterday 16:09`` or ``2026-11-24 16:09``."""
    day, _, clock = begun.replace("T", " ")[:16].partition(" ")
    days = {now.date().isoformat(): "records.today", (now.date() - timedelta(days=1)).isoformat(): "records.yesterday"}
    return f"{texts(days[day]) if day in days else day} {clock}".strip()


def card_state(texts: Texts, game: SavedGame, now: datetime) -> str:
    """Tell when a game began, which game it is unless the title says so, and whether it is over."""
    told = [when(texts, game.begun, now)]
    if game.name:
        told.insert(0, texts(f"game.{game.game}"))
    if not game.over:
        told.append(texts("records.open"))
    elif not game.winners:
        told.append(texts("turn.draw"))
    return ", ".join(told)


def card_players(texts: Texts, game: SavedGame) -> tuple[tuple[str, bool], ...]:
    """Return each player, by name or else by side, with True for a winner."""
    named = {**{side: texts.side(side) for side in game.winners}, **game.players}
    told = ((game.players.get(side) or name, side in game.winners) for side, name in named.items())
    return tuple((f"{name}: {texts('records.winner')}" if won else name, won) for name, won in told)


def shown_games(games: Sequence[SavedGame], game: str) -> list[SavedGame]:
    """Return the stored games of `game`, or all of them for ""."""
    return [each for each in games if not game or each.game == game]


def statistics_lines(texts: Texts, found: Statistics) -> list[str]:
    """Return the statistics as lines: dice, players, habits, broken rules; none where there is nothing to count."""
    lines = []
    if found.rolled >= ENOUGH_ROLLS:
        even = texts("stats.uneven" if found.unevenness > SUSPICIOUS else "stats.fair")
        lines = [texts("stats.rolled", n=found.rolled), texts("stats.dice"), even]
    lines += [_player(texts, found, mover) for mover in dict.fromkeys((*map(Mover, found.won), *found.turns))]
    lines += [_habits(texts, found, game, mover) for game, mover in found.habits]
    for (game, rule), count in sorted(found.illegal.items(), key=lambda item: -item[1])[:5]:
        title = texts.rule_title(game, rule) or texts(f"game.{game}")
        lines.append(texts("stats.illegal", title=title, n=count))
    return lines


def _player(texts: Texts, found: Statistics, mover: Mover) -> str:
    words = []
    if won := found.won.get(mover.name):
        words.append(texts("stats.won", n=sum(won), all=len(won)))
        if len(won) > FEW_GAMES:
            latest = won[-LATEST_GAMES:]
            words.append(texts("stats.lately", n=sum(latest), all=len(latest)))
    if turns := found.turns.get(mover):
        words.append(texts("stats.turns", n=turns, seconds=f"{found.seconds[mover] / turns:.0f}"))
    return f"{mover.name or texts.side(mover.side)}: {', '.join(words)}"


def _habits(texts: Texts, found: Statistics, game: str, mover: Mover) -> str:
    """Return how a player mostly begins a game, what came of that, and what the player mostly does in it."""
    begun = {first: ends for (of, who, first), ends in found.openings.items() if (of, who) == (game, mover)}
    words = []
    if begun:
        first = max(begun, key=lambda each: len(begun[each]))
        ends, of = begun[first], sum(map(len, begun.values()))
        words.append(texts(f"stats.opening.{game}", what=first, n=len(ends), all=of, won=ends.count(True)))
    counts = found.habits[game, mover]
    most = sorted(counts, key=lambda what: -counts[what])[:MOST_HABITS]
    shares = [f"{what} ({100 * counts[what] / sum(counts.values()):.0f}\N{NO-BREAK SPACE}%)" for what in most]
    words.append(texts(f"stats.habit.{game}", what=", ".join(shares)))
    return f"{mover.name or texts.side(mover.side)}, {texts(f'game.{game}')}: {'; '.join(words)}"
