// How many of the ten points are left, told as they are spent. Works without: the site says it when it is posted.
(function () {
  "use strict";
  function tell(box) {
    var inputs = box.querySelectorAll("input[type='number']");
    var left = Number(box.getAttribute("data-points"));
    inputs.forEach(function (input) { left -= (Number(input.value) || 0) - Number(input.min); });
    var told = box.querySelector("[data-left]");
    told.textContent = left < 0 ? "· " + -left + " too many" : left ? "· " + left + " left" : "· all spent";
    told.classList.toggle("pit-over", left < 0);
  }
  function ready() { document.querySelectorAll(".pit-points").forEach(tell); }
  document.addEventListener("input", function (event) {
    var box = event.target.closest && event.target.closest(".pit-points");
    if (box) { tell(box); }
  });
  document.addEventListener("DOMContentLoaded", ready);
  document.addEventListener("htmx:afterSwap", ready);
})();
