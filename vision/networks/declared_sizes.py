"""Writes the sizes of inputs into an ONNX file. OpenCV 4 computes every layer's size when it reads a file and cannot
where one is left open.

The file is a Protocol Buffers message (protobuf.dev/programming-guides/encoding) with the field numbers of onnx.proto.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

GRAPH, GRAPH_INPUT, NAME, TYPE, TENSOR, SHAPE, DIMENSION, VALUE = 7, 11, 1, 2, 1, 2, 1, 1
# Wire types of fields.
LENGTH = 2
FIXED = {1: 8, 5: 4}


def declare_sizes(model: bytes, sizes: Mapping[str, Sequence[int]]) -> bytes:
    """Return the file of a network with these input sizes by name. Raises ValueError if it is no such file."""

    def declared(info: bytes) -> bytes:
        name = next(content for number, _, content in _fields(info) if number == NAME)
        if name.decode() not in sizes:
            return info
        shape = b"".join(_block(DIMENSION, _varint(VALUE << 3) + _varint(size)) for size in sizes[name.decode()])
        return _changed(
            info, TYPE, lambda of: _changed(of, TENSOR, lambda tensor: _changed(tensor, SHAPE, lambda _: shape))
        )

    return _changed(model, GRAPH, lambda graph: _changed(graph, GRAPH_INPUT, declared))


def _changed(message: bytes, number: int, change: Callable[[bytes], bytes]) -> bytes:
    """Return the message with the contents of fields of one number changed."""
    return b"".join(_block(number, change(content)) if n == number else raw for n, raw, content in _fields(message))


def _fields(message: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the number, all bytes and the content of each field; the content of numbers is empty."""
    at = 0
    while at < len(message):
        start = at
        key, at = _number(message, at)
        content = b""
        match key & 7:
            case 0:
                _, at = _number(message, at)
            case 2:
                size, at = _number(message, at)
                content = message[at : at + size]
                at += size
            case kind if kind in FIXED:
                at += FIXED[kind]
            case kind:
                raise ValueError(f"no ONNX file: a field of kind {kind}")
        yield key >> 3, message[start:at], content


def _number(message: bytes, at: int) -> tuple[int, int]:
    """Return the variable-length number at a place, and where it ends."""
    value = shift = 0
    while True:
        value |= (message[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 128:
            return value, at


def _varint(value: int) -> bytes:
    coded = bytearray()
    while value > 127:
        coded.append(value & 127 | 128)
        value >>= 7
    return bytes([*coded, value])


def _block(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | LENGTH) + _varint(len(content)) + content
