"""Players' names stay as they were typed, whatever else they could be taken for."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.games.registry import GAMES
from companion.app.games.setting_up import SetupSeen
from companion.app.games.state import Moment, TableState
from companion.app.games.words import result, spoken
from companion.app.texts.texts import Texts
from companion.games.reason import because
from companion.referee.table import AnyTable
from companion.referee.tables import open_table
from companion.referee.verdict import Kind, Verdict
from companion.sharing.feed.news import Standing, TableNews
from companion.texts.language import LANGUAGES
from companion.texts.names import tidy_name
from tests.app.games.test_setting_up import state as setting
from tests.often import often

COLOUR, PIP = st.sampled_from("RYGBKCOPNW"), st.sampled_from("123")
PIECE = st.builds("{}{}".format, COLOUR, PIP)
# Pieces, stacks, colours, squares, rows, sides, keys, forms, ids of rules and numbers.
VALUES = st.one_of(
    PIECE,
    st.lists(PIECE, min_size=1, max_size=4).map("".join),
    COLOUR,
    st.builds("{},{}".format, st.integers(0, 9), st.integers(0, 9)),
    st.builds("{}{}".format, st.sampled_from("abcdefghij"), st.integers(1, 10)),
    st.builds("{}{}{}".format, st.sampled_from(("first", "second")), st.sampled_from(("", ".")), st.integers(1, 6)),
    st.sampled_from(("first", "second", "cool", "warm", "blue", "S", "M", "L", "draw", "tower", "base")),
    st.sampled_from(("turn.of", "referee.side", "book.blokus3d", "piece", "{piece:piece}", "{player}", "#", "a|b")),
    st.sampled_from(("Ada (BK-01)", "BK-01: Ada", "C5: Ada", "Ada (PB-14, PB-15)", "BK-land", "Ada (B3-end)")),
    st.integers(0, 99).map(str),
)
NAMES = st.builds("{}{}".format, VALUES, st.sampled_from(("", " 2", "!"))).map(tidy_name)
# A name that is like no other word.
ORDINARY = "Xquölz"
VERDICTS: tuple[Kind, ...] = ("setup", "legal", "illegal", "unsure", "won", "late")


@cache
def table_of(game: str) -> AnyTable:
    return open_table(game, GAMES[game].options({}, {}))


def verdicts(game: str) -> Iterator[Verdict]:
    """Verdicts of all kinds on either side."""
    grid = dict(GAMES[game].entry(GAMES[game].options({}, {})).start())
    for kind in VERDICTS:
        for side in table_of(game).sides[:2]:
            yield Verdict(0.0, "", kind, grid, 0.9, side=side, reason=because("engine.nested"))


@cache
def states(game: str) -> tuple[TableState[Any], ...]:
    """What a screen shows after each verdict, the computer's turns and the end of a series among them."""
    setup = setting(game, SetupSeen(False))
    moments = (Moment(next(verdicts(game)), setup.score),)
    begun = replace(setup, source="touch", camera=None, phase="roll", moments=moments)
    sides = table_of(game).sides
    found = [replace(begun, verdict=verdict, side=side) for verdict in verdicts(game) for side in sides[:2]]
    over = replace(found[-1], phase="won", winner=sides[0], series=dict.fromkeys(sides, 1))
    return (*found, replace(found[2], computers=tuple(sides)), over)


def shown(game: str, code: str, name: str) -> list[str]:
    """Everything that is read on the screen and heard."""
    presenter = GAMES[game].presenter(Texts(code))
    presenter.begin(dict.fromkeys(GAMES[game].sides, name))
    said = []
    for state in states(game):
        view = presenter.view(state)
        t = presenter.words(state)
        said += [view.title, view.headline, *view.words, spoken(t, state), *result(t, state)]
    return said


def published(game: str, name: str) -> list[Any]:
    """Everything that the feed says in words."""
    table = table_of(game)
    header = {"options": {}, "players": dict.fromkeys(table.sides, name)}
    news = TableNews("table", table, header, 0.0)
    posts = list(news.hello())
    for number, verdict in enumerate(verdicts(game)):
        record = {"seq": number, "t": 0.0, "kind": "frame", "verdict": verdict.to_json()}
        posts += news.take(record, Standing(None, verdict.side, None, table.sides[0] if number % 2 else None))
    return [said for post in posts if str(post.payload).startswith("{") for said in worded(json.loads(post.payload))]


def worded(told: Any) -> Iterator[Any]:
    """Whatever is told in words, however deep."""
    if isinstance(told, Mapping):
        yield from ([told["say"]] if "say" in told else [])
    for inner in told.values() if isinstance(told, Mapping) else told if isinstance(told, list) else ():
        yield from worded(inner)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_name_is_never_translated_on_the_screen_or_aloud(game: str, code: str) -> None:
    ordinary = shown(game, code, ORDINARY)
    assert sum(ORDINARY in words for words in ordinary) > len(states(game))

    @settings(max_examples=often(60), deadline=None)
    @given(name=NAMES)
    def never_translated(name: str) -> None:
        assert shown(game, code, name) == [words.replace(ORDINARY, name) for words in ordinary]

    never_translated()


@pytest.mark.parametrize("game", GAMES)
def test_a_name_is_never_translated_in_the_feed(game: str) -> None:
    ordinary = published(game, ORDINARY)
    assert json.dumps(ordinary, ensure_ascii=False).count(ORDINARY) > 2 * len(VERDICTS)

    @settings(max_examples=often(60), deadline=None)
    @given(name=NAMES)
    def never_translated(name: str) -> None:
        assert published(game, name) == replaced(ordinary, name)

    never_translated()


def replaced(said: Any, name: str) -> Any:
    if isinstance(said, Mapping):
        return {key: replaced(inner, name) for key, inner in said.items()}
    if isinstance(said, list):
        return [replaced(inner, name) for inner in said]
    return said.replace(ORDINARY, name) if isinstance(said, str) else said


def test_a_name_like_a_piece_stays_where_other_pieces_stand_in() -> None:
    texts = Texts("en").with_colours({"R": "O"})
    assert texts("turn.of", player="R1") == "R1's turn"
    assert texts("piece", piece="R1") == "small orange"
