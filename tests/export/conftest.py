"""The released items, and what is exported of them, once for all tests of this folder."""

from pathlib import Path

import pytest

from decisionpivot.export import hub
from decisionpivot.selection import Task


@pytest.fixture(scope="session")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> list[Task]:
    return hub.core_tasks(tmp_path_factory.mktemp("items"))


@pytest.fixture(scope="session")
def folder(tasks: list[Task], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hub")
    hub.core(tasks, path)
    return path
