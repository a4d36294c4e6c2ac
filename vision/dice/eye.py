"""Reads the pipped dice in a picture: value, colour and confidence of each."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.dice_set import PLAIN, DiceSet
from vision.dice.finder import DiceFinder, FoundDie
from vision.dice.finder import P as FINDER
from vision.dice.pattern import misfit
from vision.dice.reader import COCKED, COLOURS, EMBLEM, HIDDEN, NO_DIE, DiceReader, DieReading
from vision.dice.tint import Upper
from vision.errors import Fact, VisionError, fact
from vision.image import Image
from vision.parameters import Two, parameters

VALUES = 6


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    sure: float = 0.87  # chance a value needs where it was looked at again and the pip count agrees
    sure_again: float = 0.95  # chance a value needs after a second look without an agreeing pip count
    sure_alone: float = 0.98  # chance a value needs after one look without an agreeing pip count
    odd: float = 0.2  # largest chance that the die is cocked, hidden, an emblem or none
    small: float = 20.0  # pixels; a smaller face must be surer
    smallest: float = 14.0  # pixels; on a smaller face a spot may be an emblem as well as a pip
    fits: float = 0.06  # faces; largest misfit of two or more pips that support their value by themselves
    sure_fitting: float = 0.6  # chance a value needs where its pips fit
    odd_fitting: float = 0.5  # largest chance of an odd die where the pips fit
    fit_share: float = 0.5  # scale on the log-likelihood of pip layouts for dice that were looked at again
    least_look: float = 1e-3  # chance; the look alone makes no value less likely than this
    look_power: float = 0.7  # power of the look's chances where looks by hue count as well
    hue_powers: Two = (0.5, 0.5)  # powers of the chances by each of the two looks by hue
    least_by_hue: float = 0.02  # chance; looks by hue make no value less likely than this
    by_tint: float = 0.9  # chance that tint tells the value of a clear die whose pips differ clearly in tint
    by_tint_fitting: float = 0.8  # the same where all pips lie as the likeliest value's do
    even: float = 0.5  # the same where tints differ by less than `far_apart`: a glint tints opaque dice, too
    far_apart: float = 0.01  # log; difference in tint from which pips differ clearly
    cocked_share: float = 0.25  # scale on cocked dice: training data hold four times as many as tables do
    emblem_share: float = 0.2  # scale on emblems, likewise, unless the pips disagree with the look or are small
    spot_odds: float = 8.0  # factor on a one that shows one round spot: 40 % of drawn ones do, no other of 760 faces
    spot_share: float = 0.1  # scale on emblems where the face shows one round spot
    reader_share: float = 0.2  # scale on the reader's log odds of a die, added to the finder's (fitted, drawn throws)
    die_odds: float = 0.75  # log odds that a find needs to count as a die
    most_trust: float = 0.998  # chance; the reader is never believed more that something is a die
    likely: float = 0.5  # chance of the finder from which a find needs no other dice to compare sizes with
    plain: float = 0.7  # chance of the finder from which a find of another size than the other dice is one, too
    spotted: float = 0.3  # chance of the finder from which a face with one round spot is a die's
    one_seen: float = 0.5  # chance of a one that such a face needs by its look
    beside: float = 1.1  # faces; an unlikely find this near below a likelier one is a side of the same die
    one_top: float = 0.8  # faces; no second die lies nearer below: tops of touching dice come to 0.9 at 35 degrees
    below: float = 0.5  # share of the distance that must be downwards for a find to be a side of the die above
    odd_size: float = 2.5  # factor; a find this much larger or smaller than the others is none: dice are 12 to 25 mm
    cut: float = 0.2  # faces; a top face with its middle nearer to the picture's edge is not read
    may_be_cut: float = 0.45  # faces; nearer than this pips may be cut off, so those seen must fit the value's layout
    sure_symbol: float = 0.9  # chance that a symbol needs to stand for its value
    missed_odds: float = -0.8  # log odds of a die needed where one is missing
    smallest_side: int = 16  # pixels; smaller pictures are refused
    shortest_share: float = 0.05  # share of the longer side; narrower pictures are refused


P: Final = parameters(Parameters)
ODDITIES = {HIDDEN: "hidden", EMBLEM: "emblem", COCKED: "cocked"}
# Number of pips of a one and a six, one seen through the other: the look must be sure which is on top, or tint decides.
ONE_AND_SIX = 7


@dataclass(frozen=True)
class SeenDie:
    """A die in a picture."""

    colour: str
    """One of COLOURS."""
    value: int | None
    """1..6; None where it cannot be read, and then `why` says so."""
    at: tuple[float, float]
    """Middle of the top face, pixels."""
    confidence: float
    """Probability that the value is right, or without one that the likeliest is."""
    face: float
    """Side of the top face, pixels."""
    pips: tuple[tuple[float, float], ...] = ()
    """Pips counted, pixels."""
    why: Fact | None = None
    symbol: bool = False
    """True if it shows a symbol; the value is then what that means on dice of its set."""

    def moved(self, right: float, down: float) -> "SeenDie":
        """Return the same die in a picture that begins further left and up."""
        at = (self.at[0] + right, self.at[1] + down)
        return replace(self, at=at, pips=tuple((u + right, v + down) for u, v in self.pips))


class DiceEye:
    """Reader of dice of one set, by both networks. Not to be shared between threads."""

    def __init__(self, dice_set: DiceSet = PLAIN) -> None:
        self._finder, self._reader, self._set = DiceFinder(), DiceReader(), dice_set

    def read(self, image: Image, expected: int | None = None) -> list[SeenDie]:
        """Read the dice in a picture (8 bits, BGR), far ones first. Where fewer than `expected` are found, other sizes
        are searched. Raises VisionError for an unfit picture."""
        height, width = image.shape[:2]
        if min(height, width) < P.smallest_side or min(height, width) < P.shortest_share * max(height, width):
            raise VisionError("vision.dice.small", width=width, height=height)
        found = self._finder.find(image)
        dice = judge_finds(found, self._reader.read(image, found), (width, height), self._set)
        if expected is None or len(dice) >= expected:
            return dice
        more = self._finder.search(image)
        more = [one for one in more if all(math.dist(one.at, die.at) > FINDER.apart * die.face for die in dice)]
        again = missed(more, self._reader.read(image, more), (width, height), self._set, dice)
        return _far_first([*dice, *again[: expected - len(dice)]])


def judge_finds(
    found: Sequence[FoundDie], readings: Sequence[DieReading], size: tuple[int, int], dice_set: DiceSet = PLAIN
) -> list[SeenDie]:
    """Judge the finds of a picture (`size`: width, height) by both networks, far ones first."""
    views = [_View(*view, dice_set) for view in zip(found, readings, strict=True)]
    plain = [view.found.face for view in views if view.fits and view.sure]
    usual = float(np.median(plain)) if len(plain) > 1 else None
    dice = [view for view in views if view.is_die(usual)]
    tops = [view.found for view in dice]
    return _far_first([view.die(size) for view in dice if not view.is_side(tops)])


def missed(
    found: Sequence[FoundDie],
    readings: Sequence[DieReading],
    size: tuple[int, int],
    dice_set: DiceSet,
    dice: Sequence[SeenDie],
) -> list[SeenDie]:
    """Return further finds that may be dice, likeliest first. They have no value if they would otherwise not count as
    dice."""
    usual = float(np.median([die.face for die in dice])) if dice else None
    known = [FoundDie(die.at, die.face, 1.0) for die in dice]
    views = [_View(*view, dice_set) for view in zip(found, readings, strict=True)]
    likely = [view for view in views if view.fair(usual) and view.odds > P.missed_odds and not view.is_side(known)]
    likely.sort(key=lambda view: -view.odds)
    return [_told_of(view, view.die(size), view.odds < P.die_odds) for view in likely]


def _told_of(view: "_View", die: SeenDie, hardly: bool) -> SeenDie:
    if not hardly or die.value is None or (view.fits and view.certain):
        return die
    return replace(die, value=None, why=fact("vision.die.hardly"))


def _far_first(dice: Sequence[SeenDie]) -> list[SeenDie]:
    return sorted(dice, key=lambda die: (die.at[1], die.at[0]))


class _View:
    """One find as both networks see it."""

    def __init__(self, found: FoundDie, reading: DieReading, dice_set: DiceSet) -> None:
        self.found, self.reading = found, reading
        self.colour = COLOURS[int(np.argmax(reading.colours))]
        self.meaning = dice_set.meaning(self.colour)
        self.pips = _middle_one(reading.pips, found) if reading.spot else reading.pips
        self.counted = len(self.pips)
        kinds = reading.kinds.copy()
        kinds[COCKED] *= P.cocked_share
        if reading.spot:
            kinds[0] *= P.spot_odds
            kinds[EMBLEM] *= P.spot_share
        plain = self.counted == int(np.argmax(kinds[:VALUES])) + 1 and found.face > P.small
        if plain and not reading.spot and self.meaning is None:
            kinds[EMBLEM] *= P.emblem_share
        self.kinds = kinds / kinds.sum()
        self.odd = 1 - float(self.kinds[:VALUES].sum())
        look = np.maximum(reading.kinds[:6], 1e-6)
        self._judge(look / look.sum())
        if not self.sure and reading.hues is not None:
            self._judge(_with_hues(look / look.sum(), reading.hues))
        if not self.sure and reading.closer is not None:
            self._judge(_with_closer(look / look.sum(), reading.closer))
        if reading.upper:
            self._weigh_tint(reading.upper)

    def _judge(self, look: NDArray[np.float64]) -> None:
        """Decide the value and its confidence from the look's probabilities of the six values."""
        found, reading = self.found, self.reading
        self.look = look
        self._rank(_values(reading, look))
        self.fits = self.counted == self.value > 1 and misfit(reading.pips, found.at, found.face) < P.fits
        least = P.sure_again if reading.fit is not None else P.sure_alone
        least = P.sure if self.counted == self.value else least
        least = least if found.face > P.smallest else P.sure_alone
        one_or_six = self.counted == ONE_AND_SIX and look[self.value - 1] < P.sure
        self.certain = self.chance >= least and self.odd < P.odd and not one_or_six
        # Parts of an emblem may lie as pips do.
        likely = self.chance >= P.sure_fitting and self.odd < P.odd_fitting and float(self.kinds[EMBLEM]) < P.odd
        self.sure = self.certain or (self.fits and likely)

    def _rank(self, values: NDArray[np.float64]) -> None:
        """Set the probabilities of the six values, and the likeliest two."""
        self.values = values
        self.value, self.other = (int(k) + 1 for k in np.argsort(-values)[:2])
        self.chance = float(values[self.value - 1])

    def _weigh_tint(self, upper: Upper) -> None:
        """Decide the value of a clear die, whose lower face the look may show instead, or both together."""
        by_look, by_tint = self.value, len(upper.pips)
        far = P.by_tint_fitting if self.fits else P.by_tint
        trust = far if upper.apart > P.far_apart else P.even
        # Layouts fitted to all pips say nothing of a face with only some of them.
        odds = self.look**P.look_power * (1 - trust) / (VALUES - 1)
        odds[by_tint - 1] *= trust * (VALUES - 1) / (1 - trust)
        self._rank(odds / odds.sum())
        self.certain = self.certain and self.value == by_look
        if self.value == by_tint:
            self.pips, self.sure = upper.pips, self.odd < P.odd_fitting
        self.sure = self.sure and self.chance >= P.sure

    def is_die(self, usual: float | None) -> bool:
        """Return True if it is a die at all; `usual`: side of the other dice's faces in pixels, if known."""
        if self.fits and self.certain:
            return True
        chance = self.found.chance
        if self.reading.spot and chance >= P.spotted and float(self.kinds[0]) > P.one_seen:
            return True
        # Finds in a cloth's pattern are many and small: the usual size may be theirs.
        fair = chance >= P.likely if usual is None else chance >= P.plain or self.fair(usual)
        return fair and self.odds >= P.die_odds

    def fair(self, usual: float | None) -> bool:
        """Return True if it is about as large as the other dice."""
        return usual is None or 1 / P.odd_size < self.found.face / usual < P.odd_size

    @property
    def odds(self) -> float:
        """Log odds of a die by both networks."""
        by_look = _log_odds(min(1 - float(self.reading.kinds[NO_DIE]), P.most_trust))
        return _log_odds(self.found.chance) + P.reader_share * by_look

    def is_side(self, found: Sequence[FoundDie]) -> bool:
        """Return True if it is likely the side of a die whose top face was found, too."""
        own = self.found
        for other in found:
            apart = math.dist(other.at, own.at)
            if own.at[1] - other.at[1] <= P.below * apart:
                continue
            faces = apart / max(own.face, other.face)
            if faces < P.one_top and other.chance >= P.likely:
                return True
            if faces < P.beside and own.chance < P.likely and other.chance > own.chance:
                return True
        return False

    def die(self, size: tuple[int, int]) -> SeenDie:
        symbol = float(self.kinds[EMBLEM])
        if self.meaning is not None and symbol >= P.sure_symbol and not cut_off(self.found, size, P.may_be_cut):
            return SeenDie(self.colour, self.meaning, self.found.at, symbol, self.found.face, symbol=True)
        why = None if self.sure and not self.cut(size) else self.doubt(size)
        return SeenDie(
            self.colour,
            None if why else self.value,
            self.found.at,
            self.chance * (1 - self.odd),
            self.found.face,
            tuple((float(u), float(v)) for u, v in self.pips),
            why,
        )

    def cut(self, size: tuple[int, int]) -> bool:
        """Return True if pips may lie outside a picture of that size."""
        whole = self.fits or (self.counted == self.value == 1)
        return cut_off(self.found, size, P.cut if whole else P.may_be_cut)

    def doubt(self, size: tuple[int, int]) -> Fact:
        """Return why the value cannot be given."""
        if self.cut(size):
            return fact("vision.die.cut_off")
        oddity = max(ODDITIES, key=lambda kind: float(self.kinds[kind]))
        if self.odd >= P.odd and self.kinds[oddity] >= P.odd / 2:
            return fact(f"vision.die.{ODDITIES[oddity]}")
        if self.counted != self.value and self.chance >= P.sure:
            return fact("vision.die.counted", value=self.value, n=self.counted)
        return fact("vision.die.either", one=self.value, other=self.other)


def _middle_one(pips: NDArray[np.float64], found: FoundDie) -> NDArray[np.float64]:
    """Keep, of the pips on a face with a single round spot, the one nearest the middle: the others are glints."""
    nearest = np.argsort(np.hypot(*(pips - found.at).T))[:1]
    return np.asarray(pips[nearest])


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))


def _with_hues(look: NDArray[np.float64], hues: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine the look's probabilities of the six values with those by hue (`hues` as in DieReading)."""
    powers = [*zip(P.hue_powers, hues, strict=True), (P.look_power, look)]
    product = np.prod([(chances + P.least_by_hue) ** power for power, chances in powers], axis=0)
    return np.asarray(product / product.sum())


def _with_closer(look: NDArray[np.float64], closer: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine the look's probabilities of the six values with those of a closer look, with equal weight."""
    product = np.sqrt(look * np.maximum(closer, P.least_look))
    return np.asarray(product / product.sum())


def _values(reading: DieReading, look: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of the six values, given that one of them is up."""
    if reading.fit is None:
        return look
    odds = np.log(look + P.least_look) + P.fit_share * reading.fit
    powers = np.exp(odds - odds.max())
    return np.asarray(powers / powers.sum())


def cut_off(found: FoundDie, size: tuple[int, int], share: float) -> bool:
    """Return True if the middle of the top face is nearer to the edge of the picture than this share of its side."""
    reach = share * found.face
    return not all(reach <= at <= side - 1 - reach for at, side in zip(found.at, size, strict=True))
