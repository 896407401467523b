"use strict";
// The leaderboard: filter by part of the track and by kind of system.
addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("board");
  const form = document.getElementById("filters");
  if (!table || !form) return;
  const fields = { part: form.elements.part, level: form.elements.level, kind: form.elements.kind, name: form.elements.name };
  const whole = new Map();
  for (const row of table.tBodies[0].rows) whole.set(row, [...row.cells].map((c) => [c.dataset.v ?? "", [...c.childNodes]]));

  function show() {
    const wanted = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));
    DP.setState(wanted);
    const part = [wanted.part, wanted.level && `level:${wanted.level}`].filter(Boolean).join("/");
    DP.load("board").then((board) => {
      let shown = 0;
      for (const [row, cells] of whole) {
        const { slug, kind } = row.dataset;
        const name = row.cells[0].dataset.v.toLowerCase();
        row.hidden = Boolean(wanted.kind && kind !== wanted.kind) || !name.includes(wanted.name.trim().toLowerCase());
        shown += !row.hidden;
        fill(row, cells, part ? board[slug][part] : null, part);
      }
      document.getElementById("shown").textContent = `${shown} of ${whole.size} systems`;
      const sorted = [...table.tHead.rows[0].cells].findIndex((cell) => cell.hasAttribute("aria-sort"));
      if (sorted >= 0) DP.sort(table, sorted, table.tHead.rows[0].cells[sorted].getAttribute("aria-sort") === "descending");
    });
  }

  /** The cells of one row: those of the whole track, or what is told of the part. */
  function fill(row, cells, cut, part) {
    [...row.cells].forEach((cell, at) => {
      const told = cut ? partly(cell.dataset.is, cut) : null;
      const [value, nodes] = cells[at];
      if (!part || !cell.dataset.is || cell.dataset.is === "same") {
        cell.dataset.v = value;
        cell.replaceChildren(...nodes);
      } else {
        cell.dataset.v = told ? told.value ?? "" : "";
        cell.replaceChildren(...(told ? told.nodes : ["–"]));
      }
    });
  }

  function partly(name, cut) {
    const text = (value, shown = DP.percent(value)) => ({ value, nodes: [shown] });
    switch (name) {
      case "rank": return DP.defined(cut.rank) ? text(cut.rank, String(cut.rank)) : null;
      case "pair": return { value: cut.pair[0], nodes: figure(cut.pair) };
      case "bar": return { value: cut.pair[0], nodes: whisker(cut.pair) };
      case "item": return { value: cut.item[0], nodes: figure(cut.item) };
      case "automation": return DP.defined(cut.automation) ? text(cut.automation) : null;
      case "failed": return DP.defined(cut.failed) ? text(cut.failed, String(cut.failed)) : null;
      default: return null;
    }
  }

  function figure([value, low, high]) {
    const range = DP.defined(low) ? DP.el("span", { class: "span" }, `[${DP.percent(low)}, ${DP.percent(high)}]`) : null;
    return [DP.percent(value), range].filter((node) => node !== null);
  }

  function whisker([value, low, high]) {
    if (!DP.defined(value)) return [];
    return [DP.el("span", { class: "whisker", "--low": low ?? value, "--high": high ?? value, "--value": value }, DP.el("i"), DP.el("b"))];
  }

  const start = DP.state();
  for (const [name, field] of Object.entries(fields)) {
    if (start.has(name)) field.value = start.get(name);
    field.addEventListener("input", show);
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(show));
  if ([...start.keys()].length) show();
});
