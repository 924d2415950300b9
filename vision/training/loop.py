"""A resumable training loop on the CPU: one-cycle schedule over a fixed number of steps, running mean of the weights."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

_SAVE_EVERY = 100
_DECAY = 0.998
AGAIN = 0.4
"""How much of its rate a network learns with that begins with the weights of a trained one."""


class Stream(IterableDataset[Any]):
    """Endless batches from `make(seed)`, where the seed depends on the worker and on the step resumed from."""

    def __init__(self, make: Callable[[list[int]], Iterator[Any]], seed: int, start: int) -> None:
        super().__init__()
        self._make, self._seed, self._start = make, seed, start

    def __iter__(self) -> Iterator[Any]:
        information = torch.utils.data.get_worker_info()
        torch.set_num_threads(1)
        return self._make([self._seed, self._start, information.id if information else 0])


def output(network: nn.Module, images: Tensor) -> Tensor:
    """What the network makes of a batch, as float32; on the way in bfloat16 where the processor multiplies that in hardware,
    which takes half to a third of the time."""
    able: dict[str, Any] = torch.cpu.get_capabilities()
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bool(able.get("avx512_bf16") or able.get("bf16"))):
        made: Tensor = network(images)
    return made.float()


def train(
    network: nn.Module,
    batches: Callable[[list[int]], Iterator[Any]],
    loss_of: Callable[[nn.Module, Any], tuple[Tensor, dict[str, float]]],
    checkpoint: Path,
    *,
    steps: int,
    rate: float,
    seed: int,
    workers: int = 1,
    threads: int = 1,
) -> nn.Module:
    """Trains until `steps`, saving to `checkpoint`; returns the network with the running mean of its weights."""
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    mean = copy.deepcopy(network).eval()
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.01)
    step = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(saved["network"])
        mean.load_state_dict(saved["mean"])
        optimizer.load_state_dict(saved["optimizer"])
        step = int(saved["step"])
    loader = DataLoader(Stream(batches, seed, step), batch_size=None, num_workers=workers, prefetch_factor=4)
    network.train()
    shown: dict[str, float] = {}
    begun = time.monotonic()
    first = step
    for batch in loader:
        if step >= steps:
            break
        part = step / steps
        warm = min(1.0, (step + 1) / 200)
        for group in optimizer.param_groups:
            group["lr"] = rate * warm * (0.02 + 0.98 * 0.5 * (1 + float(torch.cos(torch.tensor(part * torch.pi)))))
        loss, parts = loss_of(network, batch)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            decay = min(_DECAY, step / (step + 20))
            for old, new in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
                if old.dtype.is_floating_point:
                    old.lerp_(new, 1 - decay)
                else:
                    old.copy_(new)
        for name, value in parts.items():
            shown[name] = shown.get(name, value) * 0.98 + value * 0.02
        if step % _SAVE_EVERY == 0 or step == steps:
            state = {
                "network": network.state_dict(),
                "mean": mean.state_dict(),
                "optimizer": optimizer.state_dict(),
                "step": step,
            }
            torch.save(state, checkpoint.with_suffix(".part"))
            checkpoint.with_suffix(".part").rename(checkpoint)
            pace = (time.monotonic() - begun) / max(step - first, 1)
            figures = "  ".join(f"{name} {value:.4f}" for name, value in shown.items())
            print(f"{checkpoint.stem} {step}/{steps}  {pace * 1000:.0f} ms/step  {figures}", flush=True)
    return mean
