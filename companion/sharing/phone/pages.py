"""The pages that the door gives out, each one file with its style, its script and its words in it."""

import base64
import hashlib
import json
from functools import cache, reduce
from http import HTTPStatus
from importlib.resources import files
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Response

from companion.texts.language import LANGUAGES, language

_AREA: Final = "phone.web."
# What a page may do beside running its own script: show pictures and the camera, and speak to this machine.
_MAY: Final = (
    "img-src data:; media-src blob:; connect-src https: wss:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def page(name: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return a page, with a policy that lets it do nothing else."""
    html, policy = _page(name)
    kinds = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy}
    return _response(status, html, kinds)


def nothing(status: HTTPStatus) -> Response:
    """Return a bare status."""
    return _response(status, b"", {})


@cache
def _page(name: str) -> tuple[bytes, str]:
    folder = files(__package__).joinpath("page")
    style, body = (folder.joinpath(each).read_text("utf-8") for each in ("phone.css", f"{name}.html"))
    words = json.dumps({code: _texts(code) for code in LANGUAGES}, ensure_ascii=False)
    scripts = (folder.joinpath(f"{each}.js").read_text("utf-8") for each in ("words", name))
    script = "\n".join((f"const WORDS = {words};", *scripts))
    filled = {"<!--style-->": f"<style>{style}</style>", "<!--script-->": f'<script type="module">{script}</script>'}
    html = reduce(lambda text, part: text.replace(*part), filled.items(), body)
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; {_MAY}"
    return html.encode(), policy


def _response(status: HTTPStatus, body: bytes, more: dict[str, str]) -> Response:
    headers = Headers(
        {
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            **more,
        }
    )
    return Response(status.value, status.phrase, headers, body)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _texts(code: str) -> dict[str, str]:
    return {key: text for key, text in language(code).sentences.items() if key.startswith(_AREA)}
