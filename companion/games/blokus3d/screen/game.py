"""Blokus 3D in the app."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from companion.app.games.companion import Companion
from companion.app.games.deeds import Done, Suggest
from companion.app.games.far_table import FAR
from companion.app.games.game import AppGame
from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.surroundings import Choosable, NewTable, ScreenPlayer
from companion.app.games.table import do
from companion.app.json_object import JsonObject
from companion.app.learning import Content, board_picture
from companion.app.puzzles.puzzles import Puzzles
from companion.app.texts.texts import Texts
from companion.games.blokus3d.rules.match import Match, counted
from companion.games.blokus3d.rules.model import ALONE, Options, Position
from companion.games.blokus3d.rules.structures import limits
from companion.games.blokus3d.rules.turns import outcome
from companion.games.blokus3d.screen.building import Building
from companion.games.blokus3d.screen.entry import GAME, PlacementEntry
from companion.games.blokus3d.screen.placing import PiecesToPlace
from companion.games.blokus3d.screen.presenter import BLOKUS
from companion.games.blokus3d.screen.puzzles import puzzle
from companion.games.blokus3d.table.table import Blokus3DTable
from companion.games.engine import Json

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.screen import Parts

# Seed and options of a practice table on which every turn first breaks a rule, after the turntable was turned.
SEED, WILD = 4, {"structure": "corner", "count": 3, "breaches": 100, "turns": 100}


# A small building for the emblem.
EMBLEM = {
    **{f"{x},{y}": "" for x in range(4) for y in range(4)},
    **{"0,0": "BB", "1,0": "BR", "0,1": "BYY", "1,1": "GR", "2,1": "G", "2,2": "GY", "3,2": "R", "0,2": "Y"},
}


class BlokusGame(AppGame):
    """Blokus 3D. By touch pieces are chosen and placed; a camera sees what is placed, however the table is turned."""

    game = GAME
    presented = BLOKUS
    uses_corners = False
    sides = ("blue", "yellow", "red", "green")
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {
        "structure": ("tower", "corner", "steps", "pyramid"),
        "count": (2, 3, 4),
    }
    rules = ("B3-07", "B3-09", "B3-12", ALONE)
    only: ClassVar[Mapping[str, tuple[str, Choosable]]] = {ALONE: ("opponent", "people")}
    rolls = False

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        """Return the options. Two players may have two colours each (B3-09); building alone excludes the computer
        (B3-13)."""
        count = more.get("count", 2)
        if chosen.get(ALONE) and not (more.get("computer") or more.get(FAR)):
            return {ALONE: True, "structure": more.get("structure", "tower"), "players": count}
        chosen = {rule: value for rule, value in chosen.items() if rule != ALONE}
        agreed = {rule: value for rule, value in chosen.items() if rule != "B3-09" or count == 2}
        played = {"match": _match(more)} if agreed.get("B3-12") and more.get("played") else {}
        return {**agreed, **played, "structure": more.get("structure", "tower"), "players": count}

    def going_on(self, header: JsonObject, position: Json) -> JsonObject:
        """Return the next structure of a match, with the points so far (B3-12)."""
        options = header["options"]
        if not options.get("B3-12"):
            return {}
        before = Match.from_json(options.get("match", {}))
        now = Position.from_json(position)
        rulings = Options.from_json({"B3-09": options.get("B3-09", False)})
        match = before.after(now.structure, counted(outcome(now, rulings)))
        points = {colour: str(n) for colour, n in (match.points or {}).items()}
        return {"structure": match.following(now.structure), "played": list(match.played), "points": points}

    def owners(self, options: JsonObject) -> Mapping[str, str]:
        if options.get(ALONE):
            return dict.fromkeys(self.sides[: options["players"]], self.sides[0])
        return {side: self.sides[i % 2] for i, side in enumerate(self.sides)} if options.get("B3-09") else {}

    def entry(self, options: JsonObject) -> PlacementEntry:
        table = Blokus3DTable(options)
        return PlacementEntry(table, table.start_position, table.options, table.match)

    def companions(self, new: NewTable) -> Sequence[Companion]:
        assert isinstance(new.table.entry, PlacementEntry)
        return (PiecesToPlace(new.table, new.table.entry, new.hints),)

    def parts(self, texts: Texts) -> "Parts":
        from companion.games.blokus3d.screen.building_view import BuildingView  # noqa: PLC0415 - opens the window

        return super().parts(texts)._replace(board=BuildingView, offered=self.board_view)

    def score_view(self, texts: Texts) -> "Widget":
        from companion.games.blokus3d.screen.score_view import BlokusScoreView  # noqa: PLC0415 - opens the window

        return BlokusScoreView(lambda n: texts("left", n=n))

    def emblem(self) -> "Widget":
        from companion.games.blokus3d.screen.building_view import DepthView  # noqa: PLC0415 - opens the window

        return DepthView(picture=Building(EMBLEM), touchable=False)

    def picture_view(self) -> "Widget":
        from companion.games.blokus3d.screen.building_view import BuildingView  # noqa: PLC0415 - opens the window

        return BuildingView()

    def picture(self, content: Content) -> Building:
        board, highest = board_picture(content), limits(*content["heights"]) if "heights" in content else {}
        named = {f"{x},{y}": height for (x, y), height in highest.items()}
        return Building(board.grid, board.frames, board.badges, ghost=content.get("ghost", ()), limits=named)

    def puzzles(self) -> "Puzzles":
        return Puzzles.load(__package__ or "", self.picture_view, puzzle)

    def deeds(self, verdict: JsonObject) -> Mapping[str, tuple[str, str]]:
        """The piece, and the level that its lowest cube lies on."""
        return {
            move["player"]: (move["piece"], str(1 + min(z for _, _, z in move["cells"]))) for move in verdict["moves"]
        }

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", more={"structure": "tower", "count": 2})
        for turn in range(6):
            driver.send(do(Suggest()))
            driver.until(lambda: driver.screen.shown.own.cells)
            if turn < 5:
                driver.send(do(Done()))
                driver.until(lambda: not driver.screen.shown.own.cells)
        yield "blokus"
        children = {"structure": "tower", "count": 2, "computer": {"blue": "child", "yellow": "child"}}
        driver.begin(
            game=self.game, source="touch", pace=0.0, seed=1, players={"blue": "Ada", "yellow": "Ben"}, more=children
        )
        driver.until(lambda: driver.screen.shown.phase == "won")
        yield "blokus-over"
        begin_paused(driver, self.game, seed=SEED, pace=0.5, more=WILD)
        step_until(driver, lambda: driver.screen.shown.phase == "illegal")
        yield "blokus-illegal"


def _match(more: JsonObject) -> JsonObject:
    """Return what was played of a match before, as the table takes it: journals keep numbers below 0 as text."""
    points = {colour: int(n) for colour, n in more.get("points", {}).items()}
    return {"played": list(more["played"]), "points": points}


SCREEN = BlokusGame()
