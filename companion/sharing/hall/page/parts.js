// Makes the pieces of the page. Words are put in as text, never as markup.

import { settings } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { good: "✓", win: "★", bad: "✗", wait: "?", calm: "·" };
const COLOURS = "RYGBKCWOPN";

// Of what came over the net or in an address nothing is taken for granted.
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const text = (value) => (typeof value === "string" ? value : "");

export const make = (tag, kind = "", ...inside) => {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.append(...inside.filter((each) => each !== null && each !== undefined && each !== ""));
  return made;
};

// What a finger or the keyboard presses.
export const pressed = (act, ...inside) => {
  const made = make("button", "plain", ...inside);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
};

// What cannot be drawn, whatever a broker has told of it, leaves the rest of the page as it is.
export const safely = (draw, otherwise = "") => {
  try {
    return draw();
  } catch {
    return otherwise;
  }
};

const drawn = (tag, attributes, ...inside) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
};

const letter = (colour) => (typeof colour === "string" && COLOURS.includes(colour) && colour.length === 1 ? colour : "");

// A die, its colour's letter in the corner for those who cannot tell colours apart.
const die = (colour, value) => {
  const pips = (settings.pips[value] ?? []).map(([x, y]) => drawn("circle", { cx: 20 + 9.5 * x, cy: 20 + 9.5 * y, r: 3.9 }));
  const box = drawn("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 });
  const parts = settings.pips[value] ? pips : [drawn("text", { x: 20, y: 26 }, String(value))];
  const label = `${letter(colour)}${value}`;
  const face = drawn("svg", { viewBox: "0 0 40 40", role: "img", "aria-label": label }, box, ...parts);
  face.setAttribute("class", `die c${letter(colour)}`);
  return make("span", "dieslot", face, letter(colour) ? make("small", "", letter(colour)) : "");
};

const isNumber = Number.isFinite;

// The dice of a roll, whatever form it has.
export const dice = (roll) => {
  if (Array.isArray(roll)) return roll.filter(isNumber).map((value) => die("", value));
  if (roll === null || typeof roll !== "object") return [];
  if (Array.isArray(roll.leap) && Array.isArray(roll.opposed))
    return [...dice(roll.leap), make("b", "", ":"), ...dice(roll.opposed)];
  return Object.entries(roll).filter(([, value]) => isNumber(value)).map(([colour, value]) => die(colour, value));
};

export const badge = (tone, words) => {
  const known = typeof tone === "string" && Object.hasOwn(SIGNS, tone) ? tone : "calm";
  return make("span", `badge ${known}`, make("i", "", SIGNS[known]), " ", words);
};

export const board = (address, label) => {
  const picture = make("img", "board");
  picture.alt = label;
  if (address) picture.src = address;
  return picture;
};

// How things stand: by side, or by colour.
export const score = (points, sides) =>
  Object.entries(points ?? {}).map(([name, value]) => {
    const colour = letter(name);
    const side = typeof sides?.[name] === "string" ? sides[name] : name;
    const points = typeof value === "object" ? "" : String(value);
    return make("li", "", make("span", colour ? `chip c${colour}` : "who", side), " ", make("b", "", points));
  });

// What a side's pieces look like.
export const swatches = (colours) =>
  (Array.isArray(colours) ? colours : []).slice(0, 4).filter((colour) => /^#[0-9a-f]{6}$/i.test(colour)).map((colour) => {
    const made = make("i", "swatch");
    made.style.background = colour;
    return made;
  });

const two = (number) => String(Math.floor(number)).padStart(2, "0");

// Seconds as minutes and hours.
export const duration = (seconds) => {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const minutes = `${whole >= 3600 ? two((whole % 3600) / 60) : Math.floor(whole / 60)}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${minutes}` : minutes;
};
