// Small comforts of a game at a table: a second tap does nothing at first, and nobody falls to his own warband.
// All of it works without them.
(function () {
  "use strict";

  // --- The next page has its buttons where the last one had them: right after a swap they do nothing.
  var QUIET = 800;
  function quiet() {
    if (!document.getElementById("game")) { return; }
    document.querySelectorAll("#game .act, .game-bar .btn").forEach(function (button) {
      if (button.hasAttribute("data-quiet")) { return; }
      button.setAttribute("data-quiet", "");
      button.setAttribute("aria-disabled", "true");
      setTimeout(function () {
        button.removeAttribute("data-quiet");
        button.removeAttribute("aria-disabled");
      }, QUIET);
    });
  }
  document.addEventListener("htmx:afterSwap", quiet);
  document.addEventListener("htmx:oobAfterSwap", quiet);
  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-quiet]")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // --- Who falls falls to another warband.
  function spare(form) {
    var by = form.querySelector("select[data-not-his-own]");
    var who = form.querySelector("input[name='who']:checked");
    if (!by) { return; }
    by.querySelectorAll("optgroup[data-place]").forEach(function (group) {
      var own = Boolean(who) && who.value.split("-")[0] === group.getAttribute("data-place");
      group.hidden = group.disabled = own;
      if (own && by.selectedOptions[0] && group.contains(by.selectedOptions[0])) { by.value = ""; }
    });
  }
  document.addEventListener("change", function (event) {
    if (event.target.name === "who" && event.target.form) { spare(event.target.form); }
  });
  function ready() { document.querySelectorAll("form#act").forEach(spare); }
  document.addEventListener("DOMContentLoaded", ready);
  document.addEventListener("htmx:afterSwap", ready);
  window.addEventListener("pageshow", ready);

  // --- What was said as the page was loaded is old once the game goes on.
  document.addEventListener("htmx:afterSwap", function () {
    var said = document.querySelector("#main > .page > [role='status']");
    if (said && document.getElementById("game")) { said.remove(); }
  });
})();
