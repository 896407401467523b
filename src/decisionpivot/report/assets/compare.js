"use strict";
// Two systems against each other, from the matched resamples that the scorer drew.
addEventListener("DOMContentLoaded", async () => {
  const form = document.getElementById("choose");
  if (!form) return;
  const [a, b] = [form.elements.a, form.elements.b];
  const status = document.getElementById("status");
  const TAIL = 0.025, SHOWN = 40;
  const wanted = DP.state();
  if (wanted.has("a")) a.value = wanted.get("a");
  if (wanted.has("b")) b.value = wanted.get("b");
  let turn = 0;

  /** numpy's linear quantile of sorted values. */
  function quantile(sorted, q) {
    const at = q * (sorted.length - 1), low = Math.floor(at), high = Math.min(low + 1, sorted.length - 1);
    const [x, y, t] = [sorted[low], sorted[high], at - low];
    return t >= 0.5 ? y - (y - x) * (1 - t) : x + (y - x) * t;
  }

  function difference(first, second) {
    const gaps = first.map((value, n) => DP.defined(value) && DP.defined(second[n]) ? value - second[n] : null);
    const drawn = gaps.slice(1).filter(DP.defined).sort((x, y) => x - y);
    return {
      first: first[0], second: second[0], difference: gaps[0],
      low: drawn.length ? quantile(drawn, TAIL) : null, high: drawn.length ? quantile(drawn, 1 - TAIL) : null,
    };
  }

  const name = (select) => select.selectedOptions[0].textContent;

  async function show() {
    const mine = ++turn;
    DP.setState({ a: a.value, b: b.value });
    status.textContent = "Loading …";
    try {
      const [index, outcomes, ours, theirs, specs] = await Promise.all([
        DP.load("index"), DP.load("outcomes"), DP.load(`resamples/${a.value}`), DP.load(`resamples/${b.value}`), DP.load("charts/compare"),
      ]);
      if (mine !== turn) return;
      const rows = index.figures.map((figure) => ({ ...figure, ...difference(ours[figure.path], theirs[figure.path]) }));
      figures(rows);
      await forest(rows, specs.forest);
      contests(index, outcomes);
      status.textContent = "";
      await disagreement(index, mine);
    } catch (error) {
      status.textContent = `This comparison cannot be shown: ${error.message}`;
    }
  }

  function figures(rows) {
    const body = document.getElementById("differences").tBodies[0];
    body.replaceChildren(...rows.map((row) => {
      const clear = DP.defined(row.low) && (row.low > 0 || row.high < 0);
      return DP.el("tr", { "data-path": row.path, "data-difference": row.difference, "data-low": row.low, "data-high": row.high },
        DP.el("th", { scope: "row" }, row.title),
        DP.el("td", {}, DP.percent(row.first)), DP.el("td", {}, DP.percent(row.second)),
        DP.el("td", { style: clear ? "font-weight:650" : null }, DP.signed(row.difference)),
        DP.el("td", {}, DP.defined(row.low) ? `[${DP.signed(row.low)}, ${DP.signed(row.high)}]` : "n/a"));
    }));
    for (const [id, select] of [["first", a], ["second", b]]) document.getElementById(id).textContent = name(select);
  }

  async function forest(rows, spec) {
    const values = rows.filter((row) => row.plotted && DP.defined(row.low)).map(({ title, difference, low, high }) => ({ figure: title, difference, low, high }));
    const own = { ...spec, title: `${name(a)} minus ${name(b)}`, datasets: { ...spec.datasets, rows: values } };
    await DP.draw(document.getElementById("forest"), own);
  }

  /** Groups that both, one or neither answered right in every member. */
  function contests(index, outcomes) {
    const body = document.getElementById("contests").tBodies[0];
    const total = [0, 0, 0, 0];
    const rows = index.shelves.filter((shelf) => shelf.track !== "reference").map((shelf) => {
      const count = [0, 0, 0, 0];
      const [x, y] = [outcomes[a.value]?.[shelf.name], outcomes[b.value]?.[shelf.name]];
      if (!x || !y) return null;
      let at = 0;
      for (const size of shelf.sizes) {
        const right = [x, y].map((marks) => [...marks.slice(at, at + size)].every((mark) => mark === "1"));
        count[right[0] ? (right[1] ? 0 : 1) : right[1] ? 2 : 3] += 1;
        at += size;
      }
      count.forEach((value, n) => { total[n] += value; });
      return line(shelf.name, count);
    });
    body.replaceChildren(line("all", total), ...rows.filter(Boolean));
  }

  function line(title, count) {
    return DP.el("tr", {}, DP.el("th", { scope: "row" }, title), ...count.map((value) => DP.el("td", {}, value.toLocaleString("en"))));
  }

  /** The groups in which the probabilities differ most: mean over members of half the absolute differences. */
  async function disagreement(index, mine) {
    const found = [];
    const note = document.getElementById("apart-status");
    for (const shelf of index.shelves.filter((own) => own.track !== "reference")) {
      note.textContent = `Reading ${shelf.name} …`;
      const [x, y] = await Promise.all([a, b].map((s) => DP.load(`answers/${s.value}/${shelf.file}`)));
      if (mine !== turn) return;
      let at = 0;
      shelf.ids.forEach((id, n) => {
        const size = shelf.sizes[n];
        let apart = 0, told = 0;
        for (let m = at; m < at + size; m += 1) {
          if (!Array.isArray(x[m]) || !Array.isArray(y[m])) continue;
          apart += x[m].reduce((sum, p, k) => sum + Math.abs(p - y[m][k]), 0) / 2;
          told += 1;
        }
        at += size;
        if (told) found.push({ id, task: shelf.name, level: shelf.levels[n], apart: apart / told });
      });
    }
    found.sort((p, q) => q.apart - p.apart || (p.id < q.id ? -1 : 1));
    note.textContent = "";
    document.getElementById("apart").tBodies[0].replaceChildren(...found.slice(0, SHOWN).map((group) =>
      DP.el("tr", {},
        DP.el("th", { scope: "row" }, DP.el("a", { href: `items.html#${new URLSearchParams({ group: group.id, show: `${a.value},${b.value}` })}` }, group.id)),
        DP.el("td", {}, group.task), DP.el("td", {}, DP.defined(group.level) ? String(group.level) : "–"), DP.el("td", {}, DP.percent(group.apart)))));
  }

  for (const select of [a, b]) select.addEventListener("input", show);
  document.getElementById("swap").addEventListener("click", () => { [a.value, b.value] = [b.value, a.value]; show(); });
  addEventListener("hashchange", () => {
    const now = DP.state();
    if (now.get("a") !== a.value || now.get("b") !== b.value) { a.value = now.get("a"); b.value = now.get("b"); show(); }
  });
  show();
});
