"""Browsers that send what the forms of a season's pages have, tokens and all."""

import re

from django.test import Client


def browser(user) -> Client:
    """A browser of somebody who is signed in."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def submit(client, page, action, **values):
    """Submit the form of a page that goes to ``action``, with these values."""
    html = client.get(page).text
    forms = re.findall(r"<form[^>]*method=\"post\".*?</form>", html, re.DOTALL)
    form = next(one for one in forms if f'action="{action}"' in one or "action=" not in one)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)[1]
    return client.post(action, values | {"csrfmiddlewaretoken": token}, follow=True)


def submit_again(client, action, **values):
    """As ``submit``, from a page that is open still."""
    token = client.cookies["csrftoken"].value
    return client.post(action, values | {"csrfmiddlewaretoken": token}, follow=True)
