// The page's settings, and its words in the visitor's language.

export const asked = new URLSearchParams(location.search);

const load = async (name) => (await fetch(name)).json();
export const [settings, texts] = await Promise.all([load("settings.json"), load("texts.json")]);
export const languages = Object.keys(texts);
const wished = [asked.get("lang"), ...(navigator.languages ?? [])].map((each) => (each ?? "").slice(0, 2));
export const language = wished.find((each) => languages.includes(each)) ?? "en";

export const t = (key, values = {}) => {
  const said = texts[language].say[key] ?? key;
  return said.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
};
