"""The ends of trains: what each says of its train, by the cars alone.

Source: rules/express.md 1.5; express-tournament.txt, "Clarifications" (Wilds).
"""

import pytest

from games.express.model import NOTHING
from tests.games.express.positions import GAME

MODEL = GAME.model
FREIGHT = range(MODEL.freight)
PASSENGER = range(MODEL.freight, MODEL.types)


def says(*cars):
    """Whether a Wild may still declare its type there, whether a Wild stands open, and the type."""
    tip = MODEL.tip_of(cars)
    return bool(MODEL.declares[tip]), bool(MODEL.opens[tip]), MODEL.runs[tip]


def wild(declared=0):
    """A Wild on a train; after the first two cars its number says nothing of a type."""
    return MODEL.size + declared


def test_no_train_says_nothing():
    assert says() == (False, False, NOTHING)


@pytest.mark.parametrize("kind", FREIGHT)
def test_one_freight_car_lets_a_wild_declare_its_own_type(kind):
    assert says(kind) == (True, False, kind)
    assert says(wild(kind)) == (True, False, kind)


@pytest.mark.parametrize("kind", FREIGHT)
def test_a_freight_train_of_two_has_its_type_and_no_open_wild(kind):
    assert says(kind, kind) == (False, False, kind)
    assert says(kind, wild(kind)) == (False, False, kind)


@pytest.mark.parametrize("kind", FREIGHT)
def test_a_wild_behind_two_cars_is_open_until_a_car_covers_it(kind):
    assert says(kind, kind, wild(kind)) == (False, True, kind)
    for other in FREIGHT:
        assert says(kind, kind, wild(kind), other) == (False, False, other)


@pytest.mark.parametrize("kind", PASSENGER)
def test_passenger_cars_are_alike_and_no_wild_among_them_is_open(kind):
    assert says(kind) == (True, False, NOTHING)
    for other in PASSENGER:
        assert says(kind, other) == (False, False, NOTHING)
    assert says(kind, kind, wild(kind)) == (False, False, NOTHING)


@pytest.mark.parametrize("kind", range(MODEL.types))
def test_behind_a_caboose_nothing_fits(kind):
    cars = (kind, kind, MODEL.caboose)
    tip = MODEL.tip_of(cars)
    assert tip == MODEL.closed or not MODEL.after[MODEL.tip_of(cars[:2])][MODEL.caboose]
    assert says(*cars) == (False, False, NOTHING)
    assert MODEL.fits[tip] == 0
