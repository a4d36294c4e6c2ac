"""A whole game in an address: who opens it steps through the game on the hall's page, and no server needs to have it.

It stands behind the #, which browsers send nobody: JSON, deflated (RFC 1951), as base64url (RFC 4648).
`TableNews.replay` makes it, the hall's page shows it (`companion/sharing/hall/page/replay.js`).
"""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from companion.referee.game import look_at
from companion.referee.grid import Json
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.nonsense import making_sense_of
from companion.referee.tables import table_of
from companion.sharing.feed.address import STANDARD_TABLE
from companion.sharing.feed.news import TableNews

MARK: Final = "#replay="
MOST_BYTES: Final = 2953
"""What a QR code holds: version 40, error correction L (ISO/IEC 18004, table 7)."""


def replay_of(contents: Contents, language: str) -> Json:
    """Return the game of a journal, in the words of a language. Raises RefereeError if the journal makes no sense."""
    header = contents.header
    table = table_of(header)
    news = TableNews(STANDARD_TABLE, table, header, 0.0)
    for record in contents.records:
        with making_sense_of(record):
            look_at(table, record)
            news.live(record)
    return news.replay(language)


def replay_address(page: str, replay: Mapping[str, Any], language: str) -> str:
    """Return the address of a replay on the hall's page `page`, in a language. Anything behind ? or # of `page` is
    dropped."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    told = json.dumps(replay, ensure_ascii=False, separators=(",", ":")).encode()
    packed = packer.compress(told) + packer.flush()
    place = page.partition("#")[0].partition("?")[0]
    return f"{place}?lang={language}{MARK}{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def fits_a_code(address: str) -> bool:
    """Return True if a QR code can hold an address."""
    return len(address.encode()) <= MOST_BYTES
