"""The settings screen."""

from collections.abc import Callable, Mapping

from kivy.properties import ObjectProperty

from companion.app.settings.settings import TEXT_SIZES, VOLUMES, Settings
from companion.app.texts.texts import Texts
from companion.app.theme import WITHIN_BUTTONS, theme
from companion.app.vibration import can_vibrate
from companion.app.views import Action, ShownChoice
from companion.app.voice import can_speak
from companion.app.widgets.choices import ChoiceRow
from companion.app.widgets.controls import Page, Small, Words, load, show_rows
from companion.app.widgets.line import Line
from companion.app.widgets.qr_code import QrCode
from companion.sharing.feed.address import answering_page, page_of
from companion.sharing.feed.pairing import in_groups
from companion.texts.language import LANGUAGES


def setting_choices(texts: Texts, settings: Settings) -> tuple[ShownChoice, ...]:
    """Everything that can be set."""
    t = texts
    switch = ((True, t("on")), (False, t("off")))
    return (
        ShownChoice("theme", t("set.theme"), (("light", t("theme.light")), ("dark", t("theme.dark"))), settings.theme),
        ShownChoice("language", t("set.language"), tuple(LANGUAGES.items()), settings.language),
        ShownChoice("text_scale", t("set.text"), tuple((s, t(f"text.{s}")) for s in TEXT_SIZES), settings.text_scale),
        ShownChoice("motion", t("set.motion"), switch, settings.motion),
        ShownChoice("hints", t("set.hints"), switch, settings.hints),
        ShownChoice("sounds", t("set.sounds"), switch, settings.sounds),
        ShownChoice("voice", t("set.voice"), switch, settings.voice, "" if can_speak() else t("voice.none")),
        ShownChoice("volume", t("set.volume"), tuple((v, t(f"volume.{v}")) for v in VOLUMES), settings.volume),
        *((ShownChoice("vibration", t("set.vibration"), switch, settings.vibration),) if can_vibrate() else ()),
        ShownChoice("pictures", t("set.pictures"), switch, settings.pictures, t("set.pictures.says")),
        ShownChoice("announce", t("set.announce"), switch, settings.announce, t("set.announce.says")),
        ShownChoice("answers", t("set.answers"), switch, bool(settings.code), _answers_say(t, settings)),
    )


def _answers_say(texts: Texts, settings: Settings) -> str:
    if not settings.code:
        return ""
    return texts("set.answers.says", code=in_groups(settings.code)) if settings.broker else texts("set.answers.broker")


class SettingsScreen(Page):
    """`change` takes one setting as a keyword and shows the screen anew, `typed` only the first; `tools` set up the
    devices."""

    texts = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        settings: Settings,
        change: Callable[..., None],
        leave: Callable[[], None],
        tools: Mapping[str, Callable[[], None]],
        typed: Callable[..., None],
        **kwargs: object,
    ) -> None:
        self.texts, self.leave = texts, leave
        super().__init__(**kwargs)
        for number, choice in enumerate(setting_choices(texts, settings)):
            column = self.ids.right if number % 2 else self.ids.left
            column.add_widget(ChoiceRow(choice, lambda name, value: change(**{name: value})))
        self._add_lines(texts, settings, typed)
        self._tools = [Action(name, texts(f"tool.{name}"), here=act) for name, act in tools.items()]
        theme.bind(portrait=self._show_tools)
        self._show_tools()

    def _show_tools(self, *_: object) -> None:
        """Four beside one another leave no room for large words on a display that stands upright."""
        across = 2 if theme.portrait and theme.text_scale >= WITHIN_BUTTONS else len(self._tools)
        rows = [self._tools[at : at + across] for at in range(0, len(self._tools), across)]
        show_rows(self.ids.tools, rows, lambda action: action.here and action.here())

    def _add_lines(self, texts: Texts, settings: Settings, typed: Callable[..., None]) -> None:
        """Add the lines of broadcasting: the broker's address, this table's name there, the broker where far tables
        meet, and the page for phones."""
        kept = {"broker": settings.broker, "table": settings.table, "meeting": settings.meeting}
        code, says = QrCode(), Small()

        def show() -> None:
            page = page_of(kept["broker"], kept["table"])
            code.text = answering_page(page, settings.code)
            says.text = texts("set.broker.page", page=page) if page else texts("set.broker.says")

        def leave(line: Line, focused: bool) -> None:
            if not focused:
                kept[line.name] = line.text.strip()
                typed(**{line.name: kept[line.name]})
                show()

        self.ids.left.add_widget(Words(text=texts("set.broker"), bold=True))
        for name, text in kept.items():
            label = texts(f"set.{name}.label")
            line = Line(name=name, text=text, hint_text=label, input_type="url")
            line.bind(focus=leave)
            for part in (Small(text=label), line):
                self.ids.left.add_widget(part)
            if name == "broker":
                self.ids.left.add_widget(says)
        self.ids.left.add_widget(code)
        show()


load(__file__)
