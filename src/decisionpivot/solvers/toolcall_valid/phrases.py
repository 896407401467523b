"""The sentences that name no property: what they say, by the label of the property they mean."""

import re

# A number sign stands for the value; one label may take several lines.
_PHRASES = """
departure date: We leave #|Our outward train runs #
return date: We come back #|I am back #|I return to work #|Our train home runs #
departure time: Our train out should go #|We want to set off #
return time: We want to start back #|Our train home should go #
number of bags: (?:Check in|We bring) # bags
number of nights: We stay # nights|We are away for # nights
number of passengers: We need tickets for # people|There are # of us
number of points to redeem: Redeem # points|Pay with # of our points
lead traveller: (?:Book it|The tickets go out) in the name of #
emergency contact: If anything happens, they should ring #|In an emergency the person to call is #
ticket address: Post the tickets to #|The paper tickets go to #
pick-up address: Pick us up from #|The taxi collects us at #
discount code: Use our discount #|We have a discount under #
seat position: Give us # seats|We like # seats best
fare type: (?:Take|We travel on) the # fare
luggage type: Our (?:largest item goes under|luggage counts as) #
meal choice: (?:On board we take|Order) the # menu(?: for us)?
cabin class: (?:We want to travel|Put us) in # class(?:, please)?
collection date: (?:Fetch it|The van should call) #
collection time: (?:Fetch it|The driver should ring) #
delivery deadline: (?:The last day for delivery|My deadline for its arrival) falls #
delivery time: The recipient expects it #|It should be handed over #
delivery address: Bring it to #|It is to arrive at #
return address: If it comes back, take it to #|Undelivered, it returns to #
recipient: It goes to #|Write # on it as the addressee
sender: It is sent in the name of #|The sender's name is that of #
declared value: The goods are worth # crowns|Declare # crowns as what it is worth
weight: The scales say # grains|It weighs # grains
number of pieces: There are # pieces in all|It consists of # pieces
number of storage days: Hold it for # days if nobody is in|The depot may keep it for # days
vehicle type: Let it go by #|It should travel by #
label colour: (?:Stick|Mark it with) the # label(?: on it)?
contents category: (?:Declare it as|Inside there are) #
packaging: (?:Pack it|It lies ready) in the #
customs code: Put # on the customs form|Customs know it under #
service level: The # service is what I pay for|Send it by # service
meeting date: (?:It takes place|We meet) #
start time: We begin #|The doors open #
duration: Allow # minutes for it|It (?:lasts|takes) # minutes
due date of the minutes: (?:I want the minutes|The minutes are due) #
summary time: (?:Mail the summary|The summary goes out) #
reminder lead: (?:Send the reminder|Remind people) # minutes (?:before|ahead)
number of attendees: Seats for # people are needed|We expect # people
number of handouts: Print # handouts|We need # copies on paper
note taker: (?:Notes are taken|The minutes are written) by #
chair: It is led by #|The meeting is run by #
channel: We hold it by #|People join by #
category: It counts as #|File it under #
repetition: (?:Let it recur|Repeat it) #
visibility: To others the entry is #|Mark the entry as #
room layout: (?:Chairs go|Arrange the room) in # style
room code: (?:Reserve room|The room is) #
venue: (?:Everybody comes to|We gather at) #
parking address: Guests park at #|Cars are left at #
switch-on time: (?:Switch on|Everything wakes up) #
switch-off time: (?:Switch off|Everything goes quiet) #
first day: (?:It begins|Start the routine|I am away starting|My leave begins) #
last day: It ends #|The routine stops #
running time: It lasts # minutes|Let it run for # minutes
brightness: (?:Dim|Set) the lamps to # steps
heating level: Take the heating to level #|Heat to level #
number of devices: There are # devices to switch|It controls # devices
person to notify: Faults are reported to #|When it fails, tell #
routine owner: (?:Only )?# may change it|The routine belongs to #
house address: (?:It is for the house|Set it up) at #
spare key address: The (?:key is kept|spare key lies) at #
alert sound: Alert us with the # sound|When it starts, play the # sound
light colour: Turn the lamps #|Let the lamps glow #
operating mode: (?:Run everything in|Use) # mode
trigger: (?:It is set off by|Start it on) #
room: It (?:is about|runs in) the #
hub code: Our hub is #|Pair it with hub #
execution date: (?:Carry it out|The money leaves) #
execution time: The bank should start #|Release it #
expiry date: The order (?:runs out|lapses) #
report time: Report back #|I want to hear about it #
amount: The bill comes to # crowns|Pay # crowns
tip: Give # crowns extra|Add # crowns on top
number of instalments: Split it into # instalments|I pay it off in # parts
retention period: The papers stay on file for # weeks|Keep the logs for # days
retention period: Keep the papers for # weeks
retention period: Logs are stored # days
approver: It is approved by #|The second signature comes from #
payee name: The money is for #|It is paid to #
payment reference: Quote # on it|Write # on the slip
billing address: Bill it to #|The bill names # as the place
branch address: Send the file to the branch at #|The branch at # handles it
account: (?:Take it from|Use) the # account
fee payer: Fees are charged to the #|The # bears the fees
purpose: It is meant for #|Book it under #
processing speed: I want # processing|Process it as #
receipt form: (?:Send|I want) the receipt by #
serving date: (?:We eat|The meal takes place) #
serving time: Serve it #|We want to eat #
cooking time: Start cooking #|The stove goes on #
settlement date: (?:Charge us|We settle the bill) #
price limit: It may cost # crowns at most|Our budget is # crowns
number of bottles: (?:Bring|We need) # bottles
number of napkins: (?:Add|Pack) # napkins
number of portions: We are # eaters|Cook for # people
taster: Have it tasted by #|The tasting is done by #
host: At the door, ask for #|The order is placed for #
serving address: Bring everything to #|We eat at #
crockery address: Empty pots are left at #|The crockery is fetched from #
gift card: (?:Charge|We pay with) gift card #
container: Serve it from the #|Put it all into the #
drink: Bring # to drink|To drink we take #
main dish: Cook # for us|We would like #
sauce: With it we want #|Pour # over it
spice level: (?:Make it|We like it) #
call-in time: I will ring in #|You can expect my call #
leaving time: I go off duty #|I hand in my badge #
number of hours: I will miss # hours|Deduct # hours
carried-over balance: Carry # hours over|Move # hours to the new year
notice period: I gave # days' notice|My notice was # days
number of open tasks: I leave # tasks behind|There are # tasks to pass on
substitute: I am replaced by #|My work is done by #
deciding person: Send it to # for a decision|The decision lies with #
contact address: In that time I live at #|You can write to me at #
equipment address: My equipment stays at #|I leave my equipment at #
cost centre: Charge cost centre #|It goes against cost centre #
handover form: I hand my work over by #|My colleagues get the # from me
leave type: I am taking # leave|File it as # leave
pay arrangement: My pay in that time is #|Payroll books it as # pay
shift: I am on the # shift|My shift is called #
work site: I work at the #|My post is at the #
launch date: (?:It goes live|We launch) #
launch time: (?:The launch happens|Users get access) #
shutdown date: (?:Shut it down|It is taken away) #
backup time: Back it up #|The backup runs #
number of nodes: (?:Start|We need) # nodes
number of retries: Try again # times on failure|Allow # retries
memory size: (?:Give it|Each needs) # pages of memory
operator: It is run by #|The person in charge of running it is #
budget holder: The budget belongs to #|The cost is borne by #
console address: (?:The console is set up at|We operate it from) #
data centre address: Use the data centre at #|The machines stand at #
project code: Book it on project #|Our project is #
disk type: Store the data on # disks|It needs # disks
network: (?:Attach it to|It joins) the # network
region: (?:Place it|It belongs) in the # region
rollout strategy: Release it by # rollout|Do the # rollout
service tier: (?:Use|We pay for) the # tier
"""


def _compiled(table: str) -> dict[str, re.Pattern[str]]:
    phrases: dict[str, list[str]] = {}
    for line in table.strip().splitlines():
        label, text = line.split(": ", 1)
        phrases.setdefault(label, []).append(text.replace("#", "(.+)"))
    return {label: re.compile(rf"(?:{'|'.join(texts)})\.") for label, texts in phrases.items()}


_COMPILED = _compiled(_PHRASES)


def phrase_value(label: str, sentence: str) -> str | None:
    """The value that a sentence gives the property of this label; None if it is about another."""
    match = _COMPILED[label].fullmatch(sentence) if label in _COMPILED else None
    return match[match.lastindex] if match and match.lastindex else None
