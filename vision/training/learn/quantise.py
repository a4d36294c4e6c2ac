"""Writes the networks that boards are seen with in whole numbers, which processors multiply twice as fast.

    python -m vision.training.learn.quantise [NAME ...] --tables 40

writes vision/NAME.int8.onnx beside vision/NAME.onnx (for all of READERS if none is named): weights of convolutions and
of large matrices in 7 bits, channel by channel, what comes to them in 8, as it is on drawn tables (Jacob et al. 2018,
after training). The first and the last layer, which see the picture and tell the answer, stay as they are. What ONNX
Runtime makes of a network before it runs is kept, as far as it is the same on every processor, so that it loads faster.
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime import GraphOptimizationLevel, InferenceSession, SessionOptions
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import vision
from vision.board import crossings
from vision.drawing.table import render
from vision.errors import VisionError
from vision.image import Image
from vision.networks.runtime import WHOLE, Floats, Network, RunByOnnxRuntime
from vision.stacks import feet_and_apexes, pitch, reader, seats
from vision.training.learn.weights import halve_weights
from vision.training.lessons.make_crops import photographs
from vision.training.scenes.tables import random_scene
from vision.watching.volcano import VolcanoWatcher

# All but the finder: rounded, it no longer made out as surely that a board goes on beyond the picture's edge.
READERS = (crossings, feet_and_apexes, pitch, reader, seats)
PACKAGE = Path(vision.__file__).parent / "networks" / "weights"
SIZE, FILL = (960, 720), (0.7, 0.98)
# Products with a matrix of so many weights take long to load.
MANY_WEIGHTS = 2**18
# So many of what a network is shown on one table are kept.
KEPT = 3

Shown = dict[str, list[Mapping[str, Floats]]]


class Listener:
    """A network that keeps what it is shown."""

    def __init__(self, network: Network, shown: list[Mapping[str, Floats]]) -> None:
        self._network, self._shown = network, shown

    def answer(self, inputs: Mapping[str, Floats], outputs: Sequence[str]) -> list[Floats]:
        self._shown.append({name: values.copy() for name, values in inputs.items()})
        return self._network.answer(inputs, outputs)


class Again(CalibrationDataReader):
    """What was shown, once more."""

    def __init__(self, shown: Sequence[Mapping[str, Floats]]) -> None:
        self._shown: Iterator[Mapping[str, Floats]] = iter(shown)

    def get_next(self) -> Mapping[str, NDArray[np.float32]] | None:
        return next(self._shown, None)


def drawn(seed: int) -> Iterator[tuple[Mapping[str, str], tuple[Image, Image]]]:
    """Tables wholly in the picture, what stands on each, and photographs before and after some moves."""
    for number in count():
        rng = np.random.default_rng([seed, number])
        scene, eye = random_scene(rng, SIZE, FILL)
        if eye.holds_board(0):
            yield scene.grid, photographs(rng, scene, eye, partial(render, texture_seed=number))[1]


def shown_to_networks(tables: int, seed: int) -> Shown:
    """What each network is shown, by file name, when drawn tables are found, read, and read again after some moves."""
    kept: Shown = defaultdict(list)
    latest: Shown = defaultdict(list)
    rng = np.random.default_rng(seed)

    def listening(name: str) -> Network:
        return Listener(RunByOnnxRuntime(PACKAGE.joinpath(name).read_bytes()), latest[name])

    with ExitStack() as stack:
        for module in READERS:
            stack.enter_context(patch.object(module, "load_network", listening))
        for grid, (before, after) in islice(drawn(seed), tables):
            try:
                watcher = VolcanoWatcher(before)
                watcher.learn(watcher.look(before), grid)
                watcher.look(after)
            except VisionError as error:
                print(error, flush=True)
            for name, inputs in latest.items():
                kept[name] += [inputs[one] for one in rng.permutation(len(inputs))[:KEPT]]
                inputs.clear()
    return kept


def quantise(network: Path, shown: Sequence[Mapping[str, Floats]]) -> Path:
    """Write a network in whole numbers beside it, as what it is `shown` asks for; gives the file."""
    whole = network.with_suffix(WHOLE)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / network.name
        quant_pre_process(str(network), str(plain), skip_symbolic_shape=True)
        quantize_static(
            str(plain),
            str(whole),
            Again(shown),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Gemm"],
            nodes_to_quantize=heavy_layers(onnx.load(str(plain)).graph),
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            # Seven bits: with eight, processors without a product of their own for them (before AVX-512 VNNI) overflow.
            reduce_range=True,
        )
    optimise(whole)
    halve_weights(whole)
    return whole


def heavy_layers(graph: Any) -> list[str]:
    """The names of a network's convolutions and large matrix products, without those that see the picture or answer."""
    sizes = {tensor.name: np.prod(tensor.dims) for tensor in graph.initializer}
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    convolutions = [node for node in layers if node.op_type == "Conv"]
    heavy = convolutions[1:] + [node for node in layers if sizes[node.input[1]] > MANY_WEIGHTS]
    return [node.name for node in heavy if node is not layers[-1]]


def optimise(network: Path) -> None:
    """Rewrite a network as ONNX Runtime would run it on any processor."""
    options = SessionOptions()
    options.graph_optimization_level = GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(network)
    InferenceSession(network.read_bytes(), options, providers=["CPUExecutionProvider"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a network, such as ends")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name, shown in sorted(shown_to_networks(args.tables, args.seed).items()):
        if not args.names or Path(name).stem in args.names:
            print(quantise(PACKAGE / name, shown), len(shown), flush=True)


if __name__ == "__main__":
    main()
