"""Intents: calls that are made at the table, in another process perhaps."""

import pickle
from typing import Any

from companion.app.games.deeds import Correct
from companion.app.games.table import do
from companion.app.intents import Intent, call
from companion.games.leistiko_blockade.screen.deeds import ChooseRow


class Bell:
    """A table that only rings."""

    def __init__(self) -> None:
        self.rung: list[tuple[int, bool]] = []

    def ring(self, times: int, *, loud: bool = False) -> None:
        self.rung.append((times, loud))


def test_an_intent_is_a_call_made_later() -> None:
    bell = Bell()
    later = [call(Bell.ring, 2), call(Bell.ring, 3, loud=True)]
    assert bell.rung == []
    for each in later:
        each.do(bell)
    assert bell.rung == [(2, False), (3, True)]


class Gong(Bell):
    """Rings twice as often."""

    def ring(self, times: int, *, loud: bool = False) -> None:
        super().ring(2 * times, loud=loud)


def test_a_call_is_made_as_the_table_has_it() -> None:
    gong = Gong()
    call(Bell.ring, 2).do(gong)
    assert gong.rung == [(4, False)]


def test_an_intent_crosses_the_border_between_processes() -> None:
    sent: tuple[Intent[Any], ...] = (
        call(Bell.ring, 1),
        do(ChooseRow(3)),
        do(Correct({"undo": True})),
    )
    for intent in sent:
        crossed: Intent[object] = pickle.loads(pickle.dumps(intent))
        assert crossed == intent
