"""Verdicts that are right have to read so too, and cite the rule that a referee at the table would."""

from typing import Any, ClassVar

import pytest

from companion.games.engine import respond
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.texts.language import language

STILL = {"S": "...", "M": "...", "L": "..."}


def asked(game: str, op: str, **fields: Any) -> dict[str, Any]:
    return respond({"game": game, "op": op, **fields}, ENGINES)


def told(reason: Reason) -> tuple[str, str]:
    """In English and in German."""
    return language("en").say(reason), language("de").say(reason)


def judged(game: str, **fields: Any) -> tuple[str, str, str]:
    """The rule that a check cites, and what it says in both languages."""
    answer = asked(game, "check", **fields)
    assert answer["legal"] is False
    return answer["rule"], *told(answer["reason"])


def pyramid_ball(mode: str = "basic", **more: Any) -> dict[str, Any]:
    return {**asked("pyramid-ball", "initial", mode=mode)["position"], **more}


def judged_ball(before: dict[str, Any], one: dict[str, Any], two: dict[str, Any], **seen: Any) -> tuple[str, ...]:
    """As `judged`, the table seen being what the turn leads to but for `seen`."""
    programs = {"first": {**STILL, **one}, "second": {**STILL, **two}}
    played = asked("pyramid-ball", "check", before=before, programs=programs, after={"first": {}, "second": {}})
    after = played["nearest"]["position"]
    after = {
        **after,
        **{
            key: {**after[key], **value} if isinstance(value, dict) and key != "ball" else value
            for key, value in seen.items()
        },
    }
    return judged("pyramid-ball", before=before, programs=programs, after=after)


class TestPyramidBall:
    @pytest.mark.rule("PB-foul")
    def test_commands_executed_after_a_foul_cite_the_foul(self) -> None:
        rule, en, de = judged_ball(pyramid_ball(), {"M": "R..", "void": True}, {}, first={"M": "e4"})
        assert rule == "PB-foul"
        assert en == (
            "First medium belongs on d4, not on e4: foul by First: all commands stand still, and there is no pass"
        )
        assert "Foul" in de

    @pytest.mark.rule("PB-15")
    def test_a_pass_made_on_row_1_cites_the_marker_that_is_void(self) -> None:
        rule, en, de = judged_ball(pyramid_ball(), {"pass": {"row": 1, "to": "L"}}, {}, ball=["first", "L"])
        assert rule == "PB-15"
        assert en == (
            "the ball belongs to First medium, not to First large: row 1: no pass for First: a marker in row 1 needs "
            "the quick pass"
        )
        assert "Reihe 1" in de

    @pytest.mark.rule("PB-13")
    def test_a_pass_of_a_thrower_that_moves_cites_that(self) -> None:
        program = {"M": ".R.", "pass": {"row": 2, "to": "L"}}
        rule, en, de = judged_ball(pyramid_ball(), program, {}, ball=["first", "L"])
        assert rule == "PB-13"
        assert "First medium has the ball but is told to move, so it does not throw" in en
        assert "wirft" in de

    @pytest.mark.rule("PB-foul")
    def test_a_pass_made_after_a_foul_cites_the_foul(self) -> None:
        program = {"void": True, "pass": {"row": 2, "to": "L"}}
        rule, *_ = judged_ball(pyramid_ball(), program, {}, ball=["first", "L"])
        assert rule == "PB-foul"

    @pytest.mark.rule("PB-33")
    def test_the_closed_goal_row_is_the_opponents(self) -> None:
        before = pyramid_ball(
            "advanced", ball={"at": "a8"}, score=[1, 0], locked="first", specials={"first": [], "second": ["S"]}
        )
        before["first"] = {**before["first"], "M": "d7"}
        rule, en, de = judged_ball(before, {"M": "F.."}, {}, first={"M": "d8"})
        assert rule == "PB-33"
        assert en.endswith("d8 is in the opponent's goal row, which is closed to its team for now")
        assert de.endswith("d8 liegt in der Torreihe der Gegenseite, die für ihre Seite vorerst gesperrt ist")

    @pytest.mark.rule("PB-30")
    def test_a_ball_laid_wrongly_after_a_goal_may_lie_on_either_side(self) -> None:
        before = pyramid_ball("advanced")
        before["first"] = {**before["first"], "M": "d7"}
        rule, en, de = judged_ball(before, {"M": "F.."}, {}, ball={"at": "b8"})
        assert rule == "PB-30"
        assert en == (
            "the ball belongs on c8 or e8, as Second chooses, not on b8: on the first empty square beside the scorer"
        )
        assert "auf c8 oder e8, wie Second wählt, nicht auf b8" in de or "c8 oder e8" in de

    @pytest.mark.rule("PB-win")
    @pytest.mark.parametrize("op", ["apply", "check"])
    def test_a_turn_after_the_win_is_a_verdict_with_a_rule(self, op: str) -> None:
        over, programs = pyramid_ball(score=[1, 0]), {"first": STILL, "second": STILL}
        where = {"position": over} if op == "apply" else {"before": over, "after": over}
        answer = asked("pyramid-ball", op, programs=programs, **where)
        said = answer["illegal"] if op == "apply" else answer
        assert (said["rule"], told(said["reason"])[0]) == ("PB-win", "the game is over: First has won")

    @pytest.mark.rule("PB-special")
    def test_special_pyramids_to_choose_from_are_named(self) -> None:
        before = pyramid_ball("advanced")
        answer = asked(
            "pyramid-ball", "apply", position=before, programs={"first": STILL, "second": {**STILL, "M": "F.."}}
        )
        en, de = told(answer["choice"]["text"])
        assert en == ("First chooses a special pyramid: the small (dash), the medium (quick pass) or the large (blitz)")
        assert de.endswith("die kleine (Sprint), die mittlere (schneller Pass) oder die große (Sturm)")


class TestLeistiko:
    START: ClassVar[dict[str, Any]] = {"first": [2, 3, 3, 3, 3, 2], "second": [2, 3, 3, 3, 3, 2], "to_move": "first"}

    def judged(self, first: list[int], second: list[int], roll: list[int], **options: Any) -> tuple[str, ...]:
        after = {"first": first, "second": second}
        return judged("leistiko-blockade", before=self.START, after=after, roll=roll, options=options)

    @pytest.mark.rule("LB-points")
    def test_steps_that_cost_too_much(self) -> None:
        rule, en, de = self.judged([1, 3, 3, 4, 3, 2], [2, 3, 3, 3, 3, 2], [2])
        assert rule == "LB-points"
        assert en == "a piece from row 1 to row 4: that takes 3 points, and the die shows 2"
        assert de == "ein Stein von Reihe 1 nach Reihe 4: Das kostet 3 Punkte, und der Würfel zeigt 2"

    @pytest.mark.rule("LB-points")
    def test_leaps_that_cost_too_much(self) -> None:
        rule, en, de = self.judged([0, 3, 3, 3, 3, 2], [2, 3, 3, 3, 3, 2], [6])
        assert rule == "LB-points"
        assert en == "2 leaps from row 1 for 4 points each: that takes 8 points, and the die shows 6"
        assert de == "2 Sprünge aus Reihe 1 zu je 4 Punkten: Das kostet 8 Punkte, und der Würfel zeigt 6"

    @pytest.mark.rule("LB-22")
    def test_dice_of_super_push_that_are_too_low(self) -> None:
        _, en, de = self.judged([1, 3, 3, 3, 3, 2], [2, 3, 3, 3, 3, 2], [3, 2], variant="super-push")
        assert en == "a leap from row 1 for 4 points: that takes 4 points for leaping, and the leap die shows 2"
        assert de.startswith("ein Sprung aus Reihe 1 zu 4 Punkten: Das kostet 4 Punkte zum Springen")

    @pytest.mark.rule("LB-own")
    def test_an_opponents_piece_taken_off(self) -> None:
        rule, en, de = self.judged([2, 3, 3, 3, 3, 2], [1, 3, 3, 3, 3, 2], [6])
        assert rule == "LB-own"
        assert en == "a piece of the second player is gone from row 1, in a turn of the first player"
        assert de == "auf Reihe 1 fehlt ein Stein von Spieler 2, und es zog Spieler 1"

    @pytest.mark.rule("LB-01")
    def test_fifteen_a_side_refuses_a_position_of_sixteen(self) -> None:
        answer = asked("leistiko-blockade", "outcome", position=self.START, options={"LB-01": 15})
        assert told(answer["error"])[0] == "first: 16 pieces; a side has 15 at most (LB-setup)"

    @pytest.mark.rule("LB-15")
    def test_both_have_had_equally_many_turns_when_the_second_player_is_done_first(self) -> None:
        assert "equally many turns" in language("en").rules["LB-15"].text
        assert "gleich viele Züge" in language("de").rules["LB-15"].text


class TestLooney:
    def position(self, **cells: str) -> dict[str, Any]:
        start = asked("looney-blockade", "initial")["position"]
        return {**start, "grid": {**start["grid"], **cells}}

    def judged(self, before: dict[str, Any], roll: dict[str, int] | None = None, **cells: str) -> tuple[str, ...]:
        after = {**before["grid"], **cells}
        return judged("looney-blockade", before=before, after=after, roll=roll or {"B": 6, "G": 6})

    @pytest.mark.rule("BK-pass")
    def test_a_way_shut_by_several_blockades_names_them_as_such(self) -> None:
        before = self.position(b2="R3R2R1K3", b4="R3R2R1K3", c2="Y3Y2Y1K3", d3="C3", b3="Y3Y2Y1K3")
        before["grid"] |= {"a4": "B3B1", "a2": "B3B1", "a3": "R3R2R1K3", "c3": "C3"}
        rule, en, de = self.judged(before, {"B": 2, "G": 1}, a4="B3", a2="B3B1B1")
        assert rule == "BK-pass"
        assert "the blue small went from a4 to a2 where every short way leads over a blockade, on a3 or b3" in en
        assert ", wo jeder kurze Weg über eine Blockade führt, auf a3 oder b3" in de

    def test_one_breach_is_told_once(self) -> None:
        before = self.position(a3="R3R2R1K3", b3="Y3Y2Y1K3", a4="B3B1B1", a2="B3")
        _, en, _ = self.judged(before, {"B": 6, "G": 1}, a4="B3", a2="B3B1B1")
        assert en.count("went from a4 to a2") <= 1

    @pytest.mark.rule("BK-06")
    def test_a_black_exchanged_for_another_says_which(self) -> None:
        rule, en, de = self.judged(self.position(b2="G3G2G1K3"), b2="G3G2G1K1")
        assert rule == "BK-06"
        assert en == "the black large on b2 was exchanged for a black small, but black pyramids never move"
        swapped = "die schwarze Große auf b2 wurde gegen eine schwarze Kleine getauscht"
        assert de == f"{swapped}, aber schwarze Pyramiden ziehen nie"

    @pytest.mark.rule("BK-pieces")
    def test_a_piece_added(self) -> None:
        rule, en, de = self.judged(self.position(), b2="G3G1G1")
        assert rule == "BK-pieces"
        assert en == "there is a green small too many, on b2"
        assert de == "es steht eine grüne Kleine zu viel da, auf b2"


class TestBlokus:
    @pytest.mark.parametrize("cell", [[0, 0, 10], [3, -1, 0], [1, 2]])
    def test_a_cell_that_is_none_is_shown_as_it_is(self, cell: list[int]) -> None:
        position = asked("blokus3d", "initial", structure="tower", players=2)["position"]
        answer = asked("blokus3d", "apply", position=position, piece="I2", cells=[[0, 0, 0], cell])
        en, de = told(answer["error"])
        assert en == f"cells: cell 2 is {cell}; [x, y, z] from 0 to 9 is needed"
        assert str(cell) in de
