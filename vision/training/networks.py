"""The networks, small enough for `cv2.dnn` on a Raspberry Pi."""

from __future__ import annotations

from torch import Tensor, nn

STRIDE = 4
CLASSES = 8
HEADS = {"heat": 1, "size": 2, "offset": 2, "turn": 2, "edge": 1, "value": CLASSES}


def _conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class _Residual(nn.Module):
    """Adds what two convolutions make of the features; at first nothing, so that a trained network can be deepened."""

    def __init__(self, channels: int, inner: int) -> None:
        super().__init__()
        self.add = nn.Sequential(
            _conv(channels, inner), nn.Conv2d(inner, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )
        nn.init.zeros_(self.add[2].weight)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, features: Tensor) -> Tensor:
        """Features (n, c, h, w) of the same shape."""
        total: Tensor = self.relu(features + self.add(features))
        return total


class _Up(nn.Module):
    """Adds a coarser level to a finer one."""

    def __init__(self, coarse: int, fine: int) -> None:
        super().__init__()
        self.narrow = _conv(coarse, fine, kernel=1)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        self.mix = _conv(fine, fine)

    def forward(self, coarse: Tensor, fine: Tensor) -> Tensor:
        """Feature maps (n, c, h, w) and (n, d, 2h, 2w) to (n, d, 2h, 2w)."""
        return self.mix(self.larger(self.narrow(coarse)) + fine)


class Finder(nn.Module):
    """Fully convolutional, strides 2 to 16 and back to 4; input (n, 3, h, w) with h, w multiples of 16.

    The output (n, 16, h/4, w/4): heat of a die's middle (logit), log of the outline's width and height / 32, the top face's
    middle from the outline's in parts of the box, cosine and sine of four times the face's turn, log of the face's edge over
    the box, and eight value logits (0: a die that is hidden in part, 1..6, 7: a die that leans).
    """

    def __init__(self, width: float = 1.0) -> None:
        super().__init__()
        a, b, c, d = (int(round(n * width / 4) * 4) for n in (16, 32, 48, 64))
        self.stem = nn.Sequential(_conv(3, a, 2), _conv(a, b, 2), _conv(b, b))
        self.down8 = nn.Sequential(_conv(b, c, 2), _conv(c, c), _Residual(c, 32))
        self.down16 = nn.Sequential(
            _conv(c, d, 2), _conv(d, d), _conv(d, d), _Residual(d, 48), _Residual(d, 64), _Residual(d, 64)
        )
        self.up8 = _Up(d, c)
        self.up4 = _Up(c, b)
        self.neck = _conv(b, c)
        self.head = nn.Conv2d(c, sum(HEADS.values()), 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, image: Tensor) -> Tensor:
        """All maps in one tensor."""
        four = self.stem(image)
        eight = self.down8(four)
        eight = self.up8(self.down16(eight), eight)
        head: Tensor = self.head(self.neck(self.up4(eight, four)))
        return head


class _Entry(nn.Module):
    """Sees a crop at half its size, and adds what only its full size shows; at first nothing, as in `_Residual`."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.coarse = nn.Sequential(nn.AvgPool2d(2), nn.Conv2d(3, outputs, 5, 2, 2, bias=False), nn.BatchNorm2d(outputs))
        self.fine = nn.Sequential(
            _conv(3, 16, 2, 5),
            _conv(16, 32, 2),
            nn.Conv2d(32, outputs, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        nn.init.zeros_(self.fine[3].weight)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, crops: Tensor) -> Tensor:
        """Crops (n, 3, 96, 96) to features (n, outputs, 24, 24)."""
        total: Tensor = self.relu(self.coarse(crops) + self.fine(crops))
        return total


def _trunk() -> list[nn.Module]:
    """Features (n, 24, h, w) to (n, 64, h / 4, w / 4)."""
    return [
        _conv(24, 32),
        _conv(32, 48, 2),
        _conv(48, 64),
        _Residual(64, 32),
        _Residual(64, 48),
        _conv(64, 64, 2),
        _conv(64, 64),
        _Residual(64, 64),
        _Residual(64, 64),
        _Residual(64, 48),
    ]


def _classes() -> nn.Sequential:
    """Features (n, 64, 6, 6) to logits (n, 9)."""
    return nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 36, 24), nn.ReLU(inplace=True), nn.Linear(24, 9))


class FaceReader(nn.Module):
    """Eighteen convolutions over a 96-pixel crop whose die is about 64 pixels wide; output (n, 9) logits.

    Class 0: no die's face in the middle; 1..6 the value; 7: a die is there, hidden in part or smeared; 8: it leans.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_Entry(24), *_trunk())
        self.out = _classes()

    def forward(self, crops: Tensor) -> Tensor:
        """Crops (n, 3, 96, 96), standardised, to logits (n, 9)."""
        logits: Tensor = self.out(self.body(crops))
        return logits


class ContextReader(nn.Module):
    """The crop network over a wider view, from which only the middle is read; output (n, 9) logits as its.

    Every convolution goes over the whole view of 80 pixels, in which a face's edge has 25.6, as many as the crop network's
    coarse entry sees: so that network's weights say the same here, and what lies around the die can be learnt beside them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_conv(3, 24, 2, 5), *_trunk())
        self.out = _classes()

    def forward(self, views: Tensor) -> Tensor:
        """Views (n, 3, 80, 80), standardised, to logits (n, 9)."""
        around: Tensor = self.body(views)
        logits: Tensor = self.out(around[:, :, 2:8, 2:8])
        return logits
