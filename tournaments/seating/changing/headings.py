"""The columns of a seating list, and what each is called in the languages of our guests.

Pure. The labels of the site are among the headings in each language that it offers.
"""

from collections.abc import Iterator

from tournaments.headings import Headings
from tournaments.names import loose

#: What the site itself writes.
HEAD = ("table", "seat", "player", "entry")
#: What it has besides, where tables stand in rooms.
ROOM = ("room",)
#: What a list has in place of a table for somebody who sits out.
BYE = "bye"

#: English, then German, French, Spanish, Italian, Dutch, Polish, Russian, Japanese.
WORDS = {
    "table": "table number, table no., Tisch, Tischnummer, Tisch-Nr., Saaltisch, numéro de table, "
    "mesa, número de mesa, tavolo, numero del tavolo, tafel, tafelnummer, stół, numer stołu, стол, "
    "номер стола, 卓, 卓番号, テーブル",
    "seat": "seat number, place, position, Platz, Platznummer, Sitz, Sitzplatz, siège, "
    "numéro de place, asiento, puesto, posto, posizione, plaats, zitplaats, miejsce, место, 席, "
    "席番号, 席順, 座席",
    "player": "name, player name, players name, Spieler, Spielername, Teilnehmer, joueur, nom, "
    "nom du joueur, jugador, nombre, giocatore, nome, speler, naam, gracz, zawodnik, "
    "imię i nazwisko, игрок, имя, プレイヤー, 名前, 氏名, 選手",
    "entry": "entry number, registration, registration number, Anmeldung, Nummer der Anmeldung, "
    "inscription, numéro d'inscription, inscripción, iscrizione, inschrijving, zgłoszenie, заявка, "
    "参加登録, 登録番号, 申込, 申込番号",
}
_BYES = (
    "bye, sits out, Freilos, spielfrei, setzt aus, exempt, exempte, exempté, descansa, descanso, "
    "libre, riposa, riposo, vrij, pauza, pauzuje, пропуск, свободен, 抜け番, 休み"
)


def _known() -> Iterator[tuple[str, str]]:
    for column, words in WORDS.items():
        yield from ((word, column) for word in words.split(", "))
    # What the site writes is read back, whatever the words above are taken for.
    yield from ((column, column) for column in HEAD)


HEADINGS = Headings(_known())
_SITS_OUT = frozenset(loose(word) for word in _BYES.split(", "))


def sits_out(table: str) -> bool:
    """Whether a cell says in place of a table that somebody has a bye."""
    return loose(table) in _SITS_OUT
