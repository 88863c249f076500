document.documentElement.classList.add("js");
document.querySelectorAll("th[data-s]").forEach(function (th) {
  var up = false;
  th.tabIndex = 0;
  function sort() {
    var body = th.closest("table").tBodies[0], at = th.cellIndex;
    up = !up;
    function key(tr) {
      var td = tr.cells[at], v = td.dataset.v === undefined ? td.textContent : td.dataset.v;
      return th.dataset.s === "n" ? (v === "" || isNaN(v) ? -1 : +v) : v;
    }
    Array.from(body.rows).sort(function (a, b) {
      var x = key(a), y = key(b);
      return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
    }).forEach(function (tr) { body.appendChild(tr); });
    th.parentNode.querySelectorAll("th").forEach(function (o) { o.removeAttribute("aria-sort"); });
    th.setAttribute("aria-sort", up ? "ascending" : "descending");
  }
  th.addEventListener("click", sort);
  th.addEventListener("keydown", function (e) { if (e.key === "Enter") sort(); });
});
