"""Masks names and passwords in the addresses of network cameras. They are never shown, logged or kept in a game."""

import re
from typing import Final

MASK: Final = "***"
# Bounded, so that a long word is not scanned again from each of its letters.
_SCHEME: Final = r"[A-Za-z][A-Za-z0-9+.-]{0,19}://"
_ADDRESS: Final = re.compile(rf'({_SCHEME})([^\s"<>]+)')
_NAME: Final = re.compile(rf"({_SCHEME})(.+)", re.DOTALL)


def masked(text: str) -> str:
    """Mask everything in a text that may be secret in an address (``http://NAME:PASSWORD@HOST/PATH?QUERY#PLACE``) with
    ``***``: name and password, query, and place. Scheme, host, port and path stay.

    Everything up to the last @ is masked: typed passwords may hold characters that an address should not.
    """
    return _ADDRESS.sub(lambda found: found[1] + _masked(found[2]), text)


def masked_name(name: str) -> str:
    """Mask the name of a source (`vision.sources.opening`) for display: an address is masked to its very end, with
    blanks and quotes that may be part of a password."""
    whole = _NAME.fullmatch(name)
    return whole[1] + _masked(whole[2]) if whole else masked(name)


def same_camera(address: str, shown: str) -> bool:
    """Return True if `shown` is `address`, masked or not."""
    return shown in (address, masked_name(address))


def _masked(rest: str) -> str:
    secret, at, shown = rest.rpartition("@")
    query = re.search(r"[?#]", shown)
    if query and query.end() < len(shown):
        shown = shown[: query.end()] + MASK
    return (MASK if secret else "") + at + shown
