// Takes over links and forms of a page, patches what changed, and keeps focus and what was typed.
// The page comes as HTML from whoever stands behind transport.js; without this script every link and form works too.
import { keepAwake } from "./awake.js";
import { addressed, follow, here, language, request, upload } from "./transport.js";

const main = document.getElementById("main"), live = document.getElementById("live"), root = document.documentElement;
let typed = new WeakSet(), busy = false, shown = here();

root.lang = language;

// What was typed or ticked and not sent yet stays, whatever the table does meanwhile.
main.addEventListener("input", ({ target }) => typed.add(target));
main.addEventListener("toggle", ({ target }) => typed.add(target), true);

function keepTyped(old, next) {
  if (typed.has(old) && old.matches?.("input, select")) {
    next.value = old.value;
    next.toggleAttribute("checked", old.checked);
    next.checked = old.checked;
    if (old.type !== "checkbox" && old.type !== "radio") next.setAttribute("value", old.value);
    if (old.tagName === "SELECT") [...next.options].forEach((one) => one.toggleAttribute("selected", one.value === old.value));
  }
  if (typed.has(old) && old.tagName === "DETAILS") next.open = old.open;
}

function patch(html) {
  const focused = document.activeElement;
  Idiomorph.morph(main, html, { morphStyle: "innerHTML", callbacks: { beforeNodeMorphed: keepTyped } });
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!lost || focused === document.body) return;
  const next = main.querySelector("[role=alert]") || main.querySelector(".task") || main;
  if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

function show(page, moved) {
  if (!page) return;
  if (moved) typed = new WeakSet();
  document.title = page.title || document.title;
  root.dataset.kind = page.kind || "";
  const refusal = moved ? null : main.querySelector(".notice[role=alert]");
  const counted = !main.hasChildNodes() || main.querySelector(".ending");
  patch(page.main);
  if (!counted && !still.matches) main.querySelectorAll(".ending [data-step]").forEach(reveal);
  if (refusal && !main.querySelector(".notice[role=alert]")) (main.querySelector(".task") || main.firstElementChild).prepend(refusal);
  keepAwake();
  if (page.live && page.live !== live.textContent) live.textContent = page.live;
  main.querySelectorAll("use").forEach((use) => keepSheet(use.getAttribute("href").split("#")[0]));
  const opened = main.querySelector(".sheet, .inplay, .notice, .question.answered");
  if (moved && opened) opened.scrollIntoView({ block: "nearest" });
}

// A game that is over is counted step by step; a press shows the rest.
const still = matchMedia("(prefers-reduced-motion: reduce)"), STEP_MS = 900, FADE_MS = 300;
const reveals = [];
function reveal(part) {
  reveals.push(part.animate({ opacity: [0, 1] }, { delay: part.dataset.step * STEP_MS, duration: FADE_MS, fill: "backwards" }));
}
addEventListener("pointerdown", () => reveals.splice(0).forEach((one) => one.finish()), true);

// A sheet of pictures that was lost on the way is asked for again: a browser by itself leaves its places empty.
const sheets = new Set();
async function keepSheet(sheet) {
  if (sheets.has(sheet)) return;
  sheets.add(sheet);
  for (let lost = false; ; lost = true) {
    const answer = await fetch(sheet).catch(() => null);
    if (answer?.ok && lost) main.querySelectorAll(`use[href^="${sheet}#"]`).forEach((use) => use.replaceWith(use.cloneNode()));
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 2000));
  }
}

function at(address) {
  const url = new URL(address, document.baseURI);
  return url.pathname + url.search;
}

// While an answer is awaited, the document says so: a style sheet shows it, and tests wait for it.
let awaited = 0;
async function during(does) {
  awaited += 1;
  root.dataset.busy = "";
  try {
    return await does();
  } finally {
    awaited -= 1;
    if (!awaited) delete root.dataset.busy;
  }
}

const go = (address, push = true) => during(async () => {
  const to = at(address);
  const page = await request("GET", to);
  if (page) arrive(page, to, push);
});

function arrive(page, asked, push) {
  const to = at(page.address || page.location || asked), elsewhere = to.split("?")[0] !== shown.split("?")[0];
  if (push && to !== here()) history.pushState(null, "", addressed(to));
  shown = to;
  newest = null;
  show(page, true);
  if (elsewhere) scrollTo(0, 0);
}

async function send(form, button) {
  if (busy) return;
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  const method = (button?.getAttribute("formmethod") || form.getAttribute("method") || "get").toUpperCase();
  const action = button?.getAttribute("formaction") || form.getAttribute("action");
  if (method === "GET") {
    await go(`${action}?${new URLSearchParams(fields)}`);
    return;
  }
  busy = true;
  form.setAttribute("aria-busy", "true");
  await during(async () => {
    const file = form.dataset.upload ? form.querySelector("input[type=file]").files[0] : null;
    const page = file ? await upload(form.dataset.upload, file) : await request("POST", at(action), [...fields]);
    if (page) arrive(page, action, true);
  }).finally(() => {
    busy = false;
    form.removeAttribute("aria-busy");
  });
}

document.addEventListener("click", (event) => {
  const set = event.target.closest("[data-set]");
  if (set) { choose(set.dataset.set, set.dataset.value); return; }
  const link = event.target.closest("main a[href]");
  if (!link || link.classList.contains("download") || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
document.addEventListener("submit", (event) => {
  if (!main.contains(event.target)) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
// Where the number of cards is fixed, the last one sends them.
document.addEventListener("change", ({ target }) => {
  const form = target.closest("[data-exact]");
  if (form && form.querySelectorAll(":checked").length === Number(form.dataset.exact)) send(form);
});
// The keyboard's Enter goes on to the next name and chooses nothing; after the last one the keyboard goes away.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("input[enterkeyhint=next]")) return;
  event.preventDefault();
  const names = [...main.querySelectorAll("input[enterkeyhint=next]")], next = names[names.indexOf(event.target) + 1];
  if (next) next.focus(); else event.target.blur();
});
addEventListener("popstate", () => go(here(), false));

// The theme and the language are this device's own.
function choose(name, value) {
  localStorage.setItem(name, value);
  if (name === "language") location.reload(); else wear();
}
function wear() {
  const theme = localStorage.getItem("theme") || "";
  if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
}
wear();

if (!main.hasChildNodes()) go(here(), false);
// A finger that is down is about what lay there then: what the table sends meanwhile is shown once it is up.
const LONGEST_PRESS_MS = 1000, CLICK_MS = 50;
let press = 0, newest = null;
function hold(ms) { clearTimeout(press); press = setTimeout(release, ms); }
function release() {
  press = 0;
  if (newest) show(newest, false);
  newest = null;
}
addEventListener("pointerdown", () => hold(LONGEST_PRESS_MS), true);
for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => hold(CLICK_MS), true);
// What the table sends may come before the answer to a tap: the next tap is then about what is shown now.
follow((page) => {
  busy = false;
  newest = page;
  if (!press) release();
}, (state) => { root.dataset.state = state; });
