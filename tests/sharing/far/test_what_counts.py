"""How a game of two tables stands after each entry that both have."""

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.app.games.registry import GAMES
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.pyramid_ball.rules.model import STILL
from companion.referee.errors import RefereeError
from companion.referee.tables import open_table
from companion.referee.under_way import DRAWN
from companion.sharing.far.course import FarCourse, alike, in_force, program_seal, terms_of, why_not
from companion.sharing.far.dice import commitment
from companion.sharing.far.ledger import Ledger, Role
from tests.sharing.far.far_game import ZEROS, Game, drawn, set_up

HELLO: dict[str, Any] = {"options": {}, "first": "", "more": {}, "keys": ""}


def looney(first: str = "", more: dict[str, Any] | None = None) -> tuple[FarCourse, Ledger, dict[str, Any]]:
    """A course without an entry, a ledger, and the invitation that was agreed to."""
    table = open_table("looney-blockade", {})
    sides: dict[Role, tuple[str, ...]] = {"host": ("cool",), "guest": ("warm",)}
    hello = {**HELLO, "game": table.game, "players": {"cool": "Ada", "warm": "Eve"}, "sides": {"host": ["cool"]}}
    hello["sides"]["guest"] = ["warm"]
    hello |= {"first": first, "more": more or {}}
    return FarCourse.of(table, sides, drawn, first, more=more or {}), Ledger(), hello


def passed(game: Game, role: Role, took: int = 0) -> None:
    """Roll and pass."""
    guest: Role = "guest" if role == "host" else "host"
    game.write(role, "commit", what="roll", digest=commitment(ZEROS, "n"))
    game.write(guest, "add", values=ZEROS)
    game.write(role, "reveal", values=ZEROS, nonce="n")
    game.write(role, "turn", took=took)
    game.write(guest, "made")


# The beginning


def test_an_invitation_is_to_the_game_and_the_sides_of_this_table() -> None:
    course, ledger, hello = looney()
    assert why_not(course, ledger.next("host", "hello", hello)) is None
    for wrong in (
        {"game": "blokus3d"},
        {"sides": {"host": ["warm"], "guest": ["cool"]}},
        {"sides": {"host": ["cool"]}},
    ):
        refused = why_not(course, ledger.next("host", "hello", {**hello, **wrong}))
        assert refused and refused.key == "far.not_now"
    refused = why_not(course, ledger.next("host", "hello", {**hello, "first": "green"}))
    assert refused and refused.key == "far.other_terms"
    assert why_not(course, ledger.next("guest", "hello", hello)) is not None
    refused = why_not(course, ledger.next("host", "farewell", {}))
    assert refused and (refused.key, refused.values) == ("far.kind", {"kind": "farewell"})


def test_the_beginning_goes_step_by_step() -> None:
    course, _, _ = looney()
    assert (course.first, course.terms) == ("cool", {"dice": "fair", "secrets": "any"})
    course, ledger, hello = looney("warm", {"terms": {"dice": "typed"}})
    assert (course.new, course.invited, course.setting_up, course.askable) == (True, False, False, False)
    grid = set_up("looney-blockade")
    steps: list[tuple[Role, str, dict[str, Any]]] = [
        ("host", "hello", hello),
        ("guest", "join", {"players": {"cool": "Mallory", "warm": "\x1bBob"}, "keys": ""}),
        ("host", "setup", {"grid": grid}),
        ("guest", "made", {}),
    ]
    for number, (by, kind, body) in enumerate(steps):
        for later_by, later, what in steps[number + 1 :]:
            assert why_not(course, ledger.next(later_by, later, what)) is not None
        course = course.after(ledger.next(by, kind, body))
        if kind != "setup":  # until the guest has it another one may take its place
            assert why_not(course, ledger.next(by, kind, body)) is not None
    assert course.begun and course.session.grid == grid
    assert course.players == {"cool": "Ada", "warm": "Bob"}, "a guest names its own sides alone"
    assert (course.first, course.mover) == ("warm", "warm")
    assert course.terms == {"dice": "typed", "secrets": "any"}
    assert (course.new, course.invited, course.setting_up, course.askable) == (False, False, False, True)


def test_a_set_up_is_a_whole_one() -> None:
    course, ledger, hello = looney()
    course = course.after(ledger.next("host", "hello", hello)).after(
        ledger.next("guest", "join", {"players": {}, "keys": ""})
    )
    assert why_not(course, ledger.next("guest", "made", {})) is not None
    grid = set_up("looney-blockade")
    lacking = dict(list(grid.items())[1:])
    first = next(iter(grid))
    for wrong, key in (
        ({}, "looney.setup"),
        (lacking, "looney.setup"),
        ({**grid, "z9": ""}, "far.no_sense"),
        ({**lacking, first: "B1B2"}, "looney.setup"),
        ({**grid, first: "B3B1"}, "far.no_sense"),
    ):
        refused = why_not(course, ledger.next("host", "setup", {"grid": wrong}))
        assert refused and refused.key == key


def test_terms_are_the_usual_ones_where_none_are_named() -> None:
    assert terms_of({}) == {"dice": "fair", "secrets": "any"}
    assert terms_of({"terms": {"secrets": "camera"}}) == {"dice": "fair", "secrets": "camera"}
    with pytest.raises(RefereeError):
        terms_of({"terms": {"dice": "any"}})


# Dice


def test_dice_of_both_are_a_roll_of_the_mover_and_of_no_device() -> None:
    game = Game("looney-blockade", {"dice": "typed"})
    game.write("host", "said", kind="roll", value={"B": 2, "G": 5}, by="typed")
    assert game.refused("host", "commit", what="roll", digest="") == "far.not_now"
    assert game.refused("host", "said", kind="roll", value={"B": 3, "G": 3}, by="typed") == "far.rolled"
    assert game.refused("host", "said", kind="roll", value={"R": 3, "Y": 3}, by="typed") == "far.not_now"
    assert game.refused("host", "said", kind="row", value=3) == "far.not_now"
    game.write("host", "turn", took=0)
    game.write("guest", "made")
    game.write("guest", "commit", what="roll", digest=commitment([5] * 40, "n"))
    draw = game.course.draw
    assert draw and (draw.by, draw.what, draw.n, draw.added) == ("guest", "roll", len(game.ledger) - 1, None)
    assert game.course.committed and not game.course.added
    assert game.refused("guest", "said", kind="roll", value={"R": 1, "Y": 1}, by="typed") == "far.not_now"
    assert game.refused("guest", "turn", took=0) == game.refused("host", "ask", what="agree") == "far.not_now"
    game.write("host", "add", values=[2] * 40)
    draw = game.course.draw
    assert draw and draw.added == (2,) * 40 and game.course.added and not game.course.committed
    assert game.refused("host", "add", values=ZEROS) == "far.not_now"
    game.write("guest", "reveal", values=[5] * 40, nonce="n")
    assert game.course.draw is None and game.course.rolled_by == ""
    assert in_force(game.course.session) == ("warm", {"roll": {"R": 2, "Y": 2}})


def test_what_a_table_rolled_with_is_known_until_the_next_roll() -> None:
    game = Game("leistiko-blockade", {"dice": "typed"})
    game.write("host", "said", kind="row", value=3)
    assert game.course.rolled_by == ""
    game.write("host", "said", kind="roll", value=[4], by="camera")
    assert game.course.rolled_by == "camera"
    game.write("host", "turn", took=0)
    game.write("guest", "made")
    game.write("guest", "said", kind="row", value=2)
    assert game.course.rolled_by == "camera"
    game.write("guest", "said", kind="roll", value=[4], by="typed")
    assert game.course.rolled_by == "typed"


def test_the_mover_alone_reads_the_dice_in_another_order() -> None:
    game = Game("leistiko-blockade", {"dice": "typed"}, variant="super-push")
    assert game.refused("host", "amend", what="roll", value=[2, 5]) == "far.not_now"
    game.write("host", "said", kind="row", value=3)
    game.write("host", "said", kind="roll", value=[2, 5], by="typed")
    assert game.refused("guest", "amend", what="roll", value=[5, 2]) == "far.not_now"
    assert game.refused("host", "amend", what="roll", value=[6, 6]) == "far.not_now"
    assert game.refused("host", "amend", what="row", value=[4]) == "far.not_now"
    game.write("host", "amend", what="roll", value=[5, 2])
    assert in_force(game.course.session) == ("first", {"row": 3, "roll": [5, 2]})


# Turns


def test_a_turn_counts_once_it_was_made_and_takes_the_movers_time() -> None:
    game = Game("looney-blockade")
    for number, (role, took) in enumerate((("host", 30), ("guest", 7), ("host", 12))):
        who: Role = "host" if role == "host" else "guest"
        assert game.course.may_move(who)
        passed(game, who, took)
        assert len(game.course.turns) == number + 1 and game.course.pending is None
    assert game.course.used == {"cool": 42, "warm": 7}
    assert game.course.moves == {"cool": 2, "warm": 1}
    assert game.course.mover == "warm"
    assert [session.started for session in game.course.turns] == [True, True, True]


def test_another_turn_takes_the_place_of_one_that_was_not_made() -> None:
    game = Game("looney-blockade")
    game.rolled()
    before = game.course.session
    assert game.refused("host", "back") == game.refused("guest", "made") == "far.not_now"
    game.write("host", "turn", took=3)
    assert not game.course.open and game.course.withdrawable and game.course.unmade
    first = game.course.pending
    assert first and (first.by, first.grid, first.took, first.n) == ("host", None, 3, len(game.ledger) - 1)
    assert game.refused("guest", "turn", took=3) == game.refused("guest", "back") == "far.not_now"
    game.write("host", "turn", took=5)
    assert game.course.pending and game.course.pending.took == 5 and game.course.session is before
    game.write("host", "back")
    assert game.course.pending is None and game.course.open and game.course.may_move("host")
    game.write("host", "turn")
    assert game.course.pending and game.course.pending.took == 0


def test_a_turn_that_the_rules_forbid_is_refused_with_their_reason() -> None:
    game = Game("looney-blockade")
    assert game.refused("host", "turn", took=0) == "far.not_now"
    game.rolled()
    grid = dict(game.course.session.grid)
    one, two = list(grid)[:2]
    assert game.refused("host", "turn", grid={**grid, one: grid[two], two: grid[one]}) not in ("", "far.not_now")
    assert game.refused("host", "turn", grid={**grid, "z9": ""}) == "far.no_sense"
    assert game.refused("host", "turn", grid={**grid, one: "aa"}) == "far.no_sense", "no engine knows such a piece"


def test_the_host_tells_a_turn_that_both_make_once_both_have_shown_what_it_is() -> None:
    game = Game("pyramid-ball")
    grid = set_up("pyramid-ball")
    game.sealed()
    game.write("host", "open", side="first", program=STILL.to_json(), nonce="host")
    assert game.course.opened == {"first": STILL.to_json()} and game.course.revealed
    assert game.refused("host", "open", side="first", program=STILL.to_json(), nonce="host") == "far.sealed"
    assert game.refused("host", "turn", grid=grid) == "far.not_now"
    game.write("guest", "open", side="second", program=STILL.to_json(), nonce="guest")
    assert (game.course.opened, game.course.seals, game.course.late) == (None, None, ())
    assert game.refused("guest", "turn", grid=grid) == "far.not_now"
    game.write("host", "turn", grid=grid)
    game.write("guest", "made")
    assert game.course.mover is None and not game.course.used and len(game.course.turns) == 1


def test_the_minute_counts_once_both_have_said_so() -> None:
    game = Game("pyramid-ball")
    assert all(game.course.may_move(role) for role in game.sides)
    game.write("guest", "said", kind="timer", value="start")
    assert game.course.said and game.course.said.by == "guest"
    game.write("host", "said", kind="timer", value="start")
    assert game.course.said is None and in_force(game.course.session) == (None, {"timer": "start"})
    assert game.refused("host", "said", kind="timer", value="start") == "far.wait"
    assert game.refused("host", "seal", side="first", digest="0" * 64) == "far.not_now"
    game.write("host", "said", kind="timer", value="end")
    assert in_force(game.course.session) == (None, {"timer": "start"}), "not by one alone"
    game.write("guest", "said", kind="timer", value="end")
    game.write("host", "seal", side="first", digest="0" * 64, late=True)
    assert game.course.late == ("first",) and game.course.seals == {"first": "0" * 64} and not game.course.sealed
    assert game.refused("guest", "said", kind="timer", value="start") == "far.sealed"


def test_a_program_is_judged_as_it_is_opened() -> None:
    game = Game("pyramid-ball")
    for timer in ("start", "end"):
        for role in ("guest", "host"):
            game.write("host" if role == "host" else "guest", "said", kind="timer", value=timer)
    game.write("host", "seal", side="first", digest=program_seal({"S": "nonsense"}, "n"))
    game.write("guest", "seal", side="second", digest=program_seal(STILL.to_json(), "n"))
    assert game.refused("host", "open", side="first", program={"S": "nonsense"}, nonce="n") not in ("", "far.not_now")


# What both must want


def test_a_turn_that_both_have_made_is_taken_back_by_both() -> None:
    game = Game("looney-blockade")
    assert game.refused("host", "ask", what="undo") == "referee.nothing_to_undo"
    game.rolled()
    before = game.course.session
    game.write("host", "turn")
    game.write("guest", "made")
    game.write("guest", "ask", what="undo")
    asked = game.course.asked
    assert asked and (asked.by, asked.what, asked.grid) == ("guest", "undo", None) and game.course.asking
    assert game.refused("host", "turn") == game.refused("guest", "grant") == "far.not_now"
    game.write("host", "grant")
    assert game.course.session is before and game.course.turns == () and game.course.mover == "cool"
    assert (game.course.asked, game.course.given, game.course.granted) == (None, asked, 1)
    game.write("host", "turn")
    game.write("guest", "ask", what="undo")
    game.write("host", "grant")
    assert game.course.pending is None and game.course.session is before and game.course.granted == 2


def test_one_turn_after_the_other_is_taken_back() -> None:
    game = Game("looney-blockade")
    for role in ("host", "guest", "host"):
        passed(game, "host" if role == "host" else "guest")
    made = game.course.turns
    for left in (2, 1, 0):
        game.write("host", "ask", what="undo")
        game.write("guest", "grant")
        assert game.course.turns == made[:left] and game.course.session is made[left]


def test_a_turn_that_is_sat_out_is_passed_whatever_the_rules_demand() -> None:
    game = Game("blokus3d")
    assert game.refused("host", "turn") == "blokus.must"
    game.course = replace(game.course, sits_out=lambda _session: True)
    game.write("host", "turn")
    game.write("guest", "made")
    assert game.course.mover == game.sides["guest"][0]


def test_what_is_not_wanted_changes_nothing() -> None:
    game = Game("looney-blockade")
    assert game.refused("guest", "deny") == "far.not_now"
    game.rolled()
    game.write("host", "ask", what="agree")
    session = game.course.session
    game.write("host", "deny")
    assert game.course.asked is None and game.course.session is session and game.course.granted == 0
    assert game.course.given is None


def test_a_table_that_both_accept_is_a_turn() -> None:
    game = Game("looney-blockade")
    game.rolled()
    grid = dict(random_setup(random.Random(2)).grid)
    assert game.refused("host", "ask", what="accept") == "far.not_now"
    assert game.refused("host", "ask", what="agree", grid=grid) == "far.not_now"
    assert game.refused("host", "turn", grid=dict(game.course.session.grid)) == "far.illegal"
    game.write("host", "turn")
    assert game.refused("host", "ask", what="agree") == "far.wait"
    game.write("guest", "ask", what="accept", grid=grid)
    before = game.course.session
    game.write("host", "grant")
    assert game.course.session.grid == grid and game.course.turns == (before,) and game.course.pending is None


def test_places_that_are_not_named_are_empty() -> None:
    """A camera was to look for a table that lacked them."""
    game, entry = Game("blokus3d"), GAMES["blokus3d"].entry({})
    session = game.course.session
    assert session.due
    found = entry.casual(session.position, session.due, 1.0, random.Random(1))
    assert found
    grid = dict(entry.drafted(session.position, session.due, found.steps).grid)
    named = {place: thing for place, thing in grid.items() if thing}
    game.write("host", "turn", grid=named)
    assert game.course.pending and game.course.pending.grid == grid != named
    game.write("host", "ask", what="accept", grid=named)
    assert game.course.asked and game.course.asked.grid == grid
    game.write("guest", "grant")
    assert game.course.session.grid == grid


def test_a_draw_that_both_want_ends_the_game() -> None:
    game = Game("looney-blockade")
    game.write("guest", "ask", what="agree")
    game.write("host", "grant")
    assert game.course.session.winner == DRAWN
    for role in ("host", "guest"):
        by: Role = "host" if role == "host" else "guest"
        assert not game.course.may_move(by)
        assert game.refused(by, "ask", what="undo") == "far.not_now"
    assert game.refused("host", "commit", what="roll", digest="") == "far.not_now"


def test_sessions_are_alike_where_nothing_but_the_camera_tells_them_apart() -> None:
    one, two = Game("looney-blockade"), Game("looney-blockade")
    table = one.course.table
    fresh = FarCourse.of(table, one.sides, drawn).session
    assert alike(table, fresh, fresh) and not alike(table, fresh, one.course.session)
    assert alike(table, one.course.session, two.course.session)
    one.rolled()
    assert not alike(table, one.course.session, two.course.session)
    two.rolled()
    assert alike(table, one.course.session, two.course.session)
    assert in_force(fresh) is None
    one.write("host", "ask", what="agree")
    one.write("guest", "grant")
    assert not alike(table, one.course.session, two.course.session)
