"""The audit tells a known weakness from a registry that was not asked: silence is no good news."""

from __future__ import annotations

import json

import pytest

from tools.audit import NotAsked, weaknesses_of_python, weaknesses_of_the_client


def test_a_weakness_of_a_python_package_is_named_with_its_cure() -> None:
    found = {"id": "PYSEC-2026-1", "fix_versions": ["1.2", "2.0"], "aliases": []}
    report = {
        "dependencies": [
            {"name": "sound", "version": "1.0", "vulns": []},
            {"name": "weak", "version": "1.1", "vulns": [found]},
        ]
    }
    assert list(weaknesses_of_python(json.dumps(report))) == [
        "weak 1.1: PYSEC-2026-1, mended in 1.2, 2.0"
    ]


def test_a_weakness_of_a_package_of_the_client_is_named() -> None:
    report = {
        "auditReportVersion": 2,
        "vulnerabilities": {"weak": {"severity": "high", "range": "<2.0.0"}},
    }
    assert list(weaknesses_of_the_client(json.dumps(report))) == ["weak <2.0.0: high"]


@pytest.mark.parametrize(
    "report",
    ["", json.dumps({"dependencies": [{"name": "h11", "skip_reason": "not found on PyPI"}]})],
)
def test_python_packages_that_were_not_looked_up_are_no_good_news(report: str) -> None:
    with pytest.raises(NotAsked):
        list(weaknesses_of_python(report))


@pytest.mark.parametrize("report", ["", json.dumps({"message": "405 Method Not Allowed"})])
def test_nor_are_those_of_the_client(report: str) -> None:
    with pytest.raises(NotAsked):
        list(weaknesses_of_the_client(report))
