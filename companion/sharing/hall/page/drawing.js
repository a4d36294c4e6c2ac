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

// How far below the middle of a letter its base line is, in letters (companion/referee/drawing/svg.py).
const BASE = 0.36;

// A board as SVG, seen from its other side: things and letters stay upright. What is no drawing stays as it is.
export const turned = (svg) => {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
  const [x, y, width, height] = (drawn.documentElement.getAttribute("viewBox") ?? "").split(" ").map(Number);
  if (!Number.isFinite(x + y + width + height)) return svg;
  const all = drawn.createElementNS("http://www.w3.org/2000/svg", "g");
  all.setAttribute("transform", `rotate(180 ${x + width / 2} ${y + height / 2})`);
  const parts = [...drawn.documentElement.children].filter((part) => part.localName !== "style");
  // Whatever was behind is before now.
  const things = parts.filter((part) => part.localName === "g");
  for (const thing of things) thing.setAttribute("transform", `${thing.getAttribute("transform") ?? ""} rotate(180)`);
  all.append(...parts.map((part) => (part.localName === "g" ? things.pop() : part)));
  for (const letters of all.querySelectorAll(":scope > text")) {
    const [u, v, size] = ["x", "y", "font-size"].map((name) => Number(letters.getAttribute(name)));
    letters.setAttribute("transform", `rotate(180 ${u} ${v - BASE * size})`);
  }
  drawn.documentElement.append(all);
  return new XMLSerializer().serializeToString(drawn);
};
