// What happens: calls to the server, keys, focus. Nothing is kept here that the server lacks.

import * as draw from "./sheet.js";

const $ = (id) => document.getElementById(id);
const token = document.querySelector("meta[name=review-token]").content;
const FLAG_KINDS = Object.keys(draw.FLAGS);

let me = new URLSearchParams(location.search).get("as");
let sheet = null;
let active = 0;
let waiting = 0;
let jumped = -1;
let line = Promise.resolve(); // calls go out one after the other, so that the last answer wins

async function call(name, said) {
  const response = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-review-token": token },
    body: JSON.stringify(said),
  }).catch(() => null);
  if (response === null) throw new Error("The server does not answer. Is it still running?");
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) throw new Error(await response.text());
  const value = await response.json();
  if (!response.ok) throw new Error(value.problem);
  return value;
}

function inLine(work) {
  line = line.then(work).then(() => trouble(null), (error) => trouble(error.message));
  return line;
}

function trouble(text) {
  $("trouble").hidden = text === null;
  $("trouble").textContent = text ?? "";
}

const say = (text) => { $("status").textContent = text; };
const here = () => ({ reviewer: me, number: sheet.number });

function put(value) {
  sheet = value;
  const firstOpen = sheet?.members.findIndex((member) => member.chosen === null) ?? -1;
  active = Math.max(0, firstOpen);
  jumped = -1;
  $("bar").replaceChildren(...draw.bar({ reviewer: me, sheet, onkeys: showKeys }));
  document.body.classList.toggle("many", sheet?.members.length > 2);
  document.title = sheet ? `${draw.words(sheet.task)} · Review` : "Review";
  if (sheet === null) {
    $("main").replaceChildren(draw.finished());
    $("dock").replaceChildren();
  } else {
    $("main").replaceChildren(...draw.sheet(sheet));
    $("members").addEventListener("scroll", swiped, { passive: true });
    $("dock").replaceChildren(...draw.dock(sheet, {
      onchoose: choose, onmember: goTo, onenter: goOn, onflag: openFlag, onback: back, onjump: jump,
    }));
    refresh();
  }
  scrollTo({ top: 0, behavior: "instant" });
  document.querySelector("main h1").focus({ preventScroll: true });
}

function refresh() {
  draw.refresh(sheet, { active, waiting });
}

function goTo(place) {
  if (!sheet || place < 0 || place >= sheet.members.length) return;
  active = place;
  refresh();
  const members = $("members");
  members.scrollTo({ left: members.children[place].offsetLeft - members.offsetLeft });
}

function swiped(event) {
  const { scrollLeft, clientWidth, scrollWidth } = event.target;
  const place = Math.round(scrollLeft / clientWidth);
  const resting = Math.abs(scrollLeft - place * clientWidth) < 2;
  const oneAtATime = Math.abs(scrollWidth - event.target.children.length * clientWidth) < 2;
  if (oneAtATime && resting && place !== active) {
    active = place;
    refresh();
  }
}

function choose(place, k) {
  const member = sheet.members[place];
  const option = member?.options[k];
  if (!option || sheet.shown) return;
  const said = { ...here(), item: member.id, answer: option.key };
  const before = member.chosen;
  member.chosen = option.key;
  waiting += 1;
  const nextOpen = sheet.members.findIndex((other) => other.chosen === null);
  goTo(nextOpen >= 0 ? nextOpen : place);
  inLine(async () => {
    try {
      await call("answer", said);
      say(`${member.letter}: ${option.key}, stored`);
    } catch (error) {
      member.chosen = before;
      throw new Error(`${member.letter} is not stored. ${error.message}`);
    } finally {
      waiting -= 1;
      refresh();
    }
  });
}

function goOn() {
  if (!sheet) return;
  const open = sheet.members.findIndex((member) => member.chosen === null);
  if (open >= 0) {
    goTo(open);
    say(`${sheet.members[open].letter} has no answer yet`);
    return;
  }
  const was = sheet;
  inLine(async () => {
    if (sheet !== was || waiting) return; // a second Enter while the first is under way
    if (!sheet.shown) {
      put(await call("show", here()));
      say(sheet.members.map(({ letter, outcome }) =>
        `${letter}: ${outcome.answer}, ${outcome.right ? "as you said" : "not as you said"}`).join("; "));
    } else put((await call("next", here())).sheet);
  });
}

function back() {
  if (sheet?.number > 1) {
    const said = { reviewer: me, number: sheet.number - 1 };
    inLine(async () => put(await call("sheet", said)));
  }
}

function jump() {
  const decisive = document.querySelectorAll("#members .state mark.decisive");
  const marks = decisive.length ? decisive : document.querySelectorAll("#members .state mark");
  if (!marks.length) return;
  jumped = (jumped + 1) % marks.length;
  marks[jumped].scrollIntoView({ block: "center" });
}

function showKeys() {
  $("keys").showModal();
}

// The form for a flag: a member, a kind, a note.

function radios(fieldset, name, labels, chosen, onchange) {
  const legend = fieldset.querySelector("legend");
  fieldset.replaceChildren(legend, ...labels.map(([key, label], place) => draw.h("label", {},
    draw.h("input", { type: "radio", name, value: place, checked: place === chosen, onchange }),
    draw.h("kbd", { "aria-hidden": "true" }, key), draw.h("span", {}, label))));
}

const picked = (name) => Number(document.querySelector(`input[name=${name}]:checked`)?.value ?? -1);

function openFlag() {
  if (!sheet?.shown) {
    say("Answer every member and show the answers first");
    return;
  }
  const letters = sheet.members.map(({ letter, id }) => [letter, id]);
  const labels = FLAG_KINDS.map((kind, place) => [draw.numberKey(place), draw.FLAGS[kind]]);
  radios($("flag-members"), "flag-member", letters, active, fillFlag);
  radios($("flag-kinds"), "flag-kind", labels, -1, ready);
  fillFlag();
  $("flag").showModal();
  document.querySelector("input[name=flag-kind]").focus();
}

function fillFlag() {
  const flag = sheet.members[picked("flag-member")].outcome.flag;
  document.querySelectorAll("input[name=flag-kind]").forEach((box, place) => {
    box.checked = FLAG_KINDS[place] === flag?.kind;
  });
  $("flag-note").value = flag?.note ?? "";
  $("flag-withdraw").hidden = !flag;
  ready();
}

function ready() {
  $("flag-save").disabled = picked("flag-kind") < 0;
}

function saveFlag(kind) {
  const member = sheet.members[picked("flag-member")];
  const said = { ...here(), item: member.id, flag: kind, note: $("flag-note").value.trim() };
  inLine(async () => {
    const value = await call("flag", said);
    $("flag").close();
    put(value);
    goTo(sheet.members.findIndex(({ id }) => id === member.id));
    say(kind ? `Flag of ${member.letter} stored` : `Flag of ${member.letter} taken back`);
  });
}

$("flag-cancel").addEventListener("click", () => $("flag").close());
$("flag-save").addEventListener("click", () => saveFlag(FLAG_KINDS[picked("flag-kind")]));
$("flag-withdraw").addEventListener("click", () => saveFlag(null));
$("flag").addEventListener("keydown", (event) => {
  const writing = event.target.id === "flag-note";
  if (event.key === "Enter" && !event.shiftKey && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    if (!$("flag-save").disabled) $("flag-save").click();
  } else if (!writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const kind = "1234".indexOf(event.key);
    const member = sheet.members.findIndex(({ letter }) => letter === event.key.toUpperCase());
    if (kind >= 0 || member >= 0) {
      event.preventDefault();
      document.querySelectorAll(`input[name=${kind >= 0 ? "flag-kind" : "flag-member"}]`)[
        kind >= 0 ? kind : member].click();
      if (kind >= 0) $("flag-note").focus();
    }
  }
});

const KEYS = {
  Enter: goOn,
  ArrowLeft: () => goTo(active - 1),
  ArrowRight: () => goTo(active + 1),
  f: openFlag,
  j: jump,
  p: back,
  "?": showKeys,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!sheet || document.querySelector("dialog[open]")) return;
  const onRadio = event.target.type === "radio";
  if (event.key === "Enter" && event.target.closest("button, a")) return;
  if (onRadio && event.key.startsWith("Arrow")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const digit = "1234567890".indexOf(key);
  const member = sheet.members.findIndex(({ letter }) => letter.toLowerCase() === key);
  if (key.length === 1 && digit >= 0) choose(active, digit);
  else if (member >= 0) goTo(member);
  else if (KEYS[key]) KEYS[key]();
  else return;
  event.preventDefault();
});

async function start() {
  let problem = null;
  if (me !== null) {
    try {
      const entered = await call("enter", { reviewer: me });
      me = entered.reviewer;
      put(entered.sheet);
      return;
    } catch (error) {
      problem = error.message;
    }
  }
  me = null;
  $("bar").replaceChildren(...draw.bar({}));
  $("main").replaceChildren(draw.welcome(await call("overview", {}), problem));
  $("name").focus();
}

start().catch((error) => trouble(error.message));
