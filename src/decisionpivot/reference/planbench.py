"""PlanBench: is a plan for a world of blocks valid?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

PLANS = "plan-bench/prompts/blocksworld/task_3_plan_verification.json"

CARD = Card(
    name="planbench",
    layer="D",
    title="PlanBench: verifying plans (Blocksworld)",
    asks="Is a plan valid, and if not, why?",
    citation="Karthik Valmeekam, Matthew Marquez, Alberto Olmo, Sarath Sreedharan, Subbarao "
    "Kambhampati. PlanBench: An Extensible Benchmark for Evaluating Large Language Models on "
    "Planning and Reasoning about Change. NeurIPS 2023 Datasets and Benchmarks",
    repository="karthikv792/LLMs-Planning",
    commit="b008bc4327112affd525035b9e82f93f54b9b3a3",
    files=(
        SourceFile(
            "plan-bench/prompts/blocksworld/task_3_plan_verification.json",
            2291625,
            "e7568d059d3ad723b668d98d497caea0f337a77a6a167af3cdccca08e7282868",
        ),
    ),
    licence="MIT",
    terms="permissive",
    labels="computed",
    labels_are="by a plan validator",
    metric="accuracy",
    beside=("macro_f1",),
    original_metric="accuracy, with and without the kind of fault",
    chance=1 / 3,
    chance_is="closed form: one over the number of options",
    items=500,
    groups=500,
    defects=(
        "counting a plan's steps alone scores 0.88: every valid plan has an even number, every "
        "plan with an unmet precondition an odd one",
        "16 plans are empty, all of them goal_not_reached",
    ),
    sha256="ef164cf35ed89dae24bc5868b4f86c8791f9298ba51b210d8f99fdf2d2c91119",
    bag_of_words=0.682,
)

OPTIONS = (
    Option("valid", "every step can be executed and the goal is reached"),
    Option("unmet_precondition", "a step cannot be executed"),
    Option("goal_not_reached", "every step can be executed, but the goal is not reached"),
)


def rows(source: Source) -> list[Row]:
    """Every plan with the rules of its world, without the prompt's solved examples."""
    return [
        Row(
            state=_state(instance["query"]),
            question="Is this plan valid?",
            options=OPTIONS,
            answer=verdict(instance["ground_truth_plan"]),
        )
        for instance in source.json(PLANS)["instances"]
    ]


def _state(query: str) -> str:
    """The rules before the first statement, and the last statement up to its verification."""
    rules = query.partition("[STATEMENT]")[0].strip()
    statement = query.rpartition("[STATEMENT]")[2].partition("[VERIFICATION]")[0].strip()
    return f"{rules}\n\n{statement}"


def verdict(truth: str) -> str:
    """The option that the validator's sentence means."""
    if truth.startswith("The above plan is valid"):
        return "valid"
    return "unmet_precondition" if "unmet precondition" in truth else "goal_not_reached"
