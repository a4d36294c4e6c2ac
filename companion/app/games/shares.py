"""How much of the screen a part of it has, by how the screen is held."""

from typing import NamedTuple

from companion.app.theme import theme


class Shares(NamedTuple):
    """Shares of the screen's height: landscape, portrait, landscape phone."""

    usual: float
    portrait: float
    narrow: float


def share_of(shares: Shares) -> float:
    return shares.portrait if theme.portrait else shares.narrow if theme.narrow else shares.usual
