"""Two tables play one game: what is told, what waits, what is refused, and what survives."""

import json
import random
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.app.games import far_meeting
from companion.app.games.deeds import (
    AnswerFar,
    Correct,
    Done,
    Enter,
    JudgeTable,
    PassTurn,
    RollDice,
    Rolled,
    Say,
    Suggest,
    TakeBack,
)
from companion.app.games.far_table import over_broker
from companion.app.games.far_words import with_far
from companion.app.games.opening import GameSetup, again, begin_or_open, open_game, rematch, rematch_begun
from companion.app.games.registry import GAMES
from companion.app.games.table import PlayedTable
from companion.app.texts.texts import Texts
from companion.games.errors import CompanionError, GameError
from companion.games.pyramid_ball.screen.deeds import EndTimer, StartTimer
from companion.games.reason import because
from companion.sharing.far.comparing import compared, entries_of
from companion.sharing.far.course import alike
from companion.sharing.far.dice import commitment
from companion.sharing.far.keys import Keys
from companion.sharing.far.ledger import Ledger, Role
from companion.sharing.far.link import SCHEMA, Link
from companion.sharing.far.meeting import topics
from hardware.dice import DiceRoll, Die, Provenance
from hardware.tower.dtp import frame
from tests.app.games.far_pair import CODE, Pair, as_players_do, far_of, faulty, may_move

BOTH: tuple[Role, ...] = ("host", "guest")


@pytest.fixture(autouse=True)
def ways() -> Iterator[None]:
    yield
    far_meeting.WAYS.open = over_broker


@pytest.fixture
def looney(tmp_path: Path) -> Iterator[Pair]:
    pair = Pair(tmp_path, "looney-blockade")
    pair.begin()
    yield pair
    pair.close()


def rolled(pair: Pair, role: Role) -> None:
    """A table rolls on its screen; both have the roll."""
    pair.tables[role].do(RollDice())
    pair.until(lambda: all(table.session.due for table in pair.tables.values()))


def answer(table: Any, *, yes: bool) -> None:
    """Answer the question that the screen shows."""
    table.do(AnswerFar(yes, table.state().far.question))


def moved(table: Any) -> None:
    """The turn that the engine suggests is entered."""
    table.do(Suggest())
    for step in table.state().suggestion.steps:
        table.do(Enter(step))
    table.do(Done())


@pytest.mark.parametrize("twin", [False, True])
def test_a_table_that_nobody_joins_or_lets_in_is_told_why(twin: bool, tmp_path: Path) -> None:
    """Two players who had taken each other's codes waited for ever."""
    pair = Pair(tmp_path, "looney-blockade")
    texts = Texts("en")

    def told(role: Role) -> tuple[str, tuple[str, ...]]:
        """Why a table is alone, and what its screen says."""
        table = pair.tables[role]
        far = far_of(table)
        far.alone_seconds = 0.0
        table.advance()
        state, presenter = table.state(), GAMES["looney-blockade"].presenter(texts)
        return state.far.alone, tuple(with_far(presenter.view(state), state, presenter).words)

    assert told("guest")[0] == "", "the host is there"
    pair.host.close()
    assert far_of(pair.guest).state().alone == ""
    pair.post.twins |= {*(BOTH if twin else ())}
    why = "two_guests" if twin else "away"
    assert told("guest") == (why, (texts(f"far.alone.{why}"),))
    assert pair.guest.state().far.invitation == "", "the code is not this table's"
    pair.guest.close()
    pair.post.last.clear()
    pair.tables["host"] = open_game(tmp_path / "host")
    alone, words = told("host")
    assert alone == ("two_hosts" if twin else "")
    assert words == (texts("far.alone.two_hosts" if twin else "far.waits.join.says", code="ABCD-EFGH-2345"),)
    pair.tables["guest"] = open_game(tmp_path / "guest")
    pair.begin()
    assert told("host")[0] == told("guest")[0] == ""
    pair.close()


def test_a_roll_of_the_other_table_is_nothing_to_take_back(looney: Pair) -> None:
    rolled(looney, "host")
    assert not looney.guest.state().can_undo
    moved(looney.host)
    looney.until(lambda: looney.guest.session.grid == looney.host.session.grid)
    assert looney.guest.state().can_undo


def agree(pair: Pair) -> None:
    one, two = pair.tables.values()
    assert alike(far_of(one).course.table, one.session, two.session)
    found = compared(pair.records("host"), pair.records("guest"))
    assert not found.one and not found.two and found.same


def played(pair: Pair, turns: int = 1000) -> None:
    """Play to the end, or so many turns."""

    def over() -> bool:
        for table in pair.tables.values():
            as_players_do(table)
        done = pair.host.session.winner or len(far_of(pair.guest).course.turns) >= turns
        return bool(done) and alike(far_of(pair.host).course.table, pair.host.session, pair.guest.session)

    pair.until(over)
    found = compared(pair.records("host"), pair.records("guest"))
    assert not (found.one and found.two)
    assert pair.host.session.winner or len(found.same) > turns / 2


@pytest.mark.slow
def test_a_whole_game_of_blokus_between_a_screen_and_a_simulated_table(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "blokus3d", ("touch", "practice"), {"structure": "tower", "count": 2}, BOTH)
    played(pair)
    pair.close()


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["bungie", "super-push"])
def test_turns_of_leistiko_with_dice_rolled_by_both(tmp_path: Path, variant: str) -> None:
    pair = Pair(tmp_path, "leistiko-blockade", ("touch", "practice"), {"variant": variant}, BOTH)
    played(pair, 10)
    pair.close()


@pytest.mark.slow
def test_turns_of_pyramid_ball_with_sealed_programs(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "pyramid-ball", ("practice", "touch"), {"mode": "basic"}, BOTH)
    played(pair, 2)
    kinds = [entry.kind for entry in entries_of(pair.records("host"))]
    first_open = kinds.index("open")
    assert kinds[:first_open].count("seal") == 2
    pair.close()


def test_nobody_begins_the_next_turn_while_the_other_table_has_not_heard_of_this_one(tmp_path: Path) -> None:
    """Both carry a turn out by themselves, the host tells it: here its message is still under way."""
    pair = Pair(tmp_path, "pyramid-ball", ("touch", "touch"), {"mode": "basic"})
    pair.begin()
    for table in pair.tables.values():
        table.do(StartTimer())
    pair.until(lambda: all(far_of(table).course.session.due for table in pair.tables.values()))
    pair.post.fault = lambda role, message: [] if role == "host" and far_of(pair.host).course.pending else [message]
    for table in pair.tables.values():
        table.do(EndTimer())
    pair.until(lambda: all(table.state().own.entry for table in pair.tables.values()))
    for table in pair.tables.values():  # nobody programs anything, so nobody wins
        table.do(Done())
    pair.until(lambda: far_of(pair.host).course.pending and not pair.guest.state().own.timer)
    with pytest.raises(GameError):
        pair.guest.do(StartTimer())
    pair.post.fault = lambda _role, message: [message]
    for table in pair.tables.values():
        far_of(table).again_seconds = 0.0
    pair.until(lambda: len(far_of(pair.host).course.turns) == len(far_of(pair.guest).course.turns) == 1)
    pair.guest.do(StartTimer())
    pair.until(lambda: far_of(pair.host).course.said)
    assert pair.host.state().own.timer == "", "nobody starts the minute for the other table"
    pair.host.do(StartTimer())
    pair.until(lambda: far_of(pair.host).course.session.due and far_of(pair.guest).course.session.due)
    pair.close()


@pytest.mark.slow
def test_lost_doubled_and_swapped_messages_and_restarts_change_nothing(tmp_path: Path) -> None:
    rng = random.Random(5)
    pair = Pair(tmp_path, "leistiko-blockade", ("touch", "touch"), {"variant": "base"}, BOTH)
    pair.post.fault = faulty(rng, 0.3)
    for number in range(1200):
        if number >= 120 and len(far_of(pair.host).course.turns) > 2:
            break
        for table in pair.tables.values():
            far_of(table).again_seconds = 0.0
        pair.round()
        if rng.random() < 0.05:
            pair.restart("host" if rng.random() < 0.5 else "guest")
    assert len(far_of(pair.host).course.turns) > 2
    pair.post.fault = lambda _role, message: [message]
    pair.until(lambda: not any(far_of(table).link.behind for table in pair.tables.values()))
    found = compared(pair.records("host"), pair.records("guest"))
    assert not (found.one and found.two)
    turns = [entry.by for entry in found.same if entry.kind == "turn"]
    assert turns == [("host", "guest")[number % 2] for number in range(len(turns))]
    pair.close()


@pytest.mark.slow
def test_a_turn_is_shown_there_and_the_game_waits_until_it_is_made(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "looney-blockade", ("touch", "practice"))
    pair.begin()
    pair.guest.source.lay, kept = lambda grid: None, pair.guest.source.lay
    rolled(pair, "host")
    moved(pair.host)
    pair.until(lambda: pair.guest.state().suggestion)
    state = pair.guest.state()
    assert state.side in state.computers and state.suggestion.moves
    assert pair.host.state().far.unmade and all(table.state().far.rests for table in pair.tables.values())
    with pytest.raises(GameError):
        pair.guest.do(RollDice())
    # Another turn there counts as nothing, legal or not.
    wanted = dict(state.suggestion.grid)
    other = dict(far_of(pair.host).course.session.grid)
    moves = state.suggestion.moves
    first = moves[0]
    other[first["from"]] = other[first["from"]].removesuffix(first["piece"])
    other[first["to"]] += first["piece"]
    if other != wanted:
        kept(other)
        pair.until(lambda: pair.guest.state().phase in ("incomplete", "illegal"))
        assert pair.host.state().far.unmade
    kept(wanted)
    pair.until(lambda: not pair.host.state().far.unmade)
    agree(pair)
    clocks = [(table.state().far.used, table.state().far.moves) for table in pair.tables.values()]
    assert clocks[0] == clocks[1] and clocks[0][1] == {state.side: 1}
    pair.close()


def test_a_turn_is_taken_back_only_if_both_want_it(looney: Pair) -> None:
    rolled(looney, "host")
    before = looney.host.session.grid
    moved(looney.host)
    looney.until(lambda: len(far_of(looney.guest).course.turns) == 1)
    looney.host.do(TakeBack())
    looney.until(lambda: looney.guest.state().far.mine)
    assert looney.guest.state().far.asked == "undo" and looney.host.state().far.asked == "undo"
    with pytest.raises(GameError):
        looney.guest.do(RollDice())
    answer(looney.guest, yes=False)
    looney.until(lambda: looney.host.state().notice)
    assert looney.host.state().notice == because("far.denied") and not looney.host.state().far.asked
    assert looney.host.session.grid != before
    looney.guest.do(TakeBack())
    looney.until(lambda: looney.host.state().far.mine)
    answer(looney.host, yes=True)
    looney.until(lambda: all(table.session.grid == before for table in looney.tables.values()))
    agree(looney)
    assert looney.host.session.due and looney.guest.session.due


def test_what_goes_with_a_turn_that_is_taken_back_is_shown_before_yes_and_no(looney: Pair) -> None:
    """The button said *Undo roll*, and the other table only read of a turn: the roll behind it went unseen."""
    rolled(looney, "host")
    moved(looney.host)
    looney.until(lambda: len(far_of(looney.guest).course.turns) == 1)
    rolled(looney, "guest")
    state = looney.host.state()
    assert state.can_undo and not state.undoes_roll
    looney.host.do(TakeBack())
    looney.until(lambda: looney.guest.state().far.mine)
    state = looney.guest.state()
    presenter = GAMES["looney-blockade"].presenter(Texts("en"))
    presenter.begin({})
    shown = " ".join(with_far(presenter.view(state), state, presenter).words)
    (hop, *_) = state.moments[-1].verdict.moves
    assert hop["from"] in shown and "The roll after it goes, too." in shown


def test_a_table_against_the_rules_counts_only_if_both_want_it(looney: Pair) -> None:
    rolled(looney, "host")
    grid = dict(looney.host.session.grid)
    place = next(cell for cell, stack in grid.items() if stack == "R3R1")
    other = next(cell for cell, stack in grid.items() if stack == "B3B1")
    grid |= {place: "R3", other: "B3B1R1"}
    looney.host.do(JudgeTable(grid))
    assert looney.host.state().phase == "illegal"
    looney.host.do(Correct({"accept": True}))
    looney.until(lambda: looney.guest.state().far.mine)
    assert looney.guest.session.grid[place] != grid[place]
    answer(looney.guest, yes=True)
    looney.until(lambda: looney.guest.session.grid[place] == looney.host.session.grid[place] == grid[place])
    agree(looney)
    looney.until(lambda: may_move(looney.guest))


def test_an_answer_is_to_the_question_that_was_shown(looney: Pair) -> None:
    """A table could ask something else in the moment before the other player taps."""
    rolled(looney, "host")
    moved(looney.host)
    looney.until(lambda: len(far_of(looney.guest).course.turns) == 1)
    looney.host.do(Correct({"undo": True}))
    looney.until(lambda: looney.guest.state().far.asked == "undo")
    shown = looney.guest.state().far.question
    answer(looney.host, yes=False)
    looney.host.do(Correct({"agree": "draw"}))
    looney.until(lambda: looney.guest.state().far.asked == "agree")
    for yes in (True, False):
        with pytest.raises(GameError) as refused:
            looney.guest.do(AnswerFar(yes, shown))
        assert refused.value.reason.key == "far.other_question"
    assert looney.guest.state().far.asked == "agree"
    answer(looney.guest, yes=True)
    looney.until(lambda: looney.host.session.winner == looney.guest.session.winner == "draw")


def test_typed_dice_do_not_count_and_nobody_rolls_twice(looney: Pair) -> None:
    with pytest.raises(GameError):
        looney.host.do(RollDice({"B": 6, "G": 6}))
    with pytest.raises(GameError):
        looney.guest.do(RollDice())
    rolled(looney, "host")
    with pytest.raises(CompanionError):
        looney.host.do(RollDice())
        looney.round()
        raise GameError("far.rolled")
    assert [entry.kind for entry in entries_of(looney.records("host"))].count("reveal") == 1


def test_dice_of_both_fall_alike_by_the_seeds_of_both(tmp_path: Path) -> None:
    falls = []
    for number in range(2):
        pair = Pair(tmp_path / str(number), "looney-blockade")
        pair.begin()
        rolled(pair, "host")
        falls.append(pair.guest.session.due.value)
        values = [entry.body["values"] for entry in entries_of(pair.records("host")) if "values" in entry.body]
        assert values[0] != values[1]
        pair.close()
    assert falls[0] == falls[1]


@pytest.mark.parametrize("cheat", ["dice", "turn", "roll", "other side", "undo", "unknown"])
def test_a_dishonest_table_is_refused_and_the_game_stays_whole(looney: Pair, cheat: str) -> None:
    """The host's program writes whatever it likes, with the right code."""
    host = far_of(looney.host)
    entries = len(host.link.ledger)
    if cheat == "dice":
        looney.host.do(RollDice())
        looney.guest.advance()
        host.receive()
        assert host.course.draw and host.course.draw.added
    host.link._check = lambda _entry: None
    grid = dict(looney.host.session.grid)
    place = next(cell for cell, stack in grid.items() if stack.endswith("1"))
    cheats: dict[str, tuple[str, dict[str, Any]]] = {
        "dice": ("reveal", {"values": [5] * 40, "nonce": "0" * 64}),
        "turn": ("turn", {"grid": {**grid, place: grid[place][:-2]}}),
        "roll": ("said", {"kind": "roll", "value": {"B": 6, "G": 6}}),
        "other side": ("commit", {"what": "roll", "digest": commitment([0] * 40, "")}),
        "undo": ("grant", {}),
        "unknown": ("win", {}),
    }
    kind, body = cheats[cheat]
    if cheat == "other side":
        kind, body = "said", {"kind": "roll", "value": {"R": 6, "Y": 6}, "by": "tower", "record": ""}
    host.link.write(kind, body)
    looney.post.say("host", host.link.message())
    looney.guest.advance()
    guest = far_of(looney.guest)
    assert looney.guest.notice is not None
    assert all(entry.kind != "win" for entry in guest.link.ledger.entries)
    assert len(guest.link.ledger) <= entries + 2
    assert guest.course.session.grid == looney.guest.session.grid == grid
    assert guest.course.session.due is None


def test_a_stranger_without_the_code_says_nothing(looney: Pair) -> None:
    stranger = Link(Ledger(), "host", Keys("ZZZZZZZZZZZZ", b"stranger"), topics(CODE), lambda _entry: None)
    looney.post.hears["guest"](stranger.message().encode())
    looney.guest.advance()
    assert looney.guest.notice and looney.guest.notice.key == "far.taken"
    rolled(looney, "host")
    agree(looney)


def test_the_other_table_is_told_to_be_away(looney: Pair) -> None:
    looney.guest.close()
    looney.host.advance()
    assert looney.host.state().far.away == 0
    looney.restart("guest")
    looney.until(lambda: looney.host.state().far.away is None)


@pytest.mark.parametrize("junk", [b"", b"null", b"[" * 20_000, b'{"schema":2}', "elsewhere"])
def test_what_a_stranger_says_at_the_broker_is_no_news_for_the_players(looney: Pair, junk: bytes | str) -> None:
    stranger = Keys("ABCDEFGH2346", b"stranger")
    box = stranger.sealed("{}", topics(CODE)["host"], None)
    sealed = json.dumps(
        {"schema": SCHEMA, "keys": far_of(looney.host).link.keys.public, "box": b64encode(box).decode()}
    )
    entries = len(far_of(looney.guest).link.ledger)
    looney.post.hears["guest"](sealed.encode() if isinstance(junk, str) else junk)
    looney.round()
    assert looney.guest.notice is None and len(far_of(looney.guest).link.ledger) == entries


def test_a_tower_counts_as_rolled_with_its_record(looney: Pair) -> None:
    record = frame("ROLL 1 d=B2,G5")
    dice = (Die("B", 2, 1.0), Die("G", 5, 1.0))
    roll = DiceRoll(Provenance("tower", "tower 1", True), "1", 1, dice, 0.0, raw=record)
    looney.host.do(Rolled("roll_raw", roll, "tower", record))
    looney.until(lambda: looney.guest.session.due)
    said = next(entry for entry in entries_of(looney.records("guest")) if entry.kind == "said")
    assert said.body == {"kind": "roll", "value": {"B": 2, "G": 5}, "by": "tower", "record": record}


def _may_roll(table: Any) -> bool:
    return not table.waits and table.state().phase == "roll"


def test_who_sits_turns_out_at_the_other_table_does_so_by_itself(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "looney-blockade", more={"ahead": "cool"})
    pair.begin()
    for role in ("host", "host", "host", "guest", "host"):
        table = pair.tables[role]
        pair.until(partial(_may_roll, table))
        assert table.side == far_of(table).own[0]
        rolled(pair, role)
        table.do(PassTurn())
    pair.until(lambda: len(far_of(pair.host).course.turns) == 7 and not far_of(pair.guest).link.busy)
    assert "".join(side[0] for side in pair.guest.session.movers) == "cwcwcwc"
    agree(pair)
    pair.close()


def test_a_rematch_needs_no_code_and_changes_sides(looney: Pair) -> None:
    setups = {role: rematch(looney.folder / role, ("cool",)) for role in looney.tables}
    looney.close()
    looney.post.last.clear()
    assert setups["host"].code == setups["guest"].code not in ("", CODE)
    for role, setup in setups.items():
        looney.tables[role] = begin_or_open(setup, looney.folder / f"{role} again")
    looney.begin()
    assert far_of(looney.host).own == ("warm",) == far_of(looney.guest).sides
    assert looney.host.state().series == looney.guest.state().series == {"cool": 0, "warm": 1}
    rolled(looney, "guest")
    moved(looney.guest)
    looney.until(lambda: len(far_of(looney.host).course.turns) == 1)
    agree_again = [table.session.grid for table in looney.tables.values()]
    assert agree_again[0] == agree_again[1]


def test_a_rematch_asked_for_twice_is_the_one_that_was_begun(looney: Pair) -> None:
    """Another one by the same code would meet what was said in the first."""
    folders = {role: looney.folder / role for role in looney.tables}
    assert not any(rematch_begun(folder) for folder in folders.values())
    folders_again = {"guest": looney.folder / "again", "host": looney.folder / "elsewhere" / "again"}
    looney.close()
    looney.post.last.clear()
    for role, folder in folders.items():
        looney.tables[role] = begin_or_open(rematch(folder, ()), folders_again[role])
    looney.begin()
    rolled(looney, "guest")
    begun = rematch_begun(folders["guest"])
    assert begun and begun.folder == folders_again["guest"] and rematch_begun(folders_again["guest"]) is None
    looney.tables["guest"].close()
    looney.tables["guest"] = open_game(begun.folder)
    moved(looney.guest)
    looney.until(lambda: len(far_of(looney.host).course.turns) == 1)


@pytest.mark.parametrize("role", BOTH)
def test_a_table_that_has_lost_the_game_is_told_to_begin_another(looney: Pair, role: Role) -> None:
    rolled(looney, "host")
    looney.tables[role].close()
    setup = replace(again(looney.folder / role), code=CODE)
    looney.tables[role] = begin_or_open(setup, looney.folder / "lost")
    looney.until(lambda: looney.tables[role].notice)
    assert looney.tables[role].notice.key == "far.other_game"


def test_the_names_of_both_tables_are_known_at_both(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "looney-blockade")
    pair.begin()
    assert set(pair.host.state().far.players) == set(pair.guest.state().far.players)
    pair.close()


@pytest.mark.parametrize("game", ["looney-blockade", "leistiko-blockade"])
def test_nobody_is_asked_to_roll_for_the_other_table(game: str, tmp_path: Path) -> None:
    pair = Pair(tmp_path, game)
    pair.begin()
    pair.round()
    said = {}
    for role, table in pair.tables.items():
        state = table.state()
        presenter = GAMES[game].presenter(Texts("en"))
        presenter.begin({})
        said[role] = " ".join(with_far(presenter.view(state), state, presenter).words).lower()
    assert "at the other table" in said["guest"] and "roll" not in said["guest"] and "roll" in said["host"]
    pair.close()


def test_a_table_where_all_sit_knows_nothing_of_this(tmp_path: Path) -> None:
    table: PlayedTable[Any] = begin_or_open(GameSetup(source="touch"), tmp_path / "game")
    table.do(RollDice({"B": 3, "G": 4}))
    assert table.state().far is None and not table.waits
    table.close()


def test_the_table_that_is_asked_for_is_shown_before_yes_and_no(looney: Pair) -> None:
    """The host asked with pieces gone, and the guest agreed to what was not on the screen."""
    rolled(looney, "host")
    grid = dict(looney.host.session.grid)
    place = next(cell for cell, stack in grid.items() if stack.endswith("1"))
    asked = {**grid, place: ""}
    assert far_of(looney.host).write("ask", what="accept", grid=asked)
    looney.until(lambda: looney.guest.state().far.mine)
    state = looney.guest.state()
    presenter = GAMES["looney-blockade"].presenter(Texts("en"))
    presenter.begin({})
    board = with_far(presenter.view(state), state, presenter).board
    assert dict(board.grid) == asked
    assert dict(board.frames) == {place: "warn"}


def test_a_time_that_cannot_be_is_told(looney: Pair) -> None:
    rolled(looney, "host")
    looney.host.do(PassTurn())
    looney.until(lambda: len(far_of(looney.host).course.turns) == 1)
    rolled(looney, "guest")
    assert far_of(looney.guest).write("turn", took=36_000)
    looney.until(lambda: looney.host.notice)
    assert looney.host.notice.key == "far.time"
    assert looney.host.notice.values["there"] == 3600


def test_turns_are_sat_out_at_the_other_table_where_the_rules_demand_a_move(tmp_path: Path) -> None:
    """A pass between two tables is judged, and B3-must forbade it to whoever gives a head start."""
    pair = Pair(tmp_path, "blokus3d", more={"structure": "tower", "count": 2, "ahead": "blue"})
    pair.begin()
    for turns in (2, 4):
        moved(pair.host)
        pair.until(lambda turns=turns: len(far_of(pair.guest).course.turns) == turns)  # type: ignore[misc]
    assert pair.guest.session.movers.count("blue") == 2
    agree(pair)
    pair.close()


def test_journals_are_compared_though_a_line_was_lost_and_told_again(looney: Pair) -> None:
    rolled(looney, "host")
    looney.host.close()
    journal = looney.folder / "host" / "game.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    lost = max(number for number, line in enumerate(lines[:-2]) if b'"far"' in line)
    lines[lost] = lines[lost].replace(b'"by"', b'"bx"', 1)
    journal.write_bytes(b"".join(lines))
    looney.restart("host")
    looney.until(lambda: not any(far_of(table).link.behind for table in looney.tables.values()))
    looney.round()
    found = compared(looney.records("host"), looney.records("guest"))
    assert found.agree and len(found.same) == len(far_of(looney.guest).link.ledger)


@pytest.mark.parametrize("source", ["touch", pytest.param("practice", marks=pytest.mark.slow)])
@pytest.mark.parametrize("role", BOTH)
@pytest.mark.parametrize("game", [pytest.param("looney-blockade", marks=pytest.mark.slow), "blokus3d"])
def test_a_table_several_turns_behind_makes_what_both_have_made(
    game: str, role: Role, source: str, tmp_path: Path
) -> None:
    """The other table told it the entries, and it took back its own turns, for it knew only the next one."""
    sources = (source, "touch") if role == "host" else ("touch", source)
    pair = Pair(tmp_path, game, sources, {"structure": "tower", "count": 2} if game == "blokus3d" else {}, BOTH)
    pair.until(lambda: len(far_of(pair.guest).course.turns) >= 5)
    pair.tables[role].close()
    journal = pair.folder / role / "game.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    begun = next(number for number, line in enumerate(lines) if b'"made"' in line)
    journal.write_bytes(b"".join(lines[: begun + 3]))
    pair.post.last.clear()
    pair.tables[role] = open_game(pair.folder / role)
    for table in pair.tables.values():
        far_of(table).again_seconds = 0.0
    pair.until(lambda: len(far_of(pair.tables[role]).course.turns) >= 7)
    found = compared(pair.records("host"), pair.records("guest"))
    assert found.agree
    pair.until(lambda: alike(far_of(pair.host).course.table, pair.host.session, pair.guest.session))
    pair.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["looney-blockade", "leistiko-blockade", "pyramid-ball", "blokus3d"])
def test_two_simulated_tables_play_with_one_another(game: str, tmp_path: Path) -> None:
    """Each draws pieces of its own colours: in Pyramid Ball the guest's were never the host's, and no game began."""
    more = {"structure": "tower", "count": 2} if game == "blokus3d" else {}
    pair = Pair(tmp_path, game, ("practice", "practice"), more, BOTH)

    def made() -> bool:
        for table in pair.tables.values():
            as_players_do(table)
        return len(far_of(pair.guest).course.turns) >= 2

    pair.until(made)
    assert compared(pair.records("host"), pair.records("guest")).agree
    pair.close()


def test_a_turn_told_anew_while_the_first_one_lies_here_takes_back_no_more_than_that(tmp_path: Path) -> None:
    """Turns that both had made were taken back with it, and stayed so until the other table was heard again."""
    pair = Pair(tmp_path, "blokus3d", more={"structure": "tower", "count": 2})
    pair.begin()
    rng = random.Random(1)

    def turn() -> Any:
        session, entry = far_of(pair.host).course.session, pair.host.entry
        steps = entry.casual(session.position, session.due, 1.0, rng).steps
        return dict(entry.drafted(session.position, session.due, steps).grid)

    for role in ("host", "guest"):
        pair.until(partial(may_move, pair.tables[role]))
        moved(pair.tables[role])
        pair.until(lambda: not far_of(pair.host).course.pending and pair.guest.session.grid == pair.host.session.grid)
    both = dict(pair.guest.session.grid)
    host, guest = far_of(pair.host), far_of(pair.guest)
    first, second = turn(), turn()
    assert first != second
    for grid in (first, second):
        pair.post.fault = lambda _role, _message: []
        assert host.write("turn", grid=grid, took=1)
        pair.post.fault = lambda role, message: [message] if role == "host" else []
        pair.post.say("host", host.link.message())
        pair.guest.advance()
        assert dict(pair.guest.session.grid) in (both, grid)
    assert guest.course.pending and guest.course.pending.grid == second
    pair.close()


def rolled_in_leistiko(tmp_path: Path) -> Pair:
    pair = Pair(tmp_path, "leistiko-blockade", more={"variant": "base"})
    pair.begin()
    pair.host.do(Say("row", 4))
    pair.until(lambda: said_at(pair.guest) == {"row"})
    pair.host.do(RollDice())
    pair.until(lambda: said_at(pair.guest) == {"row", "roll"})
    return pair


def said_at(table: PlayedTable[Any]) -> set[str]:
    due = far_of(table).course.session.due
    return {*due.value} if due else set()


def test_no_row_is_chosen_once_the_dice_are_rolled(tmp_path: Path) -> None:
    """It was taken for the next player's, and the turn for one that nobody had seen."""
    pair = rolled_in_leistiko(tmp_path)
    with pytest.raises(GameError) as refused:
        pair.host.do(Say("row", 2))
    assert refused.value.reason.key == "far.rolled"
    assert pair.host.session.due.value.keys() == {"row", "roll"}
    pair.close()


def test_a_turn_that_stands_otherwise_here_is_not_told_again_and_again(tmp_path: Path) -> None:
    pair = rolled_in_leistiko(tmp_path)
    pair.host.do(Correct({"pass": "unseen"}))
    for _ in range(9):
        pair.round()
    kinds = [entry.kind for entry in entries_of(pair.records("host"))]
    assert kinds.count("turn") == 1
    pair.close()


def test_a_draw_is_agreed_on_where_both_stand_whatever_was_laid_meanwhile(tmp_path: Path) -> None:
    """All turns of the game were taken back at the table where somebody had laid one that was not theirs."""
    pair = Pair(tmp_path, "blokus3d", more={"count": 2, "structure": "tower"})
    pair.begin()
    for table in (pair.host, pair.guest):
        turns = len(far_of(pair.guest).course.turns)
        lay_any(table)
        pair.until(partial(has_turns, pair, turns + 1))
    assert far_of(pair.host).write("ask", what="agree")
    guest = pair.guest
    pair.until(lambda: guest.state().far.mine)
    lay_any(guest)
    assert guest.session.grid != pair.host.session.grid
    guest.do(AnswerFar(True, guest.state().far.question))
    pair.until(lambda: guest.session.winner and pair.host.session.winner)
    pair.round()
    assert alike(guest.board, guest.session, pair.host.session)
    assert alike(guest.board, guest.session, far_of(guest).course.session)
    pair.close()


def test_nothing_is_laid_before_both_are_set_up(tmp_path: Path) -> None:
    """A host that had made its first turn while it waited could never begin: what lay there was no set-up."""
    pair = Pair(tmp_path, "blokus3d", more={"count": 2, "structure": "tower"})
    with pytest.raises(GameError) as refused:
        lay_any(pair.host)
    assert refused.value.reason.key == "far.not_begun"
    pair.begin()
    lay_any(pair.host)
    pair.until(partial(has_turns, pair, 1))
    pair.close()


def test_a_camera_takes_nothing_for_a_turn_before_both_are_set_up(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "blokus3d", ("practice", "touch"), {"count": 2, "structure": "tower"})
    host = pair.host
    for _ in range(40):
        host.advance()
    assert host.session.started and host.session.meant == host.session.grid
    pair.begin()
    pair.round()
    assert host.session.meant is None
    pair.close()


def test_an_accepted_table_takes_the_place_of_the_turn_that_was_told(tmp_path: Path) -> None:
    """The table that had made its turn already made it once more instead."""
    pair = Pair(tmp_path, "blokus3d", more={"count": 2, "structure": "tower"})
    pair.begin()
    host, guest = pair.host, pair.guest
    due = guest.session.due
    casual = guest.entry.casual(guest.session.position, due, 1.0, random.Random(8))
    assert casual
    other_grid = dict(guest.entry.drafted(guest.session.position, due, casual.steps).grid)
    lay_any(host)
    assert host.session.grid != other_grid and far_of(host).course.pending
    far_of(guest).receive()
    assert far_of(guest).write("ask", what="accept", grid=other_grid)
    host.advance()
    host.do(AnswerFar(True, host.state().far.question))
    for _ in range(9):
        pair.round()
    assert host.session.grid == guest.session.grid == other_grid
    assert alike(host.board, host.session, far_of(host).course.session)
    assert alike(host.board, guest.session, host.session)
    pair.close()


def test_a_turn_that_comes_with_the_word_that_the_last_one_was_made_is_made(tmp_path: Path) -> None:
    """Messages had been lost; the table took the new turn for a turn of its own and waited for ever."""
    pair = Pair(tmp_path, "blokus3d", more={"count": 2, "structure": "tower"})
    pair.begin()
    lay_any(pair.host)
    pair.until(partial(has_turns, pair, 1))
    lay_any(pair.guest)
    pair.post.fault = lambda role, message: [] if role == "host" else [message]
    pair.host.advance()
    lay_any(pair.host)
    pair.post.fault = lambda _role, message: [message]
    for table in pair.tables.values():
        far_of(table).again_seconds = 0.0
    for _ in range(30):
        pair.round()
    assert has_turns(pair, 3) and len(far_of(pair.host).course.turns) == 3
    pair.close()


def has_turns(pair: Pair, turns: int) -> bool:
    return len(far_of(pair.guest).course.turns) == turns


def lay_any(table: PlayedTable[Any]) -> None:
    """Lay a turn for whoever is to move."""
    assert table.under
    casual = table.entry.casual(table.session.position, table.under, 1.0, random.Random(1))
    assert casual
    for step in casual.steps:
        table.do(Enter(step))
    table.do(Done())
