"""The words of a sheet that stand where a name would, in the languages of our guests.

Pure. Words are compared without case, accents, spaces and punctuation (``names.loose``), or where
that would make a name of them ("n/a", Na) as they are written (``names.fold``).
"""

import re
from functools import lru_cache

from tournaments.names import fold, loose


def _all(words: str) -> frozenset[str]:
    return frozenset(loose(word) for word in words.split(", "))


def _written(words: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words.split(", "))


#: English, then German, French, Spanish, Italian, Dutch, Polish, Russian, Japanese.
_TOTALS = _all(
    "grand total, players, people, participants, Teilnehmer gesamt, total général, nombre total, "
    "total general, 合計, 総計, 計, 人数, 参加者数"
)
_TOTAL = _all(
    "total, totals, subtotal, sum, count, number, average, Summe, gesamt, Gesamtsumme, Gesamtzahl, "
    "Anzahl, Durchschnitt, somme, nombre, moyenne, suma, número, promedio, totale, numero, totaal, "
    "aantal, gemiddelde, razem, łącznie, ogółem, liczba, итого, всего, сумма, количество"
)
_COUNTED = _all(
    "players, people, participants, persons, attendees, entries, entrants, registered, "
    "registrations, members, names, Spieler, Teilnehmer, Personen, Anmeldungen, joueurs, inscrits, "
    "personnes, jugadores, participantes, inscritos, personas, giocatori, partecipanti, iscritti, "
    "persone, spelers, deelnemers, personen, graczy, zawodników, uczestników, osób, игроков, "
    "участников, человек, of, de, des, di, der, van, the, all"
)
#: Above a part of a sheet, or what a survey writes below its headings.
_TITLES = _all(
    "response, open-ended response, waiting list, wait list, waitlist, standby, reserve list, "
    "Warteliste, Nachrücker, liste d'attente, lista de espera, lista d'attesa, wachtlijst, "
    "lista rezerwowa, лист ожидания, キャンセル待ち"
)
_NO_NAMES = _written(
    "n/a, n.a., n.n., tbd, t.b.d., tbc, tba, t.b.a., xxx, vacant, vacancy, empty, empty seat, "
    "unknown, no name, unbekannt, vide, inconnu, vacío, vacante, desconocido, vuoto, leeg, "
    "onbekend, wolne, пусто, неизвестно, 空席, 未定"
)
_NOTHING = _NO_NAMES | _written(
    "none, nil, null, keine, keiner, aucun, aucune, ninguno, ninguna, nessuno, nessuna, geen, "
    "brak, нет, なし, 無し"
)
#: Columns that say whether somebody comes, and what they say of those who do not.
_STATUS = _all(
    "status, rsvp, attending, attendance, attendee status, order status, registration status, "
    "Anmeldestatus, statut, estado, stato, статус, 状態"
)
_CANCELLED = _all(
    "no, cancelled, canceled, refunded, declined, withdrawn, not attending, deleted, abgesagt, "
    "storniert, abgemeldet, annulé, annulée, désisté, désistée, cancelado, cancelada, anulado, "
    "annullato, annullata, ritirato, geannuleerd, afgemeld, anulowane, odwołane, rezygnacja, "
    "отменено, отказ, キャンセル, 欠席"
)
_COUNT = re.compile(r"[\d:=.,()\s]+")
_ADDRESS = re.compile(r"[^\s@]+@\S+\.\S+|.*(?:https?://|\bwww\.).*")
_LABEL = re.compile(r":(?:\s|$)|\s=\s")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def is_total(name: str) -> bool:
    """Whether a name is the word of a sum, such as "Total: 39" or "Number of players"."""
    words = [loose(word) for word in _COUNT.sub(" ", name).split()]
    is_counted = bool(words) and (
        not _TOTAL.isdisjoint(words) or any(char.isdigit() for char in name)
    )
    return "".join(words) in _TOTALS or (is_counted and (_TOTAL | _COUNTED).issuperset(words))


def is_title(name: str, *, is_alone: bool) -> bool:
    """Whether a name is rather a title or a remark; ``is_alone``: no other field of the row holds
    anything.
    """
    is_dated = is_alone and bool(_YEAR.search(name)) and len(name.split()) > 2
    return loose(name) in _TITLES or bool(_LABEL.search(name)) or is_dated


def is_no_name(name: str) -> bool:
    """Whether nobody is called so: a number, a day, a dash, an address, or a word for nobody."""
    has_letters = any(char.isalpha() for char in name)
    return not has_letters or fold(name) in _NO_NAMES or bool(_ADDRESS.fullmatch(name.strip()))


def says_nothing(cell: str) -> bool:
    """Whether a cell beside a name stands for none, such as "n/a" or "-"."""
    return fold(cell) in _NOTHING or not any(char.isalnum() for char in cell)


def is_cancelled(heading: str, cell: str) -> bool:
    """Whether a cell says that somebody does not come."""
    return is_status(heading) and loose(cell) in _CANCELLED


# The same few headings stand above ten thousand rows.
@lru_cache(maxsize=256)
def is_status(heading: str) -> bool:
    """Whether a column says whether somebody comes."""
    return loose(heading) in _STATUS
