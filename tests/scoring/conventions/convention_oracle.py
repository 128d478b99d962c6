"""The ranking of a convention once more, slowly, from its specification alone."""

from fractions import Fraction
from functools import cmp_to_key
from statistics import mean
from typing import Any

ZERO = Fraction(0)


def expected(data: dict) -> dict:
    """The whole ranking of one convention: rows, classes, iron man, teams and prizes."""
    people = [summary(data, person) for person in data["people"]]
    people.sort(key=lambda one: name_order(one["player"]))
    people.sort(key=cmp_to_key(compare))
    classes = {}
    for name, members in data["classes"].items():
        of_it = [one for one in people if one["player"] in members]
        classes[name] = [{"player": it["player"], "place": place_among(it, of_it)} for it in of_it]
    rows = [row(data, people, index) for index in range(len(people))]
    teams = with_places([team(data, name) for name in data["teams"]])
    found = {"rows": rows, "classes": classes, "iron": iron_man(people), "teams": teams}
    return found | {"prizes": [prize(found, one) for one in data["prizes"]]}


def iron_man(people: list[dict]) -> list[dict]:
    """Whoever has a result, by the sum over all categories; the equal share a place."""
    found = []
    for one in people:
        if one["results"]:
            ahead = sum(1 for other in people if other["iron"] > one["iron"])
            found.append({"player": one["player"], "place": 1 + ahead, "iron": str(one["iron"])})
    return sorted(found, key=lambda it: (it["place"], name_order(it["player"])))


def prize(found: dict, one: dict) -> dict:
    """A prize and who holds its place: all who share it, if the place is among those they share."""
    lists = {"overall": found["rows"], "iron": found["iron"], "teams": found["teams"]}
    holders = lists[one["of"]] if one["of"] in lists else found["classes"][one["of"][6:]]
    places = [it["place"] for it in holders]
    due = []
    for it in holders:
        if it["place"] is not None:
            last = it["place"] + places.count(it["place"]) - 1
            if it["place"] <= one["place"] <= last:
                due.append(it["team"] if one["of"] == "teams" else it["player"])
    return {**one, "due": sorted(due, key=name_order)}


def name_order(name: str) -> tuple[str, str]:
    """The alphabetical order of names."""
    return (name.casefold(), name)


def places_held(game: dict, person: str) -> list[int]:
    """All places that a person holds at the table: more than one if others are equal."""
    mine, everybody = game["table"][person], game["table"].values()
    more, fewer = sum(1 for it in everybody if it > mine), sum(1 for it in everybody if it < mine)
    ahead, behind = (more, fewer) if game["points"] == "more" else (fewer, more)
    return list(range(ahead + 1, len(everybody) - behind + 1))


def closeness(game: dict, person: str) -> Fraction:
    """The bonus for a close game."""
    if game["points"] == "places" or len(game["table"]) == 1:
        return ZERO
    not_negative = [max(Fraction(points), ZERO) for points in game["table"].values()]
    mine = max(Fraction(game["table"][person]), ZERO)
    winner, second = sorted(not_negative, reverse=game["points"] == "more")[:2]
    if game["points"] == "more":
        return Fraction(1, 2) * min(mine, second) / (winner + 1)
    return Fraction(1, 2) * winner / (max(mine, second) + 1)


def game_value(game: dict, person: str, profile: dict) -> Fraction:
    """The value of a game for one of its players."""
    others = max(len(game["table"]) - 1, 1)
    value = mean([4 - Fraction(3 * (place - 1), others) for place in places_held(game, person)])
    return value + closeness(game, person) if profile["scheme"] == "close-game" else value


def offered(profile: dict) -> list[str]:
    """The categories, or the titles of a title competition, in order."""
    return list(profile["titles"]) or list(profile["categories"])


def category_of(game: dict, profile: dict) -> str | None:
    """The category of a game, which is its title in a title competition; None if not offered."""
    category = game["title"] if profile["titles"] else game["category"]
    return category if category in offered(profile) else None


def why_not(data: dict, game: dict, person: str) -> str | None:
    """The reason why a game cannot count for a category of a person, or None if it can."""
    profile = data["profile"]
    category = category_of(game, profile)
    if profile["titles"] and category is None:
        return "other-title"
    if game["kind"] == "final":
        return None if game.get("top") else "not-a-top-table"
    if category is None:
        return "no-category"
    if game["kind"] == "pick-up" and not profile["pick_ups"]:
        return "pick-up"
    return "void" if category in data["void"].get(person, []) else None


def games_that_count(data: dict, person: str, category: str) -> list[dict]:
    """All games of a person that count for a category."""
    mine = [game for game in data["games"] if person in game["table"] and game["kind"] != "final"]
    of_it = [game for game in mine if category_of(game, data["profile"]) == category]
    return [game for game in of_it if why_not(data, game, person) is None]


def best_results(data: dict, person: str) -> dict[str, tuple[Fraction, dict]]:
    """The best value and its game of each category with a result, in the order offered."""
    found = {}
    for category in offered(data["profile"]):
        games = games_that_count(data, person, category)
        games.sort(key=lambda game: (game["began"], game["key"]))
        values = [game_value(game, person, data["profile"]) for game in games]
        if games:
            found[category] = (max(values), games[values.index(max(values))])
    return found


def final_bonus(data: dict, game: dict, person: str) -> Fraction:
    """The part of the total that a game gives as a final: nothing unless it is a top table."""
    if game["kind"] != "final" or why_not(data, game, person) is not None:
        return ZERO
    bonuses = [Fraction(it) for it in data["profile"]["final_bonus"]] + [ZERO] * len(game["table"])
    return mean([bonuses[place - 1] for place in places_held(game, person)])


def finals_of(data: dict, person: str) -> list[tuple[dict, Fraction]]:
    """The finals that add something to the total of a person, first to last."""
    games = [game for game in data["games"] if person in game["table"]]
    games.sort(key=lambda game: (game["began"], game["key"]))
    finals = [(game, final_bonus(data, game, person)) for game in games]
    return [(game, bonus) for game, bonus in finals if bonus > 0]


def count_wins(data: dict, person: str) -> int:
    """The number of categories in which a person was first in a game that is over."""
    won = set()
    for category in offered(data["profile"]):
        for game in games_that_count(data, person, category):
            if 1 in places_held(game, person) and not game["running"]:
                won.add(category)
    return len(won)


def summary(data: dict, person: str) -> dict:
    """All that the order of the people depends on."""
    required = data["profile"]["required"]
    results, finals = best_results(data, person), finals_of(data, person)
    counted = sorted(results, key=lambda category: -results[category][0])[:required]
    penalty = Fraction(data["profile"]["penalties"].get(person, 0))
    total = sum((results[category][0] for category in counted), ZERO) - penalty
    total += sum((bonus for _, bonus in finals), ZERO)
    one = {"player": person, "results": results, "counted": counted, "finals": finals}
    one["total"], one["penalty"] = total, penalty
    one["iron"] = sum((value for value, _ in results.values()), ZERO)
    one["wins"], one["complete"] = count_wins(data, person), len(results) >= required
    one["steps"] = steps(one, data["profile"])
    return one


def steps(one: dict, profile: dict) -> list[tuple[str, Any]]:
    """The names and values of all that is compared, one after the other."""
    values = sorted((value for value, _ in one["results"].values()), reverse=True)
    padded = values + [ZERO] * (len(offered(profile)) - len(values))
    tie_breaks = {"wins": one["wins"], "iron": one["iron"], "results": padded}
    found = [("complete", one["complete"]), ("categories", len(values)), ("total", one["total"])]
    if one["complete"]:
        del found[1]
    return found + [(name, tie_breaks[name]) for name in profile["tie_breaks"]]


def why_above(mine: dict, theirs: dict) -> list:
    """The first step in which two people differ, with both values as they are."""
    for (step, my_value), (_, their_value) in zip(mine["steps"], theirs["steps"], strict=False):
        if my_value != their_value:
            return [step, my_value, their_value]
    return ["equal", None, None]


def compare(mine: dict, theirs: dict) -> int:
    """Below 0 if the first one stands higher, above 0 if the second one does, else 0."""
    step, my_value, their_value = why_above(mine, theirs)
    return 0 if step == "equal" else -1 if my_value > their_value else 1


def as_written(value: Any) -> Any:
    """A value of a step as the output has it; lists of results without their padding."""
    if isinstance(value, list):
        return [str(number) for number in value if number != 0]
    return str(value) if isinstance(value, Fraction) else value


def place_among(one: dict, others: list[dict]) -> int | None:
    """The place of a person among others: one more than the number of those ahead."""
    ahead = sum(1 for other in others if compare(other, one) < 0)
    return 1 + ahead if one["complete"] else None


def missing(data: dict, one: dict) -> dict | None:
    """The number of categories that a person still needs, and where they can come from."""
    if one["complete"]:
        return None
    closed = list(one["results"]) + data["void"].get(one["player"], [])
    still_open = [category for category in offered(data["profile"]) if category not in closed]
    return {"count": data["profile"]["required"] - len(one["results"]), "of": still_open}


def not_counted(data: dict, one: dict) -> list[dict]:
    """The games of a person that are neither a category's best nor a final that can add to it."""
    best = [game["key"] for _, game in one["results"].values()]
    found = []
    for game in sorted(data["games"], key=lambda game: (game["began"], game["key"])):
        why = why_not(data, game, one["player"])
        can_add = game["kind"] == "final" and why is None
        if one["player"] in game["table"] and game["key"] not in best and not can_add:
            why = why or "not-the-best"
            found.append({"game": game["key"], "why": why})
    return found


def row(data: dict, people: list[dict], index: int) -> dict:
    """One row of the ranking."""
    one = people[index]
    found = {name: as_written(one[name]) for name in ("player", "total", "penalty", "iron", "wins")}
    found["place"] = place_among(one, people)
    in_total = [one["results"][key][1] for key in one["counted"]] + [it for it, _ in one["finals"]]
    found["provisional"] = any(game["running"] for game in in_total)
    found["categories"] = {
        key: {"game": game["key"], "value": str(value), "counts": key in one["counted"]}
        for key, (value, game) in one["results"].items()
    }
    found["finals"] = [{"game": game["key"], "bonus": str(bonus)} for game, bonus in one["finals"]]
    found["missing"] = missing(data, one)
    found["not_counted"] = not_counted(data, one)
    last = index + 1 == len(people)
    found["why"] = None if last else [as_written(it) for it in why_above(one, people[index + 1])]
    return found


def with_places(teams: list[dict]) -> list[dict]:
    """All teams, best first; those for which nothing counts have no place, and are last."""
    teams.sort(key=lambda one: (-Fraction(one["total"]), name_order(one["team"])))
    placed = [one for one in teams if one["categories"] or one["finals"]]
    for one in teams:
        better = [it for it in placed if Fraction(it["total"]) > Fraction(one["total"])]
        one["place"] = 1 + len(better) if one in placed else None
    return placed + [one for one in teams if one not in placed]


def team(data: dict, name: str) -> dict:
    """One team: its best value of each category and its finals; its place is not known yet."""
    registered, members = data["teams"][name]["registered"], data["teams"][name]["members"]
    later = {**data, "games": [game for game in data["games"] if game["began"] > registered]}
    candidates, bonuses, categories, finals, total = [], [], {}, [], ZERO
    for member in members:
        for category, (value, game) in best_results(later, member).items():
            candidates.append((-value, game["began"], game["key"], name_order(member), category))
        for game, bonus in finals_of(later, member):
            bonuses.append((game["began"], game["key"], name_order(member), bonus))
    for category in offered(data["profile"]):
        of_it = [candidate for candidate in candidates if candidate[4] == category]
        if of_it:
            value, _, key, (_, member), _ = min(of_it)
            total -= value
            categories[category] = {"game": key, "player": member, "value": str(-value)}
    for _, key, (_, member), bonus in sorted(bonuses):
        total += bonus
        finals.append({"game": key, "player": member, "bonus": str(bonus)})
    return {"team": name, "total": str(total), "categories": categories, "finals": finals}
