"""Draws the towers' circuits, the pocket of the Pico and the tray of the webcam as SVG files, into this folder.

pip install schemdraw
python firmware/drawings/draw.py
"""

from pathlib import Path

import schemdraw
import schemdraw.elements as e

HERE = Path(__file__).parent
schemdraw.use("svg")


def named(drawing: schemdraw.Drawing, side: str, text: str) -> None:
    """An end of a wire, and where it leads."""
    drawing.add(e.Dot(open=True).label(text, side))


def pins(*rows: tuple[str, str, str]) -> list[e.IcPin]:
    """A chip's pins from what stands at them, their side and what the drawing calls them."""
    return [e.IcPin(name=text, side=side, anchorname=anchor) for text, side, anchor in rows]


def cell() -> None:
    """One of the 36 light cells, and its way to the board."""
    with schemdraw.Drawing(file=str(HERE / "cell.svg"), show=False) as d:
        d.config(unit=2.2, fontsize=12, margin=1.5)
        top = d.add(e.Vdd().label("+5 V"))
        light = d.add(e.NpnPhoto(circle=True).anchor("collector").at(top.center).label("phototransistor", "right"))
        d.add(e.Line().down().at(light.emitter).length(0.6))
        d.add(e.Dot())
        d.push()
        d.add(e.Resistor().down().label("47 k", "bottom"))
        d.add(e.Ground())
        d.pop()
        d.add(e.Line().right().length(3.2).label("input n mod 12", "top"))
        mux = d.add(
            e.Ic(
                pins=pins(
                    ("C0..C11", "left", "inp"),
                    ("SIG", "right", "sig"),
                    ("S0", "bottom", "s0"),
                    ("S1", "bottom", "s1"),
                    ("S2", "bottom", "s2"),
                    ("S3", "bottom", "s3"),
                ),
                size=(5, 2.4),
            )
            .anchor("inp")
            .label("74HC4067 (n div 12)", "top")
        )
        d.add(e.Line().right().at(mux.sig).length(1.5))
        named(d, "right", "A0, A1, A2")
        for n, pin in enumerate(("D4", "D5", "D6", "D7")):
            d.add(e.Line().down().at(getattr(mux, f"s{n}")).length(0.7).label(pin, "bottom"))


def lamp() -> None:
    """One colour of the lamps: the same for red, green and blue."""
    with schemdraw.Drawing(file=str(HERE / "lamp.svg"), show=False) as d:
        d.config(unit=2.0, fontsize=12, margin=1.5)
        top = d.add(e.Vdd().label("+5 V"))
        for n, name in enumerate(("lamp 1", "lamp 2", "lamp 8")):
            x = n * 2.6 + (0.8 if n == 2 else 0)
            at = (top.center[0] + x, top.center[1])
            if n:
                d.add(e.Line().at((top.center[0] + (0 if n == 1 else 2.6), top.center[1])).to(at))
            d.add(e.Resistor().down().at(at).label("220 red\n150 green, blue" if n == 0 else "", "top"))
            led = d.add(e.LED().down().label(name, "bottom"))
            if n:
                d.add(e.Line().at((top.center[0] + (0 if n == 1 else 2.6), led.end[1])).to(led.end))
        d.add(e.Line().down().at((top.center[0], led.end[1])).length(0.6))
        fet = d.add(e.NFet().theta(0).reverse().anchor("drain").label("AO3400", "right"))
        d.add(e.Ground().at(fet.source))
        d.add(e.Line().left().at(fet.gate).length(1.2))
        d.add(e.Dot())
        d.push()
        d.add(e.Resistor().down().label("100 k", "top"))
        d.add(e.Ground())
        d.pop()
        d.add(e.Line().left().length(0.6))
        named(d, "left", "D8 red, D9 green, D10 blue")


def beam() -> None:
    """One of the six beams."""
    with schemdraw.Drawing(file=str(HERE / "beam.svg"), show=False) as d:
        d.config(unit=2.0, fontsize=12, margin=1.5)
        left = d.add(e.Vdd().label("+5 V"))
        d.add(e.Resistor().down().at(left.center).label("220, or inside", "top"))
        d.add(e.LED().down().label("infrared LED", "top"))
        d.add(e.Ground())
        right = d.add(e.Vdd().at((left.center[0] + 4.5, left.center[1])).label("+5 V"))
        d.add(e.Resistor().down().at(right.center).label("in the board\n(pull-up)", "bottom"))
        d.add(e.Dot())
        d.push()
        d.add(e.Line().right().length(1))
        named(d, "right", "D2, D3, D11, D12, D13, A3")
        d.pop()
        receiver = d.add(
            e.NpnPhoto(circle=True).theta(0).anchor("collector").label("receiver,\nopen collector", "right")
        )
        d.add(e.Ground().at(receiver.emitter))


def pico() -> None:
    """The small tower: one pocket on a Raspberry Pi Pico."""
    with schemdraw.Drawing(file=str(HERE / "pico.svg"), show=False) as d:
        d.config(unit=2.2, fontsize=12, margin=1.5)
        board = d.add(
            e.Ic(
                pins=pins(
                    ("GP8", "left", "lamp2"),
                    ("GP6", "left", "lamp1"),
                    ("GP7", "left", "button"),
                    ("GND", "left", "ground"),
                    ("GP2", "right", "s0"),
                    ("GP3", "right", "s1"),
                    ("GP4", "right", "s2"),
                    ("GP5", "right", "s3"),
                    ("GP26 (ADC0)", "right", "adc"),
                    ("3V3", "right", "power"),
                ),
                size=(4.6, 9.4),
            ).label("Raspberry Pi Pico", "top")
        )
        for n, pin in enumerate((board.lamp1, board.lamp2), start=1):
            d.add(e.Resistor().left().at(pin).label("150", "top"))
            d.add(e.LED().left().label(f"red lamp {n}", "top"))
            d.add(e.Ground())
        d.add(e.Button().left().at(board.button))
        d.add(e.Ground())
        d.add(e.Line().left().at(board.ground).length(0.8))
        d.add(e.Ground())
        mux = d.add(
            e.Ic(
                pins=pins(
                    ("S0", "left", "s0"),
                    ("S1", "left", "s1"),
                    ("S2", "left", "s2"),
                    ("S3", "left", "s3"),
                    ("SIG", "left", "sig"),
                    ("VCC", "left", "vcc"),
                    ("GND", "right", "ground"),
                    ("EN", "right", "enable"),
                    ("C0 to C8", "right", "cells"),
                ),
                size=(4, 9.4),
            )
            .theta(0)
            .anchor("s0")
            .at((board.s0[0] + 2, board.s0[1]))
            .label("74HC4067", "top")
        )
        for name, there in (("s0", "s0"), ("s1", "s1"), ("s2", "s2"), ("s3", "s3"), ("adc", "sig"), ("power", "vcc")):
            d.add(e.Line().at(getattr(board, name)).to(getattr(mux, there)))
        for pin in (mux.ground, mux.enable):
            d.add(e.Line().right().at(pin).length(0.6))
            d.add(e.Ground())
        wire = d.add(e.Line().right().at(mux.cells).length(2.4))
        d.add(e.Dot())
        d.push()
        d.add(e.Resistor().down().label("22 k", "bottom"))
        d.add(e.Ground())
        d.pop()
        light = d.add(
            e.NpnPhoto(circle=True).theta(0).anchor("emitter").at(wire.end).label("one of\nnine cells", "right")
        )
        d.add(e.Vdd().at(light.collector).label("3V3"))


def box(d: schemdraw.Drawing, x: float, y: float, width: float, height: float, fill: str | None) -> None:
    """A rectangle with its lower left corner at x, y."""
    d.add(e.Rect(corner1=(0, 0), corner2=(width, height), fill=fill).theta(0).at((x, y)))


def plan() -> None:
    """The Pico's black plate and what lies on it, from above; a unit is a millimetre."""
    with schemdraw.Drawing(file=str(HERE / "plan.svg"), show=False) as d:
        d.config(unit=1, fontsize=30, margin=3)
        box(d, -16, -16, 32, 32, "#dddddd")
        d.add(e.Rect(corner1=(0, 0), corner2=(17, 17)).theta(0).at((-8.5, -8.5)).linestyle("--"))
        for n in range(9):
            x, y = 4.2 * (n % 3 - 1), 4.2 * (1 - n // 3)
            d.add(e.Dot(open=True, radius=0.75).theta(0).at((x, y)))
            d.add(e.Label().at((x, y - 2)).label(f"C{n}", "center", fontsize=18))
        for x in (-11.6, 10.2):
            box(d, x, -1.5, 1.4, 3, "#e4572e")
        sizes = (
            (-16, 16, -18, "plate, 32 square"),
            (-8.5, 8.5, 10, "wall on the floor, 17 inside"),
            (-4.2, 0, 6.4, "4.2"),
        )
        for x0, x1, y, text in (*sizes, (0, 10.9, -11.5, "11 to the lamp")):
            d.add(e.Arrow(double=True).at((x0, y)).to((x1, y)).linewidth(1))
            d.add(e.Label().at(((x0 + x1) / 2, y + (0.4 if y > -18 else -2))).label(text, "center", halign="center"))


def pocket() -> None:
    """The Pico's pocket in section, through the middle row of cells; a unit is a millimetre."""

    def size(d: schemdraw.Drawing, y0: float, y1: float, text: str) -> None:
        d.add(e.Arrow(double=True).at((17.4, y0)).to((17.4, y1)).linewidth(1))
        d.add(e.Label().at((17.8, (y0 + y1) / 2 - 0.5)).label(text, "right", halign="left"))

    with schemdraw.Drawing(file=str(HERE / "pocket.svg"), show=False) as d:
        d.config(unit=1, fontsize=30, margin=3)
        edges = (-16, -4.95, -3.45, -0.75, 0.75, 3.45, 4.95, 16)
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            box(d, left, 0, right - left, 5, "#444444")
        edges = (-16, -5.75, -2.65, -1.55, 1.55, 2.65, 5.75, 16)
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            box(d, left, -4.5, right - left, 4.5, "#444444")
        for x in (-4.2, 0, 4.2):
            box(d, x - 1.5, -4.5, 3, 4, "#f2c14e")
            for leg in (-0.9, 0.7):
                box(d, x + leg, -7.5, 0.2, 3, "#888888")
        for x in (-16, 14):
            box(d, x, 5, 2, 13, "#444444")
        for x in (-14, 8.5):
            box(d, x, 9, 5.5, 9, "#444444")
        box(d, -14, 8, 28, 1, "#d9ecf7")
        box(d, -8, 9, 16, 16, "#ffffff")
        for x in (-11.6, 10.2):
            box(d, x, 5.7, 1.4, 1.6, "#e4572e")
        for x in (-4.2, 0, 4.2):
            d.add(e.Line().at((x, -0.5)).to((x, 9)).linestyle(":").linewidth(1))
        d.add(e.Label().at((0, 17)).label("white die, 16 mm", "center"))
        d.add(e.Label().at((0, -9.5)).label("nine phototransistors of 3 mm, 4.2 mm apart", "center"))
        size(d, 8, 9, "clear floor, 1 mm")
        size(d, 5, 8, "air, 3 mm, two red lamps")
        size(d, 0, 5, "bores of 1.5 mm, 5 mm long")
        size(d, -4.5, 0, "holes of 3.1 mm, 4.5 mm deep")


def webcam() -> None:
    """The tower that needs nothing built: a tray under a webcam, from the side, in millimetres."""
    with schemdraw.Drawing(file=str(HERE / "webcam.svg"), show=False) as d:
        d.config(unit=1, fontsize=12, margin=1.5)
        d.add(e.Line().at((0, 0)).to((14, 0)).linewidth(3))
        d.add(e.Line().at((4, 0)).to((4, 1)))
        d.add(e.Line().at((10, 0)).to((10, 1)))
        d.add(e.Label().at((7, -0.7)).label("tray 200 x 200, dark dull felt"))
        for x in (5.5, 8):
            d.add(e.Rect(corner1=(0, 0), corner2=(0.6, 0.6)).theta(0).at((x, 0.05)))
        d.add(e.Rect(corner1=(0, 0), corner2=(1.6, 4.6)).theta(0).at((10.3, 0)).label("tower", "center"))
        d.add(e.Line().at((11.3, 4.4)).to((9.3, 1.2)).linestyle("--"))
        d.add(e.Rect(corner1=(-0.7, -0.25), corner2=(0.7, 0.25)).theta(0).at((7, 7)).label("webcam, 1280 x 720", "top"))
        d.add(e.Line().at((7, 6.75)).to((4.1, 0.2)).linestyle(":"))
        d.add(e.Line().at((7, 6.75)).to((9.9, 0.2)).linestyle(":"))
        d.add(e.Arrow(double=True).at((2.2, 0)).to((2.2, 6.7)))
        d.add(e.Label().at((0.9, 3.4)).label("250 to 350"))
        d.add(e.Dot(open=True, radius=0.35).theta(0).at((0.6, 8.6)).label("lamp, 500 away, behind paper", "right"))


for draw in (cell, lamp, beam, pico, pocket, plan, webcam):
    draw()
