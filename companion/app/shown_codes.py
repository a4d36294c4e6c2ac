"""Addresses that are shown as codes to scan, for phones and other computers."""

from collections.abc import Callable

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout

from companion.app.settings.settings import Settings
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.controls import ModalSheet, Said, Small, Words, lay_over, press
from companion.app.widgets.qr_code import LargeCode, QrCode
from companion.sharing.feed.address import answering_page, page_of
from companion.sharing.feed.pairing import in_groups
from companion.sharing.feed.replay_code import fits_a_code
from companion.sharing.hall.web_server import START, PageServer, own_address


def show_address(texts: Texts, title: str, says: str, address: str, closed: Callable[[], None]) -> ModalSheet:
    """Show an address as a code to scan; `closed` is called when it is no longer shown."""
    sheet = ModalSheet(width=theme.touch * 9, height=theme.touch * 10, on_dismiss=lambda _sheet: closed())
    column = BoxLayout(orientation="vertical", spacing=theme.gap)
    for part in (Words(text=says), LargeCode(text=address)):
        column.add_widget(part)
    return lay_over(sheet, title, column, texts("do.close"))


def share_page(texts: Texts, page: bytes, replay: str = "") -> None:
    """Serve a page about a game on the local net, and show a code that leads there until it is closed. If the address
    `replay`, which holds the whole game, fits into a code, that one is shown, too. Raises RefereeError if the page
    cannot be served."""
    server = PageServer({START: page}, 0)
    address = f"http://{own_address()}:{server.port}/"
    says = texts("records.share.says")
    if replay and fits_a_code(replay):
        _show_both(texts, (says, address), (texts("records.share.replay.says"), replay), server.close)
        return
    long = texts("records.share.long") if replay else ""
    show_address(texts, texts("do.sharing"), f"{long} {says}".strip(), address, server.close)


def _show_both(texts: Texts, page: tuple[str, str], replay: tuple[str, str], closed: Callable[[], None]) -> None:
    """Show two addresses as codes, one at a time. They are large, since a replay makes a dense code."""
    sheet = ModalSheet(Window.width * 0.92, Window.height * 0.96, on_dismiss=lambda _sheet: closed())
    column = BoxLayout(orientation="vertical", spacing=theme.gap)
    said, code, small = Words(), QrCode(), Small()
    code.size_hint_y = 1
    names = texts("records.share.replay"), texts("records.share.page")
    turn = press("other code", "", lambda: show(whole=code.text == page[1]))

    def show(*, whole: bool) -> None:
        said.text, code.text = replay if whole else page
        small.text = "" if whole else page[1]
        turn.text = names[whole]

    for part in (said, code, small, turn):
        column.add_widget(part)
    show(whole=False)
    lay_over(sheet, texts("do.sharing"), column, texts("do.close"))


def phone_page(settings: Settings) -> str:
    """Return the address of the page on which phones answer; "" if they may not."""
    page = page_of(settings.broker, settings.table) if settings.code else ""
    return answering_page(page, settings.code)


def show_phone_code(texts: Texts, settings: Settings) -> None:
    """Show the code by which phones answer."""
    says = Said(text=texts("set.answers.says", code=in_groups(settings.code)))
    column = BoxLayout(spacing=theme.gap)
    code = QrCode(text=phone_page(settings))
    code.size_hint_y = 1
    for part in (code, says):
        column.add_widget(part)
    sheet = ModalSheet(width=Window.width * 0.8, height=theme.touch * 7)
    lay_over(sheet, texts("set.answers"), column, texts("do.close"))
