"""Addresses that are shown as codes to scan, for phones and other computers."""

from collections.abc import Callable

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout

from companion.app.settings.settings import Settings
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.controls import ModalSheet, Said, Small, Words, lay_over
from companion.app.widgets.qr_code import QrCode
from companion.sharing.feed.address import answering_page, page_of
from companion.sharing.feed.pairing import in_groups
from companion.sharing.hall.web_server import START, PageServer, own_address


def show_address(texts: Texts, title: str, says: str, address: str, closed: Callable[[], None]) -> ModalSheet:
    """An address as a code to scan; `closed` is called when it is no longer shown."""
    sheet = ModalSheet(width=theme.touch * 9, height=theme.touch * 10)
    column = BoxLayout(orientation="vertical", spacing=theme.gap)
    code = QrCode(text=address)
    code.size_hint_y = 1
    for part in (Words(text=says), code, Small(text=address)):
        column.add_widget(part)
    sheet.bind(on_dismiss=lambda _sheet: closed())
    return lay_over(sheet, title, column, texts("do.close"))


def share_page(texts: Texts, page: bytes) -> None:
    """A page about a game on the local net, and a code that leads there, as long as that is shown. Raises RefereeError
    where it cannot be served."""
    server = PageServer({START: page}, 0)
    address = f"http://{own_address()}:{server.port}/"
    show_address(texts, texts("do.sharing"), texts("records.share.says"), address, server.close)


def phone_page(settings: Settings) -> str:
    """The page on which phones answer; "" where they may not."""
    page = page_of(settings.broker, settings.table) if settings.code else ""
    return answering_page(page, settings.code)


def show_phone_code(texts: Texts, settings: Settings) -> None:
    """How phones answer."""
    says = Said(text=texts("set.answers.says", code=in_groups(settings.code)))
    column = BoxLayout(spacing=theme.gap)
    code = QrCode(text=phone_page(settings))
    code.size_hint_y = 1
    for part in (code, says):
        column.add_widget(part)
    sheet = ModalSheet(width=Window.width * 0.8, height=theme.touch * 7)
    lay_over(sheet, texts("set.answers"), column, texts("do.close"))
