"""The eight catalogues of filter_match: what their records hold and how their fields are called.

A record has 32 fields. Each plays a role that is the same in every catalogue (``fee`` is what is
added to ``price``, ``side_a`` times ``side_b`` is an area), so that every type of constraint can
be asked of every catalogue; labels, units and ranges are the catalogue's own. The
file is long because of these tables.
"""

from fractions import Fraction

from msgspec import Struct

MONEY = "money"
"""The unit of fields whose currency is drawn for each group."""

CODES = ("code", "code2")
DATES = ("start", "end", "due")
LISTS = ("parts", "scores", "tests")
CHOICES = ("c1", "c2", "c3")
FLAGS = ("f1", "f2")
PLAIN = ("n1", "n2", "n3", "n4", "side_c", "former")
"""Numeric fields that no computation reads: the direct constraints are about these."""


class Field(Struct, frozen=True):
    """One field of a record: values are whole numbers of ``10 ** -places`` units, or words."""

    role: str
    label: str
    unit: str = ""
    low: int = 0
    high: int = 0
    places: int = 0
    words: tuple[str, ...] = ()


class Catalogue(Struct, frozen=True, kw_only=True):
    """One domain: its fields by role and the words that its computed constraints need.

    Attributes:
        name, noun: the domain, and what one record describes.
        each: what the price per unit is a price of.
        area: how the product of the two sides is called.
        target: unit and factors (one is drawn) to convert field ``conv`` to.
        singular: the unit of field ``conv`` in the singular.
        need, packs: what is covered by whole packs, and how these are called.
        entries: the keys of the amounts in field ``parts``.
    """

    name: str
    noun: str
    each: str
    area: str
    target: tuple[str, tuple[Fraction, ...]]
    singular: str
    need: str
    packs: str
    entries: tuple[str, ...]
    fields: dict[str, Field]


def _field(line: str) -> Field:
    role, label, *rest = (part.strip() for part in line.split("|"))
    if role in CHOICES:
        first, second = (part.split(", ") for part in rest)
        return Field(role, label, words=tuple(f"{a} {b}" for a in first for b in second))
    if not rest:
        return Field(role, label)
    unit, numbers = rest
    low, high, *places = (int(number) for number in numbers.split())
    return Field(role, label, unit, low, high, 2 if unit == MONEY else sum(places))


def _catalogue(
    name: str,
    noun: str,
    *,
    each: str,
    area: str,
    convert: str,
    packs: str,
    entries: str,
    fields: str,
) -> Catalogue:
    singular, target, *factors = convert.split(" | ")
    need, containers = packs.split(" | ")
    table = [_field(line) for line in fields.strip().splitlines()]
    return Catalogue(
        name=name,
        noun=noun,
        each=each,
        area=area,
        target=(target, tuple(Fraction(factor) for factor in factors)),
        singular=singular,
        need=need,
        packs=containers,
        entries=tuple(entries.split(", ")),
        fields={field.role: field for field in table},
    )


CATALOGUES = (
    _catalogue(
        "electronics",
        "device",
        each="device",
        area="footprint",
        convert="inch | centimetres | 2.54 | 2.5",
        packs="batteries | packs",
        entries="display, processor, fan, speaker, radio, lighting, charger, storage",
        fields="""
            title  | model
            org    | maker
            code   | article number
            code2  | spare-part code
            price  | price | money | 12000 90000
            former | former price | money | 12000 90000
            fee    | shipping fee | money | 900 4900
            fee2   | gift-wrapping fee | money | 900 4900
            bundle | bundle price | money | 4000 60000
            units  | bundle size | devices | 4 15
            side_a | width | cm | 21 79
            side_b | depth | cm | 13 48
            side_c | height | cm | 12 60
            start  | return window start
            end    | return window end
            due    | release date
            part   | recycled material | g | 60 170
            total  | net weight | g | 200 2000
            conv   | cable length | inches | 24 130
            parts  | power draws | W | 12 75
            scores | review scores | points | 31 44
            pack   | batteries per pack | | 12 20
            tests  | runtime tests | minutes | 310 460
            n1     | warranty | months | 14 58
            n2     | number of ports | | 5 16
            n3     | storage | GB | 130 980
            n4     | noise level | dB | 21 58
            c1     | colour | light, dark, pale | grey, blue, green
            c2     | connector | flat, round, angled | plug, jack, socket
            c3     | stock location | central, regional, partner | warehouse, outlet, depot
            f1     | touchscreen
            f2     | carrying case
        """,
    ),
    _catalogue(
        "flats",
        "flat",
        each="square metre",
        area="living-room area",
        convert="foot | centimetres | 30.48 | 30.5",
        packs="laundry tokens | rolls",
        entries="heating, water, waste, caretaker, chimney, lighting, cleaning, insurance",
        fields="""
            title  | house name
            org    | landlord
            code   | object number
            code2  | cellar number
            price  | monthly rent | money | 52000 190000
            former | previous rent | money | 52000 190000
            fee    | service charge | money | 6000 28000
            fee2   | parking charge | money | 6000 28000
            bundle | purchase price | money | 180000 520000
            units  | floor area | square metres | 38 124
            side_a | living-room length | m | 41 79 1
            side_b | living-room width | m | 31 58 1
            side_c | ceiling height | cm | 231 340
            start  | first viewing day
            end    | last viewing day
            due    | moving-in date
            part   | solar power | kWh | 60 170
            total  | yearly power use | kWh | 200 2000
            conv   | balcony length | feet | 8 27
            parts  | monthly side costs | money | 1100 9900
            scores | night noise readings | dB | 31 44
            pack   | laundry tokens per roll | | 12 20
            tests  | monthly heating readings | kWh | 210 690
            n1     | notice period | weeks | 5 26
            n2     | number of storeys | | 5 16
            n3     | age of the building | years | 12 96
            n4     | walk to the station | minutes | 5 32
            c1     | flooring | light, dark, white | oak, ash, beech
            c2     | heating | central, district, separate | gas, pellet, electric
            c3     | view | quiet, open, shaded | courtyard, garden, street
            f1     | lift
            f2     | bicycle room
        """,
    ),
    _catalogue(
        "jobs",
        "post",
        each="hour",
        area="desk area",
        convert="mile | kilometres | 1.609 | 1.61",
        packs="training hours | sessions",
        entries="winter, summer, loyalty, language, safety, travel, clothing, jubilee",
        fields="""
            title  | job title
            org    | employer
            code   | reference number
            code2  | payroll code
            price  | monthly salary | money | 210000 590000
            former | previous salary | money | 210000 590000
            fee    | shift allowance | money | 9000 48000
            fee2   | meal allowance | money | 9000 48000
            bundle | weekly pay | money | 1500 4800
            units  | weekly hours | | 24 42
            side_a | desk length | cm | 121 198
            side_b | desk depth | cm | 61 98
            side_c | desk height | cm | 65 128
            start  | opening of applications
            end    | application deadline
            due    | starting date
            part   | home-office time | hours | 60 170
            total  | yearly working time | hours | 1000 2000
            conv   | commuting distance | miles | 6 48
            parts  | yearly bonuses | money | 11000 79000
            scores | staff survey scores | points | 31 44
            pack   | hours per training session | | 5 11
            tests  | monthly overtime figures | minutes | 130 890
            n1     | paid leave | days | 22 38
            n2     | team size | people | 5 26
            n3     | probation period | weeks | 8 30
            n4     | required experience | months | 10 72
            c1     | contract | permanent, seasonal, temporary | full-time, part-time, on-call
            c2     | workplace | shared, single, mobile | office, workshop, counter
            c3     | department | northern, southern, coastal | sales, planning, logistics
            f1     | company bicycle
            f2     | night shift
        """,
    ),
    _catalogue(
        "flights",
        "flight",
        each="passenger",
        area="base area of the cabin bag",
        convert="pound | kilograms | 0.454 | 0.4536",
        packs="kilograms of excess baggage | baggage blocks",
        entries="security, fuel, airport, noise, booking, customs, landing, handling",
        fields="""
            title  | route
            org    | airline
            code   | flight number
            code2  | fare code
            price  | fare | money | 9000 64000
            former | flexible fare | money | 9000 64000
            fee    | baggage fee | money | 1500 7900
            fee2   | seat fee | money | 1500 7900
            bundle | group fare | money | 8000 42000
            units  | group size | passengers | 6 24
            side_a | cabin bag length | cm | 41 62
            side_b | cabin bag width | cm | 28 43
            side_c | cabin bag depth | cm | 16 29
            start  | outbound date
            end    | return date
            due    | last booking date
            part   | free capacity | seats | 60 170
            total  | total capacity | seats | 200 500
            conv   | baggage allowance | pounds | 31 92
            parts  | taxes and surcharges | money | 400 5900
            scores | recent delays | minutes | 9 22
            pack   | kilograms per baggage block | | 5 12
            tests  | turnaround times | minutes | 32 89
            n1     | seat pitch | cm | 71 94
            n2     | layover | minutes | 45 240
            n3     | free cancellation period | hours | 12 96
            n4     | boarding lead time | minutes | 18 60
            c1     | travel class | light, basic, flexible | economy, premium, business
            c2     | meal | warm, cold, small | vegetarian, fish, poultry
            c3     | departure gate area | upper, lower, outer | north pier, east pier, west pier
            f1     | lounge pass
            f2     | power socket
        """,
    ),
    _catalogue(
        "machinery",
        "machine",
        each="day",
        area="platform area",
        convert="kilowatt | horsepower | 1.36 | 1.341",
        packs="working hours | shifts",
        entries="bucket, hammer, auger, grab, fork, ripper, sweeper, winch",
        fields="""
            title  | model
            org    | manufacturer
            code   | serial number
            code2  | chassis code
            price  | weekly hire price | money | 31000 240000
            former | list price | money | 31000 240000
            fee    | transport fee | money | 4000 29000
            fee2   | cleaning fee | money | 4000 29000
            bundle | long-term hire price | money | 4500 39000
            units  | long-term hire period | days | 20 90
            side_a | platform length | cm | 180 420
            side_b | platform width | cm | 90 210
            side_c | platform height | cm | 75 160
            start  | first hire day
            end    | last hire day
            due    | delivery date
            part   | idle time | hours | 60 170
            total  | running time | hours | 200 2000
            conv   | engine power | kilowatts | 18 160
            parts  | attachment weights | kg | 35 290
            scores | vibration readings | Hz | 31 44
            pack   | hours per shift | | 6 12
            tests  | fuel readings by shift | litres | 41 98
            n1     | lifting capacity | kg | 810 3900
            n2     | reach | cm | 310 940
            n3     | turning radius | cm | 190 560
            n4     | noise level | dB | 68 104
            c1     | paint | signal, traffic, melon | yellow, red, orange
            c2     | tyre type | wide, narrow, foam-filled | rubber, solid, studded
            c3     | drive | rear, front, all-wheel | diesel, hybrid, electric
            f1     | cab heater
            f2     | reversing camera
        """,
    ),
    _catalogue(
        "groceries",
        "product",
        each="bottle",
        area="base area of the crate",
        convert="ounce | grams | 28.35 | 28.3",
        packs="jars | trays",
        entries="calcium, iron, zinc, potassium, sodium, iodine, copper, magnesium",
        fields="""
            title  | product name
            org    | producer
            code   | batch code
            code2  | shelf code
            price  | crate price | money | 900 8900
            former | former crate price | money | 900 8900
            fee    | crate deposit | money | 150 950
            fee2   | cooling surcharge | money | 150 950
            bundle | case price | money | 90 990
            units  | bottles per case | | 6 24
            side_a | crate length | cm | 31 62
            side_b | crate width | cm | 21 43
            side_c | crate height | cm | 14 36
            start  | packing date
            end    | best-before date
            due    | delivery date
            part   | fruit content | g | 60 170
            total  | filling weight | g | 200 1250
            conv   | serving size | ounces | 3 14
            parts  | minerals | mg | 12 240
            scores | tasting scores | points | 31 44
            pack   | jars per tray | | 8 20
            tests  | storage temperatures | degrees | 42 89 1
            n1     | shelf life after opening | days | 6 30
            n2     | energy content | kcal | 85 540
            n3     | salt content | mg | 120 980
            n4     | protein content | mg | 310 2900
            c1     | flavour | sour, sweet, mild | cherry, plum, quince
            c2     | packaging | clear, brown, green | glass, carton, pouch
            c3     | storage class | dry, cool, dark | shelf, cellar, rack
            f1     | organic seal
            f2     | resealable lid
        """,
    ),
    _catalogue(
        "courses",
        "course",
        each="lesson",
        area="classroom area",
        convert="lesson | minutes | 45 | 50",
        packs="participants | groups",
        entries="textbook, workbook, software, paper, tools, toolbox, apron, licence",
        fields="""
            title  | course title
            org    | school
            code   | course number
            code2  | room code
            price  | course fee | money | 9000 89000
            former | standard fee | money | 9000 89000
            fee    | exam fee | money | 2500 14000
            fee2   | certificate fee | money | 2500 14000
            bundle | package price | money | 1200 8900
            units  | lessons per package | | 6 24
            side_a | classroom length | m | 61 118 1
            side_b | classroom width | m | 41 82 1
            side_c | window height | cm | 95 210
            start  | first session
            end    | last session
            due    | enrolment date
            part   | coursework credit | points | 60 170
            total  | total credit | points | 200 1000
            conv   | teaching time | lessons | 12 64
            parts  | material costs | money | 450 8900
            scores | past exam results | points | 31 44
            pack   | places per group | | 8 16
            tests  | session attendances | people | 14 48
            n1     | class size | people | 8 32
            n2     | weekly workload | hours | 5 24
            n3     | minimum age | years | 14 24
            n4     | trip to the venue | minutes | 9 75
            c1     | stage | lower, middle, upper | beginner, intermediate, advanced
            c2     | format | evening, weekend, morning | seminar, workshop, lecture
            c3     | supervision | weekly, fortnightly, monthly | call, letter, meeting
            f1     | final exam
            f2     | video archive
        """,
    ),
    _catalogue(
        "second-hand vehicles",
        "vehicle",
        each="instalment",
        area="load bed area",
        convert="gallon | litres | 3.785 | 4.546",
        packs="kilometres | charges",
        entries="brakes, clutch, exhaust, gearbox, suspension, windscreen, battery, steering",
        fields="""
            title  | model
            org    | dealer
            code   | registration code
            code2  | stock number
            price  | asking price | money | 320000 1900000
            former | first asking price | money | 320000 1900000
            fee    | registration fee | money | 4500 29000
            fee2   | delivery fee | money | 4500 29000
            bundle | financing total | money | 9000 48000
            units  | number of instalments | | 12 48
            side_a | load bed length | cm | 120 260
            side_b | load bed width | cm | 95 180
            side_c | load bed height | cm | 38 90
            start  | previous inspection
            end    | next inspection
            due    | handover date
            part   | motorway use | trips | 60 170
            total  | recorded use | trips | 200 2000
            conv   | tank volume | gallons | 9 31
            parts  | repair costs | money | 6500 98000
            scores | tyre tread readings | mm | 31 44 1
            pack   | range per charge | km | 120 360
            tests  | test-run fuel readings | litres | 41 98 1
            n1     | engine power | kW | 48 210
            n2     | towing capacity | kg | 650 2800
            n3     | boot volume | litres | 210 720
            n4     | time to the next service | weeks | 6 50
            c1     | colour | pearl, night, storm | white, blue, grey
            c2     | upholstery | smooth, ribbed, quilted | cloth, leather, velour
            c3     | body | short, long, raised | estate, van, coupe
            f1     | tow bar
            f2     | roof rack
        """,
    ),
)
