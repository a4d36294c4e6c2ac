"""The engines there are, by the name that requests use."""

from collections.abc import Mapping

from companion.games.blokus3d.protocol import Blokus3D
from companion.games.engine import Engine
from companion.games.leistiko_blockade.protocol import LeistikoBlockade
from companion.games.looney_blockade.protocol import LooneyBlockade
from companion.games.pyramid_ball.protocol import PyramidBall

ENGINES: Mapping[str, Engine] = {
    engine.name: engine for engine in (LooneyBlockade(), LeistikoBlockade(), PyramidBall(), Blokus3D())
}
