"""A page of samples of how the app looks: letters, colours, distances, heights, controls, things of the games."""

from collections.abc import Iterator
from pathlib import Path

from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.driver import app_shown
from companion.app.guide.pictures import GuidePicture
from companion.app.json_object import JsonObject
from companion.app.settings.settings import THEMES
from companion.app.texts.texts import Texts
from companion.app.theme import QUICK, SHADOWS, SLOW, STEP, TYPE, USUAL, theme
from companion.app.welcome.pictures import DoorPicture
from companion.app.widgets.controls import Page, Words, load, press
from companion.app.widgets.die_view import DieView

TONES = ("plain", "accent", "good", "bad", "warn", "mark")
GROUNDS = (("ground", "ink"), ("card", "ink"), ("raised", "ink"), ("cell", "cell_ink"), ("wood", "axis"))


class Swatch(Label):
    """Letters on a ground."""

    ground = ColorProperty("#ffffff")


class Distance(Widget):
    """A bar as long as a distance."""

    steps = NumericProperty(1)


class Height(BoxLayout):
    """A card that lies so high."""

    shadow = NumericProperty(0)
    text = StringProperty("")


class SamplesPage(Page):
    """In the language of `texts`."""

    texts = ObjectProperty(None)

    def __init__(self, texts: Texts, **kwargs: object) -> None:
        self.texts = texts
        super().__init__(**kwargs)
        ids = self.ids
        for name in reversed(tuple(TYPE)):
            words = f"{texts(f'samples.{name}')} {TYPE[name]}"
            label = Words(text=words, bold=name in ("title", "big"))
            label.font_size = getattr(theme, name)
            ids.letters.add_widget(label)
        for ground, ink in (*GROUNDS, *((tone, f"{tone}_ink") for tone in TONES[1:])):
            ids.colours.add_widget(Swatch(text=ground, ground=getattr(theme, ground), color=getattr(theme, ink)))
        for steps in (1, 2, 3, 4):
            ids.distances.add_widget(Distance(steps=steps))
        for name, shadow in SHADOWS.items():
            ids.heights.add_widget(Height(text=name, shadow=shadow))
        for tone in TONES:
            ids.buttons.add_widget(press(tone, texts(f"samples.tone.{tone}"), lambda: None, tone))
        ids.buttons.add_widget(press("disabled", texts("samples.disabled"), lambda: None, disabled=True))
        for number, colour in enumerate("RYGBC", 1):
            ids.things.add_widget(DieView(colour=colour, value=number))
        for door in ("watch", "play", "board"):
            ids.pictures.add_widget(DoorPicture(door=door))
        for shows in ("camera", "tower"):
            ids.pictures.add_widget(GuidePicture(shows=shows))
        times = {"quick": QUICK, "usual": USUAL, "slow": SLOW}
        told = ", ".join(f"{texts(f'samples.{name}')} {seconds * 1000:.0f} ms" for name, seconds in times.items())
        ids.motion.text = texts("samples.motion", told=told, step=STEP)


def write_samples(folder: Path, changes: JsonObject) -> Iterator[Path]:
    """Write the page in each theme into `folder`, one after the other. `changes` are settings."""
    folder.mkdir(parents=True, exist_ok=True)
    with app_shown(changes) as driver:
        for name in THEMES:
            driver.app.change(theme=name)
            driver.app.screens.switch_to(SamplesPage(driver.app.texts, name=f"samples {name}"))
            yield driver.picture(folder / f"samples-{name}.png")


load(__file__)
