"use strict";
// Shows what the table sends, and says to it what this seat's player taps. It keeps nothing but the language and the look.

const at = (id) => document.getElementById(id);
const kept = (name, usual) => localStorage.getItem(name) || usual;
let language = kept("language", navigator.language.startsWith("fr") ? "fr" : "en");
let events = null, offers = null, form = null;
let words = {};

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

async function post(path, said) {
  const answer = await fetch(`${path}?lang=${language}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(said) });
  if (answer.status === 401) { closed(); }
  return answer.ok ? answer.json() : null;
}

async function enter(code) {
  const entered = await post("/enter", { code });
  at("wrong").hidden = entered !== null;
  if (entered !== null) { follow(); } else { closed(); }
}

function closed() {
  if (events) events.close();
  events = null;
  at("enter").hidden = false;
  at("own").replaceChildren();
  at("board").replaceChildren();
}

function follow() {
  if (events) events.close();
  at("enter").hidden = true;
  events = new EventSource(`/events?lang=${language}`);
  events.onmessage = (told) => {
    at("away").hidden = true;
    const shown = JSON.parse(told.data);
    at("board").innerHTML = shown.html; // the server escapes whatever people wrote
    document.body.classList.toggle("seated", Boolean(shown.offers));
    if (shown.offers) { offers = shown.offers; form = null; own(); }
  };
  events.addEventListener("over", closed);
  events.onerror = () => {
    if (!events) return;
    at("away").hidden = at("board").childElementCount === 0;
    if (events.readyState === EventSource.CLOSED) {
      if (at("board").childElementCount === 0) closed(); else setTimeout(() => events && follow(), 1500);
    }
  };
}

function button(text, does) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", does);
  return made;
}

function line(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

async function say(said) {
  const told = await post("/say", { seq: offers.seq, ...said });
  if (!told) return;
  if (told.next) { form.part = told.next; own(); return; }
  form = null;
  own(told.refused || (told.kept ? words.kept : words.sent));
}

function own(note) {
  const place = at("own");
  place.replaceChildren();
  if (note) { const told = line(note); told.id = "note"; place.append(told); }
  if (form) { place.append(...asked(form.part, (word) => { form.said.push(word); say({ form: form.place, said: form.said }); })); return; }
  for (const [place_, question] of offers.questions.entries()) {
    place.append(line(question.text));
    question.choices.forEach((text, choice) => place.append(button(text, () => say({ question: place_, choice }))));
  }
  for (const sealed of offers.sealed) {
    place.append(line(sealed.answered ? words.sealed : sealed.text));
    sealed.choices.forEach((text, choice) => place.append(button(text, () => say({ seal: choice }))));
    if (sealed.amount) place.append(...asked(sealed.amount, (amount) => say({ seal: amount }), true));
  }
  offers.forms.forEach((text, number) => place.append(button(text, () => {
    form = { place: number, said: [], part: null };
    say({ form: number, said: [] });
  })));
}

function asked(part, takes, alone) {
  const made = [line(part.text)];
  if (part.kind === "pick") part.offered.forEach((text, place) => made.push(button(text, () => takes(place))));
  if (part.kind === "amount") {
    const field = document.createElement("input");
    field.type = "number"; field.inputMode = "numeric"; field.min = part.least; field.max = part.most; field.value = part.least;
    made.push(field, button(words.go, () => takes(Number(field.value))));
  }
  if (part.kind === "cards") {
    const chosen = new Set();
    for (const code of part.offered) {
      const pad = button(code, () => {
        if (chosen.has(code)) chosen.delete(code); else chosen.add(code);
        pad.setAttribute("aria-pressed", chosen.has(code));
      });
      made.push(pad);
    }
    made.push(button(words.go, () => takes([...chosen])));
  }
  if (!alone) made.push(button(words.back, () => { form = null; own(); }));
  return made;
}

at("enter").addEventListener("submit", (event) => { event.preventDefault(); enter(at("code").value); });
at("language").addEventListener("click", () => {
  language = language === "fr" ? "en" : "fr";
  localStorage.setItem("language", language);
  speak();
  if (events) follow();
});
at("look").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim() === "#1b2b23";
  localStorage.setItem("look", dark ? "light" : "dark");
  wear();
});
// A phone that slept has lost its line, and often does not know.
document.addEventListener("visibilitychange", () => { if (!document.hidden && events) follow(); });

speak();
wear();
if (location.hash.length > 1) {
  const code = location.hash.slice(1);
  history.replaceState(null, "", "/");
  enter(code);
} else {
  follow();
}
