// What is unfolded near the foot of the page stands whole above the bar: a grid of squares, a question, a form.
(function () {
  "use strict";

  document.addEventListener("toggle", function (event) {
    var opened = event.target;
    if (opened.open && opened.matches(".hit-page details")) { opened.scrollIntoView({ block: "nearest" }); }
  }, true);
})();
