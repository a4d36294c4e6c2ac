"""The set-up of Pyramid Ball: colours are learnt, and what stands wrong is told with where it belongs."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.model import STILL
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.texts.language import LANGUAGES, english, language
from tests.games.pyramid_ball.table.simulation import Field, sight_of


def evidence(field: Field, grid: dict[str, str] | None = None, **more: Any) -> Evidence:
    look = field.look(grid, **more)
    return Evidence.of(look, field.table.places, beside=field.table.beside(look))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("PB-setup")
def test_colours_are_learnt_whatever_they_are(seed: int) -> None:
    field = Field(seed=seed, noise=1.5)
    assert field.see().verdict == "setup"
    assert field.session.position == field.position


@pytest.mark.rule("PB-setup")
def test_spare_pyramids_beside_the_board_tell_colours_that_are_in_doubt() -> None:
    field = Field(noise=0.0)
    ball, place = field.position.ball, "d4"
    carrier = field.position.grid[place][:2]
    others = [colour for colour in "RYGBKCOPNW" if colour not in (*field.position.teams, ball)]
    alike = {place: {f"{carrier}{colour}1": 0.0 for colour in (ball, *others[:3])}}
    torn = field.table.read_setup(evidence(field, costs=alike))
    assert torn.confidence < 0.3 and torn.notes
    beside = {"ball": {colour: 0.0 if colour == ball else -6.0 for colour in "RYGBKCOPNW"}}
    told = field.table.read_setup(evidence(field, costs=alike, colours=beside))
    assert told.grid == field.position.grid and told.confidence > 0.97 and not told.notes


@pytest.mark.rule("PB-setup")
def test_a_pyramid_that_stands_wrong_is_named_with_where_it_belongs() -> None:
    field = Field()
    small = field.position.grid["f3"]
    grid = {**field.position.grid, "f3": "", "g3": small}
    with pytest.raises(GameError) as refused:
        field.table.read_setup(evidence(field, grid))
    assert "stands on g3 and belongs on f3" in english(refused.value.reason)
    assert refused.value.reason.rule == "PB-setup"
    found = field.table.check_setup(evidence(field, grid))
    assert found.faulty == {"f3": (small, ""), "g3": ("", small)} and found.unseen == ()


@pytest.mark.rule("PB-setup")
def test_exchanged_and_missing_pyramids_are_named() -> None:
    field = Field()
    grid = dict(field.position.grid)
    grid["f3"], grid["b3"] = grid["b3"], grid["f3"]
    with pytest.raises(GameError) as refused:
        field.table.read_setup(evidence(field, grid))
    told = english(refused.value.reason)
    assert "stands on f3 and belongs on b3" in told and "stands on b3 and belongs on f3" in told
    with pytest.raises(GameError) as refused:
        field.table.read_setup(evidence(field, {**field.position.grid, "b6": ""}))
    assert "missing on b6" in english(refused.value.reason)


@pytest.mark.rule("PB-setup")
def test_the_ball_at_the_other_end_is_told() -> None:
    field = Field()
    ball = field.position.ball + "1"
    grid = {**field.position.grid}
    grid["d4"], grid["d5"] = grid["d4"].removesuffix(ball), grid["d5"] + ball
    with pytest.raises(GameError) as refused:
        field.table.read_setup(evidence(field, grid))
    assert "who has the ball sits at row 1" in english(refused.value.reason)


def test_an_empty_board_and_a_covered_one_are_no_set_up() -> None:
    field = Field()
    with pytest.raises(RefereeError, match="of the six pyramids"):
        field.table.check_setup(evidence(field, dict.fromkeys(field.table.places, "")))
    with pytest.raises(RefereeError, match="hidden"):
        field.table.check_setup(evidence(field, hidden=frozenset(field.table.places[:30])))


@pytest.mark.rule("PB-program")
def test_faults_of_the_arrays_are_noted_and_nothing_is_lost() -> None:
    field = Field()
    first = field.position.teams[0]
    good = sight_of(STILL, 0, field.array_colours[0])
    for far, said in (
        (None, "is not in the picture"),
        (sight_of(STILL, 1, first), "which are on the board, too"),
        (replace(sight_of(STILL, 1, field.array_colours[1]), covered=frozenset({"S3"})), "S3 cannot be seen"),
    ):
        setup = field.table.read_setup(evidence(field, arrays={"near": good, "far": far}))
        (note,) = setup.notes
        assert said in english(note) and setup.grid == field.position.grid
        for code in LANGUAGES:
            assert language(code).say(note)


@pytest.mark.rule("PB-program")
def test_four_mediums_are_one_clear_message() -> None:
    field = Field()
    seen = evidence(field)
    seen.beside["arrays"]["far"]["sizes"] = {"S": 3, "M": 4, "L": 2}
    (note,) = field.table.read_setup(seen).notes
    assert english(note) == "the program of second has 4 medium and 2 large: there must be three of each size"


def test_on_a_patterned_cloth_paper_is_asked_for() -> None:
    field = Field(noise=0.0)
    told = field.table.read_setup(evidence(field, patterned=True))
    assert ["sheet of paper" in english(note) for note in told.notes] == [True]
    assert not field.table.read_setup(evidence(field)).notes
