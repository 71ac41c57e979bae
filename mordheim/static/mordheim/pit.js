// Small comforts of a fight in the pit: what a choice would do is shown in the arena and on the body.
// All of it works without them.
(function () {
  "use strict";

  function all(root, selector, act) { Array.prototype.forEach.call(root.querySelectorAll(selector), act); }
  function form() { return document.querySelector("form#order.pit-order"); }

  // --- The ghost of the choice that is looked at, or else of the chosen one.
  function keyOf(radio) { return radio && radio.id.indexOf("c-") === 0 ? radio.id.slice(2) : ""; }
  function chosen() {
    var asked = form();
    return asked ? keyOf(asked.querySelector("input[name='order']:checked")) : "";
  }
  function show(key) {
    all(document, ".pit-picture [data-shows], .pit-picture [data-tap]", function (one) {
      one.classList.toggle("shown", (one.getAttribute("data-shows") || one.getAttribute("data-tap")) === key);
    });
  }
  function lookedAt(target) {
    var label = target.closest && target.closest("label");
    if (!label) { return ""; }
    return label.getAttribute("data-shows") || (label.htmlFor ? label.htmlFor.slice(2) : "");
  }
  document.addEventListener("mouseover", function (event) { if (form()) { show(lookedAt(event.target) || chosen()); } });
  document.addEventListener("focusin", function (event) { if (form()) { show(lookedAt(event.target) || chosen()); } });

  // --- On the body: what happens where the other one goes for each location.
  function verdicts(key) {
    var own = document.querySelector(".pit-body [data-part='" + key.replace("aim-", "") + "']");
    if (!own) { return; }
    var beside = own.getAttribute("data-beside").split(" ");
    all(document, ".pit-body [data-part]", function (part) {
      var name = part.getAttribute("data-part");
      part.classList.toggle("same", part === own);
      part.classList.toggle("next", part !== own && beside.indexOf(name) >= 0);
      part.classList.toggle("far", part !== own && beside.indexOf(name) < 0);
    });
  }

  // --- Who takes a hex looks inwards, until he says otherwise.
  var faced = false;
  function inwards(radio) {
    var inward = radio.getAttribute("data-inward");
    if (inward === null || faced) { return; }
    var facing = radio.form.querySelector("input[name='facing'][value='" + inward + "']");
    if (facing) { facing.checked = true; }
  }

  // --- Close up, as long as one wants it so.
  var CLOSE = "pit-close-up";
  function kept() { try { return localStorage.getItem(CLOSE) === "yes"; } catch (error) { return false; } }
  function keep(close) { try { localStorage.setItem(CLOSE, close ? "yes" : "no"); } catch (error) { /* not kept then */ } }
  function look(close) {
    all(document, ".pit-picture[data-near]", function (picture) {
      picture.setAttribute("viewBox", picture.getAttribute(close ? "data-near" : "data-whole"));
      picture.classList.toggle("near", close);
    });
    all(document, ".pit-nearer", function (button) { button.setAttribute("aria-pressed", String(close)); });
  }
  document.addEventListener("click", function (event) {
    var button = event.target.closest(".pit-nearer");
    if (!button) { return; }
    var close = button.getAttribute("aria-pressed") !== "true";
    keep(close);
    look(close);
  });

  // --- What is wider than the screen is scrolled to one's own fighter.
  function lead() {
    all(document, ".pit-arena .scroll", function (box) {
      var own = box.querySelector(".pit-own");
      if (!own) { return; }
      var his = own.getBoundingClientRect();
      box.scrollLeft += his.left + his.width / 2 - box.getBoundingClientRect().left - box.clientWidth / 2;
    });
  }

  function ready() {
    look(kept());
    if (!form()) { return; }
    var key = chosen();
    show(key);
    if (key) { verdicts(key); }
  }
  document.addEventListener("change", function (event) {
    if (!event.target.form || event.target.form !== form()) { return; }
    if (event.target.name === "facing") { faced = true; }
    if (event.target.name === "order") { inwards(event.target); ready(); }
  });
  document.addEventListener("DOMContentLoaded", function () { ready(); lead(); });
  document.addEventListener("htmx:afterSettle", function () { faced = false; ready(); lead(); });
  window.addEventListener("pageshow", ready);
})();
