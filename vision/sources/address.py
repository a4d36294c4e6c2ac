"""Addresses of cameras on the network, which may hold a name and a password: never shown, logged or kept in a game."""

import re
from typing import Final

MASK: Final = "***"
_SCHEME: Final = r"[A-Za-z][A-Za-z0-9+.-]*://"
_ADDRESS: Final = re.compile(rf'({_SCHEME})([^\s"<>]+)')
_NAME: Final = re.compile(rf"({_SCHEME})(.+)", re.DOTALL)
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.%]*\]|[^:@]*)(:\d*)?")


def masked(text: str) -> str:
    """The text with whatever may be secret in an address in it (``http://NAME:PASSWORD@HOST/PATH?QUERY#PLACE``) as
    ``***``: name and password, the query, the place. Scheme, host, port and path stay.

    When in doubt it masks: passwords are typed with characters that an address should not hold.
    """
    return _ADDRESS.sub(lambda found: found[1] + _masked(found[2]), text)


def masked_name(name: str) -> str:
    """What people call a source (`vision.sources.opening`), fit to be shown: an address is masked to its very end, with
    blanks and quotes that may be part of a password."""
    whole = _NAME.fullmatch(name)
    return whole[1] + _masked(whole[2]) if whole else masked(name)


def same_camera(address: str, shown: str) -> bool:
    """Whether `shown` is what `address` looks like when it is masked, or it itself."""
    return shown in (address, masked_name(address))


def _masked(rest: str) -> str:
    place = re.search(r"[/?#]", rest)
    host, tail = (rest[: place.start()], rest[place.start() :]) if place else (rest, "")
    path = re.split(r"[?#]", tail, maxsplit=1)[0]
    if not _HOST.fullmatch(host) or "@" in path:
        _, at, after = rest.rpartition("@")
        if at:
            return f"{MASK}@{_masked(after)}" if after else f"{MASK}@"
    query = tail[len(path) :]
    return host + path + (query[0] + MASK if len(query) > 1 else query)
