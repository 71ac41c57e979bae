// Points are spent by plus and minus, and what is left is told at once. Works without: then one types, and the site says it.
(function () {
  "use strict";
  function inputs(box) { return Array.prototype.slice.call(box.querySelectorAll("input[type='number']")); }
  function left(box) {
    return inputs(box).reduce(function (rest, input) {
      return rest - ((Number(input.value) || Number(input.min)) - Number(input.min));
    }, Number(box.getAttribute("data-points")));
  }
  function tell(box) {
    var rest = left(box);
    var told = box.querySelector("[data-left]");
    told.textContent = rest < 0 ? "· " + -rest + " too many" : rest ? "· " + rest + " left" : "· all spent";
    told.classList.toggle("points-over", rest < 0);
    inputs(box).forEach(function (input) {
      var value = Number(input.value) || Number(input.min);
      input.parentNode.querySelector("[data-step='-1']").disabled = value <= Number(input.min);
      input.parentNode.querySelector("[data-step='1']").disabled = value >= Number(input.max) || rest <= 0;
    });
  }
  document.querySelectorAll(".fighter-points").forEach(function (box) {
    box.addEventListener("input", function () { tell(box); });
    box.addEventListener("click", function (event) {
      var button = event.target.closest("[data-step]");
      if (!button) { return; }
      var input = button.parentNode.querySelector("input");
      input.value = (Number(input.value) || Number(input.min)) + Number(button.getAttribute("data-step"));
      tell(box);
    });
    tell(box);
  });
})();
