"""Single turns of Pyramid Ball: what is said of late hands, fouls, doubts, wrong tables and the players' word."""

import json
from typing import Any

import pytest

from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.model import Marker, Program
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError, error_reason
from companion.referee.evidence import Evidence
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.referee.telling import sentence
from companion.referee.verdict import Verdict
from companion.texts.language import LANGUAGES, english, language
from tests.games.pyramid_ball.table.simulation import Field

FORWARD = (Program(("FFF", "...", "...")), Program(("...", "...", "FFF")))
OPENING = (
    Program(("FRB", ".F.", "LFF"), (Marker(3, "L"),)),
    Program(("FFF", "LFR", "LRR")),
)


def begun(mode: str = "basic", seed: int = 1) -> Field:
    field = Field(mode, seed)
    assert field.see().verdict == "setup"
    return field


def moved(field: Field, grid: dict[str, str], start: str, end: str) -> dict[str, str]:
    return {**grid, start: "", end: grid[start]}


def text(verdict: Verdict) -> str:
    return english(verdict.reason) if verdict.reason else ""


@pytest.mark.rule("PB-program", "PB-turn")
def test_a_turn_from_the_timer_to_the_table() -> None:
    field = begun()
    assert field.session.commitment is None
    field.timer("start")
    assert field.session.due and field.session.due.value == {"timer": "start"}
    busy = field.see(busy=frozenset({"near"}))
    assert busy.verdict == "programming" and busy.more == {"busy": ["first"], "screens": []}
    field.programs = OPENING
    field.timer("end", 40)
    read = field.see(after=2.5)
    assert (read.verdict, read.confidence > 0.97, read.side) == ("programs", True, None)
    assert read.more["programs"]["first"]["pass"] == {"row": 3, "to": "L"}
    assert read.more["expected"]["a5"] == field.position.teams[0] + "3" + field.position.ball + "1"
    made = field.see(field.after(field.played()))
    assert made.verdict == "legal" and made.grid == read.more["expected"]
    assert {"piece": field.position.teams[0] + "1", "from": "f3", "to": "g3"} in made.moves
    assert field.session.due is None
    published = made.to_json(english)
    assert published["programs"]["second"]["S"] == "FFF"
    assert "small" in " ".join(event["text"] for event in published["events"])
    assert json.loads(json.dumps(made.to_json())) == made.to_json()
    for code in LANGUAGES:
        assert language(code).say(sentence(made, field.table.wording))
        assert language(code).say(sentence(read, field.table.wording))
    assert english(sentence(read, field.table.wording)) == "the programs lie open"
    assert english(sentence(made, field.table.wording)).startswith("as programmed: small ")


@pytest.mark.rule("PB-program")
def test_programs_that_move_nothing_are_carried_out_at_once() -> None:
    field = begun()
    assert field.program((Program(("...",) * 3), Program(("...",) * 3))).verdict == "programs"
    made = field.see()
    assert made.verdict == "legal" and made.moves == ()


@pytest.mark.rule("PB-foul")
def test_a_hand_that_is_late_and_the_foul_that_voids_the_program() -> None:
    field = begun()
    field.programs = FORWARD
    field.timer("start")
    field.timer("end", 40)
    assert field.see(after=0.8, busy=frozenset({"far"})).verdict == "programming"
    late = field.see(after=0.9, busy=frozenset({"far"}))
    assert (late.verdict, late.side, late.more["seconds"], late.rule) == ("late", "second", 1.7, "PB-foul")
    assert "1.7 seconds" in text(late)
    called = field.correct(foul="second")
    assert called.verdict == "programs" and called.more["programs"] == {"first": None, "second": None}
    read = field.see()
    assert read.more["programs"]["second"]["void"] and not read.more["programs"]["first"]["void"]
    assert read.more["expected"]["b6"] == field.position.teams[1] + "3"
    lifted = field.correct(foul="second")
    assert not lifted.more["programs"]["second"]["void"] and lifted.more["expected"]["b3"]
    again = field.correct(foul="second")
    grid = again.more["expected"]
    assert field.see(grid).verdict == "legal"


@pytest.mark.rule("PB-foul")
def test_a_screen_that_stands_after_the_end_is_no_hand() -> None:
    field = begun()
    field.timer("start")
    field.timer("end", 40)
    both = frozenset({"near", "far"})
    assert field.see(after=3.0, busy=both, screened=both).verdict == "programming"


@pytest.mark.rule("PB-22")
def test_players_may_be_ready_early() -> None:
    field = begun()
    field.programs = FORWARD
    field.timer("start")
    field.timer("end", 3)
    assert field.see().verdict == "programs"


@pytest.mark.rule("PB-move", "C7")
def test_a_wrong_table_names_what_stands_wrong_and_where_it_belongs() -> None:
    field = begun()
    field.program(FORWARD)
    right = field.after(field.played())
    illegal = field.see(moved(field, right, "f5", "e5"))
    assert (illegal.verdict, set(illegal.cells), illegal.rule) == ("illegal", {"f5", "e5"}, "C7")
    assert "First small belongs on f5, not on e5" in text(illegal)
    assert illegal.seen and illegal.seen["e5"] and illegal.grid == field.position.grid
    assert illegal.more["expected"] == right and illegal.more["programs"]["first"]["S"] == "FFF"
    assert field.see(moved(field, right, "f5", "e5")).verdict == "unchanged"
    assert field.see(right).verdict == "legal"


@pytest.mark.rule("PB-pass")
def test_a_ball_left_behind_is_named() -> None:
    field = begun()
    field.program(OPENING)
    right = field.after(field.played())
    ball = field.position.ball + "1"
    left = {**right, "a5": right["a5"].removesuffix(ball), "d5": right["d5"] + ball}
    illegal = field.see(left)
    assert illegal.verdict == "illegal" and "the ball belongs to First large" in text(illegal)
    assert set(illegal.cells) == {"a5", "d5"}


@pytest.mark.rule("PB-turn")
def test_a_turn_under_way_is_waited_for_and_one_taken_back_starts_anew() -> None:
    field = begun()
    field.program(OPENING)
    right = field.after(field.played())
    half = {**field.position.grid, "f3": "", "f6": "", "g3": right["g3"], "f5": field.position.teams[1] + "1"}
    waits = field.see(half)
    assert waits.verdict == "incomplete" and "still to be moved" in text(waits)
    last = {**right, "a5": "", "b3": right["a5"]}
    assert field.see(last).verdict == "incomplete"
    still = field.see(last)
    assert still.verdict == "unchanged" and "First large" in text(still)
    assert field.see(field.position.grid).verdict == "takeback"
    assert field.see(right).verdict == "legal"


def test_a_turn_put_right_after_a_breach_is_legal_though_it_was_asked_about_first() -> None:
    field = begun()
    field.program(OPENING)
    right = field.after(field.played())
    assert field.see(moved(field, right, "g3", "a1")).verdict == "illegal"
    asked = field.see(right, costs={"g3": {"": 0.0}, "a1": {right["g3"]: 0.0}})
    assert asked.verdict == "unsure" and asked.readings[0].verdict == "legal"
    assert field.see(right).verdict == "legal"


@pytest.mark.rule("PB-program")
def test_a_program_in_doubt_is_named_and_read_anew_from_the_table() -> None:
    field = begun()
    field.programs = FORWARD
    # Where the large of the second looks forward (S), it may as well look E.
    read = field.program(FORWARD, doubts={"second": {"L2": {"E": 0.45}}})
    assert read.more["programs"]["second"]["unsure"] == ["L2"] and read.confidence < 0.6
    assert "L2" in " ".join(map(english, read.notes))
    other = (FORWARD[0], Program(("...", "...", "FLF")))
    made = field.see(field.after(field.played(other)))
    assert made.verdict == "legal" and made.more["programs"]["second"]["L"] == "FLF"
    assert any("L2 is L" in english(note) for note in made.notes)
    assert field.session.commitment and field.session.commitment.value["programs"]["second"]["L"] == "FLF"


def test_nobody_is_accused_of_having_laid_three_pieces_wrongly() -> None:
    field = begun()
    field.program(FORWARD)
    right = field.after(field.played(FORWARD))
    free = [square for square in ("e4", "e5", "a4") if not right[square]]
    wrong = right
    for end, start in zip(free, [square for square in right if right[square]], strict=False):
        wrong = moved(field, wrong, start, end)
    verdict = field.see(wrong)
    assert verdict.verdict == "unsure"
    assert verdict.readings[0].verdict == "illegal"


def test_nobody_passes_before_programs_are_read() -> None:
    field = begun()
    field.session.commit({"timer": "start"})
    with pytest.raises(GameError) as refused:
        field.session.correct(9.0, {"pass": True})
    assert english(refused.value.reason) == "no programs have been read yet"


def test_nobody_is_accused_of_a_pyramid_that_is_not_seen() -> None:
    field = begun()
    field.program(FORWARD)
    right = field.after(field.played(FORWARD))
    lone = next(square for square, stack in right.items() if len(stack) == 2)
    verdict = field.see({**right, lone: ""})
    assert (verdict.verdict, verdict.readings[0].verdict) == ("unsure", "illegal")


@pytest.mark.rule("PB-program")
def test_a_table_that_only_an_implausible_program_explains_is_not_accepted() -> None:
    field = begun()
    field.program(FORWARD)
    other = (FORWARD[0], Program(("...", "...", "FLF")))
    assert field.see(field.after(field.played(other))).verdict == "illegal"
    short = (Program(("F..", "...", "...")), FORWARD[1])
    for chance, verdicts in ((0.005, ("illegal",)), (0.012, ("illegal", "unsure")), (0.2, ("legal",))):
        field = begun()
        field.program((Program(("FF.", "...", "...")), FORWARD[1]), doubts={"first": {"S2": {".": chance}}})
        assert field.see(field.after(field.played(short))).verdict in verdicts


@pytest.mark.rule("PB-program")
def test_a_table_tells_several_commands_that_were_read_wrongly() -> None:
    field = begun()
    wrong = {"first": {"S1": {"E": 0.1}, "L2": {"W": 0.1}}, "second": {"L2": {"E": 0.1}}}
    anything = {place: dict.fromkeys("NESW.", 0.015) for place in ("S3", "M2", "M3", "L1", "L3")}
    field.program(FORWARD, doubts={side: {**anything, **known} for side, known in wrong.items()})
    meant = (Program(("RFF", "...", ".L.")), Program(("...", "...", "FLF")))
    made = field.see(field.after(field.played(meant)))
    assert (made.verdict, made.more["programs"]["first"]["S"]) == ("legal", "RFF")
    field = begun()
    field.program(FORWARD)
    assert field.see(field.after(field.played(meant))).verdict != "legal"


def test_no_pyramid_is_taken_off_the_board() -> None:
    """Of a pair of which only the ball is seen the other one is there, too."""
    field = begun()
    field.program(OPENING)
    right = field.after(field.played())
    ball = field.position.ball + "1"
    assert field.see(right, lies={"a5": ball}, costs={"a5": {right["a5"]: 5.0}}).verdict == "legal"


def test_what_covers_an_array_is_named() -> None:
    field = begun()
    field.timer("start")
    field.programs = FORWARD
    field.timer("end", 40)
    arrays = dict(field.look().arrays)
    unsure = field.see(arrays={**arrays, "far": None})
    assert unsure.verdict == "unsure" and unsure.readings == () and "second" in text(unsure)
    assert unsure.more["programs"]["second"] is None and unsure.more["programs"]["first"]["S"] == "FFF"
    whole = field.correct(
        programs={"first": {"S": "FFF", "M": "...", "L": "..."}, "second": {"S": "...", "M": "...", "L": "FFF"}}
    )
    assert whole.verdict == "programs" and whole.more["expected"] == field.after(field.played())
    assert field.see(field.after(field.played()), arrays={**arrays, "far": None}).verdict == "legal"


@pytest.mark.rule("PB-program", "PB-pass")
def test_players_set_commands_right() -> None:
    field = begun()
    field.program((Program(("FFF", "...", "...")), Program(("...", "...", "FF."))))
    changed = field.correct(programs={"second": {"L3": "F"}, "first": {"pass": {"row": 2, "to": "S"}}})
    assert changed.more["programs"]["second"]["L"] == "FFF"
    assert changed.more["programs"]["first"]["pass"] == {"row": 2, "to": "S"}
    assert field.correct(undo=True).verdict == "corrected"
    assert field.session.commitment and field.session.commitment.value["programs"]["second"]["L"] == "FF."
    field.correct(programs={"second": {"L3": "F"}})
    assert field.see(field.after(field.played(FORWARD))).verdict == "legal"


@pytest.mark.parametrize(
    "correction",
    [
        {"programs": {"third": {}}},
        {"programs": {"first": {"X9": "F"}}},
        {"programs": {"first": {"M2": "Q"}}},
        {"programs": {"first": {"M2": None}}},
        {"programs": {"first": {"pass": {"row": 9, "to": "S"}}}},
        {"programs": {"first": {"pass": "S"}}},
        {"programs": {"first": {"blitz": 1}}},
        {"programs": {"first": 7}},
        {"programs": []},
        {"programs": {"first": {"S": "FFFF", "M": "FF", "L": 3}}},
        {"foul": "third"},
        {"foul": None},
        {"choices": "e8"},
        {"choices": ["e8"]},
        {"choices": [1]},
    ],
)
def test_corrections_that_make_no_sense_change_nothing(correction: dict[str, Any]) -> None:
    field = begun()
    with pytest.raises(RefereeError):
        field.correct(**correction)
    field.program(FORWARD)
    held = field.session.commitment
    with pytest.raises((GameError, RefereeError)) as refused:
        field.correct(**correction)
    assert english(error_reason(refused.value))
    assert field.session.commitment == held
    assert field.see(field.after(field.played())).verdict == "legal"


@pytest.mark.parametrize("timer", ["begin", None, 3, {}])
def test_a_timer_is_at_its_start_or_its_end(timer: Any) -> None:
    field = begun()
    with pytest.raises(GameError):
        field.session.commit({"timer": timer}, 1.0)


@pytest.mark.rule("PB-30", "PB-special")
def test_what_the_rules_leave_open_is_asked_and_seen_where_the_table_shows_it() -> None:
    field = begun("advanced")
    first = field.position.teams[0]
    ball = field.position.ball + "1"
    near = {**field.position.grid, "d4": "", "g6": first + "2" + ball}
    field.correct(cells=near)
    field.position = field.session.position
    read = field.program((Program(("...", "FF.", "...")), Program(("...", "...", "..."))))
    assert read.more["expected"] is None and read.more["choice"]["kind"] == "special"
    assert read.more["choice"]["player"] == "second" and read.more["choice"]["options"] == ["S", "M", "L"]
    made = field.see(field.after(field.played()))
    assert (
        made.verdict == "legal"
        and made.more["choice"]["kind"] == "special"
        and made.points == {"first": 1, "second": 0}
    )
    told = field.correct(choices=["M"])
    assert told.verdict == "corrected" and told.more["choice"] is None
    assert field.session.position.game.specials == ("", "M")
    assert field.session.position.game.locked == 0


@pytest.mark.rule("PB-special", "PB-36")
def test_a_special_pyramid_laid_out_tells_which_was_taken() -> None:
    field = begun("advanced")
    ball = field.position.ball + "1"
    field.correct(cells={**field.position.grid, "d4": "", "g6": field.position.teams[0] + "2" + ball})
    field.position = field.session.position
    field.program((Program(("...", "FF.", "...")), Program(("...", "...", "..."))))
    field.see(field.after(field.played()))
    field.position = field.session.position
    assert field.game.specials == ("", "S")
    read = field.program((Program(("...", "...", "...")), Program(("...", "...", "FFF"), blitz=True)))
    assert any("not the small" in english(note) for note in read.notes)
    assert read.more["programs"]["second"]["blitz"]
    assert field.see(read.more["expected"]).verdict == "legal"
    assert field.session.position.game.spent == ("", "L")


def test_a_journal_is_judged_again_without_its_pictures() -> None:
    field = begun()
    field.programs = OPENING
    again = Session(open_table("pyramid-ball", {"mode": "basic"}))
    again.see(field.t, None, Evidence.from_json(json.loads(json.dumps(field.kept.to_json()))))
    for what, after in (("start", 1.0), ("end", 30.0)):
        field.timer(what, after)
        again.commit({"timer": what}, field.t)
    for look in (
        {"busy": frozenset({"near"}), "after": 2.0},
        {"doubts": {"second": {"L2": {"E": 0.3}}}},
        {"grid": field.after(field.played())},
    ):
        verdict = field.see(**look)
        kept = Evidence.from_json(json.loads(json.dumps(field.kept.to_json())))
        assert again.see(field.t, None, kept).to_json() == verdict.to_json()
        assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict
    assert again.position == field.session.position


def test_a_table_entered_by_hand_is_judged_by_programs_entered_by_hand() -> None:
    table = open_table("pyramid-ball", {})
    session = Session(table)
    field = Field("basic", 4)

    def enter(grid: dict[str, str]) -> Verdict:
        return session.see(0.0, None, Evidence.of(EnteredLook(table, grid), table.places, grid))

    assert enter(dict(field.position.grid)).verdict == "setup"
    session.commit({"timer": "start"}, 1.0)
    told = {side: program.to_json() for side, program in zip(("first", "second"), FORWARD, strict=True)}
    assert session.correct(2.0, {"programs": told}).verdict == "programs"
    assert enter(field.after(field.played(FORWARD))).verdict == "legal"


@pytest.mark.rule("PB-turn")
@pytest.mark.parametrize("minute", [False, True])
def test_nobody_is_accused_before_the_programs_are_read(minute: bool) -> None:
    field = begun()
    if minute:
        field.timer("start")
    seen = moved(field, dict(field.position.grid), "f3", "f4")
    asked = field.see(seen)
    assert asked.verdict == "unsure"
    changed = next(offer for offer in asked.readings if offer.grid["f4"] == seen["f4"])
    assert changed.reason and changed.reason.rule == "PB-turn" and "no programs" in english(changed.reason)


@pytest.mark.rule("PB-win")
def test_a_goal_wins_the_basic_game() -> None:
    field = begun()
    ball = field.position.ball + "1"
    field.correct(cells={**field.position.grid, "d4": "", "g6": field.position.teams[0] + "2" + ball})
    field.position = field.session.position
    field.program((Program(("...", "FF.", "...")), Program(("...", "...", "..."))))
    won = field.see(field.after(field.played()))
    assert won.verdict == "won" and field.session.winner == "first" == won.more["winner"]
    assert english(sentence(won, field.table.wording)).endswith(" - first WINS")
    assert field.see(field.after(field.played())).verdict == "unchanged"
    assert english(field.session.commit({"timer": "start"}, 99.0)[0])


@pytest.mark.parametrize(
    "beside",
    [
        {"arrays": {"near": 7}, "busy": [], "screened": []},
        {"arrays": {"near": {"colour": "G"}, "far": None}, "busy": [], "screened": []},
        {"arrays": {"middle": None}, "busy": [], "screened": []},
        {"arrays": {}, "busy": 3, "screened": []},
        {"arrays": {}},
    ],
)
def test_evidence_that_somebody_wrote_is_refused_in_one_sentence(beside: dict[str, Any]) -> None:
    field = begun()
    kept = {**field.kept.to_json(), "beside": beside}
    field.session.commit({"timer": "end"}, field.t)
    with pytest.raises(RefereeError, match="makes no sense"):
        field.session.see(field.t + 2, None, Evidence.from_json(kept))
