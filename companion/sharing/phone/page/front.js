// The page in front: explains the warning that comes next, and skips it where this browser knows the machine already.
const secure = `https://${location.host}`, secret = location.hash.slice(1), go = byId("go");
const BROWSERS = { chrome: "Chrome", safari: "Safari", firefox: "Firefox" };
const own = /Firefox|FxiOS/.test(navigator.userAgent) ? "firefox"
  : /Chrom|CriOS|Edg|Samsung/.test(navigator.userAgent) ? "chrome" : /Safari/.test(navigator.userAgent) ? "safari" : "chrome";

function made(tag, kind, text = "") {
  const each = document.createElement(tag);
  each.className = kind;
  each.textContent = text;
  return each;
}

// Two drawn screens: what is tapped on each has a red ring.
function drawn(browser) {
  const both = made("div", "screens");
  for (const number of [1, 2]) {
    const screen = made("div", "screen");
    screen.append(made("span", "number", number), made("span", "bar", `⚠ ${location.hostname}`));
    if (number === 1) screen.append(made("b", "", t(`${browser}.head`)));
    screen.append(made("i", ""), made("i", ""), made("i", "short"), made("span", "tap", t(`${browser}.${number}`, { host: location.hostname })));
    both.append(screen);
  }
  return both;
}

byId("own").append(drawn(own));
for (const [browser, name] of Object.entries(BROWSERS)) if (browser !== own) byId("more").append(made("p", "", name), drawn(browser));
if (secret) {
  go.href = `${secure}/${secret}`;
  fetch(`${secure}/known`, { mode: "no-cors", cache: "no-store" }).then(() => location.replace(go.href), () => {});
} else {
  byId("says").textContent = t("front.scan");
  for (const id of ["own", "more"]) byId(id).hidden = true;
  go.hidden = true;
}
