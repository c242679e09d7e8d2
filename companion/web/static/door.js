"use strict";
// What both pages have: their words, the light, and how one comes in by a code. It keeps nothing but the language and the look.
// What follows says what is done inside: entered(), shut() and, where it matters, spoken().

const at = (id) => document.getElementById(id);
const kept = (name, usual) => localStorage.getItem(name) || usual;
let language = kept("language", navigator.language.startsWith("fr") ? "fr" : "en");
let words = {}, admitted = false; // whether the table ever let this page in

async function speak() {
  document.documentElement.lang = language;
  at("language").textContent = language === "fr" ? "English" : "Français";
  words = await (await fetch(`/words?lang=${language}`)).json();
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[one.dataset.word];
}

function wear() {
  const look = kept("look", "");
  if (look) document.documentElement.dataset.look = look;
}

// The table's answer; null where it is not reached.
const post = (path, said) => fetch(`${path}?lang=${language}`, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(said) }).catch(() => null);

async function enter(code) {
  const answer = await post("/enter", { code });
  admitted = admitted || Boolean(answer && answer.ok);
  if (answer && answer.ok) { at("enter").hidden = at("gone").hidden = true; entered(); } else closed();
  at("wrong").hidden = !answer || answer.ok || answer.status === 429;
  at("often").hidden = !answer || answer.status !== 429;
  at("unreached").hidden = Boolean(answer);
}

// Whoever was let in before is told that a new code is needed; whoever was not is asked for one.
function closed() {
  at("gone").hidden = !admitted;
  at("enter").hidden = false;
  shut();
}

at("enter").addEventListener("submit", (event) => { event.preventDefault(); enter(at("code").value); });
at("language").addEventListener("click", async () => {
  language = language === "fr" ? "en" : "fr";
  localStorage.setItem("language", language);
  await speak();
  if (typeof spoken === "function") spoken();
});
at("look").addEventListener("click", () => {
  const worn = kept("look", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  localStorage.setItem("look", worn === "dark" ? "light" : "dark");
  wear();
});

// With the code that the address brings, which stays in this browser; without one, as whoever was let in before.
function begin(otherwise) {
  wear();
  speak().finally(() => {
    const code = location.hash.slice(1);
    history.replaceState(null, "", "/");
    if (code) enter(code); else otherwise();
  });
}
