"""The reference track: public test sets rebuilt from their authors' official files.

A task is one file: its card on top, then how its rows are made. A new task is one file and one
line here.
"""

from decisionpivot.reference import (
    amazon_google,
    ar_lsat,
    autofj,
    bbh_deduction,
    bfcl,
    bipia,
    capability_gsm8k,
    capability_math,
    clinc150,
    dbpedia_qald,
    dbpedia_rerank,
    diasafety,
    edos,
    esco_skills,
    evouna,
    folio,
    hatecheck,
    infotabs,
    judgebench,
    limit_rerank,
    llmbar,
    med,
    planbench,
    pubmedqa,
    raha_flights,
    reviewer_match,
    sgd,
    summedits,
    taubench,
    teval,
    umwp,
    walmart_amazon,
    when2call,
    wice,
    xstest,
)
from decisionpivot.reference.build import Built, Converter, build, convert, item_file, verify
from decisionpivot.reference.card import LAYERS, Card, SourceFile
from decisionpivot.reference.source import Row, Source

__all__ = [
    "BY_NAME",
    "LAYERS",
    "TASKS",
    "Built",
    "Card",
    "Converter",
    "Row",
    "Source",
    "SourceFile",
    "build",
    "convert",
    "item_file",
    "verify",
]

TASKS: tuple[Converter, ...] = (
    when2call,
    clinc150,
    umwp,
    capability_math,
    capability_gsm8k,
    xstest,
    hatecheck,
    diasafety,
    edos,
    bipia,
    llmbar,
    judgebench,
    summedits,
    wice,
    evouna,
    bfcl,
    teval,
    planbench,
    taubench,
    sgd,
    folio,
    ar_lsat,
    pubmedqa,
    med,
    bbh_deduction,
    walmart_amazon,
    amazon_google,
    autofj,
    raha_flights,
    infotabs,
    dbpedia_rerank,
    limit_rerank,
    dbpedia_qald,
    esco_skills,
    reviewer_match,
)
"""All tasks, layer by layer."""

BY_NAME: dict[str, Converter] = {task.CARD.name: task for task in TASKS}
