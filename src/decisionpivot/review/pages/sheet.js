// What is drawn. Texts of items and names reach the page as text nodes alone, never as markup.

export const FLAGS = {
  wrong_answer: "Wrong answer",
  ambiguous: "Ambiguous",
  odd_wording: "Odd wording",
  other: "Other",
};

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

export const words = (name) => name.replaceAll("_", " ");
const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
export const numberKey = (place) => (place < 9 ? String(place + 1) : place === 9 ? "0" : "");

function hint(place) {
  return numberKey(place) && h("kbd", { "aria-hidden": "true" }, numberKey(place));
}

export function meter({ groups, once, twice }) {
  const label = `${twice} of ${counted(groups, "group")} have two reviews, ${once - twice} have one`;
  const bar = h("span", { class: "meter", role: "img", "aria-label": label, title: label });
  for (const [kind, count] of [["twice", twice], ["once", once - twice]]) {
    const part = h("span", { class: kind });
    part.style.width = `${(100 * count) / groups}%`;
    bar.append(part);
  }
  return bar;
}

export function total(progress) {
  const sum = (key) => progress.reduce((before, row) => before + row[key], 0);
  return { groups: sum("groups"), once: sum("once"), twice: sum("twice"), own: sum("own") };
}

export function bar({ reviewer, sheet, onkeys }) {
  const all = sheet && total(sheet.progress);
  return [
    h("a", { href: "/", class: "brand", title: "All families and reviewers" }, "Review"),
    sheet && h("p", { class: "where" },
      h("b", {}, words(sheet.task)),
      h("span", {}, [sheet.level && `level ${sheet.level}`, sheet.domain].filter(Boolean).join(" · ")),
    ),
    h("span", { class: "gap" }),
    sheet && h("span", { class: "count" }, meter(all),
      h("span", {}, `${all.twice.toLocaleString("en")} of ${all.groups.toLocaleString("en")} twice, ` +
        `${all.own.toLocaleString("en")} by you`)),
    reviewer && h("span", { class: "who" }, reviewer),
    reviewer && h("button", { type: "button", onclick: onkeys, "aria-label": "Keys" }, "?"),
  ].filter(Boolean);
}

export function welcome({ reviewers, progress }, problem) {
  const all = total(progress);
  return h("div", { class: "welcome" },
    h("section", { class: "card" },
      h("h1", {}, "Who is reviewing?"),
      problem && h("p", { class: "problem", role: "alert" }, problem),
      h("form", { action: "/", method: "get" },
        h("label", { for: "name" }, "Your name"),
        h("div", { class: "row" },
          h("input", { id: "name", name: "as", required: true, maxlength: 40, autocomplete: "off" }),
          h("button", { class: "main" }, "Start")),
      ),
      reviewers.length > 0 && h("p", { class: "names" }, "Go on as",
        reviewers.map((name) => h("a", { href: `/?as=${encodeURIComponent(name)}` }, name))),
      h("p", { class: "soft" }, "You see cases that differ in little and decide each before you ",
        "are told the benchmark's answer. Every answer is stored as you give it: leave at any ",
        "time and go on later under the same name."),
    ),
    h("section", { class: "card" },
      h("h2", {}, `${all.twice.toLocaleString("en")} of ${counted(all.groups, "group")} reviewed twice`),
      h("table", {},
        h("thead", {}, h("tr", {}, ["family", "", "once", "twice", "groups"].map((title) =>
          title ? h("th", { scope: "col" }, title) : h("td", {})))),
        h("tbody", {}, progress.map((row) => h("tr", {},
          h("th", { scope: "row" }, words(row.task)),
          h("td", { class: "wide" }, meter(row)),
          [row.once, row.twice, row.groups].map((n) =>
            h("td", {}, n.toLocaleString("en"))))))),
    ),
  );
}

export function finished(progress) {
  return h("div", { class: "welcome" }, h("section", { class: "card" },
    h("h1", { tabindex: -1 }, "You have reviewed every group"),
    h("p", {}, "Thank you. There is nothing left for you here."),
    h("p", {}, h("a", { href: "/" }, "All families and reviewers"))));
}

const asked = (member) => JSON.stringify([member.question, member.options]);

function question(member, level) {
  return [
    h(level, { tabindex: -1, class: "question" }, member.question),
    h("ol", { class: "options" }, member.options.map((option, place) =>
      h("li", {}, hint(place), h("span", {}, h("b", {}, option.key),
        option.meaning ? ` ${option.meaning}` : "")))),
  ];
}

export function sheet(value) {
  const shared = value.members.every((member) => asked(member) === asked(value.members[0]));
  const members = h("div", { class: "members", id: "members" },
    value.members.map((member) => article(member, shared)));
  members.style.setProperty("--members", value.members.length);
  return [
    h("section", { class: "ask" }, shared
      ? question(value.members[0], "h1")
      : h("h1", { tabindex: -1 }, "One question for each member")),
    members,
  ];
}

function article(member, shared) {
  const outcome = member.outcome;
  return h("article", { id: `member-${member.letter}`, "aria-label": `Member ${member.letter}`,
    class: outcome && (outcome.right ? "right" : "wrong") },
    h("header", {},
      h("span", { class: "letter" }, member.letter),
      outcome && verdict(member, outcome),
      h("span", { class: "id" }, member.id)),
    outcome && decides(outcome),
    outcome?.flag && h("p", { class: "flagged" }, h("b", {}, FLAGS[outcome.flag.kind]),
      outcome.flag.note && ` ${outcome.flag.note}`,
      outcome.flag.settled && h("span", { class: "soft" }, ` Settled: ${outcome.flag.settled}`)),
    !shared && h("section", { class: "ask" }, question(member, "h2")),
    h("div", { class: member.structured ? "state structured" : "state" },
      member.state.map(([text, mark]) => (mark ? h("mark", { class: mark }, text) : text))),
  );
}

function verdict(member, outcome) {
  return h("span", { class: "verdict" }, "Answer ", h("b", {}, outcome.answer),
    outcome.right ? ". You agree." : `. You said ${member.chosen}.`);
}

function decides({ pivot }) {
  if (!pivot) return null;
  const value = h("mark", { class: "decisive" }, pivot.to);
  return h("p", { class: "decides" }, pivot.from === pivot.to
    ? [h("span", { class: "soft" }, "Decisive fact, as the group starts: "), value]
    : [h("span", { class: "soft" }, `Decisive change (${words(pivot.kind)}): `),
      h("del", {}, pivot.from), " → ", value]);
}

// The dock is drawn once for a group and kept up to date in place: what is drawn anew while
// somebody presses a button on it swallows the click.
export function dock(value, { onchoose, onmember, onenter, onflag, onback, onjump }) {
  const rows = h("div", { class: "rows", hidden: value.shown }, value.members.map((member, place) =>
    choices(member, place, onchoose, onmember)));
  rows.style.setProperty("--members", value.members.length);
  return [
    h("div", { class: "tabs" }, value.members.map((member, place) =>
      h("button", { type: "button", id: `tab-${place}`, onclick: () => onmember(place) },
        member.letter, h("span")))),
    rows,
    h("div", { class: "actions" },
      h("span", { class: "soft says" }),
      value.number > 1 && h("button", { type: "button", id: "back", onclick: onback },
        "Previous ", h("kbd", { "aria-hidden": "true" }, "P")),
      value.shown && h("button", { type: "button", id: "jump", onclick: onjump },
        "Change ", h("kbd", { "aria-hidden": "true" }, "J")),
      value.shown && h("button", { type: "button", id: "raise", onclick: onflag },
        "Flag ", h("kbd", { "aria-hidden": "true" }, "F")),
      h("button", { type: "button", class: "main", id: "go", onclick: onenter },
        value.shown ? "Next group " : "Show the answers ", h("kbd", { "aria-hidden": "true" }, "Enter"))),
  ];
}

export function refresh(value, { active, waiting }) {
  const left = value.members.filter((member) => member.chosen === null).length;
  value.members.forEach((member, place) => {
    const tab = document.getElementById(`tab-${place}`);
    tab.setAttribute("aria-pressed", String(place === active));
    tab.lastChild.textContent = member.chosen === null ? "" : ` ${member.chosen}`;
    document.getElementById(`choices-${place}`).classList.toggle("active", place === active);
    document.getElementById(`member-${member.letter}`).classList.toggle("active", place === active);
    member.options.forEach((option, k) => {
      document.getElementById(`option-${place}-${k}`).checked = member.chosen === option.key;
    });
  });
  document.querySelector(".says").textContent = value.shown ? reviewed(value)
    : waiting ? "Storing …"
    : left ? `${counted(left, "answer")} to go` : "All stored. You may still change them.";
  document.getElementById("go").disabled = !value.shown && (left > 0 || waiting > 0);
}

function reviewed(value) {
  const right = value.members.filter((member) => member.outcome.right).length;
  return `${right} of ${value.members.length} as the benchmark says`;
}

function choices(member, place, onchoose, onmember) {
  return h("fieldset", { class: "chips", id: `choices-${place}`, onfocusin: () => onmember(place) },
    h("legend", {}, member.letter),
    member.options.map((option, k) => h("label", { title: option.meaning },
      h("input", { type: "radio", name: `member-${place}`, id: `option-${place}-${k}`,
        onchange: () => onchoose(place, k) }),
      hint(k), h("span", {}, option.key))));
}
