"""tau-bench, airline: did an agent reach the user's goal?"""

import json
from typing import Any

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

TRAJECTORIES = "historical_trajectories/gpt-4o-airline.json"

CARD = Card(
    name="taubench",
    layer="D",
    title="tau-bench: outcomes of airline conversations",
    asks="Did an agent do what the user's goal and the policy ask for?",
    citation="Shunyu Yao, Noah Shinn, Pedram Razavi, Karthik Narasimhan. tau-bench: A Benchmark "
    "for Tool-Agent-User Interaction in Real-World Domains. ICLR 2025",
    repository="sierra-research/tau-bench",
    commit="59a200c6d575d595120f1cb70fea53cef0632f6b",
    files=(
        SourceFile(
            "historical_trajectories/gpt-4o-airline.json",
            4114038,
            "e9e6c0297660c537f83d4fd9c476ce7a9a86ecd2784874b7bfc13be598e37bfa",
        ),
    ),
    licence="MIT",
    terms="permissive",
    labels="computed",
    labels_are="the final database and required outputs, compared with an annotated goal",
    metric="balanced_accuracy",
    original_metric="pass^k of agents",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="the user's task",
    items=200,
    groups=50,
    defects=(
        "that a shorter transcript means success has an AUROC of 0.70",
        "to call a conversation that ends with a transfer to a human a success scores 0.65",
        "some annotated goals are known to be wrong, and some outcomes cannot be told from the "
        "transcript",
    ),
    sha256="e4861c2276d09830a23038d87bdfa799ff0348c5faa677e4a6a623f162f2b1e8",
    bag_of_words=0.687,
)

OPTIONS = (
    Option("success", "the agent did all that it should, and nothing else"),
    Option("failure", "it did not"),
)


def rows(source: Source) -> list[Row]:
    """Every conversation with policy and goal; rewards and annotated actions stay out."""
    return [
        Row(
            state=_state(entry),
            question="Did the agent reach the user's goal within the policy?",
            options=OPTIONS,
            answer="success" if entry["reward"] == 1.0 else "failure",
            group=str(entry["task_id"]),
        )
        for entry in source.json(TRAJECTORIES)
    ]


def _state(entry: dict[str, Any]) -> str:
    policy, *messages = entry["traj"]
    transcript = "\n".join(line for message in messages for line in _lines(message))
    goal = entry["info"]["task"]["instruction"]
    return f"Policy:\n{policy['content']}\n\nThe user's goal:\n{goal}\n\nTranscript:\n{transcript}"


def _lines(message: dict[str, Any]) -> list[str]:
    """A message as ``role: content``, and its tool calls as JSON."""
    lines = [f"{message['role']}: {message['content']}"] if message.get("content") else []
    for call in message.get("tool_calls") or ():
        called = {"name": call["function"]["name"], "arguments": call["function"]["arguments"]}
        lines.append(f"{message['role']}: {json.dumps(called, ensure_ascii=False)}")
    return lines
