"""Asks a network of any number of things which looks at a fixed number together."""

from collections.abc import Mapping

import numpy as np

from vision.networks.runtime import Network, Singles


def answer_in_batches(net: Network, inputs: Mapping[str, Singles], output: str, together: int) -> Singles:
    """What a network tells under the name `output` of N things, N x ...; every one of `inputs` is N x ... as well. It
    is shown `together` at a time. If the last ones are fewer, they are shown with some that were shown before."""
    count = len(next(iter(inputs.values())))
    outputs = []
    for first in range(0, count, together):
        whole = slice(first, first + together)
        some = whole if first + together <= count else np.arange(first, first + together) % count
        outputs += net.answer({name: values[some] for name, values in inputs.items()}, [output])
    return np.concatenate(outputs)[:count]
