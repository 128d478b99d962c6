"""The headings of roster files, in the languages of our guests, and which column each is of.

Pure.
"""

from collections.abc import Iterator, Sequence

from tournaments.headings import Headings
from tournaments.names import loose
from tournaments.person_fields import ROSTER_FIELDS, ROSTER_KEYS

FIRST_NAME, LAST_NAME, NAME, TOURNAMENTS = "first_name", "last_name", "name", "tournaments"
#: What stands between the first and the last name: "van der".
INFIX = "infix"
NAME_PARTS = frozenset({NAME, FIRST_NAME, INFIX, LAST_NAME})
#: The headings of a roster that the site itself has written.
OWN_HEADINGS = (*(key.replace("_", " ") for key in ROSTER_KEYS), TOURNAMENTS)

#: English, then German, French, Spanish, Italian, Dutch, Polish, Russian, Japanese. English words
#: for the fields of a person stand in ``person_fields``. The labels of the site are among them in
#: each language that it offers.
_WORDS = {
    FIRST_NAME: "first name, given name, forename, Vorname, Rufname, prénom, nombre de pila, "
    "nome di battesimo, voornaam, imię, 名, ファーストネーム, attendee first name, "
    "participant first name",
    INFIX: "Namenszusatz, tussenvoegsel, tussenvoegsels, voorvoegsel",
    LAST_NAME: "last name, surname, family name, Nachname, Familienname, Zuname, nom de famille, "
    "apellido, apellidos, cognome, achternaam, familienaam, nazwisko, фамилия, 姓, 苗字, 名字, "
    "sobrenome, attendee last name, attendee surname, participant last name",
    NAME: "players name, participant, participant name, attendee, attendee name, your name, "
    "your full name, what is your name, what is your full name, real name, last first, "
    "last name first name, Spieler, Spielername, Teilnehmer, vollständiger Name, "
    "Vor- und Nachname, Vor- und Zuname, Vorname und Name, Name Vorname, Nachname Vorname, nom, "
    "nom complet, joueur, nom et prénom, prénom et nom, nom prénom, nombre, nombre completo, "
    "nombre y apellidos, apellidos y nombre, apellido y nombre, apellidos nombre, jugador, "
    "participante, nome, nome completo, "
    "nome e cognome, cognome e nome, cognome nome, giocatore, partecipante, nominativo, naam, "
    "volledige naam, speler, deelnemer, achternaam voornaam, imię i nazwisko, nazwisko i imię, "
    "gracz, zawodnik, uczestnik, имя, фио, "
    "имя и фамилия, фамилия и имя, игрок, участник, 氏名, 名前, お名前, 参加者, 参加者名, "
    "プレイヤー, プレーヤー, 選手名, dein Name, Ihr Name, votre nom, tu nombre, su nombre, "
    "il tuo nome",
    "handle": "Spitzname, Benutzername, pseudo, pseudonyme, surnom, apodo, usuario, soprannome, "
    "nome utente, bijnaam, gebruikersnaam, pseudonim, ksywka, ник, никнейм, псевдоним, "
    "ニックネーム, ハンドルネーム, ハンドル",
    "home_town": "Ort, Wohnort, Stadt, Heimatort, ville, commune, localité, ciudad, localidad, "
    "población, municipio, città, comune, località, residenza, plaats, woonplaats, stad, gemeente, "
    "miasto, miejscowość, cidade, город, населённый пункт, 市, 都市, 町, 出身地, 居住地, 市区町村",
    "email": "E-Mail-Adresse, courriel, adresse e-mail, adresse électronique, mél, correo, "
    "correo electrónico, posta elettronica, indirizzo e-mail, e-mailadres, adres e-mail, "
    "почта, электронная почта, эл. почта, メール, メールアドレス, 電子メール, Eメール",
    "household": "Haushalt, Familie, foyer, famille, hogar, familia, famiglia, huishouden, gezin, "
    "rodzina, семья, 家族, 世帯",
    "notes": "Bemerkung, Bemerkungen, Anmerkung, Anmerkungen, Notiz, Notizen, Kommentar, remarque, "
    "remarques, commentaire, commentaires, notas, comentarios, observaciones, commenti, "
    "osservazioni, opmerking, opmerkingen, uwagi, komentarz, примечание, комментарий, "
    "備考, メモ, コメント",
    "member_number": "Mitgliedsnummer, Mitglieds-Nr., numéro de membre, numéro d'adhérent, "
    "número de socio, numero di tessera, numero tessera, lidnummer, numer członkowski, "
    "номер членского билета, 会員番号",
    "rating": "Wertungszahl, Elo-Zahl, DWZ, cote, cote Elo, classement Elo, puntuación Elo, "
    "punteggio Elo, ranking Elo, рейтинг, レーティング, レート",
    "seed": "Setznummer, Setzplatz, Setzlistenplatz, Startrang, numéro de départ, tête de série, "
    "cabeza de serie, testa di serie, シード, シード番号, シード順位",
    "federation": "Verband, Föderation, fédération, federación, federazione, federatie, "
    "federacja, федерация, 連盟",
    TOURNAMENTS: "tournament, tournaments, registered for, heat, heats, Turnier, Turniere, "
    "tournoi, tournois, torneo, torneos, tornei, toernooi, toernooien, turniej, turnieje, "
    "турнир, турниры, トーナメント, 大会",
}
#: A column "Name" beside one of first names holds last names, and the other way round.
_LAST_BESIDE_FIRST = {loose(word) for word in ("name", "nom", "naam")}
_FIRST_BESIDE_LAST = {loose(word) for word in ("name", "nombre", "nome", "имя", "名")}


def _known() -> Iterator[tuple[str, str]]:
    ours = {one.key for one in ROSTER_FIELDS} | NAME_PARTS | {TOURNAMENTS}
    for field, words in _WORDS.items():
        if field in ours:
            yield from ((word, field) for word in words.split(", "))
    for one in ROSTER_FIELDS:
        yield from ((heading, one.key) for heading in one.synonyms)


_HEADINGS = Headings(_known())


def field_of_heading(heading: str) -> str | None:
    """The field that a heading names; None if it names none."""
    return _HEADINGS.field(heading)


def fields_of(headings: Sequence[str]) -> list[str | None]:
    """The field of each column; None if its heading is unknown or repeated."""
    fields = _HEADINGS.fields(headings)
    if NAME in fields and (FIRST_NAME in fields) != (LAST_NAME in fields):
        at = fields.index(NAME)
        bare = loose(headings[at])
        if FIRST_NAME in fields and bare in _LAST_BESIDE_FIRST:
            fields[at] = LAST_NAME
        elif LAST_NAME in fields and bare in _FIRST_BESIDE_LAST:
            fields[at] = FIRST_NAME
    return fields


def has_name(fields: Sequence[str | None]) -> bool:
    return bool({NAME, FIRST_NAME, LAST_NAME} & set(fields))
