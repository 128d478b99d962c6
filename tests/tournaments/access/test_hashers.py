"""A password costs as little as is still safe, and older ones follow."""

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher as DjangosOwn
from django.utils.module_loading import import_string

from config import settings

pytestmark = pytest.mark.once


@pytest.fixture
def hasher():
    return import_string(settings.PASSWORD_HASHERS[0])()


def test_a_password_takes_nineteen_mebibytes_and_one_thread(hasher):
    made = hasher.encode("a long password", hasher.salt())
    assert made.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert hasher.verify("a long password", made)
    assert not hasher.verify("another password", made)
    assert not hasher.must_update(made)


def test_a_password_of_before_is_still_right_and_is_hashed_again(hasher):
    before = DjangosOwn().encode("a long password", hasher.salt())
    assert hasher.verify("a long password", before)
    assert hasher.must_update(before)
