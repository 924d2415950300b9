"""Weights that are stored in half precision, made single again for an OpenCV that cannot read halves.

An ONNX file is a protocol buffer: fields one after the other, each with a tag (number and kind) and, for the kinds used here,
a varint or a length and so many bytes (https://protobuf.dev/programming-guides/encoding; the numbers are those of onnx.proto).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

_GRAPH, _INITIALIZER, _DATA_TYPE, _RAW_DATA = 7, 5, 2, 9
_FLOAT, _FLOAT16 = 1, 10
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


class WireError(ValueError):
    """The bytes are no ONNX model."""


def widened(model: bytes) -> bytes:
    """An ONNX model whose half-precision initializers are single; raises `WireError` for other bytes.

    A cast that follows one stays: from single to single it changes nothing.
    """
    return _rewritten(model, _GRAPH, lambda graph: _rewritten(graph, _INITIALIZER, _widened_tensor))


def _widened_tensor(tensor: bytes) -> bytes:
    kinds = [value for number, kind, value in _fields(tensor) if number == _DATA_TYPE and kind == _VARINT]
    if kinds != [_FLOAT16]:
        return tensor
    parts = []
    for number, kind, value in _fields(tensor):
        if number == _DATA_TYPE:
            parts.append(_field(number, kind, _FLOAT))
        elif number == _RAW_DATA and isinstance(value, bytes):
            parts.append(_field(number, kind, np.frombuffer(value, "<f2").astype("<f4").tobytes()))
        else:
            parts.append(_field(number, kind, value))
    return b"".join(parts)


def _rewritten(message: bytes, wanted: int, change: Callable[[bytes], bytes]) -> bytes:
    """`message` with every sub-message `wanted` changed."""
    return b"".join(
        _field(number, kind, change(value) if number == wanted and isinstance(value, bytes) else value)
        for number, kind, value in _fields(message)
    )


def _fields(message: bytes) -> Iterator[tuple[int, int, int | bytes]]:
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, at = _varint(message, at)
            yield number, kind, value
            continue
        if kind == _BYTES:
            length, at = _varint(message, at)
        elif kind in (_FIXED32, _FIXED64):
            length = 4 if kind == _FIXED32 else 8
        else:
            raise WireError("The network file is damaged; install Boss Tray again.")
        if at + length > len(message):
            raise WireError("The network file is damaged; install Boss Tray again.")
        yield number, kind, message[at : at + length]
        at += length


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(10):
        if at + place >= len(message):
            break
        byte = message[at + place]
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value, at + place + 1
    raise WireError("The network file is damaged; install Boss Tray again.")


def _field(number: int, kind: int, value: int | bytes) -> bytes:
    head = _packed(number << 3 | kind)
    if isinstance(value, int):
        return head + _packed(value)
    return head + (_packed(len(value)) if kind == _BYTES else b"") + value


def _packed(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)
