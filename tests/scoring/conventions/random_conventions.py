"""Random conventions for tests: small numbers, so that people are often equal."""

from random import Random

CATEGORIES = {"1": "Long games", "10": "Rail games", "2": "Short games", "b": "Dice", "4": "Cards"}
TITLES = ["Eurorails", "Express", "1830", "Streetcar", "Rail Baron"]
TIE_BREAKS = ["wins", "iron", "results"]
NAMES = [
    "Ann", "ann", "Ben", "Cay", "Dora", "Émile", "emil", "Finn", "Gus", "Hal", "Ida", "Jo",
    "jo", "Kay", "Lea", "Max", "Nan", "Olaf", "Paul", "Quinn", "Rosa", "Straße", "Strasse",
    "Tim", "Uma", "Vic", "Will", "Xenia", "Yves", "Zoe",
]  # fmt: skip


def convention(seed: int) -> dict:
    """A random input of the convention ranking; the same one for the same seed."""
    rng = Random(seed)
    people = random_people(rng)
    keys, titles = random_offer(rng)
    latest = rng.choice([3, 10, 60])
    games = random_games(rng, people, keys, latest)
    data = {
        "profile": random_profile(rng, people, keys, titles),
        "games": games,
        "void": random_void(rng, people, titles or keys),
        "people": people,
        "teams": random_teams(rng, people, latest),
        "classes": random_classes(rng, people),
    }
    return data | {"prizes": random_prizes(rng, data["classes"])}


def random_people(rng: Random) -> list[str]:
    """From 3 to 30 names in any order."""
    most = rng.choice([5, 8, 15, 30])
    return rng.sample(NAMES, rng.randint(3, most))


def random_offer(rng: Random) -> tuple[list[str], list[str]]:
    """The keys of the categories offered and, in a fifth of the cases, titles of a competition."""
    keys = rng.sample(list(CATEGORIES), rng.randint(1, len(CATEGORIES)))
    titles = rng.sample(TITLES, rng.randint(1, 4)) if rng.random() < 0.2 else []
    return keys, titles


def random_profile(rng: Random, people: list[str], keys: list[str], titles: list[str]) -> dict:
    """The rules of this convention."""
    offered = len(titles or keys)
    return {
        "categories": {key: CATEGORIES[key] for key in keys},
        "required": rng.randint(1, min(offered, rng.choice([1, 2, 3, 5]))),
        "scheme": rng.choice(["close-game", "house"]),
        "final_bonus": random_final_bonus(rng),
        "pick_ups": rng.random() < 0.6,
        "titles": titles,
        "tie_breaks": rng.sample(TIE_BREAKS, rng.randint(0, len(TIE_BREAKS))),
        "penalties": random_penalties(rng, people),
    }


def random_final_bonus(rng: Random) -> list[str]:
    """From 0 to 4 bonuses, best first."""
    possible = ["1", "1/2", "0.3", "0.2", "0.1", "0"]
    chosen = sorted(rng.choice(range(len(possible))) for _ in range(rng.randint(0, 4)))
    return [possible[index] for index in chosen]


def random_penalties(rng: Random, people: list[str]) -> dict[str, str]:
    """Points off the total of a few people."""
    if rng.random() < 0.4:
        return {}
    punished = rng.sample(people, rng.randint(0, min(4, len(people))))
    return {person: rng.choice(["1/2", "1", "0.25", "1/3", "5", "0"]) for person in punished}


def random_games(rng: Random, people: list[str], keys: list[str], latest: int) -> list[dict]:
    """From 0 to 60 games in any order, most of them in some of the categories only."""
    number = rng.randint(0, rng.choice([4, 12, 30, 60]))
    names = rng.sample([f"g{index}" for index in range(1, 100)], number)
    played = rng.sample(keys, rng.randint(1, len(keys)))
    titles = rng.sample(TITLES, rng.randint(2, len(TITLES)))
    running = rng.choice([0, 0.1, 0.4])
    largest = rng.choice([1, 3, 3, 12])
    games = []
    for name in names:
        game = {"key": name, "title": rng.choice(titles), "category": random_category(rng, played)}
        game["kind"] = rng.choice(["heat", "heat", "heat", "heat", "pick-up", "final"])
        game["began"] = rng.randint(1, latest)
        game["points"] = rng.choice(["more", "more", "fewer", "places"])
        game["table"] = random_table(rng, people, game["points"], largest)
        game["top"] = rng.random() < 0.6
        game["running"] = rng.random() < running
        games.append(game)
    return games


def random_category(rng: Random, played: list[str]) -> str | None:
    """A category, but now and then none, or one that nobody knows."""
    chance = rng.random()
    if chance < 0.08:
        return None
    return "unknown" if chance < 0.14 else rng.choice(played)


def random_table(rng: Random, people: list[str], points: str, largest: int) -> dict[str, int]:
    """The numbers with which 2 to 6 people ended; some are negative."""
    players = rng.sample(people, rng.randint(2, min(6, len(people))))
    lowest = rng.choice([0, 0, -2, -largest - 1])
    numbers = [rng.randint(lowest, largest) for _ in players]
    if points == "places":
        numbers = [1 + sum(1 for other in numbers if other > mine) for mine in numbers]
    return dict(zip(players, numbers, strict=True))


def random_void(rng: Random, people: list[str], offered: list[str]) -> dict[str, list[str]]:
    """Categories, or titles, in which some people have no result."""
    if rng.random() < 0.4:
        return {}
    chosen = rng.sample(people, rng.randint(0, min(5, len(people))))
    return {person: rng.sample(offered, rng.randint(0, min(2, len(offered)))) for person in chosen}


def random_teams(rng: Random, people: list[str], latest: int) -> dict[str, dict]:
    """Some teams of 3 or 4 without a common member, registered at any time."""
    if rng.random() < 0.3:
        return {}
    free = rng.sample(people, len(people))
    teams = {}
    for name in rng.sample(["Reds", "Blues", "greens", "Greens", "Yellows"], rng.randint(1, 5)):
        size = rng.randint(3, 4)
        if len(free) >= size:
            members, free = free[:size], free[size:]
            teams[name] = {"members": members, "registered": rng.randint(0, latest)}
    return teams


def random_classes(rng: Random, people: list[str]) -> dict[str, list[str]]:
    """Some classes, which may be empty and may overlap."""
    names = rng.sample(["novice", "junior", "master"], rng.randint(0, 3))
    return {name: rng.sample(people, rng.randint(0, len(people))) for name in names}


def random_prizes(rng: Random, classes: dict[str, list[str]]) -> list[dict]:
    """Some prizes for places of any of the lists; a place may have several."""
    lists = ["overall", "iron", "teams", *(f"class:{name}" for name in classes)]
    return [
        {"of": rng.choice(lists), "place": rng.randint(1, 5), "label": f"Prize {index}"}
        for index in range(rng.randint(0, 6))
    ]
