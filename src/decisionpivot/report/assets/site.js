"use strict";
// What all pages share: data that comes as scripts, figures as text, plots, sortable tables.
const DP = (() => {
  const root = document.documentElement.dataset.root;
  const held = new Map(), waiting = new Map(), asked = new Map();

  /** Data files call this. */
  function put(name, value) {
    held.set(name, value);
    const resolve = waiting.get(name);
    if (resolve) { waiting.delete(name); resolve(value); }
  }

  /** Load data/<name>.js once; a page opened from disk may run scripts but fetch nothing. */
  function load(name, file = name) {
    if (held.has(name)) return Promise.resolve(held.get(name));
    if (!asked.has(name)) {
      asked.set(name, new Promise((resolve, reject) => {
        waiting.set(name, resolve);
        script(`data/${file}.js`).catch(reject);
      }));
    }
    return asked.get(name);
  }

  function script(path) {
    return new Promise((resolve, reject) => {
      const tag = document.createElement("script");
      tag.src = root + path.split("/").map(encodeURIComponent).join("/");
      tag.onload = resolve;
      tag.onerror = () => reject(new Error(`${path} cannot be read`));
      document.head.append(tag);
    });
  }

  /** An element with text; never with markup. */
  function el(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (key.startsWith("--")) made.style.setProperty(key, value);
      else made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  const defined = (value) => value !== null && value !== undefined && !Number.isNaN(value);
  const percent = (value) => defined(value) ? (100 * value).toFixed(1) : "n/a";
  const signed = (value) => defined(value) ? (value < 0 ? "−" : "+") + Math.abs(100 * value).toFixed(1) : "n/a";

  /** The parameters after the #, as in #task=log_claim&level=2. */
  const state = () => new URLSearchParams(location.hash.slice(1));
  function setState(values, { push = false } = {}) {
    const text = new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();
    history[push ? "pushState" : "replaceState"](null, "", text ? `#${text}` : location.pathname + location.search);
  }

  let vega = null;
  async function draw(element, spec) {
    vega ??= script("assets/vega.js");
    await vega;
    // ast: expressions are interpreted, so that the page needs no evaluation of text as code
    const made = await window.vegaEmbed(element, spec, { actions: false, renderer: "svg", ast: true });
    element.dataset.drawn = "yes";
    return made.view;
  }

  /** Draw the plots of the page when they come into view. */
  function plots() {
    const seen = new IntersectionObserver((entries) => {
      for (const entry of entries.filter((e) => e.isIntersecting)) {
        seen.unobserve(entry.target);
        const { file, chart } = entry.target.dataset;
        load(file).then((specs) => draw(entry.target, specs[chart])).then((view) => {
          view.addEventListener("click", (event, item) => {
            if (item?.datum?.group) location.href = `${root}items.html#group=${encodeURIComponent(item.datum.group)}`;
          });
        }).catch((error) => { entry.target.textContent = `The plot cannot be drawn: ${error.message}`; });
      }
    }, { rootMargin: "200px" });
    for (const element of document.querySelectorAll(".chart[data-chart]")) seen.observe(element);
  }

  /** Sort a table's rows by the data-v of a column; undefined values come last. */
  function sort(table, column, descending) {
    const body = table.tBodies[0];
    const value = (row) => row.cells[column].dataset.v ?? "";
    const number = (text) => text === "" ? null : Number(text);
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const [m, n] = [number(x), number(y)];
      if (x !== "" && y !== "" && Number.isFinite(m) && Number.isFinite(n)) return descending ? n - m : m - n;
      if (x === "" || y === "") return (x === "") - (y === "");
      return descending ? y.localeCompare(x) : x.localeCompare(y);
    });
    body.append(...rows);
    [...table.tHead.rows[0].cells].forEach((cell, at) => {
      if (at === column) cell.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
  }

  function sortable(table) {
    [...table.tHead.rows[0].cells].forEach((cell, column) => {
      cell.querySelector("button")?.addEventListener("click", () => {
        const first = cell.dataset.first === "ascending";
        const now = cell.getAttribute("aria-sort");
        sort(table, column, now ? now === "ascending" : !first);
      });
    });
  }

  return { put, load, el, percent, signed, defined, state, setState, draw, plots, sort, sortable, root };
})();
addEventListener("DOMContentLoaded", () => {
  DP.plots();
  for (const table of document.querySelectorAll("table.sortable")) DP.sortable(table);
});
