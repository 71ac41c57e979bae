// Small comforts of a fight in the pit: what a choice would do is shown in the arena and on the body, and said; the
// arena can be looked at close up; whoever moves is seen to move.
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
  document.addEventListener("mouseover", function (event) { if (form()) { shown(lookedAt(event.target) || chosen()); } });
  document.addEventListener("focusin", function (event) { if (form()) { shown(lookedAt(event.target) || chosen()); } });

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

  // --- Of many choices only the one that is looked at says all that it does, above the button.
  function say(key) {
    var place = document.querySelector(".pit-said");
    if (!place) { return; }
    var radio = key && document.getElementById("c-" + key);
    var words = radio && radio.closest("label").querySelector(".pit-choice-words");
    if (!words) { return; }
    place.textContent = "";
    ["b", ".pit-does > .muted", ".pit-does > :not(.muted)"].forEach(function (selector) {
      var part = words.querySelector(selector);
      if (part) { place.append(part.cloneNode(true), " "); }
    });
  }

  // --- Close up, as long as one wants it so; on a phone and in a large arena from the start, but for a replay, where all
  // of it is followed.
  function keptAs() { return document.getElementById("replay") ? "pit-replay-close-up" : "pit-close-up"; }
  function kept() {
    var narrow = matchMedia("(max-width: 47.99rem)").matches || document.querySelector(".pit-picture.pit-large, .pit-picture.pit-vast");
    var usual = keptAs() === "pit-close-up" && Boolean(narrow);
    try { return (localStorage.getItem(keptAs()) || (usual ? "yes" : "no")) === "yes"; } catch (error) { return usual; }
  }
  function keep(close) { try { localStorage.setItem(keptAs(), close ? "yes" : "no"); } catch (error) { /* not kept then */ } }
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
    lead();
  });

  // --- What is wider than the screen is scrolled to one's own fighter, a row of turns to the one that is shown.
  function centred(box, one) {
    var his = one.getBoundingClientRect(), its = box.getBoundingClientRect();
    box.scrollLeft += his.left + his.width / 2 - its.left - box.clientWidth / 2;
    box.scrollTop += his.top + his.height / 2 - its.top - box.clientHeight / 2;
  }
  function lead() {
    all(document, ".pit-arena .scroll, .pit-turns ol", function (box) {
      var one = box.querySelector(".pit-own, [aria-current]");
      if (one) { centred(box, one); }
    });
  }

  // --- What was unfolded stays so as the fight goes on; a broad page has room for all the cards.
  var unfolded = {};
  function unfold() {
    var broad = matchMedia("(min-width: 60rem)").matches;
    all(document, "details[data-keeps-open]", function (one) {
      if (unfolded[one.id] || (broad && one.classList.contains("pit-card-more"))) { one.open = true; }
    });
  }
  document.addEventListener("toggle", function (event) {
    if (event.target.isConnected && event.target.hasAttribute("data-keeps-open")) { unfolded[event.target.id] = event.target.open; }
  }, true);

  // --- Whoever has moved is seen to move.
  var stood = {};
  function remember() {
    stood = {};
    all(document, ".pit-picture [data-token]", function (one) {
      stood[one.getAttribute("data-token")] = one.getAttribute("data-at").split(" ");
    });
  }
  function move() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) { return; }
    all(document, ".pit-picture [data-token]", function (one) {
      var was = stood[one.getAttribute("data-token")], is = one.getAttribute("data-at").split(" ");
      if (!was || !one.animate || (was[0] === is[0] && was[1] === is[1])) { return; }
      var from = "translate(" + (was[0] - is[0]) + "px," + (was[1] - is[1]) + "px)";
      one.animate([{ transform: from }, { transform: "none" }], { duration: 350, easing: "ease-out" });
    });
  }

  // --- That something is going on, and, for whoever waits, that the fight has gone on.
  var working = 0;
  function isOrder(event) { return event.detail.requestConfig && event.detail.requestConfig.verb === "post"; }
  function busy(on) {
    var panel = document.getElementById("pit"), note = document.getElementById("pit-busy");
    clearTimeout(working);
    if (!panel || !note) { return; }
    panel.setAttribute("aria-busy", String(on));
    if (on) { working = setTimeout(function () { note.hidden = false; }, 600); } else { note.hidden = true; }
  }
  function tell() {
    var heard = document.getElementById("pit-heard");
    var now = document.getElementById("pit-now"), next = document.querySelector(".pit-side h2");
    if (heard && now) { heard.textContent = (now.textContent + (next ? ". " + next.textContent : "")).replace(/\s+/g, " ").trim(); }
  }
  document.addEventListener("htmx:beforeRequest", function (event) { if (isOrder(event)) { busy(true); } });
  document.addEventListener("htmx:afterRequest", function (event) { if (isOrder(event)) { busy(false); } });
  document.addEventListener("htmx:beforeSwap", remember);

  function shown(key) { show(key); say(key); }
  function ready() {
    look(kept());
    unfold();
    if (!form()) { return; }
    var key = chosen();
    shown(key);
    if (key) { verdicts(key); }
  }
  document.addEventListener("change", function (event) {
    if (!event.target.form || event.target.form !== form()) { return; }
    if (event.target.name === "facing") { faced = true; }
    if (event.target.name === "order") { inwards(event.target); ready(); }
  });
  document.addEventListener("DOMContentLoaded", function () { ready(); lead(); });
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.target.id !== "pit" && event.target.id !== "replay") { return; }
    faced = false;
    ready();
    lead();
    move();
    if (event.target.id === "pit") { tell(); }
  });
  window.addEventListener("pageshow", ready);
})();
