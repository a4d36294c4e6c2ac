"""A building that is touched where a piece goes, and turned."""

from typing import TYPE_CHECKING

from companion.games.blokus3d.table.depth import building, room

if TYPE_CHECKING:
    from companion.app.driver import Driver


def test_a_piece_goes_where_the_building_is_touched(driver: "Driver") -> None:
    driver.begin("blokus3d", more={"structure": "tower", "count": 2})
    driver.press("choose L4")
    driver.until(lambda: driver.screen.shown.own.piece)
    driver.touch(*on_building(driver, "4,4"))
    driver.until(lambda: driver.screen.shown.own.cells)
    assert (4, 4) in {(x, y) for x, y, _z in driver.screen.board.picture.ghost}


def test_a_finger_that_turns_the_building_places_nothing(driver: "Driver") -> None:
    driver.begin("blokus3d", more={"structure": "tower", "count": 2})
    driver.press("choose L4")
    driver.until(lambda: driver.screen.shown.own.piece)
    depth = driver.screen.board.depth
    before = depth.turn
    x, y = on_building(driver, "4,4")
    driver.drag(x, y, x + 80)
    assert depth.turn != before
    driver.touch(*on_building(driver, "5,5"))
    driver.until(lambda: driver.screen.shown.own.cells)
    assert (5, 5) in {(x, y) for x, y, _z in driver.screen.board.picture.ghost}


def on_building(driver: "Driver", square: str) -> tuple[float, float]:
    """Return the pixel of the window at which a bare square of the building is seen."""
    from companion.app.widgets.shapes import fitted  # noqa: PLC0415 - opens the window

    depth = driver.screen.board.depth
    (points,) = (
        face.shape.points for face in building(depth.picture.grid, [], "B", depth.turn) if face.square == square
    )
    (left, right), (top, bottom) = (sorted((min(each), max(each))) for each in zip(*points, strict=True))
    # The tower has four squares by five.
    return fitted(room(5), *depth.pos, *depth.size).at((left + right) / 2, (top + bottom) / 2)
