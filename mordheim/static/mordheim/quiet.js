// The next page has its buttons where the last one had them: right after a swap they do nothing, so that a second tap
// is not an answer to what nobody has read yet. For panels that say by `data-quiet-for` how long, in milliseconds.
(function () {
  "use strict";

  function quiet() {
    var panel = document.querySelector("[data-quiet-for]");
    if (!panel) { return; }
    // Whoever drives a browser and never taps twice may say another time.
    var time = typeof window.quietFor === "number" ? window.quietFor : Number(panel.getAttribute("data-quiet-for"));
    if (!time) { return; }
    document.querySelectorAll("[data-quiet-for] .act, #action-bar :is(.act, .game-bar .btn)").forEach(function (button) {
      if (button.hasAttribute("data-quiet")) { return; }
      button.setAttribute("data-quiet", "");
      button.setAttribute("aria-disabled", "true");
      setTimeout(function () {
        button.removeAttribute("data-quiet");
        button.removeAttribute("aria-disabled");
      }, time);
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
})();
