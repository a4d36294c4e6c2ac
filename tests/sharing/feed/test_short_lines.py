"""What fits a line of a stream does fit it."""

import json
from pathlib import Path

import pytest

from companion.referee.keeping import journal as journals
from companion.referee.tables import open_table
from companion.sharing.feed.news import SHORT_LETTERS, Standing, TableNews
from companion.texts.names import MOST_CHARACTERS

KEPT = sorted((Path(__file__).parents[2] / "data" / "journals").glob("*.journal"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_short_line_is_short_whatever_the_players_are_called(path: Path) -> None:
    kept = journals.read(path)
    table = open_table(kept.header["game"], kept.header["options"])
    names = dict.fromkeys(table.sides, "W" * MOST_CHARACTERS)
    news = TableNews("w1", table, {**kept.header, "players": names}, 0.0)
    posts = list(news.again(kept.records, Standing(None, table.sides[0], None)))
    pages = [json.loads(post.payload) for post in posts if "/history/" in post.topic]
    lines = [words["short"] for page in pages for line in page["lines"] for words in line["say"].values()]
    assert lines and max(map(len, lines)) <= SHORT_LETTERS
