"""Runs networks of a fixed batch size on any number of inputs."""

from collections.abc import Mapping

import numpy as np

from vision.networks.runtime import Network, Singles


def answer_in_batches(net: Network, inputs: Mapping[str, Singles], output: str, together: int) -> Singles:
    """Return the `output` of a network for N inputs, N x ...; each of `inputs` is N x ... as well. Batches hold
    `together`; the last is filled up with inputs shown before."""
    count = len(next(iter(inputs.values())))
    outputs = []
    for first in range(0, count, together):
        whole = slice(first, first + together)
        some = whole if first + together <= count else np.arange(first, first + together) % count
        outputs += net.answer({name: values[some] for name, values in inputs.items()}, [output])
    return np.concatenate(outputs)[:count]
