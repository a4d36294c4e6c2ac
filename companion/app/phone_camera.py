"""A page on which a phone sends the address of its own camera; it is reached by a code on the display."""

import secrets
from collections.abc import Callable, Mapping
from html import escape

from companion.app.devices.stream import is_stream
from companion.app.texts.texts import Texts
from companion.sharing.hall.web_server import PageServer, own_address

# Apps that make a camera of a phone, and where on it each gives its pictures when it is installed.
APPS: Mapping[str, str] = {
    "IP Webcam": "http://{host}:8080/video",
    "DroidCam": "http://{host}:4747/video",
    "IP Camera Lite": "http://{host}:8081/video",
}
STYLE = (
    "body{font:20px system-ui,sans-serif;margin:1.2em;max-width:30em;background:#f3f0ea;color:#1d2129}"
    "button,input{font:inherit;display:block;width:100%;box-sizing:border-box;margin:.5em 0;padding:.8em;"
    "border-radius:10px;border:1px solid #cfc9bc}button{background:#1f4fae;color:#fff;border:0}"
)


class PhonePage:
    """Served until it is closed. `take` is told an address as soon as one is sent, on a thread of the server.

    Raises RefereeError where nothing can be served.
    """

    def __init__(self, texts: Texts, take: Callable[[str], None]) -> None:
        self._texts, self._take = texts, take
        # Whoever has not seen the code does not find the page.
        self._path = f"camera-{secrets.token_urlsafe(6)}"
        self._server = PageServer({}, 0, asked={self._path: self._page})

    @property
    def address(self) -> str:
        return f"http://{own_address()}:{self._server.port}/{self._path}"

    def close(self) -> None:
        self._server.close()

    def _page(self, visitor: str, query: Mapping[str, str]) -> str:
        """The page for a phone with that address, and what becomes of what it has sent."""
        t, sent = self._texts, query.get("address", "").strip()
        if is_stream(sent):
            self._take(sent)
            return self._html(f"<p><b>{escape(t('phone.page.done'))}</b></p>")
        host = f"[{visitor}]" if ":" in visitor else visitor
        trouble = f"<p><b>{escape(t('phone.page.bad'))}</b></p>" if sent else ""
        apps = "".join(
            f'<button name="address" value="{escape(address.format(host=host))}">{name}</button>'
            for name, address in APPS.items()
        )
        other = (
            f'<form><label>{escape(t("phone.page.other"))}<input name="address" type="url" '
            f'value="{escape(sent or f"http://{host}:8080/video")}"></label>'
            f"<button>{escape(t('phone.page.send'))}</button></form>"
        )
        return self._html(f"<p>{escape(t('phone.page.says'))}</p>{trouble}<form>{apps}</form>{other}")

    def _html(self, body: str) -> str:
        title = escape(self._texts("phone.page.title"))
        return (
            f'<!doctype html><html lang="{self._texts.language}"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>'
            f"<style>{STYLE}</style><h1>{title}</h1>{body}</html>"
        )
