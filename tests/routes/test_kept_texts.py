"""An act keeps texts in the language of the site, whoever acts: others read them in theirs."""

import json
import re

import pytest
from django.apps import apps
from django.db import models, transaction
from django.utils import translation

from tests.examples import ALL
from tests.routes.rows import ROUTES
from tests.routes.test_matrix import who_may
from tests.routes.texts import PSEUDO
from tests.routes.visitors import ask, noting_writes, rolled_back_later, visitor
from tournaments.models import LedgerEntry
from tournaments.texts import in_site_language

pytestmark = [pytest.mark.once, pytest.mark.django_db]

MODELS = {model._meta.db_table: model for model in apps.get_app_config("tournaments").get_models()}
TABLE = re.compile(r'"(tournaments_\w+)"')
#: What one phone or one letter is sent, which nobody else reads.
TO_ONE_READER = {"Letter", "PushMessage"}
#: `make test` has time for every tenth act: the ledger, which most texts are for, sees to its own.
STEP = 1 if ALL else 10
KEPT = (models.CharField, models.TextField, models.JSONField)


def kept_in(table: str):
    """The texts that a table has, each with the names of its model and its column."""
    model = MODELS[table]
    if model.__name__ in TO_ONE_READER:
        return
    for field in (one for one in model._meta.concrete_fields if isinstance(one, KEPT)):
        for value in model._base_manager.values_list(field.attname, flat=True):
            yield f"{model.__name__}.{field.name}", json.dumps(value, ensure_ascii=False)


def who_acts(name: str, world) -> str:
    """A role whose request to this address changes something."""
    acts = ROUTES[name].acts
    return who_may(name, "post", world) if acts is True else min(acts)


@pytest.mark.usefixtures("pseudo_language")
def test_an_act_keeps_no_text_in_the_language_of_who_acts(world):
    found, verbs = {}, set()
    for name in [name for name, route in ROUTES.items() if route.acts][::STEP]:
        client = visitor(who_acts(name, world), world, ROUTES[name])
        with rolled_back_later():
            last = LedgerEntry.objects.count()
            with noting_writes() as writes, translation.override("en-xa"):
                ask(client, "post", name, world)
            written = {table for sql in writes for table in TABLE.findall(sql)[:1]}
            kept = (text for table in written & MODELS.keys() for text in kept_in(table))
            if said := {text for text in kept if PSEUDO.search(text[1])}:
                found[name] = said
            verbs |= {*LedgerEntry.objects.order_by("pk")[last:].values_list("verb", flat=True)}
            transaction.set_rollback(True)
    assert found == {}, "\n".join(f"{name}: {sorted(said)}" for name, said in found.items())
    assert len(verbs) > 100 / STEP, sorted(verbs)


@pytest.mark.usefixtures("pseudo_language")
def test_what_is_kept_is_said_in_the_language_of_the_site():
    with translation.override("en-xa"):
        assert PSEUDO.search(translation.gettext("Not saved"))
        with in_site_language():
            assert translation.gettext("Not saved") == "Not saved"
        assert PSEUDO.search(translation.gettext("Not saved"))
