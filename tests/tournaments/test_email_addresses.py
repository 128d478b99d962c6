"""No form of an account takes an address that no letter can go to."""

import pytest

from tournaments.accounts.first.forms import FirstAccountForm
from tournaments.devices.forms import MailLinkForm
from tournaments.events.forms import InvitationForm
from tournaments.seasons.forms import OwnerForm


@pytest.mark.django_db
@pytest.mark.parametrize("form", [FirstAccountForm, InvitationForm, MailLinkForm, OwnerForm])
def test_a_domain_without_a_form_in_dns_is_refused(form):
    assert "email" in form({"email": f"guest@{'ü' * 62}.org"}).errors
    assert "email" not in form({"email": "guest@müller.example"}).errors
