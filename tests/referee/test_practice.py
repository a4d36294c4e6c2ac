"""A table that plays by itself and the players' answers."""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import numpy as np

from companion.referee.grid import Commitment, Grid
from companion.referee.practice import ASKED_AGAIN, Practice
from companion.referee.table_parts import Happening
from companion.referee.verdict import Kind, Verdict
from vision.image import Image
from vision.tracking.contract import Tracker


class ShowsTheSame(Practice):
    """A table that is put right after a breach, over and over until it is accepted."""

    def go_on_from(self, position: Any, mover: str, commitment: Commitment | None) -> None: ...

    def tracker(self, image: Image) -> Tracker:
        raise NotImplementedError

    def _laid(self, grid: Grid) -> Iterator[Happening]:
        return iter(())

    def _begun(self) -> Iterator[Happening]:
        return repeat(Happening("frame", np.zeros((2, 2, 3), np.uint8)))

    def _next_turn(self) -> Iterator[Happening]:
        return self._begun()


def said(kind: Kind) -> Verdict:
    return Verdict(0.0, None, kind, {}, 0.5)


def test_a_table_that_is_asked_about_again_and_again_waits_for_the_answer() -> None:
    table = ShowsTheSame()
    assert all(table.next(said("unsure")) for _ in range(ASKED_AGAIN - 1))
    asked = said("unsure")
    assert table.next(asked) is None
    assert table.next(asked) is None
    assert table.next(said("corrected")) is not None


def test_a_question_that_the_next_look_answers_stops_nothing() -> None:
    table = ShowsTheSame()
    for kind in ("unsure", "unsure", "legal", "unsure", "unsure", "illegal"):
        assert table.next(said(kind)) is not None
