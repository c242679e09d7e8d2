// What cannot be read on a TV: texts that are too small, and texts and pieces that are cut or cover one another.
() => {
  const found = [], seen = [], least = innerHeight / 30 - 0.01;
  const whole = [...document.querySelectorAll("main svg, main .die, main .pawn")].filter((one) => one.getClientRects().length);
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const look = (element, rect, what) => {
    const outside = (left, top, right, bottom) => {
      if (rect.right <= left + 1 || rect.left >= right - 1 || rect.bottom <= top + 1 || rect.top >= bottom - 1) return "hidden";
      return rect.left < left - 1 || rect.right > right + 1 || rect.top < top - 1 || rect.bottom > bottom + 1 ? "cut" : "";
    };
    let how = outside(0, 0, innerWidth, innerHeight);
    for (let one = element; one && one !== document.body && how !== "hidden"; one = one.parentElement) {
      const style = getComputedStyle(one), box = one.getBoundingClientRect();
      if (style.overflowX !== "visible" || style.overflowY !== "visible") how = outside(box.left, box.top, box.right, box.bottom) || how;
    }
    if (how === "hidden" && element.closest(".log")) return false;
    if (how) found.push(`${how}: ${what}`);
    return true;
  };
  for (const one of whole) look(one, one.getBoundingClientRect(), one.getAttribute("aria-label") || one.className.baseVal || one.className);
  while (texts.nextNode()) {
    const text = texts.currentNode, parent = text.parentElement, range = document.createRange();
    if (!text.data.trim() || parent.closest(".spoken") || getComputedStyle(parent).clipPath !== "none") continue;
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((rect) => look(parent, rect, text.data));
    if (!rects.length) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least) found.push(`${size}px: ${text.data}`);
    for (const rect of rects) {
      const low = rect.height * 0.15;
      for (const [other, its, said] of seen) {
        const across = Math.min(rect.right, its.right) - Math.max(rect.left, its.left);
        const down = Math.min(rect.bottom, its.bottom) - Math.max(rect.top, its.top);
        if (other !== parent && across > 2 && down > 2 * low) found.push(`covers: ${text.data} / ${said}`);
      }
      seen.push([parent, rect, text.data]);
    }
  }
  return [...new Set(found)];
}
