"""How much of the screen a part of it has, by how the screen is held."""

from typing import NamedTuple

from companion.app.theme import theme


class Shares(NamedTuple):
    """Of the screen's height: on a screen that lies, on one that stands, on a phone that lies."""

    usual: float
    portrait: float
    narrow: float


def share_of(shares: Shares) -> float:
    return shares.portrait if theme.portrait else shares.narrow if theme.narrow else shares.usual
