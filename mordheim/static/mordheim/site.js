// Loaded in the head and before anything is drawn, so that a remembered theme never flashes. All pages work without it.
(function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");

  // --- Theme
  function remembered() {
    try { return localStorage.getItem("theme"); } catch (refused) { return null; }
  }
  function remember(theme) {
    try { localStorage.setItem("theme", theme); } catch (refused) { /* private browsing */ }
  }
  var theme = remembered();
  if (theme === "light" || theme === "dark") { root.setAttribute("data-bs-theme", theme); }
  function shownTheme() {
    return root.getAttribute("data-bs-theme")
      || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  }

  document.addEventListener("click", function (event) {
    var toggle = event.target.closest("[data-theme-toggle]");
    if (toggle) {
      var next = shownTheme() === "dark" ? "light" : "dark";
      root.setAttribute("data-bs-theme", next);
      remember(next);
    }
    // An open tip closes when one taps elsewhere.
    document.querySelectorAll("details.tip[open]").forEach(function (tip) {
      if (!tip.contains(event.target)) { tip.open = false; }
    });
  });

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      document.querySelectorAll("details.tip[open], details.confirm[open]").forEach(function (open) {
        var held = open.contains(document.activeElement);
        open.open = false;
        if (held) { open.querySelector("summary").focus(); }
      });
      return;
    }
    // A face may be typed: a digit chooses it while any of the die's faces has the focus.
    var input = event.target.closest && event.target.closest(".die-input");
    if (input && /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey) {
      var face = input.querySelector('input[value="' + event.key + '"]');
      if (face && !face.disabled) {
        face.checked = true;
        face.focus();
        face.dispatchEvent(new Event("change", { bubbles: true }));
        event.preventDefault();
      }
    }
  });

  // --- A form is sent once, however often its button is tapped.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.method !== "post" || event.defaultPrevented) { return; }
    if (form.hasAttribute("data-sent")) { event.preventDefault(); return; }
    form.setAttribute("data-sent", "");
    // Coming back by the browser's history must find it usable again.
    setTimeout(function () { form.removeAttribute("data-sent"); }, 5000);
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-sent]").forEach(function (form) { form.removeAttribute("data-sent"); });
  });

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-print]")) { window.print(); }
  });

  // --- What went wrong on the way is said, and nothing that was typed is lost.
  function say(sentence) {
    var place = document.getElementById("trouble");
    if (place) { place.querySelector("[data-text]").textContent = sentence; place.hidden = false; }
  }
  document.addEventListener("htmx:sendError", function () {
    say("The server could not be reached. Nothing was changed; try again when you are connected.");
  });
  document.addEventListener("htmx:timeout", function () {
    say("The server took too long to answer. Load the page again to see whether your change arrived.");
  });
  document.addEventListener("htmx:responseError", function (event) {
    var status = event.detail.xhr.status;
    say(status === 403 ? "That is not allowed, or your session has ended. Load the page again and sign in."
      : status === 404 ? "That is no longer there. Load the page again to see how things stand."
      : "Something went wrong and nothing was changed. Try again, or load the page again.");
  });
  document.addEventListener("htmx:beforeRequest", function () {
    var place = document.getElementById("trouble");
    if (place) { place.hidden = true; }
  });
})();
