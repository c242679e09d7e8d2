// What a person sees of a page, and when it has come to rest.
const STILL = 50, UNANSWERED = 400, PATIENCE = 5000;
// Milliseconds in which nothing moves once a page has answered, after which a tap has had no effect, and of patience.
let changes = 0, last = 0, taps = 0, atTap = 0;
const changed = () => { changes += 1; last = performance.now(); };
new MutationObserver(changed).observe(document, { subtree: true, childList: true, characterData: true,
  attributeFilter: ["class", "style", "hidden", "open", "checked", "value", "href", "aria-pressed", "aria-current", "disabled"] });
for (const kind of ["scroll", "resize", "input"]) addEventListener(kind, changed, true);
addEventListener("click", () => { taps += 1; atTap = changes; }, true);

// Waits until the page has answered and nothing moves, and returns what is seen then, as JSON.
// known: the number of the last look, after which nothing may have changed. tapped: how many taps there were before the
// one that is to be answered; before: the number of the look before anything else that is to show. Either may be null.
globalThis.personSees = async (known, tapped, before, unanswered = UNANSWERED) => {
  for (const begun = performance.now(); ;) {
    const now = performance.now(), since = tapped === null ? before : taps === tapped ? changes : atTap;
    const answered = since === null || changes !== since || now - begun > unanswered;
    if (answered && now - last >= STILL && !("busy" in document.documentElement.dataset)) break;
    if (now - begun > PATIENCE) return "moves";
    await new Promise((done) => setTimeout(done, 8));
  }
  return JSON.stringify([changes, taps, ...(changes === known ? [] : seen())]);
};

// Lists the texts, pictures and fields that are wholly on the screen with nothing over them, and every frame.
function seen() {
  const wide = innerWidth, high = innerHeight, things = [], frames = [];
  const inView = (box) => box.left > -1 && box.top > -1 && box.right < wide + 1 && box.bottom < high + 1;
  const four = (box) => [box.left, box.top, box.right, box.bottom].map((one) => Math.round(one * 10) / 10);
  const at = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (element === top || element.contains(top) || top.control === element);
  };
  const shown = (element, box) => at(element, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const whole = (element, box) => inView(box) && shown(element, box) && [[.2, .25], [.8, .25], [.2, .75], [.8, .75]]
    .every(([x, y]) => at(element, box.left + x * box.width, box.top + y * box.height));
  const buttonOf = (element) => element.closest("a[href], button, summary, select, input, label");
  const chosen = (element) => Boolean(element?.closest("[aria-current=true], [aria-pressed=true], .pressed"));
  const turns = new Map();
  const turned = (element) => {
    if (!element || element === document.body) return false;
    if (!turns.has(element)) turns.set(element, getComputedStyle(element).transform.startsWith("matrix(-1") !== turned(element.parentElement));
    return turns.get(element);
  };
  const add = (kind, text, element, box, lines, marked) => {
    const button = buttonOf(element), around = button?.getBoundingClientRect();
    const ground = getComputedStyle(element.closest(".total, .clock, button, .button, .notice") || element).backgroundColor;
    things.push([kind, text, four(box), lines, button ? four(around) : null, button ? whole(button, around) : false, turned(element),
      Boolean(marked) || chosen(button), !/^rgba.*, 0\)$|transparent/.test(ground)]);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const parent = node.parentElement, before = getComputedStyle(parent, "::before").content;
      const text = ((/^"(.*)"$/.exec(before)?.[1] || "") + node.data).replace(/\s+/g, " ").trim();
      if (!text || parent.closest("select, script, style, noscript")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((one) => one.width > .5 && one.height > .5);
      if (!rects.length || !rects.every((one) => inView(one) && shown(parent, one))) continue;
      const lines = new Set(rects.map((one) => Math.round(one.top))).size;
      add("text", text, parent, range.getBoundingClientRect(), lines);
      continue;
    }
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(node);
    if (style.visibility === "hidden") continue;
    const bordered = ["Top", "Left", "Bottom", "Right"].filter((side) => parseFloat(style[`border${side}Width`]) > 0 &&
      !/^rgba.*, 0\)$|transparent/.test(style[`border${side}Color`])).length;
    if (bordered > 2 && [[.5, .5], [.5, .1], [.5, .9], [.02, .5]].some(([x, y]) => at(node, box.left + x * box.width, box.top + y * box.height))) {
      const bare = inView(box) && [.04, .96].every((x) => [.06, .94].every((y) => at(node, box.left + x * box.width, box.top + y * box.height)));
      frames.push([...four(box), bare]);
    }
    const tag = node.tagName.toLowerCase();
    if (tag === "svg") {
      const use = node.querySelector("use");
      if (use && inView(box) && shown(node, box)) add(node.classList[0] || "picture", use.getAttribute("href").split("#")[1], node, box, 1);
    } else if (tag === "video") {
      if (inView(box)) add("film", node.paused ? "still" : "moves", node, box, 1);
    } else if (tag === "select") {
      if (inView(box) && shown(node, box)) add("field", node.selectedOptions[0]?.text || "", node, box, 1);
    } else if (tag === "input" && inView(box) && shown(node, box)) {
      if (node.type === "checkbox" || node.type === "radio") add("tick", node.value, node, box, 1, node.checked);
      else if (node.type !== "hidden") add("field", node.value || node.placeholder, node, box, 1);
    }
  }
  return [things, frames, [wide, high]];
}
