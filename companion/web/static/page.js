"use strict";
// Shows what the table sends, and says to it what this seat's player taps.

let events = null, offers = null, form = null, hand = [];
const bids = {}; // what was said under cover here, until the page is closed

async function ask(said) {
  const answer = await post("/say", said);
  if (answer && answer.status === 401) closed();
  return answer && answer.ok ? answer.json() : null;
}

const entered = () => follow();
const spoken = () => { if (events) follow(); };

function shut() {
  if (events) events.close();
  events = offers = form = null;
  at("away").hidden = true;
  at("own").replaceChildren();
  at("board").replaceChildren();
}

function follow() {
  if (events) events.close();
  at("enter").hidden = true;
  events = new EventSource(`/events?lang=${language}`);
  events.onmessage = (told) => {
    admitted = true;
    at("away").hidden = true;
    const shown = JSON.parse(told.data);
    at("board").innerHTML = shown.html; // the server escapes whatever people wrote
    document.body.classList.toggle("seated", Boolean(shown.offers));
    if (shown.offers) renew(shown.offers);
  };
  events.addEventListener("over", closed);
  events.onerror = async () => {
    if (!events) return;
    at("away").hidden = !admitted;
    if (events.readyState !== EventSource.CLOSED) return;
    if (await refused()) closed(); else setTimeout(() => events && follow(), 1500);
  };
}

// Whether the table lets this browser in no more: what went wrong with a line, the line itself does not tell.
async function refused() {
  const asking = new AbortController();
  const answer = await fetch("/events", { signal: asking.signal }).catch(() => null);
  asking.abort();
  return Boolean(answer) && answer.status === 401;
}

// What is being said is not interrupted, unless the game went on otherwise than it was asked.
function renew(news) {
  const stays = form && offers && offers.seq === news.seq && JSON.stringify(offers.forms) === JSON.stringify(news.forms);
  offers = news;
  if (!stays) { form = null; own(); foresee(); }
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
  at("own").replaceChildren(); // nothing is said twice while the table is asked
  const told = await ask({ seq: offers.seq, ...said });
  if (!told) { form = null; if (events) own(words.away); return; }
  if (told.next) { form.part = told.next; own(); return; }
  form = null;
  if ("seal" in said && told.kept) bids[offers.game] = { seq: offers.seq, text: String(said.text ?? said.seal) };
  own(told.refused || ""); // what is asked at the table comes with what is shown
}

// What this player wrote down of the own hand stays in this browser; the table is only asked what it could do.
const handKey = () => `hand ${offers.game} ${offers.seat}`;
const noted = () => JSON.parse(kept(handKey(), "[]")).filter((code) => offers.deck.includes(code));

function note(codes) {
  localStorage.setItem(handKey(), JSON.stringify(codes));
  foresee();
}

async function foresee() {
  const codes = noted();
  const told = codes.length ? await ask({ hand: codes }) : { hand: [] };
  if (!told || !told.hand) return;
  hand = told.hand;
  if (!form) own(at("note") ? at("note").textContent : "");
}

function own(note_) {
  const place = at("own");
  place.replaceChildren();
  if (form) { place.append(...asked(form.part, (word) => { form.said.push(word); say({ form: form.place, said: form.said }); })); return; }
  const mine = document.createElement("div");
  mine.innerHTML = offers.own; // the server escapes whatever people wrote
  place.append(mine);
  if (note_ || offers.told) { const told = line(note_ || offers.told); told.id = "note"; place.append(told); }
  for (const [place_, question] of offers.questions.entries()) {
    place.append(line(question.text));
    question.choices.forEach((text, choice) => place.append(button(text, () => say({ question: place_, choice }))));
  }
  for (const sealed of offers.sealed) {
    const mine_ = bids[offers.game];
    place.append(line(sealed.answered ? words.sealed : sealed.text));
    if (sealed.answered && mine_) place.append(line(mine_.text));
    sealed.choices.forEach((text, choice) => place.append(button(text, () => say({ seal: choice, text }))));
    if (sealed.amount) place.append(...asked({ ...sealed.amount, text: "", named: sealed.text }, (amount) => say({ seal: amount }), true));
  }
  offers.forms.forEach((text, number) => place.append(button(text, () => {
    form = { place: number, said: [], part: null };
    say({ form: number, said: [] });
  })));
  if (offers.deck.length) place.append(...held());
}

// The cards that were noted, each with what it could do now.
function held() {
  const made = [];
  for (const { card, can } of hand.filter((one) => noted().includes(one.card))) {
    const row = document.createElement("div");
    row.className = "noted";
    const drop = cardButton(card, () => note(noted().filter((code) => code !== card)));
    drop.title = words.drop;
    const list = document.createElement("div");
    can.forEach((one, way) => list.append(one.now ? button(one.text, () => say({ card, way })) : line(one.text)));
    row.append(drop, list);
    made.push(row);
  }
  made.push(button(words.hand, () => {
    const chosen = new Set(noted());
    at("own").replaceChildren(line(words.hand), ...deck(offers.deck, chosen, 12),
      button(words.note, () => { form = null; note([...chosen]); }), button(words.back, () => { form = null; own(); }));
    form = { part: null };
  }));
  return made;
}

function cardButton(code, does) {
  const made = button("", does);
  made.className = "pick";
  const picture = document.createElement("img");
  picture.className = "card";
  picture.src = `/art/${code.split("#")[0]}.svg`;
  picture.alt = code;
  made.append(picture);
  return made;
}

function deck(codes, chosen, most) {
  const all = document.createElement("div");
  all.className = "deck";
  for (const code of codes) {
    const pad = cardButton(code, () => {
      if (!chosen.delete(code)) {
        if (most === 1) { chosen.clear(); for (const other of all.children) other.setAttribute("aria-pressed", false); }
        if (chosen.size < most) chosen.add(code);
      }
      pad.setAttribute("aria-pressed", chosen.has(code));
    });
    pad.setAttribute("aria-pressed", chosen.has(code));
    all.append(pad);
  }
  return [all];
}

function asked(part, takes, alone) {
  if (!part) return [];
  const made = part.text ? [line(part.text)] : [];
  if (part.kind === "pick") {
    const all = document.createElement("div");
    all.className = part.offered.every((text) => text.length < 3) ? "few" : "picks";
    part.offered.forEach((text, place) => all.append(button(text, () => takes(place))));
    made.push(all);
  }
  if (part.kind === "amount") {
    const field = document.createElement("input");
    field.type = "number"; field.inputMode = "numeric"; field.min = part.least; field.max = part.most; field.value = part.least;
    field.setAttribute("aria-label", part.text || part.named);
    made.push(field, button(words.go, () => takes(Number(field.value))));
  }
  if (part.kind === "cards") {
    const chosen = new Set(part.chosen);
    made.push(...deck(part.offered, chosen, part.most), button(words.go, () => takes([...chosen])));
  }
  if (!alone) made.push(button(words.back, () => { form = null; own(); }));
  return made;
}

// A picture that was lost on the way, or refused because too much was asked at once, is asked for again.
document.addEventListener("error", ({ target }) => {
  if (target.tagName === "IMG") setTimeout(() => { target.src = target.src; }, 1500);
}, true);

// A phone that slept has lost its line, and often does not know.
document.addEventListener("visibilitychange", () => { if (!document.hidden && events) follow(); });

begin(follow);
