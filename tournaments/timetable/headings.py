"""The columns of a timetable's file, and what each is called in the languages of our guests.

So are the choices of two columns. Pure. The labels of the site are among the headings in each
language that it offers.
"""

from collections.abc import Iterable, Iterator, Mapping

from tournaments.headings import Headings

#: What the site itself writes.
HEAD = (
    "tournament", "kind", "number", "name", "day", "start", "minutes", "room", "first table",
    "last table", "places", "sign-up", "opens", "closes", "release after",
)  # fmt: skip
#: What a file may say beside: the game of a tournament that the event does not have yet.
GAME = "game"
COLUMNS = (HEAD[0], GAME, *HEAD[1:])

#: English, then German, French, Spanish, Italian, Dutch, Polish, Russian, Japanese.
WORDS = {
    "tournament": "tournaments, Turnier, Turniere, tournoi, torneo, toernooi, turniej, турнир, "
    "トーナメント, 大会",
    GAME: "Spiel, jeu, juego, gioco, spel, gra, игра, ゲーム",
    "kind": "type, Art, tipo, soort, rodzaj, вид, 種類",
    "number": "Nummer, numéro, número, numero, nummer, numer, номер, 番号",
    "name": "title, session, Titel, Bezeichnung, nom, titre, intitulé, nombre, título, nome, "
    "titolo, naam, titel, nazwa, tytuł, название, 名前, 名称, 題名, タイトル",
    "day": "date, Tag, Datum, jour, date, día, fecha, giorno, data, dag, datum, dzień, день, дата, "
    "日, 日付, 月日",
    "start": "starts, starts at, start time, begin, begins, time, from, Beginn, Startzeit, "
    "Anfang, Uhrzeit, Zeit, von, début, heure, heure de début, inicio, comienzo, hora, "
    "hora de inicio, inizio, ora, orario, ora di inizio, aanvang, starttijd, tijd, początek, "
    "godzina, начало, время, 開始, 開始時刻, 開始時間, 時刻",
    "minutes": "length, length in minutes, duration, duration in minutes, Minuten, Dauer, "
    "Dauer in Minuten, Länge, durée, durée en minutes, minutos, duración, duración en minutos, "
    "minuti, durata, durata in minuti, minuten, duur, duur in minuten, minuty, czas trwania, "
    "минуты, длительность, продолжительность, 分, 長さ, 長さ（分）, 所要時間",
    "room": "hall, Raum, Saal, Halle, salle, sala, zaal, ruimte, pokój, зал, комната, 部屋, 会場",
    "first table": "first table of the hall, from table, erster Tisch, Erster Saaltisch, "
    "ab Tisch, première table, première table de salle, primera mesa, primo tavolo, eerste tafel, "
    "pierwszy stół, первый стол, 最初の卓, 会場の最初の卓",
    "last table": "last table of the hall, to table, letzter Tisch, Letzter Saaltisch, "
    "bis Tisch, dernière table, dernière table de salle, última mesa, ultimo tavolo, "
    "laatste tafel, ostatni stół, последний стол, 最後の卓, 会場の最後の卓",
    "places": "capacity, seats, Plätze, nombre de places, plazas, posti, plaatsen, miejsca, места, "
    "定員, 人数",
    "sign-up": "signup, players sign up by themselves, Eintragung, "
    "Spieler tragen sich selbst ein, réservation, les joueurs réservent eux-mêmes, inscripción, "
    "iscrizione, inschrijving, zapisy, запись, 申し込み, プレイヤーが自分で申し込む",
    "opens": "opens at, sign-up opens, Eintragung ab, öffnet, ouverture, "
    "ouverture des réservations, apertura, apertura de la inscripción, apertura iscrizioni, "
    "inschrijving vanaf, zapisy od, начало записи, 申し込み開始",
    "closes": "closes at, sign-up closes, Eintragung bis, schließt, fermeture, "
    "fin des réservations, cierre, cierre de la inscripción, chiusura, chiusura iscrizioni, "
    "inschrijving tot, zapisy do, конец записи, 申し込み終了",
    "release after": "release no-shows after, release no-shows after in minutes, "
    "Platz freigeben nach, Platz freigeben nach in Minuten, freigeben nach, libérer après, "
    "minutes avant de libérer les places des absents, liberar tras, liberare dopo, vrijgeven na, "
    "zwolnić po, освободить через, 解放, 無断欠席の参加枠を解放, "
    "無断欠席の参加枠を解放（何分後）",
}


#: What the column "kind" may say, by what the site writes; in the same languages.
KINDS = {
    "heat": "heats, preliminary, Vorlauf, Vorrunde, série, manche, serie, eliminatoria, batteria, "
    "voorronde, eliminacje, отбор, 予選, 予選組",
    "semifinal": "semi-final, semifinals, Halbfinale, demi-finale, semifinale, halve finale, "
    "półfinał, полуфинал, 準決勝",
    "final": "finals, Finale, Endrunde, finał, финал, 決勝",
    "other": "something else, etwas anderes, anderes, Sonstiges, autre chose, autre, otra cosa, "
    "otro, altro, iets anders, anders, inne, другое, その他",
}
#: What the column "sign-up" may say.
JOINS = {
    "free": "players sign up by themselves, open, Spieler tragen sich selbst ein, frei, offen, "
    "les joueurs réservent eux-mêmes, libre, ouverte, abierta, libera, aperta, vrij, wolne, "
    "свободно, プレイヤーが自分で申し込む, 自由",
    "none": "only conductors give places, nur die Turnierleitung vergibt Plätze, keine, "
    "seuls les directeurs de tournoi donnent des places, aucune, ninguna, nessuna, geen, brak, "
    "нет, 大会運営だけが参加枠を割り当て, なし",
}


def _known(words_of: Mapping[str, str], written: Iterable[str]) -> Iterator[tuple[str, str]]:
    for meant, words in words_of.items():
        yield from ((word, meant) for word in words.split(", "))
    # What the site writes is read back, whatever the words above are taken for.
    yield from ((word, word) for word in written)


HEADINGS = Headings(_known(WORDS, COLUMNS))
#: The choices of a column, in any language.
CHOICES = {
    "kind": Headings(_known(KINDS, KINDS)),
    "sign-up": Headings(_known(JOINS, JOINS)),
}
