"""Forms that edit a row and carry what they were made from."""

from datetime import date

import pytest
from django import forms
from django.http import QueryDict

from tests.builders import ANNA, NOON, make_event
from tournaments.access.editing import editing
from tournaments.access.refusals import status_of
from tournaments.errors import ChangedMeanwhile
from tournaments.events.services import change_event
from tournaments.events.settings.declaring import values_of
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.seen import changed_by

SEEN = {"name": "Express", "kind": "swiss", "on": False, "size": 4, "day": date(2026, 11, 21)}


class RowForm(forms.Form):
    name = forms.CharField()
    kind = forms.ChoiceField(choices=[("For two", [("swiss", "Swiss")]), ("cup", "A cup")])
    on = forms.BooleanField(required=False)
    size = forms.IntegerField(required=False)
    day = forms.DateField()


def posted(now, **typed):
    """The form that was opened on SEEN and sent when the row is ``now``."""
    sent = QueryDict(mutable=True)
    for key, value in SEEN.items():
        sent[f"initial-{key}"] = str(value)
        if value is not False:
            sent[key] = str(value)
    for key, value in typed.items():
        sent[key] = value
    return editing(RowForm(sent, initial=SEEN | now))


def test_the_page_has_what_each_input_began_with():
    page = str(editing(RowForm(initial=SEEN)))
    for key, value in SEEN.items():
        assert f'name="initial-{key}" value="{value}"' in page


@pytest.mark.parametrize(
    "now",
    [{"name": "Night"}, {"kind": "cup"}, {"on": True}, {"size": None}, {"day": date(2026, 11, 25)}],
)
def test_what_nobody_touched_follows_the_row(now):
    form = posted(now)
    assert form.is_valid()
    assert form.cleaned_data == SEEN | now


@pytest.mark.parametrize(
    ("now", "typed", "says"),
    [
        ({"name": "Night"}, {"name": "Day"}, "Night"),
        ({"kind": "cup"}, {"kind": "other"}, "A cup"),
        ({"size": None}, {"size": "5"}, "nothing"),
        ({"size": 6}, {"size": ""}, "6"),
        ({"size": 6}, {"size": "many"}, "6"),
    ],
)
def test_what_two_changed_says_the_value_of_the_other(now, typed, says):
    form = posted(now, **typed)
    ((field, mine),) = typed.items()
    assert f"changed this to “{says}”" in " ".join(form.errors[field])
    assert form[field].value() == mine
    assert form[field].as_hidden(only_initial=True) in str(form)
    assert [*form.errors] == [field]


def test_a_conflict_has_its_status_and_sent_again_it_replaces():
    form = posted({"name": "Night"}, name="Day")
    assert not form.is_valid()
    assert status_of(form) == ChangedMeanwhile.status
    again = editing(RowForm(form.data, initial=SEEN | {"name": "Night"}))
    assert again.is_valid()
    assert again.cleaned_data["name"] == "Day"


def test_a_form_that_does_not_say_what_it_began_with_is_about_the_row_of_now():
    sent = QueryDict("name=Day&kind=cup&size=3&day=2026-11-22")
    form = editing(RowForm(sent, initial=SEEN))
    assert form.is_valid()
    assert form.cleaned_data["name"] == "Day"


def test_line_ends_of_a_browser_are_no_change():
    sent = QueryDict(mutable=True)
    sent.update({"text": "One.\r\n\r\nTwo.", "initial-text": "One.\r\n\r\nTwo."})

    class TextForm(forms.Form):
        text = forms.CharField(widget=forms.Textarea)

    form = editing(TextForm(sent, initial={"text": "Three."}))
    assert form.is_valid()
    assert form.cleaned_data == {"text": "Three."}


def test_only_what_was_changed_is_written():
    assert changed_by({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 5, "b": 3}) == {"b": 2}
    assert changed_by({"a": 1, "b": 2}, None, {"a": 5, "b": 3}) == {"a": 1, "b": 2}
    assert changed_by({"a": 2}, {"a": 1}, {"a": 2}) == {"a": 2}
    with pytest.raises(ChangedMeanwhile):
        changed_by({"a": 2}, {"a": 1}, {"a": 3})


@pytest.mark.django_db
def test_a_change_between_the_check_of_a_form_and_the_lock_is_not_undone():
    event = make_event()
    seen = values_of(event, OF_EVENT)
    change_event(event, seen=seen, by=ANNA, at=NOON, **seen | {"name": "Hers", "venue": "Hall"})
    with pytest.raises(ChangedMeanwhile) as refused:
        change_event(event, seen=seen, by=ANNA, at=NOON, **seen | {"name": "His"})
    assert refused.value.field == "name"
    changed = change_event(event, seen=seen, by=ANNA, at=NOON, **seen | {"time_zone": "Asia/Tokyo"})
    assert (changed.name, changed.venue, changed.time_zone) == ("Hers", "Hall", "Asia/Tokyo")
