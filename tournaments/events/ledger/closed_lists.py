"""The lists of which the ledger stores keys, with what each key is called for people."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from games.catalogue import games
from games.options import Option
from scoring.leagues import leagues
from scoring.measures import MEASURES
from scoring.schemes import schemes
from scoring.season_lines import TIE_BREAKS
from tournaments.models import (
    Adjustment,
    Announcement,
    Call,
    CountsFor,
    Entry,
    Event,
    FixtureGame,
    FixtureList,
    Phone,
    Ranking,
    RankingPrize,
    Round,
    ScoreSheet,
    SeasonAdjustment,
    Session,
    SheetVersion,
    Staff,
    Title,
    Tournament,
    Webhook,
)
from tournaments.person_fields import PERSON_FIELDS
from tournaments.verbs import Verb

#: Whose columns have choices; of two columns of one name the first that has a value says how.
WITH_CHOICES = (
    *(ScoreSheet, FixtureGame, Entry, Round, Session, Tournament, Event, Title),
    *(Announcement, Staff, Call, FixtureList, Adjustment, SeasonAdjustment, RankingPrize, Phone),
)
OF_RANKINGS = (Verb.OPEN_RANKING, Verb.CHANGE_RANKING)


def labels(key: str, verb: str = "") -> Mapping[str, Any]:
    """The labels of what an entry may store under a key; none where it stores no keys."""
    if key == "tie_breaks":
        return _tie_breaks(verb)
    return _labels().get(key, {})


def _tie_breaks(verb: str) -> Mapping[str, Any]:
    if verb in OF_RANKINGS:
        return dict(Ranking.Step.choices)
    found = TIE_BREAKS if verb == Verb.CHANGE_SEASON else MEASURES
    return {key: one.name for key, one in found.items()}


@cache
def options_of_games() -> Mapping[str, Option]:
    """The options of all games by key, as a tournament stores what was chosen."""
    return {one.key: one for info in games().values() for one in info.options}


@cache
def _labels() -> Mapping[str, Mapping[str, Any]]:
    """All others, each label in the language in which it is read."""
    found: dict[str, dict[str, Any]] = {}
    for model in WITH_CHOICES[::-1]:
        for column in model._meta.fields:  # noqa: SLF001 - public in all but its name
            found.setdefault(column.name, {}).update(dict(column.flatchoices))
    return found | {
        "counts_for": dict(CountsFor.choices),
        "game": {key: one.name for key, one in games().items()},
        "how": found["kind"],
        "private": {one.key: one.label for one in PERSON_FIELDS},
        "rule": {key: one.name for key, one in leagues().items()},
        "scheme": {key: one.name for key, one in schemes().items()},
        "topics": dict(Webhook.Topic.choices),
        "undone": dict(SheetVersion.Act.choices),
    }
