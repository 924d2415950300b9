"""Checkpoints to ONNX for `cv2.dnn`, checked against torch."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from vision.crops import CROP, FINE
from vision.reader import WIDE
from vision.training.networks import ContextReader, FaceReader, Finder
from vision.training.store import ROOT

NETWORKS = Path(__file__).resolve().parents[1] / "networks"


def _halved(file: Path) -> None:
    """Stores large weights in half precision, each with a cast back to single, which OpenCV folds when it loads the file."""
    model = onnx.load(str(file))
    casts = []
    for number, tensor in enumerate(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > 512:
            name = tensor.name
            half = numpy_helper.from_array(values.astype(np.float16), f"{name}.half")
            model.graph.initializer[number].CopyFrom(half)
            casts.append(helper.make_node("Cast", [half.name], [name], to=TensorProto.FLOAT))
    for node in reversed(casts):
        model.graph.node.insert(0, node)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, str(file))


# Each network, and the side of a picture to show it.
_KINDS: dict[str, tuple[type[torch.nn.Module], int]] = {
    "finder": (Finder, 192),
    "faces": (FaceReader, CROP * FINE),
    "context": (ContextReader, WIDE),
}


def export(names: tuple[str, ...] = ("finder", "faces", "context"), suffix: str = "", folder: Path = NETWORKS) -> None:
    """Writes `NAME.onnx` from the running mean of the weights of `training/NAME<suffix>.pt` into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        kind, side = _KINDS[name]
        network = kind()
        saved = torch.load(ROOT / f"{name}{suffix}.pt", weights_only=True)
        network.load_state_dict(saved["mean"])
        network.eval()
        sample = torch.randn(1, 3, side, side)
        file = folder / f"{name}.onnx"
        torch.onnx.export(
            network,
            (sample,),
            str(file),
            opset_version=13,
            dynamo=False,
            input_names=["image"],
            output_names=["maps"],
        )
        _halved(file)
        other = torch.randn(3, 3, *((160, 224) if name == "finder" else (side, side)))
        net = cv2.dnn.readNetFromONNX(str(file))
        net.setInput(other.numpy())
        with torch.no_grad():
            difference = float(np.abs(net.forward() - network(other).numpy()).max())
        size = file.stat().st_size / 1e6
        print(f"{file.name}: step {saved['step']}, {size:.2f} MB, largest difference to torch {difference:.1e}")
        if difference > 0.03 or size > 1.0:
            raise SystemExit(f"{file.name} is larger than 1 MB or differs from torch.")
