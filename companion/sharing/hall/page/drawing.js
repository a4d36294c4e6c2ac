// Puts boards together from what companion/sharing/hall/stamps.py has painted. Nothing that comes in an address gets into
// a drawing: things only name stamps.

const CENTRE = (x, y, inside) => `<g transform="translate(${x} ${y})">${inside}</g>`;
const pairs = (thing) => thing.match(/../g) ?? [];

// The stamps that a thing is drawn by, the lowest first, each with how far it is raised
// (companion/referee/drawing/board.py has the same rules).
const LAYERINGS = {
  whole: (thing) => [[thing, 0]],
  top: (thing) => [[thing.slice(-1) + thing.length, 0]],
  pairs: (thing) => pairs(thing).map((pair) => [pair, 0]),
  pile: (thing, { rise, heights }) => {
    const pieces = pairs(thing).filter((piece) => Object.hasOwn(heights, piece[1]));
    let apex = 0;
    return pieces.map((piece, level) => {
      apex = Math.max(apex + rise, heights[piece[1]]);
      const letter = level + 1 === pieces.length ? "^" : piece[0] === pieces[level - 1]?.[0] ? "" : "_";
      return [piece + letter, apex - heights[piece[1]]];
    });
  },
};

const own = (found, name) => (Object.hasOwn(found, name) ? found[name] : "");

// A game's table as SVG, `marked` places framed; "" for a game that is not installed where the page comes from. Of its
// boards it is the smallest that has all `places`.
export const drawing = (stamps, game, grid, marked, places) => {
  const boards = own(stamps.games, game) || [];
  const board = boards.find((each) => [...places].every((place) => Object.hasOwn(each.places, place))) ?? boards.at(-1);
  if (!board) return "";
  const things = Object.entries(board.places).map(([place, [x, y, kind]]) => {
    const layers = LAYERINGS[board.layering](own(grid, place), stamps.pile);
    return CENTRE(x, y, layers.map(([stamp, lift]) => CENTRE(0, -lift, own(board.stamps[kind], stamp))).join(""));
  });
  const drawn = [[...marked].map((place) => own(board.frames, place)), things].map((each) => each.join(""));
  return `${board.empty}${(board.framesOver ? drawn.reverse() : drawn).join("")}</svg>`;
};
