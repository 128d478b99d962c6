"""Shared by the tests of the pages of registration."""

from django.urls import reverse

from tournaments.person_fields import ROSTER_FIELDS, Kind

#: What only staff may see of a person, each with a secret.
SECRETS = {
    field.key: "secret@example.org" if field.kind is Kind.EMAIL else f"Secret {field.key}"
    for field in ROSTER_FIELDS
    if not field.is_public
}


def page(client, name, *args, query=None, **headers) -> str:
    response = client.get(reverse(name, args=args), query, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def join(client, event, **answer):
    return client.post(reverse("join", args=[event.slug]), answer, follow=True)


def statuses(tournament) -> dict[str, str]:
    return {e.player.name: e.status for e in tournament.entries.select_related("player")}
