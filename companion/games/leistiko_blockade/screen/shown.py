"""Steps and dice of Leistiko's Blockade as they are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.app.games.words import TableTexts
from companion.app.json_object import JsonObject
from companion.app.views import BoardPicture, ShownDie, Tone
from companion.games.leistiko_blockade.rules.model import Position
from companion.games.leistiko_blockade.table.rows import grid_of

WHITE = "C"


def half_board(position: Position, frames: Mapping[str, Tone] | None = None) -> BoardPicture:
    """Return a position as a picture."""
    return BoardPicture(grid_of(position), frames or {})


def step_words(t: TableTexts, step: JsonObject) -> str:
    if "from" in step:
        return f"{step['from']}–{step['to']}"
    kind = next(kind for kind in ("leap", "cross", "off") if kind in step)
    return t(f"leistiko.step.{kind}", row=step[kind])


def shown_dice(t: TableTexts, roll: Any) -> tuple[ShownDie, ...]:
    """Return the dice to show: one die; the move and the leap die; or dice against dice of a leap of Bungie Battle."""
    if roll is None:
        return (ShownDie(WHITE, None),)
    if isinstance(roll, Mapping):
        return duel_dice(roll["leap"], roll["opposed"])
    dice = typed_dice(t, "super-push" if len(roll) == 2 else "base")
    return tuple(replace(die, value=value) for die, value in zip(dice, roll, strict=True))


def typed_dice(t: TableTexts, variant: str) -> tuple[ShownDie, ...]:
    """Return the unrolled dice of a roll that is no leap."""
    if variant != "super-push":
        return (ShownDie(WHITE, None),)
    return ShownDie(WHITE, None, t("leistiko.move.die")), ShownDie("B", None, t("leistiko.leap.die"))


def duel_dice(leap: Sequence[int], opposed: Sequence[int]) -> tuple[ShownDie, ...]:
    """Return dice against dice, the two players' apart."""
    own = [ShownDie("B", value) for value in leap]
    return (*own[:-1], *(replace(last, left=":") for last in own[-1:]), *(ShownDie("R", value) for value in opposed))


def duel_to_type(t: TableTexts, own: int, opposed: int, whose: str) -> tuple[ShownDie, ...]:
    """Return the dice of a leap that are typed, the mover's first."""
    mine = (ShownDie("B", None, t("leistiko.duel.own", player=whose)), *(ShownDie("B", None) for _ in range(own - 1)))
    return (*mine, ShownDie("R", None, t("leistiko.against")), *(ShownDie("R", None) for _ in range(opposed - 1)))
