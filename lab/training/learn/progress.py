"""How far a run of the queue has come, and when it ends."""

import math
from dataclasses import dataclass, field

from lab.training.learn.loop import cosine

GAIN = 0.002
"""Share of the validation loss by which it must fall to have gained."""
PATIENCE = 0.2
"""Share of the examples seen without a gain after which a run cools down."""
LEAST_ROUNDS = 20
"""Rounds before that is asked."""
COOLING = 0.1
"""Share of the steps learnt that are learnt again while the rate falls to nothing."""
LEARNT = "learnt"


@dataclass
class RunProgress:
    """What is noted of a run beside its weights."""

    round: int = 0
    steps: int = 0
    examples: int = 0
    seconds: float = 0.0
    """Time of the processor."""
    loss: float = 0.0
    """Running mean over batches learnt from."""
    seen: list[int] = field(default_factory=list)
    """Examples seen at each validation; the first one is that of the network begun with."""
    kinds: dict[str, list[float]] = field(default_factory=dict)
    """Loss at each validation, by kind of scene."""
    cooling: tuple[int, int] | None = None
    """The step at which the rate begins to fall, and the last one."""
    ended: str = ""
    """`LEARNT`, or why the run was stopped."""

    def curve(self) -> list[float]:
        """Mean loss over all kinds at each validation."""
        return [sum(losses) / len(losses) for losses in zip(*self.kinds.values(), strict=True)]

    def last_gain(self) -> int:
        """Examples seen when the validation loss gained last."""
        seen, lowest = 0, float("inf")
        for examples, loss in list(zip(self.seen, self.curve(), strict=True))[1:]:
            if loss < lowest * (1 - GAIN):
                seen, lowest = examples, loss
        return seen

    def falling(self) -> float:
        """Share of the learning rate."""
        if self.cooling is None:
            return 1.0
        first, last = self.cooling
        return cosine((self.steps - first) / (last - first))

    def left(self, steps: int, most: int) -> int:
        """So many steps, or as many as are left until cooling down, if all are to be `most`, or of cooling down."""
        end = math.ceil(most / (1 + COOLING)) if self.cooling is None else self.cooling[1]
        return min(steps, end - self.steps)

    def decide(self, most: int) -> None:
        """Begin to cool down after long without a gain, or in time to end after `most` steps; end when cold."""
        if self.cooling is not None:
            self.ended = LEARNT if self.steps >= self.cooling[1] else ""
            return
        waited = self.examples - self.last_gain() > PATIENCE * self.examples
        if (self.round >= LEAST_ROUNDS and waited) or self.left(1, most) < 1:
            self.cooling = self.steps, self.steps + max(1, round(COOLING * self.steps))
