"""The reads about parties."""

from tournaments.models import Party, PartyMember, Player


def party_of(player: Player) -> Party | None:
    """The party of a player. One query."""
    return Party.objects.filter(members__player=player).first()


def members_of(player: Player) -> list[Player]:
    """The people in the party of a player, in the order in which they joined; none without one.

    One query.
    """
    party = PartyMember.objects.filter(player=player).values("party")
    members = PartyMember.objects.filter(party__in=party).order_by("number")
    return [member.player for member in members.select_related("player")]
