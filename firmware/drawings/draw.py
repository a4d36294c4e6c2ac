"""Draws the optical tower's circuit and the webcam tower's side view as SVG files, into this folder.

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
        light = d.add(e.Photodiode().down().at(top.center).label("phototransistor", "bottom"))
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
        assert light


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
        d.add(e.Photodiode().down().label("receiver,\nopen collector", "bottom"))
        d.add(e.Ground())


def pico() -> None:
    """The small tower: one pocket on a Raspberry Pi Pico."""
    with schemdraw.Drawing(file=str(HERE / "pico.svg"), show=False) as d:
        d.config(unit=2.2, fontsize=12, margin=1.5)
        board = d.add(
            e.Ic(
                pins=pins(
                    ("GP2..GP5", "right", "address"),
                    ("GP26 (ADC0)", "right", "adc"),
                    ("GP6", "right", "lamp"),
                    ("GP7", "right", "button"),
                    ("3V3", "left", "power"),
                    ("GND", "left", "ground"),
                ),
                size=(4.6, 6),
                pinspacing=1.5,
            ).label("Raspberry Pi Pico", "top")
        )
        d.add(e.Line().right().at(board.address).length(2.5))
        named(d, "right", "S0 to S3 of the 74HC4067")
        d.add(e.Line().right().at(board.adc).length(2.5))
        named(d, "right", "SIG of the 74HC4067 (cells 0 to 8)")
        d.add(e.Resistor().right().at(board.lamp).label("100", "top"))
        d.add(e.LED().right().label("white"))
        d.add(e.Ground())
        d.add(e.Button().right().at(board.button))
        d.add(e.Ground())
        d.add(e.Line().left().at(board.power).length(1))
        named(d, "left", "cells, 74HC4067")
        d.add(e.Line().left().at(board.ground).length(1))
        d.add(e.Ground())


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
        d.add(e.Rect(corner1=(0, 0), corner2=(1.6, 4.6)).theta(0).at((11.6, 0)).label("tower", "center"))
        d.add(e.Line().at((12.3, 4.6)).to((10.4, 1.3)).linestyle("--"))
        d.add(e.Rect(corner1=(-0.7, -0.25), corner2=(0.7, 0.25)).theta(0).at((7, 7)).label("webcam, 1280 x 720", "top"))
        d.add(e.Line().at((7, 6.75)).to((4.1, 0.2)).linestyle(":"))
        d.add(e.Line().at((7, 6.75)).to((9.9, 0.2)).linestyle(":"))
        d.add(e.Arrow(double=True).at((2.2, 0)).to((2.2, 6.7)))
        d.add(e.Label().at((0.9, 3.4)).label("250 to 350"))
        d.add(e.Dot(open=True, radius=0.35).theta(0).at((0.6, 8.6)).label("lamp, 500 away, behind paper", "right"))


for draw in (cell, lamp, beam, pico, webcam):
    draw()
