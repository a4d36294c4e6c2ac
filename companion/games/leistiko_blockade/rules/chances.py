"""Chances of winning Leistiko's Blockade."""

from collections.abc import Mapping

from companion.games.chances import NOTHING, BySide, Chances, Json, Thinking
from companion.games.leistiko_blockade.rules.hints import calibration_of, suggest_row, suggest_turn
from companion.games.leistiko_blockade.rules.lookahead import worth_at_a_glance
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Side, other_side, read_row
from companion.games.leistiko_blockade.rules.turns import outcome


class LeistikoChances(Chances):
    def at_a_glance(self, position: Json, options: Json = NOTHING) -> BySide:
        here, judged = Position.from_json(position), Options.from_json(options)
        if here.over:
            return _over(here)
        mover = here.to_move
        other = other_side(mover)
        own, opposing = here.all_of(other), here.all_of(mover)
        return _chances(
            other, worth_at_a_glance(own, opposing, other == "first", judged, calibration_of(here, judged)).value
        )

    def think(self, position: Json, options: Json, by: Thinking) -> BySide:
        here, judged = Position.from_json(position), Options.from_json(options)
        row = read_row(by.said["row"]) if "row" in by.said else None
        if here.over:
            return _over(here)
        if "roll" in by.said:
            turn = suggest_turn(here, Roll.from_json(by.said["roll"], judged), row, judged, by.out_of_time)
            return _chances(here.to_move, turn.worth.value) if turn else self.at_a_glance(position, options)
        rows = suggest_row(here, judged, by.out_of_time)
        assert rows
        # In Bungie Battle a row can be chosen in two ways, and they are sorted by worth.
        worth = next((choice.worth for choice in rows.choices if row in (None, choice.row)), None)
        return _chances(here.to_move, worth.value) if worth else self.at_a_glance(position, options)


def _over(position: Position) -> BySide:
    winner = outcome(position).winner
    return _chances("first", 0.5 if winner == "draw" else float(winner == "first"))


def _chances(side: Side, chance: float) -> Mapping[str, float]:
    return {side: chance, other_side(side): 1 - chance}


CHANCES = LeistikoChances()
