"""Invented names, and the ways in which numbers, dates, times and money are written.

For generators only: a solver that shared these tables would not be independent. Phrases that
belong to one family stand in that family's file.
"""

from collections.abc import Sequence
from datetime import date
from random import Random

from decisionpivot.draw import choice, integer

ONSETS = tuple("b br c d dr f fl g gl h j k kl l m n p pl qu r s sk sl st t tr v w z".split())
VOWELS = tuple("a e i o u ai ea io".split())
CODAS = ("", "", "", "n", "l", "r", "s", "m", "nd", "rk", "lt", "x")
MONTHS = (
    "January February March April May June July August September October November December"
).split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
).split()


REAL_NAMES = frozenset(
    """
    bajasur baku bali bamako banana bari basel belem belize bodo bogota boston brazil bruno
    busan cairo cali camera canada canon caracas casino casio cebu cobra cocos cola colin como
    comoro corona cuba dakar dali danone davis davos degas denon dili doha dora dover dubai
    duvel faro fiji fila flora flute fuji gaza gelato general geneva giza halifax harare havana
    hebron helen helena hilo homer hotel hugo hulu jamaica jana japan jonas juba julio kabul
    kano karen karin kevin kigali kira kiwi kobe korea kosice lada lagos lahore lara laredo
    laser lego lemon lena lenovo lima limasol lisa lola lome lucas lugano luka lukas lusaka
    magadan mahe majuro malabo malaga male mali manila maputo mara marin mario marion maseru
    medan melon merida meta metal metro mila milan milano miquelon mira miro mobile modelo
    modena mona monaco monika motel nairobi nara navajo nico niger nike nikola nikon nina
    nipigon nitra nivea nome nora notion novi padova panama panini paris paso pasta patras pavel
    pedro peroni peru peter petra pisa plato poland ponape pori potato pula puma pune quito
    quora radio ramon recife regina renata reno rewe riga rijeka rimini rita robin rodin rodos
    roku roland rolex roma roman rome rosa rosario ruben ruse sabina saigon saipan salami salem
    salomon samara samira samos sana sara seneca simon siri skoda sofa studio sudan susan suzuki
    tahiti taiwan tamara tara tarawa tecate tefal teresa tesla tina tirana tirane togo toledo
    tomas tomato topeka torino torun tripoli tucuman tunis turin vatican vera verona vine viola
    violeta visa vito volos waco wake zadar zara zulu
    """.split()
)
"""Places, brands, first names and things that the syllables can hit; they are passed over."""


class Names:
    """Invented names, all different within one state (also when case is ignored)."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.used: set[str] = set()

    def word(self, syllables: int = 2) -> str:
        """A new capitalised word."""
        for _ in range(1000):
            parts = (choice(self.r, ONSETS) + choice(self.r, VOWELS) for _ in range(syllables))
            name = ("".join(parts) + choice(self.r, CODAS)).capitalize()
            if self.take(name):
                return name
        raise RuntimeError("no free name left")

    def person(self) -> str:
        """A new invented given name and family name."""
        return f"{self.word(2)} {self.word(integer(self.r, 2, 3))}"

    def alike(self, name: str) -> str:
        """A new name that differs from ``name`` in one letter, for use as a distractor."""
        for _ in range(1000):
            at = integer(self.r, 1, len(name) - 1)
            if not name[at].isalpha():
                continue
            pool = "aeiou" if name[at] in "aeiouAEIOU" else "bdfgklmnprstv"
            letter = choice(self.r, pool)
            other = name[:at] + (letter.upper() if name[at].isupper() else letter) + name[at + 1 :]
            if other != name and self.take(other):
                return other
        raise RuntimeError(f"no free name like {name}")

    def take(self, name: str) -> bool:
        """Mark a name as used; False when it was used before, or is a real one."""
        if name.lower() in self.used or name.lower() in REAL_NAMES:
            return False
        self.used.add(name.lower())
        return True


def listed(values: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    head, tail = values[:-1], values[-1]
    return f"{', '.join(head)} {last} {tail}" if head else tail


def plural(count: int, noun: str, many: str = "") -> str:
    """``1 day``, ``2 days``."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def number_word(value: int) -> str:
    """``three``; figures above twenty."""
    return WORDS[value] if 0 <= value < len(WORDS) else str(value)


def ordinal(value: int) -> str:
    """``1st``, ``12th``, ``23rd``."""
    ending = (
        "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    )
    return f"{value}{ending}"


def decimal(minor: int, places: int = 2, thousands: str = "") -> str:
    """An integer of minor units as a decimal string: ``decimal(123456) == "1234.56"``."""
    sign, digits = "-" if minor < 0 else "", str(abs(minor)).rjust(places + 1, "0")
    whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
    if thousands:
        whole = f"{int(whole):,}".replace(",", thousands)
    return f"{sign}{whole}.{part}" if places else f"{sign}{whole}"


DATE_STYLES = ("iso", "long", "short", "american", "weekday")


def day(value: date, style: str) -> str:
    """A date in one of ``DATE_STYLES``; none can be misread as another day."""
    month = MONTHS[value.month - 1]
    if style == "iso":
        return f"{value.year:04d}-{value.month:02d}-{value.day:02d}"
    if style == "long":
        return f"{value.day} {month} {value.year}"
    if style == "short":
        return f"{value.day:02d} {month[:3]} {value.year}"
    if style == "american":
        return f"{month} {value.day}, {value.year}"
    return f"{WEEKDAYS[value.weekday()][:3]} {value.day} {month[:3]} {value.year}"


CLOCK_STYLES = ("24h", "dot", "h", "12h")


def clock(minutes: int, style: str) -> str:
    """A time of day, given in minutes after midnight, in one of ``CLOCK_STYLES``."""
    hours, rest = divmod(minutes, 60)
    if style == "24h":
        return f"{hours:02d}:{rest:02d}"
    if style == "dot":
        return f"{hours:02d}.{rest:02d}"
    if style == "h":
        return f"{hours:02d}h{rest:02d}"
    return f"{(hours - 1) % 12 + 1}:{rest:02d} {'am' if hours % 24 < 12 else 'pm'}"


DURATION_STYLES = ("minutes", "min", "hours", "colon")


def duration(minutes: int, style: str) -> str:
    """A length of time, given in minutes, in one of ``DURATION_STYLES``."""
    hours, rest = divmod(minutes, 60)
    if style == "hours" and hours:
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    if style == "colon":
        return f"{hours}:{rest:02d} h"
    return f"{minutes} min" if style == "min" else plural(minutes, "minute")


def at(state: str, fact: str) -> float:
    """Where ``fact`` first stands in a rendered text, from 0 (start) to 1 (end).

    Raises:
        ValueError: the text does not hold it.
    """
    return round(state.index(fact) / len(state), 4)
