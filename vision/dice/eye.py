"""Reads the pipped dice in a picture: what each shows, its colour, and how sure that is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.dice_set import PLAIN, DiceSet
from vision.dice.finder import APART, DiceFinder, FoundDie
from vision.dice.pattern import misfit
from vision.dice.reader import COCKED, COLOURS, EMBLEM, HIDDEN, NO_DIE, DiceReader, DieSight
from vision.dice.tint import Upper
from vision.errors import VisionError
from vision.image import Image

VALUES = 6
# A value counts only where it is this sure among the six and the network's own count of pips agrees; without that
# agreement it must be surer, the more so where the die was looked at but once. ODD is the most there may be to the
# die's being cocked, hidden, an emblem or none.
SURE, SURE_AGAIN, SURE_ALONE = 0.87, 0.95, 0.98
ODD = 0.2
# Faces of fewer pixels must be surer as well, and of those below the first a spot may be an emblem as well as a pip.
SMALL, SMALLEST = 20.0, 14.0
ODDITIES = {
    HIDDEN: "mostly hidden behind something",
    EMBLEM: "a symbol, no pips",
    COCKED: "cocked: no face is surely level",
}
# Two pips or more that lie as the value's pips should (misfit in shares of the face) speak for the value themselves.
FITS = 0.06
SURE_FITTING = 0.6
ODD_FITTING = 0.5
# A die that had to be looked at again is judged by its look and, to this share, by the log-likelihood of each value's
# pips; the look alone makes no value impossible.
FIT_SHARE = 0.5
LEAST_LOOK = 1e-3
# Where even so no value is sure, the looks by hue count as well, each as much as these powers of its chances.
LOOK_POWER, HUE_POWERS, LEAST_BY_HUE = 0.7, (0.5, 0.5), 0.02
# So many pips are a one and a six, one seen through the other: the look must be sure which is on top, or tint tells.
ONE_AND_SIX = 7
# How often the tint of the pips tells the value of a clear die: if the others are so far off in tint (natural
# logarithm), and if they are nearer. A glint tints pips of an opaque die as well, so the look is weighed with it.
# Less often where all pips lie as the likeliest value's do.
BY_TINT, BY_TINT_FITTING, EVEN, FAR_APART = 0.9, 0.8, 0.5, 0.01
# The lessons hold four times as many cocked dice as tables do, and about as many times more emblems; but where the pips
# count otherwise than they look, or are small, an emblem is as likely as the network says.
COCKED_SHARE, EMBLEM_SHARE = 0.25, 0.2
# A face that looks like a one and bears one round spot is one so much more likely than the networks say, and hardly
# ever a symbol: of drawn dice 40 % of ones bear such a spot, no symbol of 100 and no other value of 660 does.
SPOT_ODDS, SPOT_SHARE = 8.0, 0.1
# Both networks together tell whether a find is a die at all: the finder's log-odds of it and this share of the
# reader's, which are bounded, add up to so much at least (a logistic regression on drawn throws). What the finder finds
# unlikely needs other dice to be compared with in size, and is none right below what it finds likelier (nearer than so
# many faces, and so steeply): that is a side of the same die. Seen 30 degrees above the table a side's middle lies 0.97
# faces below the top's, and how large the faces are is told to a tenth.
READER_SHARE, DIE_ODDS = 0.2, 0.75
MOST_TRUST = 0.998
LIKELY = 0.5
BESIDE = 1.1
# Nearer than so many faces below another no second die can lie, however likely it is: seen 35 degrees off, where top
# faces of dice that touch come nearest, they are 0.9 faces apart, the middles of a top and of its side 0.77.
ONE_TOP = 0.8
BELOW = 0.5
# Dice are 12 to 25 mm wide: what is so many times smaller or larger than the others is none.
ODD_SIZE = 2.5
# Of a top face whose middle is nearer to the edge of the picture than the first share of its side, nothing is told; if
# it is nearer than the second, pips may lie outside, and those inside must lie about its middle as the value's do.
CUT, MAY_BE_CUT = 0.2, 0.45
# A symbol whose meaning was told must be this sure.
SURE_SYMBOL = 0.9
# Where a die is missing, the odds of a die are this at least; nothing is told of such a die below DIE_ODDS.
MISSED_ODDS = -0.8
SMALLEST_SIDE = 16
SHORTEST_SHARE = 1 / 20


@dataclass(frozen=True)
class SeenDie:
    """A die in a picture.

    `colour` is one of COLOURS; `value` 1..6, or None where it cannot be told, and then `why` says so. `at` is the
    middle of the top face and `face` that face's side in pixels, `pips` where pips were counted. `confidence` is the
    chance that the value is right, where there is none, of the likeliest value. `symbol`: it shows a symbol, and the
    value is what that means on dice of its set.
    """

    colour: str
    value: int | None
    at: tuple[float, float]
    confidence: float
    face: float
    pips: tuple[tuple[float, float], ...] = ()
    why: str = ""
    symbol: bool = False

    def moved(self, right: float, down: float) -> "SeenDie":
        """The same die in a picture that begins further left and up."""
        at = (self.at[0] + right, self.at[1] + down)
        return replace(self, at=at, pips=tuple((u + right, v + down) for u, v in self.pips))


class DiceEye:
    """Both networks, ready to read pictures of dice of a set one after another. Not to be shared between threads."""

    def __init__(self, dice_set: DiceSet = PLAIN) -> None:
        self._finder, self._reader, self._set = DiceFinder(), DiceReader(), dice_set

    def read(self, image: Image, expected: int | None = None) -> list[SeenDie]:
        """The dice in a picture (8 bits, blue-green-red), the far ones first. Where fewer than `expected` are seen, it
        is searched at other sizes for what may be one. Raises VisionError for an unfit picture."""
        height, width = image.shape[:2]
        if min(height, width) < SMALLEST_SIDE or min(height, width) < SHORTEST_SHARE * max(height, width):
            raise VisionError("vision.dice.small", width=width, height=height)
        found = self._finder.find(image)
        dice = judged(found, self._reader.read(image, found), (width, height), self._set)
        if expected is None or len(dice) >= expected:
            return dice
        more = self._finder.search(image)
        more = [one for one in more if all(math.dist(one.at, die.at) > APART * die.face for die in dice)]
        again = missed(more, self._reader.read(image, more), (width, height), self._set, dice)
        return _far_first([*dice, *again[: expected - len(dice)]])


def judged(
    found: Sequence[FoundDie], sights: Sequence[DieSight], size: tuple[int, int], dice_set: DiceSet = PLAIN
) -> list[SeenDie]:
    """The dice of a picture (`size`: width, height) from what the networks say of each find, the far ones first."""
    views = [_View(*view, dice_set) for view in zip(found, sights, strict=True)]
    plain = [view.found.face for view in views if view.fits and view.sure]
    usual = float(np.median(plain)) if len(plain) > 1 else None
    dice = [view for view in views if view.is_die(usual)]
    tops = [view.found for view in dice]
    return _far_first([view.die(size) for view in dice if not view.is_side(tops)])


def missed(
    found: Sequence[FoundDie],
    sights: Sequence[DieSight],
    size: tuple[int, int],
    dice_set: DiceSet,
    dice: Sequence[SeenDie],
) -> list[SeenDie]:
    """What else may be dice beside those that are seen, the likeliest first. Nothing is told of those that would
    otherwise not be taken for dice."""
    usual = float(np.median([die.face for die in dice])) if dice else None
    known = [FoundDie(die.at, die.face, 1.0) for die in dice]
    views = [_View(*view, dice_set) for view in zip(found, sights, strict=True)]
    likely = [view for view in views if view.fair(usual) and view.odds > MISSED_ODDS and not view.is_side(known)]
    likely.sort(key=lambda view: -view.odds)
    return [_told_of(view, view.die(size), view.odds < DIE_ODDS) for view in likely]


def _told_of(view: "_View", die: SeenDie, hardly: bool) -> SeenDie:
    if not hardly or die.value is None or (view.fits and view.certain):
        return die
    return replace(die, value=None, why="hardly to be told from what lies around it")


def _far_first(dice: Sequence[SeenDie]) -> list[SeenDie]:
    return sorted(dice, key=lambda die: (die.at[1], die.at[0]))


class _View:
    """What both networks say of one find."""

    def __init__(self, found: FoundDie, sight: DieSight, dice_set: DiceSet) -> None:
        self.found, self.sight = found, sight
        self.colour = COLOURS[int(np.argmax(sight.colours))]
        self.meaning = dice_set.meaning(self.colour)
        self.pips = _middle_one(sight.pips, found) if sight.spot else sight.pips
        self.counted = len(self.pips)
        kinds = sight.kinds.copy()
        kinds[COCKED] *= COCKED_SHARE
        if sight.spot:
            kinds[0] *= SPOT_ODDS
            kinds[EMBLEM] *= SPOT_SHARE
        plain = self.counted == int(np.argmax(kinds[:VALUES])) + 1 and found.face > SMALL
        if plain and not sight.spot and self.meaning is None:
            kinds[EMBLEM] *= EMBLEM_SHARE
        self.kinds = kinds / kinds.sum()
        self.odd = 1 - float(self.kinds[:VALUES].sum())
        look = np.maximum(sight.kinds[:6], 1e-6)
        self._judge(look / look.sum())
        if not self.sure and sight.hues is not None:
            self._judge(_with_hues(look / look.sum(), sight.hues))
        if not self.sure and sight.closer is not None:
            self._judge(_with_closer(look / look.sum(), sight.closer))
        if sight.upper:
            self._weigh_tint(sight.upper)

    def _judge(self, look: NDArray[np.float64]) -> None:
        """Settles the value and how sure it is from the chances of the six values by their look."""
        found, sight = self.found, self.sight
        self.look = look
        self._rank(_values(sight, look))
        self.fits = self.counted == self.value > 1 and misfit(sight.pips, found.at, found.face) < FITS
        least = SURE_AGAIN if sight.fit is not None else SURE_ALONE
        least = SURE if self.counted == self.value else least
        least = least if found.face > SMALLEST else SURE_ALONE
        one_or_six = self.counted == ONE_AND_SIX and look[self.value - 1] < SURE
        self.certain = self.chance >= least and self.odd < ODD and not one_or_six
        # Parts of an emblem may lie as pips do.
        likely = self.chance >= SURE_FITTING and self.odd < ODD_FITTING and float(self.kinds[EMBLEM]) < ODD
        self.sure = self.certain or (self.fits and likely)

    def _rank(self, values: NDArray[np.float64]) -> None:
        """Keeps the chances of the six values, and the likeliest two."""
        self.values = values
        self.value, self.other = (int(k) + 1 for k in np.argsort(-values)[:2])
        self.chance = float(values[self.value - 1])

    def _weigh_tint(self, upper: Upper) -> None:
        """Settles the value of a clear die, of which the look may tell the lower face, or both together."""
        by_look, by_tint = self.value, len(upper.pips)
        far = BY_TINT_FITTING if self.fits else BY_TINT
        trust = far if upper.apart > FAR_APART else EVEN
        # How well the layouts fit all pips says nothing of a face that bears but some of them.
        odds = self.look**LOOK_POWER * (1 - trust) / (VALUES - 1)
        odds[by_tint - 1] *= trust * (VALUES - 1) / (1 - trust)
        self._rank(odds / odds.sum())
        self.certain = self.certain and self.value == by_look
        if self.value == by_tint:
            self.pips, self.sure = upper.pips, self.odd < ODD_FITTING
        self.sure = self.sure and self.chance >= SURE

    def is_die(self, usual: float | None) -> bool:
        """Whether it is one at all; `usual` is the side of the other dice's faces in pixels, if known."""
        if self.fits and self.certain:
            return True
        fair = self.found.chance >= LIKELY if usual is None else self.fair(usual)
        return fair and self.odds >= DIE_ODDS

    def fair(self, usual: float | None) -> bool:
        """Whether it is about as large as the other dice."""
        return usual is None or 1 / ODD_SIZE < self.found.face / usual < ODD_SIZE

    @property
    def odds(self) -> float:
        """The log-odds of its being a die, of both networks together."""
        by_look = _log_odds(min(1 - float(self.sight.kinds[NO_DIE]), MOST_TRUST))
        return _log_odds(self.found.chance) + READER_SHARE * by_look

    def is_side(self, found: Sequence[FoundDie]) -> bool:
        """Whether it is likely the side of a die whose top face was found, too."""
        own = self.found
        for other in found:
            apart = math.dist(other.at, own.at)
            if own.at[1] - other.at[1] <= BELOW * apart:
                continue
            faces = apart / max(own.face, other.face)
            if faces < ONE_TOP and other.chance >= LIKELY:
                return True
            if faces < BESIDE and own.chance < LIKELY and other.chance > own.chance:
                return True
        return False

    def die(self, size: tuple[int, int]) -> SeenDie:
        symbol = float(self.kinds[EMBLEM])
        if self.meaning is not None and symbol >= SURE_SYMBOL and not cut_off(self.found, size, MAY_BE_CUT):
            return SeenDie(self.colour, self.meaning, self.found.at, symbol, self.found.face, symbol=True)
        why = "" if self.sure and not self.cut(size) else self.doubt(size)
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
        """Whether pips may lie outside a picture of that size."""
        whole = self.fits or (self.counted == self.value == 1)
        return cut_off(self.found, size, CUT if whole else MAY_BE_CUT)

    def doubt(self, size: tuple[int, int]) -> str:
        """Why the value cannot be given."""
        if self.cut(size):
            return "cut off by the edge of the picture"
        why = max(ODDITIES, key=lambda kind: float(self.kinds[kind]))
        if self.odd >= ODD and self.kinds[why] >= ODD / 2:
            return ODDITIES[why]
        if self.counted != self.value and self.chance >= SURE:
            pips = "pip was" if self.counted == 1 else "pips were"
            return f"unsure: looks like {self.value}, but {self.counted} {pips} counted"
        return f"unsure: {self.value} or {self.other}"


def _middle_one(pips: NDArray[np.float64], found: FoundDie) -> NDArray[np.float64]:
    """Of the pips counted on a face with a single round spot the one nearest its middle: the others are glints."""
    nearest = np.argsort(np.hypot(*(pips - found.at).T))[:1]
    return np.asarray(pips[nearest])


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))


def _with_hues(look: NDArray[np.float64], hues: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances of the six values by their look and by hue together (`hues` as in DieSight)."""
    powers = [*zip(HUE_POWERS, hues, strict=True), (LOOK_POWER, look)]
    product = np.prod([(chances + LEAST_BY_HUE) ** power for power, chances in powers], axis=0)
    return np.asarray(product / product.sum())


def _with_closer(look: NDArray[np.float64], closer: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances of the six values by their look and by a closer one, which count alike."""
    product = np.sqrt(look * np.maximum(closer, LEAST_LOOK))
    return np.asarray(product / product.sum())


def _values(sight: DieSight, look: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances of the six values, given that one of them is up, from those by their look."""
    if sight.fit is None:
        return look
    odds = np.log(look + LEAST_LOOK) + FIT_SHARE * sight.fit
    powers = np.exp(odds - odds.max())
    return np.asarray(powers / powers.sum())


def cut_off(found: FoundDie, size: tuple[int, int], share: float) -> bool:
    """Whether the middle of the top face is nearer to the picture's edge than this share of its side."""
    reach = share * found.face
    return not all(reach <= at <= side - 1 - reach for at, side in zip(found.at, size, strict=True))
