"""The invented tools of ``toolcall_valid``: eight domains, twenty properties each.

Tables only. A label fits after "the". In a sentence, ``{}`` takes a word, a number or a name, and
for dates and times their preposition as well ("on 3 May 2027", "two days before the audit").
Within a domain no word belongs to two properties.
"""

from msgspec import Struct


class Property(Struct, frozen=True, kw_only=True):
    """A property that a tool may have, and how a request speaks of it.

    ``kind`` is one of word, count, day, clock, person, place, code and flag. ``low`` and ``high``
    bound a count's usual values, a day's distance from today and a clock's minutes of the day. Of
    two days or clocks the ``early`` one always comes first.
    """

    name: str
    label: str
    kind: str
    says: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    early: bool = False
    units: tuple[str, ...] = ()
    base: str = ""


class Domain(Struct, frozen=True, kw_only=True):
    """A setting: what its tool may be called, what it does, how a request opens."""

    name: str
    tools: tuple[str, ...]
    purposes: tuple[str, ...]
    openings: tuple[str, ...]
    properties: tuple[Property, ...]


def word(name: str, label: str, words: str, *says: str) -> Property:
    """One of a list of words."""
    return Property(name=name, label=label, kind="word", says=says, words=tuple(words.split()))


def count(name: str, label: str, high: int, *says: str, units: str = "") -> Property:
    """A whole number; ``units`` are two packs it may be counted in, and what they hold."""
    packs = tuple(units.split(", "))
    return Property(
        name=name,
        label=label,
        kind="count",
        says=says,
        low=3,
        high=high,
        units=packs[:2] if units else (),
        base=packs[-1],
    )


def day(name: str, label: str, when: str, *says: str) -> Property:
    """A date, ``early`` or ``late``."""
    early = when == "early"
    low, high = (4, 20) if early else (32, 60)
    return Property(name=name, label=label, kind="day", says=says, low=low, high=high, early=early)


def clock(name: str, label: str, when: str, *says: str) -> Property:
    """A time of day, ``early`` or ``late``."""
    early = when == "early"
    low, high = (7 * 60, 11 * 60 + 30) if early else (15 * 60, 20 * 60)
    return Property(
        name=name, label=label, kind="clock", says=says, low=low, high=high, early=early
    )


def text(kind: str, name: str, label: str, *says: str) -> Property:
    """A person, a place or a code."""
    return Property(name=name, label=label, kind=kind, says=says)


def flag(name: str, label: str) -> Property:
    """Something that is wanted or not."""
    return Property(name=name, label=label, kind="flag")


TRAVEL = Domain(
    name="travel",
    tools=("book_rail_trip", "reserve_train", "plan_journey"),
    purposes=(
        "Books a train journey there and back.",
        "Reserves seats on trains for one journey.",
        "Plans and books one rail trip.",
        "Orders train tickets for a trip.",
    ),
    openings=(
        "We are planning a train trip and would like you to book it.",
        "Please arrange our next journey by rail.",
        "Could you get us tickets for a trip by train?",
        "I need a rail journey booked.",
    ),
    properties=(
        word(
            "cabin",
            "cabin class",
            "economy comfort premium business panorama sleeper saloon lounge",
            "We want to travel in {} class.",
            "Put us in {} class, please.",
        ),
        word(
            "seat",
            "seat position",
            "window aisle middle table corner rear front upper",
            "We like {} seats best.",
            "Give us {} seats.",
        ),
        word(
            "meal",
            "meal choice",
            "vegan halal kosher fish poultry pasta salad soup",
            "On board we take the {} menu.",
            "Order the {} menu for us.",
        ),
        word(
            "fare",
            "fare type",
            "saver flexible standard weekend advance group junior senior",
            "Take the {} fare.",
            "We travel on the {} fare.",
        ),
        word(
            "luggage",
            "luggage type",
            "suitcase backpack duffel trunk pram skis cello kayak",
            "Our luggage counts as {}.",
            "Our largest item goes under {}.",
        ),
        count(
            "passengers",
            "number of passengers",
            30,
            "There are {} of us.",
            "We need tickets for {} people.",
            units="coach party, carriage party, passengers",
        ),
        count("nights", "number of nights", 25, "We stay {} nights.", "We are away for {} nights."),
        count(
            "bags",
            "number of bags",
            40,
            "We bring {} bags.",
            "Check in {} bags.",
            units="trolley load, rack load, bags",
        ),
        count(
            "points",
            "number of points to redeem",
            90,
            "Redeem {} points.",
            "Pay with {} of our points.",
            units="voucher, coupon, points",
        ),
        day("depart_on", "departure date", "early", "We leave {}.", "Our outward train runs {}."),
        day("return_on", "return date", "late", "We come back {}.", "Our train home runs {}."),
        clock(
            "depart_at",
            "departure time",
            "early",
            "We want to set off {}.",
            "Our train out should go {}.",
        ),
        clock(
            "return_at",
            "return time",
            "late",
            "We want to start back {}.",
            "Our train home should go {}.",
        ),
        text(
            "person",
            "lead_traveller",
            "lead traveller",
            "Book it in the name of {}.",
            "The tickets go out in the name of {}.",
        ),
        text(
            "person",
            "emergency_contact",
            "emergency contact",
            "If anything happens, they should ring {}.",
            "In an emergency the person to call is {}.",
        ),
        text(
            "place",
            "pickup_address",
            "pick-up address",
            "The taxi collects us at {}.",
            "Pick us up from {}.",
        ),
        text(
            "place",
            "ticket_address",
            "ticket address",
            "Post the tickets to {}.",
            "The paper tickets go to {}.",
        ),
        text(
            "code",
            "discount_code",
            "discount code",
            "We have a discount under {}.",
            "Use our discount {}.",
        ),
        flag("insured", "trip insurance"),
        flag("upgrades", "paid seat upgrades"),
    ),
)

PARCELS = Domain(
    name="parcels",
    tools=("ship_parcel", "create_shipment", "send_consignment"),
    purposes=(
        "Registers a consignment and orders its collection.",
        "Sends one consignment to a recipient.",
        "Creates a shipment with all its papers.",
        "Hands a consignment over to the carrier.",
    ),
    openings=(
        "I have something to send and would like you to register it.",
        "Please get this consignment on its way.",
        "Could you book a shipment for me?",
        "A parcel has to go out.",
    ),
    properties=(
        word(
            "service",
            "service level",
            "express overnight deferred economy priority courier standard basic",
            "Send it by {} service.",
            "The {} service is what I pay for.",
        ),
        word(
            "packaging",
            "packaging",
            "carton tube envelope drum sack pouch barrel basket",
            "Pack it in the {}.",
            "It lies ready in the {}.",
        ),
        word(
            "contents",
            "contents category",
            "books clothes glassware tools toys seeds spices lamps",
            "Inside there are {}.",
            "Declare it as {}.",
        ),
        word(
            "vehicle",
            "vehicle type",
            "bicycle van lorry tram ferry drone handcart trailer",
            "It should travel by {}.",
            "Let it go by {}.",
        ),
        word(
            "label_colour",
            "label colour",
            "red blue green yellow violet orange white grey",
            "Stick the {} label on it.",
            "Mark it with the {} label.",
        ),
        count(
            "weight",
            "weight",
            90,
            "It weighs {} grains.",
            "The scales say {} grains.",
            units="stone, scoop, grains",
        ),
        count(
            "pieces",
            "number of pieces",
            40,
            "It consists of {} pieces.",
            "There are {} pieces in all.",
            units="layer, bundle, pieces",
        ),
        count(
            "declared_value",
            "declared value",
            95,
            "The goods are worth {} crowns.",
            "Declare {} crowns as what it is worth.",
            units="florin, guinea, crowns",
        ),
        count(
            "storage_days",
            "number of storage days",
            28,
            "The depot may keep it for {} days.",
            "Hold it for {} days if nobody is in.",
        ),
        day("collect_on", "collection date", "early", "Fetch it {}.", "The van should call {}."),
        day(
            "deliver_by",
            "delivery deadline",
            "late",
            "The last day for delivery falls {}.",
            "My deadline for its arrival falls {}.",
        ),
        clock(
            "collect_at", "collection time", "early", "Fetch it {}.", "The driver should ring {}."
        ),
        clock(
            "deliver_at",
            "delivery time",
            "late",
            "It should be handed over {}.",
            "The recipient expects it {}.",
        ),
        text(
            "person", "recipient", "recipient", "It goes to {}.", "Write {} on it as the addressee."
        ),
        text(
            "person",
            "sender",
            "sender",
            "The sender's name is that of {}.",
            "It is sent in the name of {}.",
        ),
        text(
            "place",
            "delivery_address",
            "delivery address",
            "Bring it to {}.",
            "It is to arrive at {}.",
        ),
        text(
            "place",
            "return_address",
            "return address",
            "If it comes back, take it to {}.",
            "Undelivered, it returns to {}.",
        ),
        text(
            "code",
            "customs_code",
            "customs code",
            "Customs know it under {}.",
            "Put {} on the customs form.",
        ),
        flag("signature", "a signature on delivery"),
        flag("tracked", "tracking messages"),
    ),
)

CALENDARS = Domain(
    name="calendars",
    tools=("schedule_meeting", "create_event", "add_appointment"),
    purposes=(
        "Puts a meeting into the shared calendar.",
        "Creates one calendar entry and invites people.",
        "Schedules a meeting and reserves what it needs.",
        "Adds an appointment for several people.",
    ),
    openings=(
        "I want to call a meeting; please enter it.",
        "Please put a meeting into the calendar for us.",
        "Could you set up a meeting?",
        "We have to meet, so please schedule it.",
    ),
    properties=(
        word(
            "category",
            "category",
            "planning training retrospective interview briefing workshop rehearsal hearing",
            "File it under {}.",
            "It counts as {}.",
        ),
        word(
            "channel",
            "channel",
            "video phone chat radio webcast letter telex intercom",
            "We hold it by {}.",
            "People join by {}.",
        ),
        word(
            "visibility",
            "visibility",
            "public private restricted hidden internal unlisted confidential anonymous",
            "To others the entry is {}.",
            "Mark the entry as {}.",
        ),
        word(
            "layout",
            "room layout",
            "theatre horseshoe classroom circle cabaret boardroom banquet stadium",
            "Arrange the room in {} style.",
            "Chairs go in {} style.",
        ),
        word(
            "repeat",
            "repetition",
            "daily weekly fortnightly monthly quarterly yearly hourly nightly",
            "Let it recur {}.",
            "Repeat it {}.",
        ),
        count(
            "attendees",
            "number of attendees",
            40,
            "We expect {} people.",
            "Seats for {} people are needed.",
            units="squad, crew, attendees",
        ),
        count(
            "duration",
            "duration",
            90,
            "It takes {} minutes.",
            "Allow {} minutes for it.",
            units="period, stint, minutes",
        ),
        count(
            "reminder",
            "reminder lead",
            60,
            "Remind people {} minutes ahead.",
            "Send the reminder {} minutes before.",
            units="bell, chime, minutes",
        ),
        count(
            "handouts",
            "number of handouts",
            45,
            "Print {} handouts.",
            "We need {} copies on paper.",
        ),
        day("held_on", "meeting date", "early", "We meet {}.", "It takes place {}."),
        day(
            "minutes_due",
            "due date of the minutes",
            "late",
            "The minutes are due {}.",
            "I want the minutes {}.",
        ),
        clock("starts_at", "start time", "early", "We begin {}.", "The doors open {}."),
        clock(
            "summary_at",
            "summary time",
            "late",
            "The summary goes out {}.",
            "Mail the summary {}.",
        ),
        text("person", "chair", "chair", "It is led by {}.", "The meeting is run by {}."),
        text(
            "person",
            "note_taker",
            "note taker",
            "The minutes are written by {}.",
            "Notes are taken by {}.",
        ),
        text("place", "venue", "venue", "We gather at {}.", "Everybody comes to {}."),
        text(
            "place",
            "parking",
            "parking address",
            "Cars are left at {}.",
            "Guests park at {}.",
        ),
        text(
            "code",
            "room_code",
            "room code",
            "The room is {}.",
            "Reserve room {}.",
        ),
        flag("catering", "catering"),
        flag("recording", "a recording"),
    ),
)

HOME = Domain(
    name="home automation",
    tools=("create_routine", "set_scene", "add_schedule"),
    purposes=(
        "Creates a routine for the house.",
        "Programs devices in one room of a house.",
        "Stores a scene that the house plays back.",
        "Adds one automatic routine.",
    ),
    openings=(
        "I want the house to do something by itself.",
        "Please program a routine at home.",
        "Could you set up a scene for us?",
        "A new routine is needed for the house.",
    ),
    properties=(
        word(
            "room",
            "room",
            "kitchen bathroom hallway attic cellar nursery library pantry",
            "It is about the {}.",
            "It runs in the {}.",
        ),
        word(
            "colour",
            "light colour",
            "amber crimson turquoise ivory lilac emerald coral indigo",
            "Let the lamps glow {}.",
            "Turn the lamps {}.",
        ),
        word(
            "trigger",
            "trigger",
            "motion sunset doorbell smoke button rain voice frost",
            "It is set off by {}.",
            "Start it on {}.",
        ),
        word(
            "mode",
            "operating mode",
            "boost calm eco holiday party night guest auto",
            "Run everything in {} mode.",
            "Use {} mode.",
        ),
        word(
            "sound",
            "alert sound",
            "gong whistle birdsong harp drumroll waves bleep cuckoo",
            "Alert us with the {} sound.",
            "When it starts, play the {} sound.",
        ),
        count(
            "brightness",
            "brightness",
            95,
            "Dim the lamps to {} steps.",
            "Set the lamps to {} steps.",
            units="notch, click, steps",
        ),
        count(
            "warmth",
            "heating level",
            60,
            "Heat to level {}.",
            "Take the heating to level {}.",
        ),
        count(
            "run_minutes",
            "running time",
            90,
            "Let it run for {} minutes.",
            "It lasts {} minutes.",
            units="cycle, spell, minutes",
        ),
        count(
            "devices",
            "number of devices",
            40,
            "It controls {} devices.",
            "There are {} devices to switch.",
            units="cluster, strand, devices",
        ),
        day("from_day", "first day", "early", "It begins {}.", "Start the routine {}."),
        day("to_day", "last day", "late", "It ends {}.", "The routine stops {}."),
        clock("on_at", "switch-on time", "early", "Switch on {}.", "Everything wakes up {}."),
        clock("off_at", "switch-off time", "late", "Switch off {}.", "Everything goes quiet {}."),
        text(
            "person",
            "owner",
            "routine owner",
            "The routine belongs to {}.",
            "Only {} may change it.",
        ),
        text(
            "person",
            "notify",
            "person to notify",
            "When it fails, tell {}.",
            "Faults are reported to {}.",
        ),
        text("place", "house", "house address", "It is for the house at {}.", "Set it up at {}."),
        text(
            "place",
            "spare_key",
            "spare key address",
            "The spare key lies at {}.",
            "The key is kept at {}.",
        ),
        text(
            "code",
            "hub_code",
            "hub code",
            "Our hub is {}.",
            "Pair it with hub {}.",
        ),
        flag("silent", "silent running"),
        flag("shutters", "closed shutters"),
    ),
)

PAYMENTS = Domain(
    name="payments",
    tools=("create_payment", "send_transfer", "order_payment"),
    purposes=(
        "Orders one payment from an account.",
        "Sets up a transfer to a payee.",
        "Creates a payment order.",
        "Pays a bill on the user's behalf.",
    ),
    openings=(
        "I have to pay somebody; please set it up.",
        "Please prepare a payment for me.",
        "Could you make this transfer?",
        "There is a bill to settle.",
    ),
    properties=(
        word(
            "account",
            "account",
            "current savings business joint deposit escrow household petty",
            "Take it from the {} account.",
            "Use the {} account.",
        ),
        word(
            "purpose",
            "purpose",
            "rent tuition donation wages repairs heating membership refund",
            "It is meant for {}.",
            "Book it under {}.",
        ),
        word(
            "speed",
            "processing speed",
            "instant urgent ordinary batched delayed queued nightly prompt",
            "Process it as {}.",
            "I want {} processing.",
        ),
        word(
            "fee_payer",
            "fee payer",
            "payer payee shared bank broker sponsor employer insurer",
            "Fees are charged to the {}.",
            "The {} bears the fees.",
        ),
        word(
            "receipt",
            "receipt form",
            "email paper text portal fax mailbox courier printout",
            "I want the receipt by {}.",
            "Send the receipt by {}.",
        ),
        count(
            "amount",
            "amount",
            95,
            "Pay {} crowns.",
            "The bill comes to {} crowns.",
            units="florin, guinea, crowns",
        ),
        count(
            "instalments",
            "number of instalments",
            36,
            "Split it into {} instalments.",
            "I pay it off in {} parts.",
        ),
        count(
            "tip",
            "tip",
            40,
            "Add {} crowns on top.",
            "Give {} crowns extra.",
            units="shilling, groat, crowns",
        ),
        count(
            "retention",
            "retention period",
            90,
            "Keep the papers for {} weeks.",
            "The papers stay on file for {} weeks.",
            units="season, term, weeks",
        ),
        day("execute_on", "execution date", "early", "Carry it out {}.", "The money leaves {}."),
        day(
            "valid_until",
            "expiry date",
            "late",
            "The order lapses {}.",
            "The order runs out {}.",
        ),
        clock(
            "execute_at",
            "execution time",
            "early",
            "Release it {}.",
            "The bank should start {}.",
        ),
        clock(
            "report_at",
            "report time",
            "late",
            "Report back {}.",
            "I want to hear about it {}.",
        ),
        text(
            "person",
            "payee_name",
            "payee name",
            "The money is for {}.",
            "It is paid to {}.",
        ),
        text(
            "person",
            "approver",
            "approver",
            "It is approved by {}.",
            "The second signature comes from {}.",
        ),
        text(
            "place",
            "billing_address",
            "billing address",
            "The bill names {} as the place.",
            "Bill it to {}.",
        ),
        text(
            "place",
            "branch_address",
            "branch address",
            "The branch at {} handles it.",
            "Send the file to the branch at {}.",
        ),
        text(
            "code",
            "reference",
            "payment reference",
            "Quote {} on it.",
            "Write {} on the slip.",
        ),
        flag("confirmation", "a confirmation call"),
        flag("standing", "a standing order"),
    ),
)

FOOD = Domain(
    name="food orders",
    tools=("place_order", "order_meal", "request_catering"),
    purposes=(
        "Orders food from one kitchen.",
        "Places a catering order.",
        "Sends an order to the kitchen.",
        "Orders a meal for several people.",
    ),
    openings=(
        "We are hungry; please order for us.",
        "Please place a food order.",
        "Could you order something to eat for our group?",
        "I would like a meal delivered.",
    ),
    properties=(
        word(
            "dish",
            "main dish",
            "lasagne curry risotto goulash dumplings paella moussaka stew",
            "We would like {}.",
            "Cook {} for us.",
        ),
        word(
            "sauce",
            "sauce",
            "pesto mustard tahini yoghurt mole chutney aioli gravy",
            "Pour {} over it.",
            "With it we want {}.",
        ),
        word(
            "spice",
            "spice level",
            "mild medium hot fiery gentle bold sharp subtle",
            "Make it {}.",
            "We like it {}.",
        ),
        word(
            "drink",
            "drink",
            "lemonade cider cocoa tea coffee juice water milk",
            "To drink we take {}.",
            "Bring {} to drink.",
        ),
        word(
            "container",
            "container",
            "tray bowl box jar tin platter pot bag",
            "Put it all into the {}.",
            "Serve it from the {}.",
        ),
        count(
            "portions",
            "number of portions",
            40,
            "We are {} eaters.",
            "Cook for {} people.",
            units="banquet set, picnic set, portions",
        ),
        count(
            "bottles",
            "number of bottles",
            36,
            "Bring {} bottles.",
            "We need {} bottles.",
            units="crate, rack, bottles",
        ),
        count(
            "price_limit",
            "price limit",
            95,
            "It may cost {} crowns at most.",
            "Our budget is {} crowns.",
            units="florin, guinea, crowns",
        ),
        count("napkins", "number of napkins", 45, "Pack {} napkins.", "Add {} napkins."),
        day("serve_on", "serving date", "early", "We eat {}.", "The meal takes place {}."),
        day(
            "settle_on",
            "settlement date",
            "late",
            "We settle the bill {}.",
            "Charge us {}.",
        ),
        clock("cook_at", "cooking time", "early", "Start cooking {}.", "The stove goes on {}."),
        clock("serve_at", "serving time", "late", "Serve it {}.", "We want to eat {}."),
        text(
            "person",
            "host",
            "host",
            "The order is placed for {}.",
            "At the door, ask for {}.",
        ),
        text("person", "taster", "taster", "The tasting is done by {}.", "Have it tasted by {}."),
        text("place", "address", "serving address", "We eat at {}.", "Bring everything to {}."),
        text(
            "place",
            "dish_return",
            "crockery address",
            "The crockery is fetched from {}.",
            "Empty pots are left at {}.",
        ),
        text(
            "code",
            "gift_card",
            "gift card",
            "We pay with gift card {}.",
            "Charge gift card {}.",
        ),
        flag("cutlery", "cutlery"),
        flag("leftovers", "boxes for leftovers"),
    ),
)

LEAVE = Domain(
    name="staff leave",
    tools=("submit_leave", "request_absence", "file_time_off"),
    purposes=(
        "Files a leave request for one employee.",
        "Submits an absence for approval.",
        "Requests time off work.",
        "Enters leave into the staff system.",
    ),
    openings=(
        "I would like to take some time off.",
        "Please file my leave.",
        "Could you hand in an absence for me?",
        "I am going to be away and need it entered.",
    ),
    properties=(
        word(
            "leave_type",
            "leave type",
            "annual parental study carer jury relocation bereavement sabbatical",
            "I am taking {} leave.",
            "File it as {} leave.",
        ),
        word(
            "pay",
            "pay arrangement",
            "full half reduced prorated averaged doubled capped basic",
            "My pay in that time is {}.",
            "Payroll books it as {} pay.",
        ),
        word(
            "site",
            "work site",
            "harbour foundry warehouse laboratory orchard printworks quarry dairy",
            "I work at the {}.",
            "My post is at the {}.",
        ),
        word(
            "shift",
            "shift",
            "dawn noon dusk night split swing relief standby",
            "I am on the {} shift.",
            "My shift is called {}.",
        ),
        word(
            "handover",
            "handover form",
            "memo checklist folder wiki binder diary slides dossier",
            "My colleagues get the {} from me.",
            "I hand my work over by {}.",
        ),
        count(
            "hours",
            "number of hours",
            90,
            "I will miss {} hours.",
            "Deduct {} hours.",
            units="turn, watch, hours",
        ),
        count(
            "carry_over",
            "carried-over balance",
            40,
            "Carry {} hours over.",
            "Move {} hours to the new year.",
            units="block, token, hours",
        ),
        count(
            "open_tasks",
            "number of open tasks",
            30,
            "I leave {} tasks behind.",
            "There are {} tasks to pass on.",
            units="backlog, batch, tasks",
        ),
        count(
            "notice",
            "notice period",
            28,
            "I gave {} days' notice.",
            "My notice was {} days.",
        ),
        day("first_day", "first day", "early", "I am away starting {}.", "My leave begins {}."),
        day("back_on", "return date", "late", "I am back {}.", "I return to work {}."),
        clock("leaves_at", "leaving time", "early", "I go off duty {}.", "I hand in my badge {}."),
        clock(
            "call_in_at",
            "call-in time",
            "late",
            "I will ring in {}.",
            "You can expect my call {}.",
        ),
        text(
            "person",
            "substitute",
            "substitute",
            "My work is done by {}.",
            "I am replaced by {}.",
        ),
        text(
            "person",
            "decider",
            "deciding person",
            "The decision lies with {}.",
            "Send it to {} for a decision.",
        ),
        text(
            "place",
            "contact_address",
            "contact address",
            "You can write to me at {}.",
            "In that time I live at {}.",
        ),
        text(
            "place",
            "equipment_address",
            "equipment address",
            "My equipment stays at {}.",
            "I leave my equipment at {}.",
        ),
        text(
            "code",
            "cost_centre",
            "cost centre",
            "Charge cost centre {}.",
            "It goes against cost centre {}.",
        ),
        flag("reachable", "phone calls at home"),
        flag("auto_reply", "an automatic reply"),
    ),
)

CLOUD = Domain(
    name="cloud operations",
    tools=("create_cluster", "deploy_service", "provision_stack"),
    purposes=(
        "Provisions machines for one service.",
        "Creates a cluster and deploys a service on it.",
        "Sets up servers in a data centre.",
        "Deploys one service.",
    ),
    openings=(
        "We need some servers; please set them up.",
        "Please deploy our new service.",
        "Could you provision a cluster for the team?",
        "A service of ours has to go live.",
    ),
    properties=(
        word(
            "region",
            "region",
            "fjord desert tundra delta prairie lagoon summit canyon",
            "It belongs in the {} region.",
            "Place it in the {} region.",
        ),
        word(
            "tier",
            "service tier",
            "bronze silver gold platinum copper titanium nickel cobalt",
            "We pay for the {} tier.",
            "Use the {} tier.",
        ),
        word(
            "disk",
            "disk type",
            "magnetic flash tape optical laser archive striped mirrored",
            "Store the data on {} disks.",
            "It needs {} disks.",
        ),
        word(
            "network",
            "network",
            "internal external isolated bridged routed tunnelled meshed shielded",
            "Attach it to the {} network.",
            "It joins the {} network.",
        ),
        word(
            "rollout",
            "rollout strategy",
            "rolling canary parallel staged shadow swap gradual phased",
            "Release it by {} rollout.",
            "Do the {} rollout.",
        ),
        count(
            "nodes",
            "number of nodes",
            40,
            "Start {} nodes.",
            "We need {} nodes.",
            units="pod, cell, nodes",
        ),
        count(
            "memory_units",
            "memory size",
            95,
            "Give it {} pages of memory.",
            "Each needs {} pages of memory.",
            units="slab, stack, pages",
        ),
        count(
            "retention_days",
            "retention period",
            90,
            "Keep the logs for {} days.",
            "Logs are stored {} days.",
            units="sprint, phase, days",
        ),
        count(
            "retries",
            "number of retries",
            25,
            "Try again {} times on failure.",
            "Allow {} retries.",
        ),
        day("launch_on", "launch date", "early", "It goes live {}.", "We launch {}."),
        day(
            "expires_on",
            "shutdown date",
            "late",
            "Shut it down {}.",
            "It is taken away {}.",
        ),
        clock(
            "launch_at",
            "launch time",
            "early",
            "The launch happens {}.",
            "Users get access {}.",
        ),
        clock(
            "backup_at",
            "backup time",
            "late",
            "Back it up {}.",
            "The backup runs {}.",
        ),
        text(
            "person",
            "operator",
            "operator",
            "It is run by {}.",
            "The person in charge of running it is {}.",
        ),
        text(
            "person",
            "budget_holder",
            "budget holder",
            "The cost is borne by {}.",
            "The budget belongs to {}.",
        ),
        text(
            "place",
            "site_address",
            "data centre address",
            "The machines stand at {}.",
            "Use the data centre at {}.",
        ),
        text(
            "place",
            "console_address",
            "console address",
            "We operate it from {}.",
            "The console is set up at {}.",
        ),
        text(
            "code",
            "project_code",
            "project code",
            "Book it on project {}.",
            "Our project is {}.",
        ),
        flag("encryption", "encryption"),
        flag("autoscaling", "automatic scaling"),
    ),
)

DOMAINS = (TRAVEL, PARCELS, CALENDARS, HOME, PAYMENTS, FOOD, LEAVE, CLOUD)
