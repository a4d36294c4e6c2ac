// Draws a table as the referee's reports do (companion/referee/pyramids_svg.py and each game's table/drawing.py).

const CELL = 100;
const MARGIN = 26;
const HALF_WIDTH = { 1: 23, 2: 32, 3: 41 };
const HEIGHT = { 1: 34, 2: 46, 3: 58 };
const LETTER_UP = { 1: 6, 2: 10, 3: 14 };
const RISE = 9.5;
const FOOT = 9;
const FACES = {
  R: ["#f0605a", "#c9302c"], Y: ["#ffd84d", "#dda90f"], G: ["#46bd74", "#1f8a4c"], B: ["#5a8df0", "#2a56bd"], K: ["#4a4f5a", "#1b1e24"],
  C: ["#f4f7fb", "#c3cbd6"], O: ["#ff9a4d", "#d96a10"], P: ["#a46be0", "#6f35ad"], N: ["#45c9d6", "#13919e"], W: ["#ffffff", "#d5d9de"],
};
const INK = { R: "#fff", Y: "#3a2c00", G: "#fff", B: "#fff", K: "#fff", C: "#47505c", O: "#fff", P: "#fff", N: "#053b41", W: "#47505c" };

const one = (number) => number.toFixed(1);
const box = (kind, x, y, width, height, rx) => `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}"/>`;
const axis = (x, y, words) => `<text class="axis" x="${x}" y="${y}">${words}</text>`;
const kind = (marked) => (marked ? "cell marked" : "cell");
const sheet = (width, height, parts, x = 0, y = 0) =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="${x} ${y} ${width} ${height}">` +
  `${box("wood", x + 2, y + 2, width - 4, height - 4, 16)}${parts.join("")}</svg>`;

const pyramid = (x, foot, colour, size) => {
  const half = HALF_WIDTH[size];
  const [left, edge, right] = [-half, half * 0.35, half].map((across) => `${one(x + across)} ${one(foot)}`);
  const top = `${one(x)} ${one(foot - HEIGHT[size])}`;
  const pips = [...Array(Number(size)).keys()].map(
    (i) => `<circle cx="${one(x - half * 0.5 + 7 * i)}" cy="${one(foot - 3.8)}" r="2" fill="${INK[colour]}"/>`,
  );
  const [light, dark] = FACES[colour];
  return (
    `<path d="M${left}L${top}L${edge}Z" fill="${light}"/><path d="M${edge}L${top}L${right}Z" fill="${dark}"/>` +
    `<path class="edge ${colour}" d="M${left}L${top}L${right}Z"/>${pips.join("")}`
  );
};

const letterOn = (x, foot, colour, size, top) => {
  const [across, up] = top ? [-1, LETTER_UP[size]] : [HALF_WIDTH[size] * 0.55, 1];
  return `<text class="${top ? "letter top" : "letter"}" x="${one(x + across)}" y="${one(foot - up)}" fill="${INK[colour]}">${colour}</text>`;
};

// What stands on a square whose corner is there; what is no piece is left out.
const stack = (x, y, thing) => {
  const pieces = thing.match(/[RYGBKCOPNW][123]/g) ?? [];
  let apex = 0;
  return pieces
    .map(([colour, size], level) => {
      apex = Math.max(apex + RISE, HEIGHT[size]);
      const base = y + CELL - FOOT - apex + HEIGHT[size];
      const top = level + 1 === pieces.length;
      const named = top || level === 0 || pieces[level - 1][0] !== colour;
      return pyramid(x + CELL / 2, base, colour, size) + (named ? letterOn(x + CELL / 2, base, colour, size, top) : "");
    })
    .join("");
};

// Squares a1, b1, ...: row 1 is nearest.
const squares = (grid, marked) => {
  const places = Object.keys(grid).filter((place) => /^[a-j](\d|1\d)$/.test(place));
  const files = [...new Set(places.map((place) => place[0]))].sort();
  const ranks = [...new Set(places.map((place) => Number(place.slice(1))))].sort((one, other) => other - one);
  const [width, height] = [files.length * CELL + 2 * MARGIN, ranks.length * CELL + 2 * MARGIN];
  const corner = (place) => [MARGIN + files.indexOf(place[0]) * CELL, MARGIN + ranks.indexOf(Number(place.slice(1))) * CELL];
  const order = ranks.flatMap((rank) => files.map((file) => file + rank));
  return sheet(width, height, [
    ...ranks.map((rank, row) => axis(MARGIN / 2, MARGIN + (row + 0.5) * CELL + 5, rank)),
    ...files.map((file, i) => axis(MARGIN + (i + 0.5) * CELL, height - 8, file)),
    ...order.map((place) => box(kind(marked.has(place)), corner(place)[0] + 3, corner(place)[1] + 3, CELL - 6, CELL - 6, 9)),
    ...order.map((place) => stack(...corner(place), grid[place] ?? "")),
  ]);
};

// Half a backgammon board, the first player near; beyond five, checkers overlap.
const POINT = 56;
const HALF = 190;
const RADIUS = 17;
const ROOM = 5;
const CHECKERS = { first: ["#f4ead7", "#6b4a2b"], second: ["#3a2618", "#e8c9a0"] };
const rows = (grid, marked) => {
  const [width, height] = [6 * POINT + 2 * MARGIN, 2 * HALF + 2 * MARGIN];
  const row = (side, n) => {
    const near = side === "first";
    const [face, ring] = CHECKERS[side];
    const count = Math.min(30, /^\d+$/.test(grid[`${side}.${n}`] ?? "") ? Number(grid[`${side}.${n}`]) : 0);
    const x = MARGIN + (n - 0.5) * POINT;
    const step = count <= ROOM ? 2 * RADIUS : (2 * RADIUS * (ROOM - 1)) / (count - 1);
    const edge = near ? height - MARGIN - RADIUS - 4 : MARGIN + RADIUS + 4;
    const at = (level) => edge + (near ? -1 : 1) * level * step;
    const checkers = [...Array(count).keys()].map(
      (level) => `<circle cx="${x}" cy="${one(at(level))}" r="${RADIUS}" fill="${face}" stroke="${ring}" stroke-width="2"/>`,
    );
    const said = count ? `<text x="${x}" y="${one(at(count - 1) + 5)}" text-anchor="middle" fill="${ring}">${count}</text>` : "";
    const point = box(kind(marked.has(`${side}.${n}`)), MARGIN + (n - 1) * POINT + 2, MARGIN + (near ? HALF : 0) + 2, POINT - 4, HALF - 4, 6);
    return point + checkers.join("") + said + axis(x, near ? height - 8 : MARGIN - 8, n);
  };
  return sheet(width, height, ["first", "second"].flatMap((side) => [1, 2, 3, 4, 5, 6].map((n) => row(side, n))));
};

// A turntable from above: of every column its top and its height.
const COLUMN = 60;
const BOARD = 10;
const columns = (grid, marked) => {
  const places = Object.keys(grid).filter((place) => /^\d,\d$/.test(place));
  if (!places.length) return sheet(2 * MARGIN, 2 * MARGIN, []);
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => Number(place.split(",")[axis])));
  const [left, right, near, far] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = [left * COLUMN, (BOARD - 1 - far) * COLUMN];
  const [width, height] = [(right - left + 1) * COLUMN + 2 * MARGIN, (far - near + 1) * COLUMN + 2 * MARGIN];
  const all = [...Array(BOARD).keys()];
  const files = all.slice(left, right + 1).map((n) => axis(MARGIN + (n + 0.5) * COLUMN, y + height - 8, "abcdefghij"[n]));
  const ranks = all.slice(near, far + 1).map((n) => axis(x + MARGIN / 2, MARGIN + (BOARD - n - 0.5) * COLUMN + 5, n + 1));
  const square = (place) => {
    const [x, y] = place.split(",").map(Number);
    const [left, top] = [MARGIN + x * COLUMN, MARGIN + (BOARD - 1 - y) * COLUMN];
    const column = /^[RYGBKCOPNW]+$/.test(grid[place]) ? grid[place] : "";
    const letter = column.at(-1);
    const drawn = column
      ? `<rect x="${left + 7}" y="${top + 7}" width="${COLUMN - 14}" height="${COLUMN - 14}" rx="5" fill="${FACES[letter][0]}" stroke="${FACES[letter][1]}" stroke-width="2"/>` +
        `<text class="letter top" x="${left + COLUMN / 2}" y="${top + COLUMN / 2 + 7}" fill="${INK[letter]}">${letter}${column.length}</text>`
      : "";
    return box(kind(marked.has(place)), left + 2, top + 2, COLUMN - 4, COLUMN - 4, 7) + drawn;
  };
  return sheet(width, height, [...files, ...ranks, ...places.map(square)], x, y);
};

const DRAWN = { "looney-blockade": squares, "pyramid-ball": squares, "leistiko-blockade": rows, blokus3d: columns };

// A table as SVG with its style, `marked` places framed; "" for a game that nobody here can draw. It holds nothing but
// what is drawn, whatever stands in `grid`.
export const drawing = (game, grid, marked, style) => {
  const draw = Object.hasOwn(DRAWN, game) ? DRAWN[game] : null;
  return draw ? draw(grid, marked).replace(">", `><style>${style}</style>`) : "";
};
