"""Croissant 1.1 with the responsible-AI fields 1.0: the data set described for machines.

The format: https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html and
https://docs.mlcommons.org/croissant/docs/croissant-rai-spec.html
"""

from typing import Any

import msgspec

from decisionpivot import __version__
from decisionpivot.export.about import AUTHORS, PUBLISHED, About
from decisionpivot.export.card import bibtex
from decisionpivot.export.columns import Column, Kind
from decisionpivot.export.dataset import DEFAULT, DataSet
from decisionpivot.export.tables import Table
from decisionpivot.reference import Card

PARQUET = "application/x-parquet"
ALL_FILES = "all-files"

_CR_TERMS = """
arrayShape citeAs column containedIn equivalentProperty extract field fileObject fileProperty
fileSet format includes isArray isLiveDataset jsonPath key md5 parentField path recordSet references
regex repeated replace samplingRate separator source subField transform
""".split()

CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _CR_TERMS},
}

_TYPES: dict[Kind, dict[str, Any]] = {
    "string": {"dataType": "sc:Text"},
    "int64": {"dataType": "cr:Int64"},
    "float64": {"dataType": "cr:Float64"},
    "strings": {"dataType": "sc:Text", "isArray": True, "arrayShape": "-1"},
}


def croissant(data: DataSet) -> bytes:
    """The content of ``croissant.json``."""
    about = data.about
    described = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": [
            "http://mlcommons.org/croissant/1.1",
            "http://mlcommons.org/croissant/RAI/1.0",
        ],
        "name": about.title,
        "description": f"{about.summary} {about.description}",
        "license": _licences(data),
        **({"url": f"https://huggingface.co/datasets/{data.place}"} if data.place else {}),
        "creator": {"@type": "sc:Organization", "name": AUTHORS},
        "publisher": {"@type": "sc:Organization", "name": AUTHORS},
        "datePublished": PUBLISHED,
        "version": __version__,
        "inLanguage": "en",
        "keywords": list(about.tags),
        "citeAs": bibtex(about.title),
        "isLiveDataset": False,
        **responsible(about),
        "distribution": [*map(_file, data.tables), _all_files()],
        "recordSet": [
            *(
                _records(table.name, {"fileObject": {"@id": _id(table)}}, data, table.name)
                for table in data.tables
            ),
            _records(DEFAULT, {"fileSet": {"@id": ALL_FILES}}, data, "all configurations"),
        ],
    }
    return msgspec.json.format(msgspec.json.encode(described), indent=2) + b"\n"


def _licences(data: DataSet) -> list[str]:
    if not data.cards:
        return [data.about.licence_is]
    return list(dict.fromkeys(map(_licence, data.cards)))


def _licence(card: Card) -> str:
    return f"{card.name}: {card.licence}"


def responsible(about: About) -> dict[str, Any]:
    """The responsible-AI fields."""
    fields = {
        "dataCollection": about.collection,
        "dataCollectionType": list(about.collection_type),
        "dataPreprocessingProtocol": list(about.processing),
        "dataAnnotationProtocol": list(about.annotation),
        "annotatorDemographics": [about.annotators_are],
        "machineAnnotationTools": list(about.tools),
        "dataUseCases": [*about.uses, *(f"Not for: {misuse}" for misuse in about.misuses)],
        "dataBiases": list(about.biases),
        "dataLimitations": list(about.limits),
        "dataSocialImpact": about.impact,
        "personalSensitiveInformation": [about.personal],
        "dataReleaseMaintenancePlan": about.maintenance,
    }
    return {f"rai:{name}": value for name, value in fields.items() if value}


def _id(table: Table) -> str:
    return f"file-{table.name}"


def _file(table: Table) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": _id(table),
        "name": _id(table),
        "contentUrl": table.path,
        "contentSize": f"{table.size} B",
        "encodingFormat": PARQUET,
        "sha256": table.sha256,
    }


def _all_files() -> dict[str, Any]:
    """All tables; without ``containedIn`` its files are those beside ``croissant.json``."""
    return {
        "@type": "cr:FileSet",
        "@id": ALL_FILES,
        "name": ALL_FILES,
        "encodingFormat": PARQUET,
        "includes": "data/*/*.parquet",
    }


def _records(name: str, source: dict[str, Any], data: DataSet, of: str) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"The items of {of}.",
        "key": {"@id": f"{name}/id"},
        "field": [_field(name, column, source) for column in data.columns],
    }


def _field(records: str, column: Column, source: dict[str, Any]) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{records}/{column.name}",
        "name": column.name,
        "description": column.says,
        **_TYPES[column.kind],
        "source": {**source, "extract": {"column": column.name}},
    }
