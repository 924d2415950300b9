"""Stands in for python3-kms++, which Debian does not package; picamera2 needs it only for its preview on a screen."""


class _Anything:
    def __getattr__(self, name: str) -> "_Anything":
        return _Anything()

    def __call__(self, *given: object, **named: object) -> None:
        raise RuntimeError("there is no screen here")


PixelFormat = _Anything()


class Card:
    """A graphics card."""

    def __init__(self, *given: object) -> None:
        raise RuntimeError("there is no screen here")


class ResourceManager(Card):
    """What shares out a card."""


class PlaneType:
    """Layers of a screen."""

    Primary = 1
    Overlay = 0
