// Small comforts at a battle: stepping through numbers, counting a hero's enemies as one taps. All works without them.
(function () {
  "use strict";

  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-step]");
    if (!button) { return; }
    var input = button.parentElement.querySelector("input");
    var least = Number(input.min || 0), most = Number(input.max || 1000000);
    var now = Number(input.value || input.placeholder || 0) + Number(button.getAttribute("data-step"));
    now = Math.min(most, Math.max(least, now));
    // Nothing stands where there is nothing, unless the placeholder says more than that.
    input.value = now === 0 && Number(input.placeholder || 0) === 0 ? "" : String(now);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // What the casualties make of each hero's count, shown where nothing is typed.
  function count(form) {
    var found = {};
    form.querySelectorAll("select[data-by]").forEach(function (select) {
      var field = form.elements[select.getAttribute("data-by")];
      var fallen = field.type === "checkbox" ? (field.checked ? 1 : 0) : Number(field.value || 0);
      if (select.value) { found[select.value] = (found[select.value] || 0) + fallen; }
    });
    form.querySelectorAll("input[data-hero]").forEach(function (input) {
      input.placeholder = String(found[input.getAttribute("data-hero")] || 0);
    });
  }
  document.addEventListener("change", function (event) {
    var form = event.target.closest && event.target.closest("form[data-counts]");
    if (form) { count(form); }
  });
  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("form[data-counts]").forEach(count);
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-counts]").forEach(count);
  });
})();
