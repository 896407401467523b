"use strict";
// The item browser: filters, a list of groups, and one group with its members side by side.
addEventListener("DOMContentLoaded", async () => {
  const form = document.getElementById("filters");
  if (!form) return;
  const FIELDS = ["task", "level", "kind", "domain", "system", "outcome", "text"];
  const CHUNK = 200, COLUMNS = 8;
  const list = document.getElementById("groups"), count = document.getElementById("count");
  const view = document.getElementById("group");
  const [index, outcomes] = await Promise.all([DP.load("index"), DP.load("outcomes")]);
  const shelves = new Map(index.shelves.map((shelf) => [shelf.name, shelf]));
  // Without a chosen task: the families; of public sets alone, all of them.
  const families = index.shelves.filter((shelf) => shelf.track !== "reference");
  const whole = families.length ? families : index.shelves;
  const home = new Map();
  for (const shelf of index.shelves) shelf.ids.forEach((id, n) => home.set(id, [shelf.name, n]));
  for (const shelf of index.shelves) {
    let at = 0;
    shelf.starts = shelf.sizes.map((size) => { const start = at; at += size; return start; });
  }
  let found = [], current = null, turn = 0, shownSystems = null;

  const field = (name) => form.elements[name].value.trim();
  const items = (shelf) => DP.load(`items/${shelf.name}`, `items/${shelf.file}`);

  /** The marks of a group's members: 1 right, 0 wrong, f failed. */
  function marksOf(system, shelf, n) {
    return outcomes[system]?.[shelf.name]?.slice(shelf.starts[n], shelf.starts[n] + shelf.sizes[n]) ?? "";
  }

  const OUTCOMES = {
    right: (marks) => marks !== "" && !/[^1]/.test(marks),
    wrong: (marks) => /[0f]/.test(marks),
    failed: (marks) => marks.includes("f"),
    yes: (marks, gold) => pair(marks, gold) === "10",
    no: (marks, gold) => pair(marks, gold) === "01",
    reversed: (marks, gold) => pair(marks, gold) === "00",
  };
  /** The marks of the positive and the negative member of a pair of yes/no items. */
  function pair(marks, gold) {
    const [yes, no] = [gold.indexOf("y"), gold.indexOf("n")];
    return gold.length === 2 && yes >= 0 && no >= 0 ? marks[yes] + marks[no] : "";
  }

  function matches(shelf, n) {
    const level = field("level"), kind = field("kind"), domain = field("domain");
    if (level && String(shelf.levels[n]) !== level) return false;
    if (kind && !shelf.kinds[n].includes(kind)) return false;
    if (domain && shelf.domains[n] !== domain) return false;
    const [system, outcome] = [field("system"), field("outcome")];
    if (!outcome) return true;
    const gold = shelf.gold.slice(shelf.starts[n], shelf.starts[n] + shelf.sizes[n]);
    const systems = system ? [system] : index.systems.filter((own) => own.role === "system").map((own) => own.slug);
    const told = systems.map((slug) => marksOf(slug, shelf, n)).filter(Boolean);
    return told.length > 0 && told.every((marks) => OUTCOMES[outcome](marks, gold));
  }

  function contains(group, needle) {
    if (group.id.toLowerCase().includes(needle) || group.question.toLowerCase().includes(needle)) return true;
    return group.members.some((m) => m.id.toLowerCase().includes(needle) || (m.state ?? []).map(([part]) => part).join("").toLowerCase().includes(needle));
  }

  async function filter() {
    const mine = ++turn;
    remember();
    const needle = field("text").toLowerCase();
    const searched = field("task") ? [shelves.get(field("task"))] : whole;
    found = [];
    for (const shelf of searched) {
      let rows = shelf.ids.map((_, n) => n).filter((n) => matches(shelf, n));
      if (needle && home.has(field("text"))) rows = rows.filter((n) => shelf.ids[n] === field("text"));
      else if (needle && rows.length) {
        count.textContent = `Searching ${shelf.name} …`;
        const groups = await items(shelf);
        if (mine !== turn) return;
        rows = rows.filter((n) => contains(groups[n], needle));
      }
      found.push(...rows.map((n) => [shelf, n]));
    }
    list.replaceChildren();
    more();
    const total = searched.reduce((sum, shelf) => sum + shelf.ids.length, 0);
    count.textContent = `${found.length.toLocaleString("en")} of ${total.toLocaleString("en")} groups`;
    if (!current && found.length) open(found[0][0], found[0][1], { push: false });
    if (!current && !found.length) view.replaceChildren(DP.el("p", { class: "soft" }, "No group fits. Loosen a filter."));
  }

  /** Add the next groups to the list; it grows as it is scrolled. */
  function more() {
    const from = list.children.length;
    list.append(...found.slice(from, from + CHUNK).map(([shelf, n]) => {
      const facts = [DP.defined(shelf.levels[n]) && `level ${shelf.levels[n]}`, shelf.kinds[n].join(", "), shelf.domains[n]].filter(Boolean).join(" · ");
      const button = DP.el("button", { type: "button", "data-id": shelf.ids[n], onclick: () => open(shelf, n) }, shelf.ids[n], DP.el("small", {}, facts));
      if (current === shelf.ids[n]) button.setAttribute("aria-current", "true");
      return DP.el("li", {}, button);
    }));
  }
  list.parentElement.addEventListener("scroll", ({ target }) => {
    if (target.scrollTop + target.clientHeight > target.scrollHeight - 300 && list.children.length < found.length) more();
  });

  function remember(options) {
    const values = Object.fromEntries(FIELDS.map((name) => [name, field(name)]));
    DP.setState({ ...values, show: shownSystems?.join(","), group: current }, options);
  }

  async function open(shelf, n, { push = true } = {}) {
    current = shelf.ids[n];
    remember({ push });
    for (const button of list.querySelectorAll("button")) {
      if (button.dataset.id === current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const systems = shown(shelf);
    const [groups, ...answers] = await Promise.all([items(shelf), ...systems.map((own) => DP.load(`answers/${own.slug}/${shelf.file}`))]);
    if (current !== shelf.ids[n]) return;
    draw(shelf, n, groups[n], systems, answers);
  }

  /** The systems whose answers are shown: those asked for, else the first ones that have some. */
  function shown(shelf) {
    const having = index.systems.filter((own) => outcomes[own.slug]?.[shelf.name]);
    const asked = shownSystems ?? [field("system")].filter(Boolean);
    const first = having.filter((own) => asked.includes(own.slug));
    if (shownSystems && first.length) return first;
    return [...first, ...having.filter((own) => !asked.includes(own.slug))].slice(0, COLUMNS);
  }

  function draw(shelf, n, group, systems, answers) {
    const facts = [group.level && `level ${group.level}`, group.domain, group.interpretation].filter(Boolean).join(" · ");
    const members = group.members.map((member, m) => memberView(shelf, n, group, member, m, systems, answers));
    const body = DP.el("div", { class: "members" }, ...members);
    const at = found.findIndex(([own, row]) => own === shelf && row === n);
    const step = (by, text) => DP.el("button", { type: "button", class: "do", disabled: !found[at + by], onclick: () => open(...found[at + by]) }, text);
    view.replaceChildren(
      DP.el("h2", { id: "group-title", tabindex: "-1" }, group.id),
      DP.el("p", { class: "soft" }, [shelf.name, facts].filter(Boolean).join(" · ")),
      DP.el("p", {}, step(-1, "← previous"), " ", step(1, "next →"), " ", DP.el("span", { class: "soft" }, DP.el("kbd", {}, "k"), " ", DP.el("kbd", {}, "j"))),
      group.question ? DP.el("p", {}, DP.el("strong", {}, group.question)) : "",
      meanings(group),
      shelf.source ? DP.el("p", { class: "soft" }, shelf.source) : "",
      shelf.warning && group.members[0].state ? DP.el("details", {}, DP.el("summary", {}, `${shelf.warning} Show the texts.`), body) : body,
      systemChoice(shelf, systems),
    );
    for (const state of view.querySelectorAll("div.state")) {
      const first = state.querySelector("mark.decisive") ?? state.querySelector("mark");
      if (first) state.scrollTop = first.offsetTop - state.clientHeight / 3;
    }
  }

  function meanings(group) {
    const told = group.options.filter(([, meaning]) => meaning);
    return told.length ? DP.el("ul", { class: "soft" }, ...told.map(([key, meaning]) => DP.el("li", {}, DP.el("code", {}, key), ` ${meaning}`))) : "";
  }

  function memberView(shelf, n, group, member, m, systems, answers) {
    const text = (member.state ?? []).map(([part, mark]) => mark ? DP.el("mark", { class: mark }, part) : part);
    const state = DP.el("div", { class: "state", tabindex: "0", "aria-label": `state of ${member.id}` }, ...text);
    const change = member.was !== undefined && member.was !== null && member.was !== member.now
      ? DP.el("span", { class: "soft" }, `${member.kind}: ${member.was} → ${member.now}`)
      : DP.el("span", { class: "soft" }, member.kind ?? "");
    return DP.el("article", { class: "member", "aria-label": member.id },
      DP.el("header", {}, DP.el("code", {}, member.id), DP.el("span", { class: "answer" }, `answer: ${member.answer ?? "n/a"}`), change),
      member.question ? DP.el("p", { class: "state" }, member.question) : "",
      member.state ? state : DP.el("p", { class: "state soft" }, "The text is not part of this site."),
      odds(shelf, n, group, member, m, systems, answers));
  }

  /** The probabilities of every system for one member. */
  function odds(shelf, n, group, member, m, systems, answers) {
    const options = member.options ?? group.options;
    const at = shelf.starts[n] + m;
    return DP.el("div", { class: "wide" }, DP.el("table", { class: "odds" },
      DP.el("thead", {}, DP.el("tr", {}, DP.el("th", { scope: "col" }, "system"), ...options.map(([key]) => DP.el("th", { scope: "col" }, key)))),
      DP.el("tbody", {}, ...systems.map((own, s) => {
        const p = answers[s][at];
        const head = DP.el("th", { scope: "row" }, DP.el("a", { href: `systems/${own.slug}.html` }, own.name));
        if (!Array.isArray(p)) {
          const reply = p.reply ? DP.el("details", {}, DP.el("summary", {}, "reply"), DP.el("pre", {}, p.reply)) : "";
          return DP.el("tr", {}, head, DP.el("td", { class: "failed", colspan: options.length }, `failed: ${p.error} ${p.detail ?? ""}`, reply));
        }
        const top = p.indexOf(Math.max(...p));
        const right = marksOf(own.slug, shelf, n)[m] === "1";
        return DP.el("tr", {}, head, ...p.map((value, k) => DP.el("td", { class: k === top ? (right ? "said-right" : "said-wrong") : null },
          value.toFixed(3), k === top ? DP.el("span", { class: "sr" }, right ? " (chosen, right)" : " (chosen, wrong)") : null)));
      }))));
  }

  function systemChoice(shelf, systems) {
    const having = index.systems.filter((own) => outcomes[own.slug]?.[shelf.name]);
    const chosen = new Set(systems.map((own) => own.slug));
    const boxes = having.map((own) => DP.el("label", {}, DP.el("input", {
      type: "checkbox", checked: chosen.has(own.slug), onchange: ({ target }) => {
        if (target.checked) chosen.add(own.slug); else chosen.delete(own.slug);
        shownSystems = having.filter((s) => chosen.has(s.slug)).map((s) => s.slug);
        const [name, row] = home.get(current);
        open(shelves.get(name), row, { push: false });
      },
    }), ` ${own.name} `));
    return DP.el("details", {}, DP.el("summary", {}, `Systems shown: ${systems.length} of ${having.length}`), ...boxes);
  }

  /** Offer the kinds and domains of the chosen task. */
  function offer() {
    const chosen = field("task") ? [shelves.get(field("task"))] : whole;
    for (const [name, values] of [["kind", chosen.flatMap((s) => s.kinds.flat())], ["domain", chosen.flatMap((s) => s.domains)]]) {
      const select = form.elements[name], kept = select.value;
      const known = [...new Set(values.filter(Boolean))].sort();
      select.replaceChildren(DP.el("option", { value: "" }, "any"), ...known.map((value) => DP.el("option", { value }, value)));
      select.value = known.includes(kept) ? kept : "";
    }
  }

  /** Take filters and group from the address. */
  function restore() {
    const now = DP.state();
    form.elements.task.value = shelves.has(now.get("task")) ? now.get("task") : "";
    offer();
    for (const name of FIELDS.slice(1)) form.elements[name].value = now.get(name) ?? "";
    for (const name of FIELDS) if (form.elements[name].selectedIndex === -1) form.elements[name].selectedIndex = 0;
    shownSystems = now.get("show")?.split(",") ?? null;
    current = home.has(now.get("group")) ? now.get("group") : null;
    if (current) { const [name, n] = home.get(current); open(shelves.get(name), n, { push: false }); }
    filter();
  }

  let typing = null;
  form.addEventListener("input", ({ target }) => {
    if (target.name === "task") offer();
    current = null;
    clearTimeout(typing);
    typing = setTimeout(filter, target.name === "text" ? 250 : 0);
  });
  form.addEventListener("reset", () => setTimeout(() => { shownSystems = null; current = null; offer(); filter(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", restore);
  addEventListener("popstate", restore);
  addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { j: 1, k: -1 }[event.key];
    if (event.key === "/") { event.preventDefault(); form.elements.text.focus(); }
    const at = found.findIndex(([shelf, n]) => shelf.ids[n] === current);
    if (by && found[at + by]) open(...found[at + by]);
  });
  restore();
});
