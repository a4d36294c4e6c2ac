"""A book of rules on the screen: a chapter's picture on the left, its words and rules on the right."""

from collections.abc import Callable
from functools import partial

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games.registry import GAMES
from companion.app.rules.book import Book
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.views import Action
from companion.app.widgets.controls import ModalSheet, Page, SheetColumn, Words, lay_over, load, press, show_actions
from companion.app.widgets.line import Line
from companion.referee.asking_here import OnTable
from companion.texts.asking import rules_for

# After so many heights are known.
LAID_OUT_FRAMES = 4


class RulesView(BoxLayout):
    """Opens at a rule, which is then marked, or at the first chapter; `leave` goes back to where it was opened.
    Questions are answered of the table that is `asked` about, too, if there is one."""

    texts = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        game: str,
        book: Book,
        leave: Callable[[], None],
        rule: str | None = None,
        asked: OnTable | None = None,
        **kwargs: object,
    ) -> None:
        self.texts, self._game, self._book, self._leave, self._asked = texts, game, book, leave, asked
        self.chapter = book.at(rule)
        self._rule = rule
        super().__init__(**kwargs)
        self.board = book.board()
        if hasattr(self.board, "touchable"):
            self.board.touchable = False
        self.ids.board_box.add_widget(self.board)
        asking = Line(name="ask", multiline=False, hint_text=texts("rules.ask"))
        asking.bind(on_text_validate=lambda line: self.answer(line.text))
        self.ids.ask_box.add_widget(asking)
        self.look_at(self.chapter)

    def answer(self, question: str) -> None:
        """Offer the rules that likely answer a question, and open the book at the likeliest."""
        answers = self.ids.answers
        answers.clear_widgets()
        t, asked = self.texts.of_game(self._game), self._asked
        here, found = (
            asked.answers(question, t.language) if asked else ((), rules_for(question, t.language, self._game))
        )
        for reason in here:
            answers.add_widget(Words(text=t.without_ids(t.reason(reason))))
        for rule in found:
            button = press(f"answer {rule.id}", rule.title, partial(self.look_up, rule.id))
            button.height, button.lettering = theme.touch, theme.small
            answers.add_widget(button)
        if found:
            self.look_up(found[0].id)
        elif not here:
            answers.add_widget(Words(text=self.texts("command.rules.none")))

    def look_up(self, rule_id: str) -> None:
        """Open the book at a rule and mark it."""
        self._rule = rule_id
        self.look_at(self._book.at(rule_id))

    def look_at(self, chapter: int) -> None:
        """Show a chapter."""
        self.chapter = chapter
        t, shown, ids = self.texts, self._book.chapters[chapter], self.ids
        self.board.picture = shown.picture
        ids.title.text = f"{chapter + 1}. {t(shown.title)}"
        ids.words.clear_widgets()
        for key in shown.says:
            ids.words.add_widget(Words(text=t(key)))
        marked = None
        for rule_id in shown.rules:
            rule = t.rule(self._game, rule_id)
            own = rule_id == self._rule
            heading = Words(text=rule.title, bold=True)
            if own:  # afterwards, for a widget's own rule sets its colour while it is made
                heading.color = theme.accent
            ids.words.add_widget(heading)
            ids.words.add_widget(Words(text=t.without_ids(rule.text)))
            marked = heading if own else marked
        ids.scroll.scroll_y = 1
        if marked:
            self._scroll_to(marked, LAID_OUT_FRAMES)
        last = len(self._book.chapters) - 1
        actions = (
            Action("close", t("do.close")),
            Action("contents", t("rules.contents")),
            Action("chapter before", t("do.back"), enabled=chapter > 0),
            Action("chapter after", t("guide.next"), "accent", enabled=chapter < last),
        )
        show_actions(ids.actions, actions, self.act)

    def _scroll_to(self, marked: Words, frames: int) -> None:
        """Bring a rule into sight after so many frames, however long they take."""
        scroll = self.ids.scroll
        if frames:
            Clock.schedule_once(lambda _dt: self._scroll_to(marked, frames - 1), 0)
        elif marked.parent:
            scroll.scroll_to(marked, scroll.height / 3, animate=False)

    def act(self, action: Action) -> None:
        """Handle a pressed button."""
        match action.name:
            case "close":
                self._leave()
            case "contents":
                self._open_contents()
            case "chapter before":
                self.look_at(self.chapter - 1)
            case _:
                self.look_at(self.chapter + 1)

    def _open_contents(self) -> None:
        """Show the chapters by their titles."""
        sheet = ModalSheet(width=Window.width * 0.9)

        def go(chapter: int) -> None:
            sheet.dismiss()
            self.look_at(chapter)

        titles = [f"{number}. {self.texts(chapter.title)}" for number, chapter in enumerate(self._book.chapters, 1)]
        column = SheetColumn(*(press(f"chapter {n}", words, partial(go, n)) for n, words in enumerate(titles)))
        lay_over(sheet, self.texts("rules.contents"), column, self.texts("do.close"))


class RulesScreen(Page):
    """A book as a screen of its own."""

    def __init__(self, view: RulesView, leave: Callable[[], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.view, self.leave = view, leave
        self.add_widget(view)


def open_over(texts: Texts, game: str, book: Book, rule: str | None = None, asked: OnTable | None = None) -> ModalSheet:
    """Lay a book over the screen, opened at a rule. `asked`: the table that questions are about."""
    sheet = ModalSheet(width=Window.width * 0.98, height=Window.height * 0.98)
    sheet.add_widget(RulesView(texts, game, book, sheet.dismiss, rule, asked))
    sheet.open()
    return sheet


def choose_over(texts: Texts) -> None:
    """Have one of the books chosen, and lay it over the screen."""
    sheet = ModalSheet(width=theme.touch * 9)
    books = {name: book for name, game in GAMES.items() if (book := game.book())}

    def read(name: str) -> None:
        sheet.dismiss()
        open_over(texts, name, books[name])

    column = SheetColumn(*(press(f"book {name}", texts(f"game.{name}"), partial(read, name)) for name in books))
    lay_over(sheet, texts("do.rules"), column, texts("do.close"))


load(__file__)
