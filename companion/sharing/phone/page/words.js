// Words in the phone's language, or in English; what is in braces is filled in.
const LANGUAGE = (navigator.languages || [navigator.language]).map(each => each.slice(0, 2)).find(each => WORDS[each]) || "en";
const byId = id => document.getElementById(id);
function t(key, values = {}) {
  return (WORDS[LANGUAGE]["phone.web." + key] || key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}
document.documentElement.lang = LANGUAGE;
for (const each of document.querySelectorAll("[data-t]")) each.textContent = t(each.dataset.t);
