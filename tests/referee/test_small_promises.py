"""What is promised in one place and easily lost: names in refusals, words that tell offers apart, who is next."""

import errno
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import because
from companion.referee.drawing.board import PYRAMID_HEIGHT
from companion.referee.drawing.depicted import depicted
from companion.referee.drawing.pyramids import FOOT, piled
from companion.referee.drawing.shapes import Polygon
from companion.referee.drawn_look import Drawn, DrawnLook
from companion.referee.errors import RefereeError, error_reason, words_of
from companion.referee.live.typed import help_for, understand
from companion.referee.tables import open_table
from companion.referee.verdict import Offer, Verdict
from tests.toy_game.tic_tac_toe.table.table import ToyTable

OFFER = Offer("unchanged", 0.5, (), {}, because("referee.kind.unchanged"))


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EISDIR, errno.ENOSPC, errno.EACCES])
def test_what_the_system_refuses_names_the_path(number: int) -> None:
    assert dict(error_reason(OSError(number, "refused", "kept/game")).values)["path"] == "kept/game"
    named = OSError(number, "refused", Path("kept/game"))
    assert dict(error_reason(named).values)["path"] == str(Path("kept/game"))


def test_a_correction_typed_as_json_is_an_object_and_a_broken_one_says_why() -> None:
    assert understand('correct {"undo": true}', LooneyTable()) == ("correct", {"undo": True})
    with pytest.raises(RefereeError) as broken:
        understand('correct {"undo"', LooneyTable())
    reason = broken.value.reason
    assert reason.key == "live.typed"
    assert dict(reason.values)["help"] == help_for(LooneyTable())
    assert str(dict(reason.values)["reason"]) not in ("", "None")
    with pytest.raises(RefereeError) as other:
        understand("correct [1]", LooneyTable())
    assert other.value.reason.key == "live.typed.object"


def test_a_typed_line_that_means_nothing_is_told_what_can_be_typed() -> None:
    table = open_table("blokus3d", {})
    with pytest.raises(RefereeError) as refused:
        understand("frobnicate", table)
    can = help_for(table)
    assert words_of(refused.value) == f"'frobnicate' was not understood; you can type: {can}"
    assert words_of(refused.value, "de") == f"'frobnicate' wurde nicht verstanden; eingeben kannst du: {can}"


def test_an_offer_in_words_has_what_tells_it_apart() -> None:
    told = replace(OFFER, apart=(("a1", "X"), ("c3", ""))).to_json(lambda reason: reason.key)
    assert (told["apart"], told["words"]) == ("a1 X, c3 -", "referee.kind.unchanged [a1 X, c3 -]")
    assert "apart" not in OFFER.to_json(lambda reason: reason.key)


@pytest.mark.parametrize(("kind", "drawn"), [("legal", True), ("illegal", True), ("unsure", False)])
def test_moves_are_drawn_if_made_or_to_be_put_right(kind: str, drawn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    table = LooneyTable()
    monkeypatch.setattr(table, "touched", lambda move: (move["to"],))
    verdict = Verdict(0.0, None, kind, {}, 1.0, moves=({"to": "b2"},))  # type: ignore[arg-type]
    shown = depicted(table, verdict)
    assert (tuple(shown.moves), shown.marked) == ((({"to": "b2"},), {"b2"}) if drawn else ((), frozenset()))


def test_four_sides_move_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ToyTable({})
    monkeypatch.setattr(type(table), "sides", ("A", "B", "C", "D"))
    assert [table.next_mover(side) for side in "ABCD"] == ["B", "C", "D", "A"]


@pytest.mark.parametrize("size", PYRAMID_HEIGHT)
def test_a_pyramid_of_a_pile_has_its_apex_its_height_above_its_middle(size: str) -> None:
    faces = [shape for shape in piled("", "G" + size) if isinstance(shape, Polygon)]
    assert len(faces) == 3
    assert all(min(face.points, key=lambda at: at[1]) == (0.0, FOOT - PYRAMID_HEIGHT[size]) for face in faces)


class Noisy(DrawnLook):
    """A look that is blurred by a tenth of what lies apart; where O lies, by ten times as much as lies apart."""

    def _against(self, cell: str, stack: str, truth: str) -> float:
        apart, noise = (1.0, 10.0) if truth == "O" else (10.0, 1.0)
        return self._noisy(0.0 if stack == truth else apart, noise, cell, stack)


def test_a_drawn_look_has_the_noise_of_its_question_and_none_for_the_truth() -> None:
    def look(salt: int, cell: str = "a1") -> list[float]:
        drawn = Drawn({"a1": "X", "a2": "X", "c3": "O"}, salt=salt)
        return list(Noisy(np.zeros((1, 1, 3), np.uint8), drawn).log_likelihoods(cell, ["X", "O", ""]))

    assert look(1) == look(1)
    assert look(1)[0] == 0.0
    assert len({*look(1)[1:], *look(2)[1:], *look(1, "a2")[1:]}) == 6
    against = [-nats for salt in range(200) for nats in look(salt)[1:]]
    assert np.mean(against) == pytest.approx(10.0, abs=0.3)
    assert np.std(against) == pytest.approx(1.0, abs=0.2)
    assert max(look(salt, "c3")[0] for salt in range(20)) == 0.0  # the noise never speaks for another thing
