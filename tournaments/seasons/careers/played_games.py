"""The games that people played, at any event."""

from collections.abc import Iterable

from games.catalogue import GameInfo, games
from tournaments.models import Title


def infos(keys: Iterable[str]) -> dict[str, GameInfo]:
    """The games of these keys, in their order; what nobody knows is left out.

    Titles of one name at several events are one game: the newest definition names it. One query if
    there is any title.
    """
    wanted = list(keys)
    known = games()
    others = [key for key in wanted if key not in known]
    titles = Title.objects.filter(key__in=others).order_by("created_at", "pk") if others else ()
    found = known | {title.key: title.setup.info for title in titles}
    return {key: found[key] for key in wanted if key in found}
