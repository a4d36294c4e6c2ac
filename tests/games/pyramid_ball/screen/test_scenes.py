"""The tables of which `companion app --screenshots` takes pictures."""

import hashlib

import pytest

from companion.games.pyramid_ball.screen.game import SEED, WRONGLY
from companion.referee.game import Game, take
from companion.referee.keeping.recording import Event, Picture
from companion.referee.tables import open_table

EVENTS = 8


@pytest.mark.slow
def test_a_table_is_carried_out_wrongly_in_its_first_turn() -> None:
    table = open_table("pyramid-ball", {"mode": WRONGLY["mode"]})
    chosen = {name: value for name, value in WRONGLY.items() if name != "mode"}
    practice = table.practice(SEED, chosen)
    game, said, verdict = Game(table, practice.tracker), list[str](), None
    for number in range(EVENTS):
        happening = practice.next(verdict)
        assert happening, said
        event = Event(number, float(number), happening.kind, happening.value)
        if happening.kind != "frame":
            game.commit(event)
            continue
        shown = Picture(happening.value, hashlib.sha256(happening.value.tobytes()).hexdigest())
        pictures = type("Pictures", (), {"picture": lambda _self, _event, shown=shown: shown})()
        verdict = take(game, event, pictures).verdict
        said.append(verdict.verdict if verdict else "")
        if said[-1] == "illegal":
            return
    raise AssertionError(said)
