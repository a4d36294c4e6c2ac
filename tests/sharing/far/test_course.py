"""Which table may write what, and when: nobody plays, reads or consents for the other one."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.games.registry import GAMES
from companion.games.errors import CompanionError
from companion.games.pyramid_ball.rules.model import STILL
from companion.games.pyramid_ball.rules.setup import initial as initial_field
from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment
from companion.referee.tables import TABLES, open_table
from companion.sharing.far.course import RIGHTS, FarCourse, alike, program_seal, why_not
from companion.sharing.far.dice import MOST_DICE, JointDice, commitment
from companion.sharing.far.ledger import Ledger, Role, other
from hardware.tower.dtp import frame
from tests.sharing.far.far_game import ZEROS, Game, drawn, set_up

# Seals


def test_a_seal_is_final() -> None:
    """The host waited for the guest's opened program, sealed another one and opened that."""
    game = Game("pyramid-ball")
    game.sealed()
    assert game.refused("host", "seal", side="first", digest="0" * 64) == "far.sealed"
    assert game.refused("guest", "seal", side="second", digest="0" * 64) == "far.sealed"
    game.write("guest", "open", side="second", program=STILL.to_json(), nonce="guest")
    assert game.refused("host", "seal", side="first", digest="0" * 64) == "far.not_now"


def test_nothing_is_opened_before_both_have_sealed() -> None:
    game = Game("pyramid-ball")
    for timer in ("start", "end"):
        for role in ("guest", "host"):
            game.write(role, "said", kind="timer", value=timer)
    game.write("guest", "seal", side="second", digest=program_seal(STILL.to_json(), "guest"))
    assert game.refused("guest", "open", side="second", program=STILL.to_json(), nonce="guest") == "far.not_now"


def test_only_what_was_sealed_can_be_opened() -> None:
    game = Game("pyramid-ball")
    game.sealed()
    other_program = {**STILL.to_json(), "S": "FFF"}
    assert game.refused("host", "open", side="first", program=other_program, nonce="host") == "far.other_program"
    assert game.refused("host", "open", side="second", program=STILL.to_json(), nonce="guest") == "far.not_now"


def test_nobody_seals_for_the_other_side() -> None:
    game = Game("pyramid-ball")
    for timer in ("start", "end"):
        for role in ("guest", "host"):
            game.write(role, "said", kind="timer", value=timer)
    assert game.refused("host", "seal", side="second", digest="0" * 64) == "far.not_now"


def test_once_the_programs_are_open_neither_makes_another_one() -> None:
    game = Game("pyramid-ball")
    game.opened()
    assert game.refused("guest", "ask", what="undo") != ""
    game.write("host", "turn", grid=set_up("pyramid-ball"))
    game.write("guest", "made")
    assert game.refused("guest", "seal", side="second", digest="0" * 64) == "far.not_now"
    game.write("guest", "ask", what="undo")
    game.write("host", "grant")
    due = game.course.session.due
    assert due and "programs" in due.value, "what both have seen stays in force"
    assert game.refused("guest", "ask", what="undo") in ("far.revealed", "referee.nothing_to_undo")


@pytest.mark.parametrize("by", ["host", "guest"])
def test_no_turn_is_taken_back_once_both_have_sealed(by: Role) -> None:
    """The host could read the guest's opened program, leave it out, and ask to begin the turn anew."""
    game = Game("pyramid-ball")
    game.opened()
    game.write("host", "turn", grid=dict(game.course.session.grid))
    game.write("guest", "made")
    game.sealed()
    assert game.refused(by, "ask", what="undo") == "far.revealed"
    assert game.refused(by, "ask", what="agree") == ""


def test_nothing_is_asked_between_the_two_openings() -> None:
    game = Game("pyramid-ball")
    game.sealed()
    game.write("host", "open", side="first", program=STILL.to_json(), nonce="host")
    assert game.refused("guest", "ask", what="undo") == "far.not_now"


def test_a_program_that_came_late_by_its_own_clock_is_void_and_no_other() -> None:
    game = Game("pyramid-ball")
    for timer in ("start", "end"):
        for role in ("guest", "host"):
            game.write(role, "said", kind="timer", value=timer)
    game.write("guest", "seal", side="second", digest=program_seal(STILL.to_json(), "guest"), late=True)
    game.write("host", "seal", side="first", digest=program_seal(STILL.to_json(), "host"))
    game.write("guest", "open", side="second", program=STILL.to_json(), nonce="guest")
    game.write("host", "open", side="first", program=STILL.to_json(), nonce="host")
    due = game.course.session.due
    assert due and due.value["programs"]["second"]["void"] and not due.value["programs"]["first"]["void"]


def test_nobody_calls_a_foul_alone() -> None:
    game = Game("pyramid-ball")
    game.opened()
    assert game.refused("host", "amend", what="foul", value=["second"]) == "far.not_now"
    assert game.refused("host", "amend", what="programs", value=[]) == "far.not_now"


# Turns


@pytest.mark.rule("B3-must")
def test_a_pass_is_judged() -> None:
    game = Game("blokus3d")
    assert game.refused("host", "turn", took=0) == "blokus.must"
    assert Game("pyramid-ball").refused("host", "turn", took=0) == "far.not_now"


def test_the_host_does_not_pass_while_programs_are_sealed() -> None:
    game = Game("pyramid-ball")
    game.sealed()
    assert game.refused("host", "turn", took=0) == "far.not_now"
    assert game.refused("host", "turn", grid=set_up("pyramid-ball"), took=0) == "far.not_now"


def test_nobody_starts_the_minute_for_the_other_table() -> None:
    game = Game("pyramid-ball")
    game.write("host", "said", kind="timer", value="start")
    assert game.course.session.due is None
    assert game.refused("host", "said", kind="timer", value="start") == "far.wait"
    game.write("guest", "said", kind="timer", value="start")
    due = game.course.session.due
    assert due and due.value == {"timer": "start"}


def test_the_minute_is_not_begun_anew_once_somebody_has_sealed() -> None:
    game = Game("pyramid-ball")
    game.sealed()
    assert game.refused("host", "said", kind="timer", value="start") == "far.sealed"


def test_a_table_does_not_confirm_its_own_turn() -> None:
    game = Game("looney-blockade")
    game.rolled()
    game.write("host", "turn", took=3)
    assert game.refused("host", "made") == "far.not_now"
    assert game.refused("guest", "back") == "far.not_now"
    game.write("guest", "made")
    assert game.course.used == {game.sides["host"][0]: 3}


@pytest.mark.rule("LB-row")
def test_the_row_is_chosen_before_the_dice_are_rolled() -> None:
    """A table rolled first and chose the row that its dice were good for."""
    game = Game("leistiko-blockade", {"dice": "typed"})
    digest = commitment(ZEROS, "n")
    assert game.refused("host", "commit", what="roll", digest=digest) == "far.not_now"
    assert game.refused("host", "said", kind="roll", value=[3], by="typed") == "far.not_now"
    game.write("host", "said", kind="row", value=3)
    assert game.refused("host", "commit", what="roll", digest=digest) == ""
    game.write("host", "said", kind="row", value=4)
    game.write("host", "said", kind="roll", value=[3], by="typed")
    due = game.course.session.due
    assert due and due.value == {"row": 4, "roll": [3]}
    assert game.refused("host", "said", kind="row", value=3) == "far.not_now"


def test_what_both_had_agreed_on_by_an_older_version_counts_or_is_told() -> None:
    """The order of row and dice is younger than some kept games."""
    game = Game("leistiko-blockade")
    early = game.ledger.next("host", "commit", {"what": "roll", "digest": commitment(ZEROS, "n")})
    recalled = game.course.recalled(early)
    assert recalled.draw and recalled.ordered
    unknown = game.ledger.next("host", "whistle", {})
    with pytest.raises(RefereeError) as refused:
        game.course.recalled(unknown)
    assert refused.value.reason == because("far.other_version", n=4)


@pytest.mark.parametrize("thing", ["aa", "7" * 1000, "\u202e", "B9", "K" * 300, " ", "-1"])
@pytest.mark.parametrize("game", ["looney-blockade", "leistiko-blockade", "pyramid-ball", "blokus3d"])
def test_a_set_up_of_what_no_table_has_is_refused(game: str, thing: str) -> None:
    begun = Game(game)
    course = FarCourse.of(begun.course.table, begun.sides, drawn)
    for entry in begun.ledger.entries[:2]:
        course = course.after(entry)
    proper = begun.ledger.entries[2]
    grid = {**proper.body["grid"], begun.course.table.places[0]: thing}
    assert why_not(course, proper._replace(body={"grid": grid})) is not None
    assert why_not(course, proper) is None


def test_a_turn_is_not_taken_back_while_something_is_asked() -> None:
    """It lay on the other board already, and stayed there, in force nowhere, until the question was answered."""
    game = Game("looney-blockade")
    game.rolled()
    game.write("host", "turn", took=3)
    assert game.refused("host", "ask", what="agree") == "far.wait"
    game.write("guest", "ask", what="undo")
    assert game.refused("host", "back") == "far.not_now"
    game.write("host", "deny")
    game.write("host", "back")
    assert game.course.pending is None
    game.write("host", "ask", what="agree")


def test_only_the_mover_goes_on_and_only_while_nothing_waits() -> None:
    roles: tuple[Role, ...] = ("host", "guest")
    game = Game("looney-blockade")
    begun = FarCourse.of(game.course.table, game.sides, drawn)
    assert not any(begun.may_move(role) for role in roles)
    assert [game.course.may_move(role) for role in roles] == [True, False]
    game.rolled()
    game.write("host", "turn", took=0)
    assert not any(game.course.may_move(role) for role in roles)
    game.write("guest", "made")
    assert [game.course.may_move(role) for role in roles] == [False, True]
    game.write("host", "ask", what="agree")
    assert not any(game.course.may_move(role) for role in roles)
    game.write("guest", "grant")
    assert not any(game.course.may_move(role) for role in roles)


def test_the_set_up_is_confirmed_by_the_guest_alone() -> None:
    game = Game("looney-blockade")
    course = FarCourse.of(game.course.table, game.sides, drawn)
    for entry in game.ledger.entries[:3]:
        course = course.after(entry)
    assert why_not(course, game.ledger.entries[3]._replace(by="host")) is not None


@pytest.mark.parametrize("asks", ["undo", "accept", "agree"])
@pytest.mark.parametrize("by", ["host", "guest"])
def test_a_table_does_not_grant_its_own_wish(asks: str, by: Role) -> None:
    game = Game("looney-blockade")
    game.rolled()
    game.write("host", "turn", took=3)
    if asks == "agree":
        game.write("guest", "made")
    grid = {"grid": dict(game.course.session.grid)} if asks == "accept" else {}
    game.write(by, "ask", what=asks, **grid)
    assert game.refused(by, "grant") == "far.not_now"
    assert game.refused(other(by), "ask", what="agree") == "far.not_now"
    game.write(other(by), "grant")
    assert game.course.granted == 1


def test_one_message_tells_one_turn() -> None:
    """The host placed a piece of the guest's with its own: a look is explained by a turn that nobody saw as well."""
    game, entry, rng = Game("blokus3d"), GAMES["blokus3d"].entry({}), random.Random(1)
    for role in ("host", "guest"):
        session = game.course.session
        assert session.due
        found = entry.casual(session.position, session.due, 1.0, rng)
        assert found
        grid = dict(entry.drafted(session.position, session.due, found.steps).grid)
        if role == "host":
            game.write("host", "turn", grid=grid)
            game.write("guest", "made")
    assert game.refused("guest", "turn", grid=grid) == ""
    assert Game("blokus3d").refused("host", "turn", grid=grid) != ""


def test_nobody_moves_for_the_other_side() -> None:
    game = Game("looney-blockade")
    assert game.refused("guest", "commit", what="roll", digest="") == "far.not_now"
    game.rolled()
    assert game.refused("guest", "turn", took=0) == "far.not_now"


# Dice


def test_a_tower_counts_by_its_record_alone() -> None:
    game = Game("looney-blockade")
    good, value = frame("ROLL 7 d=B2,G5"), {"B": 2, "G": 5}
    said = {"kind": "roll", "value": value}
    assert game.refused("host", "said", **said) == "far.undrawn"
    assert game.refused("host", "said", **said, by="typed") == "far.undrawn"
    assert game.refused("host", "said", **said, by="simulated", record=good) == "far.undrawn"
    assert game.refused("host", "said", **said, by="tower", record="") == "far.other_record"
    assert game.refused("host", "said", **said, by="tower", record="no record at all") == "far.other_record"
    assert game.refused("host", "said", **said, by="tower", record=good[:-1] + "0") == "far.other_record"
    assert game.refused("host", "said", kind="roll", value={"B": 6, "G": 6}, by="tower", record=good) != ""
    assert game.refused("host", "said", kind="roll", value={"B": 5, "G": 2}, by="tower", record=good) != ""
    game.write("host", "said", **said, by="tower", record=good)
    game.write("host", "turn", took=0)
    game.write("guest", "made")
    again = {"kind": "roll", "value": {"R": 2, "Y": 5}, "by": "tower", "record": frame("ROLL 7 d=R2,Y5")}
    assert game.refused("guest", "said", **again) == "far.old_record"
    assert game.refused("guest", "said", **{**again, "record": frame("ROLL 8 d=R2,Y5")}) == ""


def test_what_a_tower_rolled_and_did_not_tell_is_counted() -> None:
    """A tower that is rolled again until the dice please shows it by its numbers; throws that were void are none."""
    game = Game("looney-blockade")

    def told(by: Role, number: int, *before: str) -> int:
        colours = ("B", "G") if by == "host" else ("R", "Y")
        lines = [*map(frame, before), frame(f"ROLL {number} epoch=0000000A d={colours[0]}2,{colours[1]}5")]
        value = dict(zip(colours, (2, 5), strict=True))
        game.write(by, "said", kind="roll", value=value, by="tower", record="\n".join(lines))
        more = game.course.throws.more
        game.write(by, "turn", took=0)
        game.write(other(by), "made")
        return more

    assert told("host", 7) == 0
    assert told("guest", 8) == 0
    assert told("host", 10, "VOID 9 epoch=0000000A why=crowd") == 0
    assert told("guest", 13, "VOID 9 epoch=0000000A why=crowd", "VOID 12 epoch=0000000A why=touch") == 1
    assert told("host", 20) == 6
    assert told("guest", 21, "VOID 21 epoch=0000000B why=crowd") == 0
    damaged = {
        "value": {"B": 2, "G": 5},
        "by": "tower",
        "record": frame("VOID 22 why=x")[:-1] + "\n" + frame("ROLL 23 d=B2,G5"),
    }
    assert game.refused("host", "said", kind="roll", **damaged) == "far.other_record"


def test_typed_dice_count_only_where_the_invitation_says_so() -> None:
    said = {"kind": "roll", "value": {"B": 6, "G": 6}, "by": "typed"}
    assert Game("looney-blockade").refused("host", "said", **said) == "far.undrawn"
    agreed = Game("looney-blockade", {"dice": "typed"})
    assert agreed.refused("host", "said", **{**said, "by": "screen"}) == "far.undrawn"
    agreed.write("host", "said", **said)
    assert agreed.course.rolled_by == "typed"


@pytest.mark.parametrize("wanted", ["screen", "camera"])
def test_a_program_made_otherwise_than_the_invitation_says_is_refused(wanted: str) -> None:
    game = Game("pyramid-ball", {"secrets": wanted})
    for value in ("start", "end"):
        game.write("host", "said", kind="timer", value=value)
        game.write("guest", "said", kind="timer", value=value)
    seal = {"side": "first", "digest": "0" * 64}
    kinds = {"screen", "camera"}
    assert game.refused("host", "seal", **seal) == "far.other_kind"
    assert game.refused("host", "seal", **seal, by=(kinds - {wanted}).pop()) == "far.other_kind"
    assert game.refused("host", "seal", **seal, by=wanted) == ""


@pytest.mark.parametrize("terms", [7, [], {"dice": "loaded"}, {"dice": ["typed"]}, {"dice": None}, {"more": "x"}])
def test_terms_that_nobody_knows_are_no_invitation(terms: Any) -> None:
    with pytest.raises(RefereeError) as refused:
        Game("looney-blockade", terms)
    assert refused.value.reason.key == "far.no_sense"


def test_dice_are_those_that_were_committed() -> None:
    game = Game("looney-blockade")
    game.write("host", "commit", what="roll", digest=commitment(ZEROS, "n"))
    assert game.refused("host", "add", values=ZEROS) == "far.not_now"
    game.write("guest", "add", values=ZEROS)
    assert game.refused("guest", "reveal", values=ZEROS, nonce="n") == "far.not_now"
    assert game.refused("host", "reveal", values=[5] * MOST_DICE, nonce="n") == "far.other_dice"


def test_what_is_agreed_to_is_what_counts() -> None:
    """A table that cannot be was shown and granted, and another one counted."""
    game = Game("looney-blockade")
    game.rolled()
    place = game.course.table.places[0]
    for thing in ("B1" * 30, "Z9"):
        asked = {**game.course.session.grid, place: thing}
        assert game.refused("host", "ask", what="accept", grid=asked) == "far.no_sense"


def test_the_game_that_begins_is_the_one_that_was_agreed_to() -> None:
    """A table that invites could say other terms once they were agreed to: typed dice counted."""
    table = open_table("looney-blockade", {})
    sides: dict[Role, tuple[str, ...]] = {"host": table.sides[:1], "guest": table.sides[1:]}
    hello = dict(Game("looney-blockade").ledger.entries[0].body)
    typed = {"terms": {"dice": "typed"}}
    for agreed, told in (({}, typed), (typed, {})):
        course = FarCourse.of(table, sides, drawn, more=agreed)
        for first in ("", table.sides[0]):
            entry = Ledger().next("host", "hello", {**hello, "first": first, "more": agreed})
            assert course.after(entry).terms["dice"] == ("typed" if agreed else "fair")
        for changes in ({"more": told}, {"more": agreed, "first": table.sides[1]}):
            why = why_not(course, Ledger().next("host", "hello", {**hello, **changes}))
            assert why and why.key == "far.other_terms"


def test_names_are_tidied_and_the_first_side_is_one_of_the_game() -> None:
    table = open_table("looney-blockade", {})
    sides: dict[Role, tuple[str, ...]] = {"host": table.sides[:1], "guest": table.sides[1:]}
    course, ledger = FarCourse.of(table, sides, drawn), Ledger()
    hello: dict[str, Any] = {"game": table.game, "options": {}, "first": "", "more": {}, "keys": ""}
    hello |= {
        "sides": {role: list(each) for role, each in sides.items()},
        "players": {table.sides[0]: "\x1b" * 50 + "A"},
    }
    assert why_not(course, ledger.next("host", "hello", {**hello, "first": "x"})) is not None
    assert course.after(ledger.next("host", "hello", hello)).players == {table.sides[0]: "A"}


def test_joint_dice_show_the_sum_of_both_shares_and_give_no_other_chance() -> None:
    dice = JointDice([0, 5, 3], [0, 5, 4])
    assert [dice.randint(1, 6) for _ in range(3)] == [1, 5, 2]
    for source, faces in ((dice, 6), (JointDice([0], [0]), 8)):
        with pytest.raises(RefereeError) as refused:
            source.randint(1, faces)
        assert refused.value.reason.key == "far.dice"
    assert not isinstance(dice, random.Random)


# Whatever comes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
THINGS = st.sampled_from(["", "aa", "B3B1", "7" * 1000, "777", "R1", "Z9", "\N{PILE OF POO}", "G3", "BBBBBBBBBBBB"])


@given(st.data())
@pytest.mark.parametrize("game", list(TABLES))
def test_whatever_an_entry_holds_it_is_taken_or_refused_and_nothing_else(game: str, data: st.DataObject) -> None:
    """A turn with a piece that does not exist made the other table open the game anew for ever."""
    played = Game(game)
    if game == "pyramid-ball" and data.draw(st.booleans()):
        played.sealed()
    elif game == "looney-blockade" and data.draw(st.booleans()):
        played.rolled()
    places = st.sampled_from([*played.course.table.places, "z9"])
    for _ in range(3):
        kind = data.draw(st.sampled_from([*RIGHTS, "win"]))
        by: Role = data.draw(st.sampled_from(["host", "guest"]))
        body = data.draw(
            st.one_of(
                st.dictionaries(st.sampled_from(["grid", "what", "value", "kind", "side", "took", "values"]), JSON),
                st.fixed_dictionaries({"grid": st.dictionaries(places, THINGS, max_size=5)}),
                st.fixed_dictionaries({"what": st.just("accept"), "grid": st.dictionaries(places, THINGS, max_size=5)}),
                st.fixed_dictionaries({"kind": st.sampled_from(["roll", "row", "timer"]), "value": JSON}),
                st.fixed_dictionaries({"what": st.sampled_from(["roll", "choices", "foul"]), "value": st.lists(JSON)}),
            )
        )
        before = played.course
        try:
            played.write(by, kind, **body)
        except CompanionError:
            assert played.course is before
        else:
            assert alike(before.table, before.session, before.session)


@pytest.mark.rule("PB-30")
def test_each_side_makes_its_own_choices_alone() -> None:
    """At another table a player could answer the other one's question, too, or answer it anew."""
    table = open_table("pyramid-ball", {"mode": "advanced"})
    squares = {"first": {"S": "f3", "M": "d4", "L": "b3"}, "second": {"S": "f6", "M": "d5", "L": "b6"}}
    game = {**initial_field("advanced").to_json(), **squares, "ball": ["first", "M"]}
    before = table.from_json(game)
    made: dict[str, dict[str, Any]] = {
        "first": {"S": "LFB", "M": ".F.", "L": "L..", "pass": {"row": 3, "to": "L"}},
        "second": {"S": "L.B"},
    }
    programs = {side: {**STILL.to_json(), **told} for side, told in made.items()}
    programs["second"] |= {"M": "FF.", "L": "F.L"}

    def may(side: str, value: list[Any], *choices: str) -> bool:
        under = Commitment(None, {"timer": "end", "programs": programs, "choices": list(choices)})
        return table.may_amend(side, before, under, "choices", value)

    assert may("first", ["M"]) and not may("second", ["M"])
    assert not may("first", ["M", "L"]) and not may("first", []) and not may("first", ["M"], "M")
    assert may("second", ["M", "L"], "M") and not may("first", ["M", "L"], "M")
    assert not may("second", ["L", "L"], "M") and not may("second", ["L"], "M")


def test_a_table_names_its_own_players_alone() -> None:
    game = Game("looney-blockade")
    course = FarCourse.of(game.course.table, game.sides, drawn)
    names = {"cool": "Ada", "warm": "You lost"}
    hello, join = (entry._replace(body={**entry.body, "players": names}) for entry in game.ledger.entries[:2])
    invited = course.after(hello)
    assert invited.players == {"cool": "Ada"}
    assert invited.after(join).players == {"cool": "Ada", "warm": "You lost"}
