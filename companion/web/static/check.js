// Runs before anything else, and in the oldest browsers too: names what is missing in place of an empty page.
(function () {
  var note = document.getElementById("lacks");
  function lacks(what, test) {
    try { if (test()) return; } catch (error) { /* then it is missing */ }
    if (note.hidden) note.textContent = note.getAttribute("data-" + what);
    note.hidden = false;
  }
  lacks("old", function () {
    return "noModule" in document.createElement("script") && "submitter" in SubmitEvent.prototype && document.body.replaceChildren &&
      AbortController && URLSearchParams && Response.prototype.hasOwnProperty("body") && CSS.supports("inset", "0");
  });
  lacks("storage", function () {
    localStorage.setItem("companion check", "1");
    localStorage.removeItem("companion check");
    return sessionStorage.length > -1;
  });
})();
