"""Labels, buttons, cards and sheets in the theme's colours."""

from collections.abc import Callable, Iterable, Sequence
from math import inf
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.screenmanager import Screen
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.theme import LEAST_TEXT, theme
from companion.app.views import Action
from companion.app.widgets.button_picture import TEXT, ButtonPicture
from companion.app.widgets.icons import BESIDE, GAP, ICONS, ButtonIcon, beneath_icon
from companion.app.widgets.lettering import broken, fitting, least_width, line_of


class Words(Label):
    """Text over the width it is given, as high as it needs. `letters` is their size, 0: as what is read has it.

    A rule of a derived class or of one widget sets `letters`: its `font_size` would be bound to both rules, and take
    over what the other one says when the window is turned.
    """

    letters = NumericProperty(0)
    # Whether it is smaller and softer.
    quiet = BooleanProperty(False)


class Small(Words):
    """Smaller, softer text."""

    quiet = BooleanProperty(True)


class Title(Words):
    """What stands above something."""


class Said(ScrollView):
    """What the referee says; scrolls where it does not fit. `letters` is their size, 0: as what is read has it."""

    text = StringProperty("")
    letters = NumericProperty(0)

    def on_text(self, *_: object) -> None:
        self.scroll_y = 1


# So much of the small letters' size is still read well on a button.
SMALLER = 0.82


class Press(ButtonBehavior, Label):
    """A button; `tone` is plain or a colour of the theme. `name` is what it is for, for tests to find it by. `shapes`
    are drawn above the text, the glyph `icon` where its `arrangement` says. `lettering` is the font size unless a
    word is too long for it; a long one that is so even in letters somewhat smaller than small ones is broken.
    """

    lettering = NumericProperty(20)
    # How wide its words may be.
    room = NumericProperty(100)
    tone = StringProperty("plain")
    ground = ColorProperty("#ffffff")
    name = StringProperty("")
    shapes = ObjectProperty(())
    icon, arrangement = StringProperty(""), StringProperty("")
    # Whether the tone colours the letters rather than the ground.
    tells = BooleanProperty(False)
    _picture: Any = None
    _icon: ButtonIcon | None = None

    # The text as it was given, and as it was broken.
    whole = _broken = ""
    # True for small letters: a second rule for `lettering` would lose to the first as soon as the height changes.
    small = False
    # The name of the button that was pressed last.
    _pressed = ""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        # Not `on_text`: the label's own observer came after it, and drew the text as it was given.
        self.fbind("text", self._take_text)
        self._take_text()

    def on_press(self) -> None:
        Press._pressed = self.name

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """The second tap of a double tap is not meant for a button that has come to lie there meanwhile."""
        strange = touch.is_double_tap and self.name != Press._pressed and self.collide_point(*touch.pos)
        return bool(strange or super().on_touch_down(touch))

    def _take_text(self, *_: object) -> None:
        if self.text != self._broken:
            self.whole = self.text
        self._break()

    def on_width(self, *_: object) -> None:
        if self._broken or self.whole:
            self._break()

    on_arrangement = on_width

    def size_in(self, width: float) -> float:
        """Return the size of the letters if the button is that wide."""
        usual, inner = min(theme.small, self.height * TEXT) if self.shapes else theme.body, width - 8
        text = broken(self.whole, inner, max(LEAST_TEXT, theme.small * SMALLER))
        return fitting(text, usual, inner, self.height - 4)

    def _break(self) -> None:
        # Beside or below an icon there is room for a line, whose letters are as small as that takes.
        width = inf if self.arrangement else self.width - 8
        self._broken = broken(self.whole, width, max(LEAST_TEXT, theme.small * SMALLER))
        self.text = self._broken

    def on_icon(self, *_: object) -> None:
        self._icon = self._icon or ButtonIcon(self)

    @property
    def words_width(self) -> float:
        """Return how wide the words are drawn, in pixels."""
        return float(self._label.get_extents(self.text)[0])

    def on_shapes(self, *_: object) -> None:
        if self._picture is None:
            self._picture = ButtonPicture(self)
        self._picture.draw()


class Answer(Press):
    """A button of a grid, as high as its words need in small letters, or those beside it."""

    small = True


class Banner(Label):
    """A quiet line about something that goes on beside the game; takes no room while it is empty or `gone`, a line if
    `short`."""

    short = BooleanProperty(False)
    gone = BooleanProperty(False)


class ButtonRow(BoxLayout):
    """As high as a button, whatever the window becomes."""


class Card(BoxLayout):
    """A group of things that belong together."""


class Page(Screen):
    """A screen on the theme's ground."""


class ModalSheet(ModalView):
    """Something that is asked over the screen; a tap beside it closes it. It is gone at once: one that fades takes the
    touches meant for what lies under it. It stays within a window that is turned, below a notice. A column gives it
    its height.
    """

    def __init__(self, width: float, height: float = 0.0, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._wanted = (width, height)
        self._fit()

    def grow(self, height: float) -> None:
        """Have another height from now on."""
        self._wanted = (self._wanted[0], height)
        self._fit()

    def _fit(self, *_: object) -> None:
        width, height = self._wanted
        self.size = (min(width, Window.width * 0.96), min(height, (Window.height - theme.covered) * 0.96))
        self._align_center()

    def _align_center(self, *_: object) -> None:
        self.center = (Window.width / 2, (Window.height - theme.covered) / 2)

    def open(self, *_: object) -> None:
        theme.bind(portrait=self._fit, unit=self._fit, narrow=self._fit, covered=self._fit)
        super().open(animation=False)
        self._fit()

    def dismiss(self, *_: object) -> None:
        theme.unbind(portrait=self._fit, unit=self._fit, narrow=self._fit, covered=self._fit)
        super().dismiss(animation=False)


class SheetColumn(BoxLayout):
    """Things below one another, as high as they need."""

    def __init__(self, *parts: Widget, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for part in parts:
            self.add_widget(part)


def lay_over(sheet: ModalSheet, title: str, content: Widget, close: str = "") -> ModalSheet:
    """Open a sheet with a title, what it is about, and a button to close it if there is a word for one. For a column it
    is as high as that needs; where the window is lower the column scrolls."""
    box = BoxLayout(orientation="vertical", spacing=theme.gap, padding=theme.gap * 2)
    shown = ScrollView() if isinstance(content, SheetColumn) else content
    parts = [Title(text=title), content, *([press("close", close, sheet.dismiss)] if close else [])]

    def fit(*_: object) -> None:
        sheet.grow(sum(part.height for part in parts) + theme.gap * (len(parts) + 3))

    for part in parts:
        box.add_widget(shown if part is content else part)
        if shown is not content:
            part.bind(height=fit)
    if shown is not content:
        shown.add_widget(content)
        fit()
    sheet.add_widget(box)
    sheet.open()
    return sheet


def press(name: str, text: str, act: Callable[[], object], tone: str = "plain", **kwargs: object) -> Press:
    """Make a button that calls `act`."""
    return Press(name=name, text=text, tone=tone, on_release=lambda _button: act(), **kwargs)


def show_actions(box: Widget, actions: Iterable[Action], act: Callable[[Action], object]) -> None:
    """Fill a box with a button an action. Buttons that are there already, or spare, are used, for making one takes
    milliseconds; one that is being touched only for the same action, lest the touch comes to mean another.
    """
    actions = tuple(actions)
    while len(box.children) > len(actions):
        _put_away(box, box.children[0])
    for place, action in enumerate(actions):
        index = len(box.children) - 1 - place
        button = box.children[index] if index >= 0 else None
        if button is not None and button.name != action.name and button.state == "down":
            box.remove_widget(button)
            button = None
        if button is None:
            button = _spare.pop() if _spare else IntentButton()
            box.add_widget(button, index=max(index, 0))
        button.act, button.action = act, action
        button.name, button.text, button.tone = action.name, action.label, action.tone
        button.disabled = not action.enabled
        button.shapes, button.icon = action.shapes, _icon_of(action)
        button.bold = True
    _share_out(box)
    if actions and not getattr(box, "shares_out", False):
        box.shares_out = True
        box.fbind("width", lambda *_: _share_out(box))


def _icon_of(action: Action) -> str:
    """Return the glyph for an action, "" if it has none: by what it shows, or by its whole name or its first word."""
    names = (action.icon, action.name.replace(" ", "_"), action.name.partition(" ")[0])
    return next((ICONS[name] for name in names if name in ICONS), "")


def _share_out(box: Widget) -> None:
    """Make the buttons of a row equally wide, unless a word of one needs more, with letters of one size; icons stand
    beside the words of all of them, or else above, or there are none."""
    buttons = [button for button in box.children if isinstance(button, Press)]
    arrangement, size = _with_icons(box.width, buttons)
    words = [str(getattr(button, "whole", "")) for button in box.children]
    needs = [(line_of(each) * size if arrangement else least_width(each)) + BESIDE_WORDS for each in words]
    equal = max(needs, default=0) * len(needs) <= box.width
    for button, need in zip(box.children, needs, strict=True):
        button.size_hint_x = 1 if equal else max(need, theme.touch * 0.8)
    whole = (box.width - theme.gap * (len(needs) - 1)) / (sum(button.size_hint_x for button in box.children) or 1)
    if not arrangement:
        size = min((button.size_in(whole * button.size_hint_x) for button in buttons), default=0)
    for button in buttons:
        button.lettering, button.arrangement = size, arrangement


def show_alone(button: Press) -> None:
    """Arrange the icon and the words of a button that stands in no row."""
    button.arrangement, size = _with_icons(button.width, [button])
    button.lettering = size or theme.small


def _with_icons(width: float, buttons: Sequence[Press]) -> tuple[str, float]:
    """Return where the icons of a row are, and the size of its letters; "" if it has no room for icons: beside the
    words, unless letters are larger where icons stand above."""
    if not buttons or not all(button.icon and button.whole and not button.shapes for button in buttons):
        return "", 0.0
    room = (width - theme.gap * (len(buttons) - 1)) / len(buttons) - BESIDE_WORDS
    lines = [line_of(button.whole) for button in buttons]
    longest = max(lines)
    # Beneath an icon letters are as in normal text at least, whatever the scale of the text.
    least = max(LEAST_TEXT, theme.small / max(1.0, theme.text_scale) * SMALLER)
    beside = min(theme.body, room / (longest + BESIDE + GAP))
    # As wide as one another, or by their words.
    above = room / longest if room >= longest * least else room * len(lines) / sum(lines)
    above = min(theme.small, above, beneath_icon(theme.touch))
    icons, size = ("beside", beside) if beside >= max(least, above / 1.2) else ("above", above)
    plain = min(fitting(button.whole, theme.body, room, theme.touch - 4) for button in buttons)
    return (icons, size) if size >= least and size * MUCH_LARGER > plain else ("", 0.0)


# Icons are left out for letters that are so many times as large without them.
MUCH_LARGER = 1.8
# What a button needs beside its words, in pixels.
BESIDE_WORDS = 12


def show_rows(box: Widget, rows: Sequence[Iterable[Action]], act: Callable[[Action], object]) -> None:
    """Fill a box with rows of buttons."""
    while len(box.children) > len(rows):
        show_actions(box.children[0], (), act)
        box.remove_widget(box.children[0])
    while len(box.children) < len(rows):
        box.add_widget(ButtonRow())
    for row, actions in zip(reversed(box.children), rows, strict=True):
        show_actions(row, actions, act)


class IntentButton(Press):
    """A button that calls `act` with the action it stands for when it is pressed."""

    act: Callable[[Action], object] | None = None
    action: Action | None = None

    def on_release(self) -> None:
        if self.act and self.action:
            self.act(self.action)


# Buttons that are on no screen.
_spare: list[IntentButton] = []
MOST_SPARE = 24


def make_spare_buttons() -> None:
    """Have some buttons ready, made one a frame, so that many can come at once later."""

    def one(_dt: float) -> bool:
        if len(_spare) < MOST_SPARE:
            _spare.append(IntentButton())
        return len(_spare) < MOST_SPARE

    Clock.schedule_interval(one, 0)


def _put_away(box: Widget, button: IntentButton) -> None:
    box.remove_widget(button)
    button.act = button.action = None  # they hold the screen they were for
    if button.state == "normal" and len(_spare) < MOST_SPARE:
        _spare.append(button)


def load(module_file: str) -> None:
    """Load the .kv file beside a module."""
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))


load(__file__)
