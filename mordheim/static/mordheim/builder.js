// Small comforts of the builder: copying an address, and keeping the focus where it was. All works without them.
(function () {
  "use strict";

  // A button is disabled while its act is under way, which takes the focus from it: it is given back to the button
  // that stands there afterwards, or to the page where there is none.
  var pressed = null;
  document.addEventListener("htmx:configRequest", function (event) {
    var element = event.detail.elt;
    pressed = element.contains(document.activeElement) ? document.activeElement.id || element.id || "main" : null;
  });
  document.addEventListener("htmx:afterSettle", function () {
    if (!pressed || (document.activeElement && document.activeElement !== document.body)) { return; }
    var again = document.getElementById(pressed);
    if (!again || again.disabled) { again = document.getElementById("main"); }
    again.focus({ preventScroll: true });
    pressed = null;
  });

  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy]");
    if (!button) { return; }
    var field = document.getElementById(button.getAttribute("data-copy"));
    var told = button.querySelector("[data-copied]");
    function done() {
      if (told) { told.textContent = told.getAttribute("data-copied"); }
    }
    field.focus();
    field.select();
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(field.value).then(done, function () { /* it stays marked */ });
    } else if (document.execCommand("copy")) {
      done();
    }
  });
})();
