// A click on a column's head sorts the table by that column, a second click turns it round.
for (const head of document.querySelectorAll("th[data-sort]")) {
  const sort = () => {
    const table = head.closest("table"), body = table.tBodies[0];
    const column = [...head.parentNode.children].indexOf(head);
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => Number(row.children[column].dataset.value);
    const rows = [...body.rows].sort((a, b) => (down ? value(b) - value(a) : value(a) - value(b)));
    body.append(...rows);
  };
  head.tabIndex = 0;
  head.addEventListener("click", sort);
  head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
}
