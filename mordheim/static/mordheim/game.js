// Small comforts of a game at a table: nobody falls to his own warband.
// All of it works without them.
(function () {
  "use strict";

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
