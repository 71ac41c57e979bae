// Small comforts of the night after a battle: what is chosen comes to, a slider, a shop that opens by itself.
// All of it works without them.
(function () {
  "use strict";

  // --- What those who are paid come to, and what is left.
  function gold(amount) { return String(amount).replace("-", "−") + "\u00a0gc"; }
  function sum(form) {
    var place = form.querySelector("[data-sum]");
    if (!place) { return; }
    var total = 0;
    form.querySelectorAll("[data-gold]:checked").forEach(function (box) { total += Number(box.getAttribute("data-gold")); });
    var left = Number(form.getAttribute("data-purse")) - total;
    place.querySelector("[data-total]").textContent = gold(total);
    place.querySelector("[data-left]").textContent = gold(left);
    place.querySelector("[data-left]").className = left < 0 ? "loss" : "gold";
  }

  // --- A number, its slider, and its line in the table of prices.
  function follow(number) {
    document.querySelectorAll("[data-slides='" + number.id + "']").forEach(function (slider) { slider.value = number.value; });
    document.querySelectorAll("[data-number]").forEach(function (row) {
      row.classList.toggle("chosen", row.getAttribute("data-number") === number.value);
    });
  }

  function ready() {
    document.querySelectorAll("form[data-purse]").forEach(sum);
    var number = document.getElementById("number");
    if (number) { follow(number); }
  }

  document.addEventListener("input", function (event) {
    var slides = event.target.getAttribute("data-slides");
    if (slides) {
      var number = document.getElementById(slides);
      number.value = event.target.value;
      follow(number);
    } else if (event.target.id === "number") {
      follow(event.target);
    }
  });
  document.addEventListener("change", function (event) {
    var form = event.target.closest("form[data-purse]");
    if (form) { sum(form); }
    if (event.target.id === "number") { follow(event.target); }
    if (event.target.hasAttribute("data-goes")) { event.target.form.requestSubmit(); }
  });
  document.addEventListener("click", function (event) {
    var row = event.target.closest("[data-number]");
    var number = document.getElementById("number");
    if (row && number) { number.value = row.getAttribute("data-number"); follow(number); }
  });
  document.addEventListener("DOMContentLoaded", ready);
  document.addEventListener("htmx:afterSettle", ready);
  window.addEventListener("pageshow", ready);
})();
