"""How pages answer a refusal: with its status, with its sentence, and with what was typed."""

import re
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import RequestFactory

import tournaments
from tests.builders import NOON
from tournaments.access.refusals import as_message, form_page, in_form, refusal_in, status_of
from tournaments.errors import Forbidden, Refused, RowGone
from tournaments.rate_limit.errors import DEVICE_WAITS, TooManyAttempts

SENTENCE = "That is not possible."
#: Views that show a refusal neither as a message nor in a form, and say why in a comment.
OTHERWISE = {"registration/scanning/views.py", "accounts/recovery/views.py"}


class NameForm(forms.Form):
    name = forms.CharField(max_length=10)


@pytest.fixture
def request_():
    made = RequestFactory().post("/")
    made._messages = CookieStorage(made)
    return made


def said(request):
    return [str(one) for one in get_messages(request)]


def filled():
    form = NameForm({"name": "Anna"})
    assert form.is_valid()
    return form


def test_a_block_that_is_not_refused_goes_on(request_):
    with as_message(request_) as attempt:
        done = True
    assert (done, attempt.status, said(request_)) == (True, HTTPStatus.OK, [])


def test_a_refused_block_ends_with_the_sentence_as_a_message(request_):
    with as_message(request_) as attempt:
        raise RowGone
    assert said(request_) == [str(RowGone.sentence)]
    assert attempt.status == HTTPStatus.CONFLICT


def test_another_error_is_no_refusal(request_):
    with pytest.raises(KeyError), as_message(request_):
        raise KeyError


@pytest.mark.parametrize(
    ("field", "shown_at"), [("name", "name"), ("", "__all__"), ("elsewhere", "__all__")]
)
def test_a_form_says_it_at_the_field_or_at_the_top_and_keeps_what_was_typed(field, shown_at):
    form = filled()
    with in_form(form):
        raise Refused(field=field)
    assert form.errors == {shown_at: [SENTENCE]}
    assert form["name"].value() == "Anna"


def test_a_form_that_knows_more_says_it_itself():
    class Knowing(NameForm):
        def refuse(self, refusal):
            self.add_error("name", f"{refusal.code}!")

    form = Knowing({"name": "Anna"})
    assert form.is_valid()
    with in_form(form):
        raise RowGone
    assert form.errors == {"name": ["gone!"]}
    assert status_of(form) == HTTPStatus.UNPROCESSABLE_ENTITY


@pytest.mark.parametrize(
    ("refusal", "status"),
    [
        (Refused(), HTTPStatus.UNPROCESSABLE_ENTITY),
        (RowGone(), HTTPStatus.CONFLICT),
        (Forbidden(), HTTPStatus.FORBIDDEN),
    ],
)
def test_the_status_is_that_of_the_refusal(refusal, status):
    form = filled()
    assert status_of(form) == HTTPStatus.OK
    with in_form(form):
        raise refusal
    assert (status_of(form), refusal_in(form)) == (status, refusal)


def test_a_form_that_is_wrong_by_itself_cannot_be_processed():
    assert status_of(NameForm({"name": "x" * 11})) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert status_of(NameForm()) == HTTPStatus.OK


@pytest.mark.django_db
def test_a_page_that_has_to_wait_says_for_how_long(request_, settings):
    form = filled()
    with in_form(form):
        raise TooManyAttempts(NOON + timedelta(days=36500), DEVICE_WAITS, NOON)
    page = form_page(request_, "components/form_fields.html", {"form": form})
    assert page.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert int(page["Retry-After"]) > 0


def test_a_page_that_only_previews_is_shown_with_its_errors():
    form = filled()
    with in_form(form):
        raise Refused
    context = {"form": form}
    page = form_page(RequestFactory().get("/"), "components/form_fields.html", context)
    assert page.status_code == HTTPStatus.OK
    assert SENTENCE in page.text


def test_no_view_has_a_way_of_its_own():
    root = Path(tournaments.__file__).parent
    catches = re.compile(r"except \(?(\w+, )*Refused\b|add_error\([^)]*str\(refusal\)")
    views = [*root.rglob("*views.py"), *root.rglob("*pages.py")]
    found = {str(one.relative_to(root)) for one in views if catches.search(one.read_text())}
    assert found == OTHERWISE
