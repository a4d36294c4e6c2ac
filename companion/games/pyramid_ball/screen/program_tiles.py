"""Both programs as tiles, large enough for fingers: an arrow a command, as its player sees it."""

from collections.abc import Iterator

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, RoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, Drawing, add_mark, add_text
from companion.app.widgets.shapes import Fit, paint
from companion.games.pyramid_ball.rules.board import SIZES
from companion.games.pyramid_ball.screen.field import USUAL
from companion.games.pyramid_ball.screen.program_shown import DASH, ROWS, WAYS, Command, ShownProgram
from companion.referee.drawing.board import arrow
from companion.referee.drawing.shapes import FACE_INK, FACES

Box = tuple[float, float, float, float]


class ProgramTiles(Drawing):
    """Shows ShownPrograms, the first player's left. Event: `on_spot` with a command such as "first M2"."""

    programs = ObjectProperty(())
    colours = ObjectProperty(USUAL)

    SHOWS = ("programs", "colours")
    __events__ = ("on_spot",)

    def on_spot(self, spot: str) -> None:
        """Handle a tap on a command."""

    def centre_of(self, spot: str) -> tuple[float, float]:
        x, y, width, height = dict(self._boxes())[spot]
        return x + width / 2, y + height / 2

    def on_touch_down(self, touch: MotionEvent) -> bool:
        for spot, (x, y, width, height) in self._boxes():
            if x <= touch.x < x + width and y <= touch.y < y + height:
                self.dispatch("on_spot", spot)
                return True
        return bool(super().on_touch_down(touch))

    @property
    def _head(self) -> float:
        return float(theme.small * 1.5)

    def _boxes(self) -> Iterator[tuple[str, Box]]:
        """Yield the box of each command's tile: row 1 on top, the rows' numbers at the left."""
        gap = theme.gap * 0.5
        half = (self.width - theme.gap) / 2
        side = (half - self._head * 0.8) / len(SIZES)
        rows = max((ROWS + any(c.place == DASH for c in program.commands) for program in self.programs), default=ROWS)
        high = (self.height - self._head) / rows
        for number, program in enumerate(self.programs):
            left = self.x + number * (half + theme.gap) + self._head * 0.8
            for command in program.commands:
                column, row = SIZES.index(command.place[0]), int(command.place[1])
                x, y = left + column * side, self.top - self._head - row * high
                yield f"{program.side} {command.place}", (x, y, side - gap, high - gap)

    def _draw(self, *_: object) -> None:
        group = self._group
        group.clear()
        boxes = dict(self._boxes())
        for program in self.programs:
            self._heading(group, program, boxes)
            for command in program.commands:
                self._tile(group, command, boxes[f"{program.side} {command.place}"])

    def _heading(self, group: InstructionGroup, program: ShownProgram, boxes: dict[str, Box]) -> None:
        first, last = boxes[f"{program.side} S1"], boxes[f"{program.side} L1"]
        y = first[1] + first[3] + self._head * 0.55
        colour = self.colours.of(program.side)
        chip = self._head * 0.8
        group.add(Color(*rgb(FACES[colour][0])))
        group.add(RoundedRectangle(pos=(first[0], y - chip / 2), size=(chip, chip), radius=[chip * 0.2]))
        add_mark(group, colour, first[0] + chip / 2, y, chip * 0.66, rgb(FACE_INK[colour]))
        name = program.name if len(program.name) <= 14 else program.name[:13] + "…"
        middle = (first[0] + chip + last[0] + last[2]) / 2
        add_text(group, name, middle, y, theme.small, theme.ink)
        for row in range(1, ROWS + 1):
            x, below, _, high = boxes[f"{program.side} S{row}"]
            add_text(group, str(row), x - self._head * 0.42, below + high / 2, theme.small * 0.9, theme.soft)

    def _tile(self, group: InstructionGroup, command: Command, box: Box) -> None:
        x, y, width, height = box
        middle = (x + width / 2, y + height / 2)
        ground, ink = (theme.warn, theme.warn_ink) if command.unsure else (theme.raised, theme.ink)
        group.add(Color(*ground))
        group.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[theme.gap]))
        add_text(group, command.place[0], x + theme.small * 0.5, y + height - theme.small * 0.6, theme.small * 0.8, ink)
        reach = min(width, height) * 0.3
        if command.letter in WAYS:
            right, ahead = WAYS[command.letter]
            end = (right * reach, -ahead * reach)
            tone = "warn_ink" if command.unsure else "ink"
            paint(group, arrow((-end[0], -end[1]), end, tone, reach * 0.045), Fit(*middle, 1.0))
        elif command.letter:
            r = reach * 0.34
            group.add(Color(*ink))
            group.add(Ellipse(pos=(middle[0] - r, middle[1] - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
        else:
            add_text(group, "–", *middle, reach, ink)
        if command.unsure:
            add_text(group, "?", x + width - theme.small * 0.6, y + height - theme.small * 0.7, theme.body, ink)
        if command.passed:
            r = reach * 0.36
            at = (x + width - r * 1.5, y + r * 1.5)
            for radius, colour in ((r * 1.25, rgb("#15181f")), (r, theme.mark)):
                group.add(Color(*colour))
                group.add(Ellipse(pos=(at[0] - radius, at[1] - radius), size=(2 * radius,) * 2, segments=DISC_SEGMENTS))
            group.add(Color(*rgb("#15181f")))
            group.add(Line(circle=(*at, r * 0.5), width=1.2))
