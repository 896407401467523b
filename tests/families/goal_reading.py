"""The store, the steps and the goal of a goal_check state, read from its text; and their meaning.

The conventions are not read: the independent solver does that. They are given.
"""

import re
from typing import NamedTuple

from decisionpivot.families.goal_check.store import Rules
from decisionpivot.families.goal_check.words import LOCKS, VERBS

OPS = {verb: op for op, verbs in VERBS.items() for verb in verbs}
OPS |= {lock: "lock" for lock, *_ in LOCKS} | {unlock: "unlock" for _, unlock, *_ in LOCKS}
NAME, PLACE = re.compile(r"\b[a-z]+-[a-z]+\b"), re.compile(r"\b[A-Z][a-z]+\b")
QUOTED = re.compile(r"([\"'])(.*?)\1")
NUMBER = re.compile(r"(?:Step \d+:|#\d+|\[\d+\]|\(?\d+[.)]|c\d+:|[-*]) ")

Key = tuple[str, str]
Store = dict[Key, tuple[str, bool]]


class Step(NamedTuple):
    op: str
    key: Key
    content: str
    to: Key


class Wanted(NamedTuple):
    kind: str
    keys: list[Key]
    content: str
    place: str
    number: int


class Reading(NamedTuple):
    initial: Store
    steps: list[Step]
    goal: list[Wanted]


def read(state: str) -> Reading:
    """Sort the lines of a state by what they hold; the first line is the introduction."""
    lines = state.split("\n")[1:]
    rows = [line for line in lines if re.match(r"[A-Z]\w+ (--|\|) ", line)]
    places = {line.split()[0] for line in rows}
    reading = Reading({}, [], [])
    for line in rows:
        reading.initial.update(row(line))
    for line in lines:
        text = NUMBER.sub("", line, count=1)
        bare = QUOTED.sub("", text)
        if line in rows or not places & set(PLACE.findall(bare)):
            continue
        verbs = [word for word in re.findall(r"\w+", NAME.sub("", bare)) if word in OPS]
        if verbs:
            reading.steps.append(step(text, OPS[verbs[0]]))
        else:
            reading.goal.append(wanted(text))
    return reading


def row(line: str) -> Store:
    if " | " in line:
        place, name, content, shut = line.split(" | ")
        return {(place, name): (content[1:-1], shut == "yes")} if name != "-" else {}
    place, things = line.split(" -- ")
    found = [thing for thing in things.split("; ") if thing != "empty"]
    return {
        (place, NAME.search(thing)[0]): (
            QUOTED.search(thing)[2],
            any(state in QUOTED.sub("", thing) for _, _, state, _ in LOCKS),
        )
        for thing in found
    }


def keys(text: str) -> list[Key]:
    bare = QUOTED.sub("", text)
    return list(zip(PLACE.findall(bare), NAME.findall(bare), strict=False))


def step(text: str, op: str) -> Step:
    content, bare = QUOTED.search(text), QUOTED.sub("", text)
    (key,) = keys(text)
    return Step(op, key, content[2] if content else "", (PLACE.findall(bare)[-1], key[1]))


def wanted(text: str) -> Wanted:
    named, content, bare = keys(text), QUOTED.search(text), QUOTED.sub("", text)
    if not named:
        return Wanted("count", [], "", PLACE.search(bare)[0], int(re.search(r"\d+", bare)[0]))
    kind = "content" if content else "exists"
    if len(named) == 2:
        kind = "differs" if re.search(r"differ|not the same", bare, re.IGNORECASE) else "same"
    elif re.search(r"not exist|absent|no such|^no ", bare):
        kind = "absent"
    return Wanted(kind, named, content[2] if content else "", "", -1)


def played(reading: Reading, rules: Rules) -> Store:
    """The store after the run, by the given conventions."""
    store = dict(reading.initial)
    for one in reading.steps:
        play(store, one, rules)
    return store


def play(store: Store, one: Step, rules: Rules) -> None:
    op, key, content, to = one
    there = key in store
    if op == "write" and not there and rules.creates:
        store[key] = (content, False)
    if op != "add" and not there:
        return
    if op in ("lock", "unlock"):
        store[key] = (store[key][0], op == "lock")
        return
    stoppers = ("write", "remove", "move") if rules.stops_moves else ("write", "remove")
    obstacles = [key] if op in stoppers and store[key][1] else []
    if op in ("add", "move", "copy") and to in store and (not rules.replaces or store[to][1]):
        obstacles.insert(len(obstacles) if rules.lock_first else 0, to)
    if obstacles:
        by_lock = obstacles[0] == key != to or op in ("write", "remove") or rules.replaces
        if rules.single and by_lock:
            store[obstacles[0]] = (store[obstacles[0]][0], False)
        return
    if op in ("add", "write"):
        store[key] = (content, False)
        return
    old, locked = store[key] if op == "copy" else store.pop(key)
    if op != "remove":
        store[to] = (old, locked and (op == "move" or rules.copies_lock))


def met(store: Store, want: Wanted) -> bool:
    """Whether a store meets a condition."""
    if want.kind == "count":
        return sum(place == want.place for place, _ in store) == want.number
    found = [store[key][0] for key in want.keys if key in store]
    if want.kind == "absent":
        return not found
    if len(found) < len(want.keys):
        return False
    if want.kind == "content":
        return found == [want.content]
    return want.kind == "exists" or (len(set(found)) == 1) == (want.kind == "same")
