// Copying an address. Without it the address can be marked and copied by hand.
(function () {
  "use strict";
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
