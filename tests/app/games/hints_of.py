"""The hints of a table, which a test may switch off."""

from typing import Any

from companion.app.games.given_hints import GivenHints
from companion.app.games.table import PlayedTable


def hints_of(table: PlayedTable[Any]) -> GivenHints:
    hints = table.companion(GivenHints)
    assert hints
    return hints
