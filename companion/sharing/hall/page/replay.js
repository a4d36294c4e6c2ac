// A whole game in the address of the page: behind the #, so that it is sent to no server.

import { drawing } from "./drawing.js";
import { board, isObject, make, pressed, text } from "./parts.js";
import encodeQR from "./vendor/qr.js";

const MARK = "#replay=";
// More than any game takes, should somebody have packed up nonsense.
const MOST = 2_000_000;
// What a QR code holds: version 40, error correction L (ISO/IEC 18004, table 7).
const CODE_BYTES = 2953;

const through = async (bytes, stream) => {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new RangeError("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

// The address of a replay, on this page, in a language.
export const address = async (replay, language) => {
  const packed = await through(new TextEncoder().encode(JSON.stringify(replay)), new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}?lang=${language}${MARK}${letters}`;
};

export const asked = () => location.hash.startsWith(MARK);

const unpacked = async () => {
  const letters = location.hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/");
  const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const told = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
  const steps = Array.isArray(told?.steps) ? told.steps.filter((step) => Array.isArray(step) && isObject(step[1])) : [];
  if (told?.schema !== 1 || !steps.length) throw new TypeError("no game");
  const players = (Array.isArray(told.players) ? told.players : []).filter((name) => typeof name === "string");
  return { game: text(told.game), name: text(told.name), date: text(told.date), players, steps: steps.map(([said, changed]) => [text(said), changed]) };
};

// The game of the address, step by step, into `main`; `t` words texts.
export const show = async (main, t) => {
  let game;
  try {
    game = await unpacked();
  } catch {
    main.replaceChildren(make("p", "nobody", t("hall.replay.none")));
    return;
  }
  const stamps = await (await fetch("stamps.json")).json();
  const places = new Set(game.steps.flatMap(([, changed]) => Object.keys(changed)));
  document.title = `${game.players.join(" – ")} · ${game.name}`;
  const picture = board("", t("hall.board"));
  const where = make("b");
  const said = make("p", "said");
  let now = 0;
  const button = (words, name, to) => {
    const made = make("button", "step", words);
    made.type = "button";
    made.title = name;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", () => go(to()));
    return made;
  };
  const last = game.steps.length - 1;
  const first = button("|◀", t("hall.first"), () => 0);
  const back = button("◀", t("hall.back"), () => now - 1);
  const forward = button("▶", t("hall.forward"), () => now + 1);
  const end = button("▶|", t("hall.end"), () => last);
  const list = game.steps.map(([words], index) => {
    return make("li", "", pressed(() => go(index), make("span", "soft", `${index} · `), words));
  });
  const go = (index) => {
    now = Math.max(0, Math.min(last, index));
    const grid = {};
    for (const [, changed] of game.steps.slice(0, now + 1)) for (const [place, thing] of Object.entries(changed)) grid[place] = text(thing);
    const marked = new Set(now ? Object.keys(game.steps[now][1]) : []);
    const svg = drawing(stamps, game.game, grid, marked, places);
    if (picture.src) URL.revokeObjectURL(picture.src);
    if (svg) picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    where.textContent = `${now} / ${last}`;
    said.textContent = game.steps[now][0];
    list.forEach((line, number) => line.classList.toggle("here", number === now));
    // In its own column only: on a phone the board stays where it is.
    const column = list[now].closest(".told");
    column.scrollTop = Math.max(0, list[now].offsetTop - column.offsetTop - column.clientHeight / 2);
    first.disabled = back.disabled = now === 0;
    forward.disabled = end.disabled = now === last;
  };
  main.replaceChildren(
    make("section", "stage", picture, make("p", "steps", first, back, where, forward, end)),
    make(
      "section",
      "told",
      make("h2", "", game.name),
      make("p", "soft", game.date),
      make("ul", "players", ...game.players.map((name) => make("li", "", name))),
      make("div", "verdict", said),
      code(t),
      make("h2", "part", t("hall.history")),
      make("ol", "history", ...list),
    ),
  );
  addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
    if (event.key in steps) go(steps[event.key]);
  });
  go(0);
  main.querySelector(".told").scrollTop = 0;
};

// A code to scan that holds a text.
export const qrCode = (holds, label) => {
  const picture = make("img", "code");
  picture.alt = label;
  picture.src = URL.createObjectURL(new Blob([encodeQR(holds, "svg", { ecc: "low" })], { type: "image/svg+xml" }));
  return picture;
};

// The address as a code to scan, where it fits into one.
const code = (t) => {
  if (location.href.length > CODE_BYTES) return make("p", "soft", t("hall.replay.long"));
  const words = t("hall.replay.code");
  return make("details", "take", make("summary", "", words), qrCode(location.href, words), make("p", "soft", t("hall.replay.says")));
};
