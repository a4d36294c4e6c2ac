"""Finds pictures in a stream of bytes without correct boundaries.

A JPEG is walked marker by marker (ITU T.81, annex B), so that a thumbnail inside does not end it; a PNG chunk by chunk.
A JPEG cut short by another one is skipped.
"""

import re
from typing import Final, NamedTuple

JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_FIRST: Final = re.compile(re.escape(JPEG) + b"|" + re.escape(PNG))
# A marker among coded data: not a stuffed zero, a restart or a fill byte.
_MARKER: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_START_OF_IMAGE, _END_OF_IMAGE, _START_OF_SCAN = 0xD8, 0xD9, 0xDA
# Markers without a length.
_ALONE: Final = frozenset({0x00, 0x01, *range(0xD0, 0xD8)})


class Extent(NamedTuple):
    """First byte of a picture and the byte behind its end; None while that has not come."""

    start: int | None = None
    end: int | None = None


def first_picture(data: bytes | bytearray) -> Extent:
    """Find the first JPEG or PNG in some bytes."""
    found = _FIRST.search(data)
    if found is None:
        return Extent()
    return _png(data, found.start()) if found[0] == PNG else _jpeg(data, found.start())


def _jpeg(data: bytes | bytearray, start: int) -> Extent:
    at = start + 2
    while at + 1 < len(data):
        kind = data[at + 1]
        if data[at] != 0xFF:
            # Coded data, or nonsense: go on at the next marker.
            found = _MARKER.search(data, at)
            at = found.start() if found else len(data)
        elif kind == _END_OF_IMAGE:
            return Extent(start, at + 2)
        elif kind == _START_OF_IMAGE:
            start, at = at, at + 2
        elif kind == 0xFF:
            at += 1
        elif kind in _ALONE:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
            if kind == _START_OF_SCAN:
                found = _MARKER.search(data, at)
                at = found.start() if found else len(data)
    return Extent(start)


def _png(data: bytes | bytearray, start: int) -> Extent:
    at = start + len(PNG)
    while at + 8 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IEND":
            return Extent(start, end if end <= len(data) else None)
        at = end
    return Extent(start)
