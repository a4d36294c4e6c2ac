"""The data of the evening's page, and the evening as CSV."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.sharing.evening.evening import Evening
from companion.sharing.evening.kept import read_evening
from companion.texts.names import cell_of

PATH: Final = "evening.json"
COLUMNS: Final = ("round", "table", "first", "second", "winner", "by")


class EveningPage:
    """Tells visitors the evening at `path` as JSON, or that it cannot be read; `complain` is then told why, once."""

    def __init__(self, path: Path, complain: Callable[[Reason], None]) -> None:
        self._path, self._complain = path, complain
        self._trouble: Reason | None = None

    def __call__(self, _visitor: str, _query: Mapping[str, str]) -> str:
        try:
            evening = read_evening(self._path)
        except RefereeError as error:
            if error.reason != self._trouble:
                self._trouble = error.reason
                self._complain(error.reason)
            return '{"trouble": true}'
        self._trouble = None
        kept = evening.to_json()
        rows = [row._asdict() for row in evening.standings()]
        return json.dumps({"title": kept["title"], "rounds": kept["rounds"], "standings": rows}, ensure_ascii=False)


def evening_csv(evening: Evening) -> str:
    """Return all games as a table, a line a game; a bye is a line without table and second player."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(COLUMNS)
    for number, each in enumerate(evening.rounds, 1):
        for game in each.games:
            lines.writerow([number, *map(cell_of, (game.table, *game.players, game.winner, game.by))])
        for player in each.idle:
            lines.writerow([number, "", cell_of(player), "", cell_of(player), "bye"])
    return written.getvalue()
