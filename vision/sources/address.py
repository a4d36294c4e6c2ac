"""Addresses of cameras on the network, which may hold a name and a password: never shown, logged or kept in a game."""

import re
from typing import Final

MASK: Final = "***"
# Bounded, lest a long word be looked through once from each of its letters.
_SCHEME: Final = r"[A-Za-z][A-Za-z0-9+.-]{0,19}://"
_ADDRESS: Final = re.compile(rf'({_SCHEME})([^\s"<>]+)')
_NAME: Final = re.compile(rf"({_SCHEME})(.+)", re.DOTALL)


def masked(text: str) -> str:
    """The text with whatever may be secret in an address in it (``http://NAME:PASSWORD@HOST/PATH?QUERY#PLACE``) as
    ``***``: name and password, the query, the place. Scheme, host, port and path stay.

    All up to the last @ is masked: passwords are typed with characters that an address should not hold.
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
    secret, at, shown = rest.rpartition("@")
    query = re.search(r"[?#]", shown)
    if query and query.end() < len(shown):
        shown = shown[: query.end()] + MASK
    return (MASK if secret else "") + at + shown
