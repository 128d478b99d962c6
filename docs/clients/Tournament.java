import java.net.http.HttpClient;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.TablesApi;
import org.openapitools.client.model.*;

/**
 * Runs a tournament of eight with one round and a final. Needs a token with every scope.
 *
 * <p>SITE=https://roundhouse.example TOKEN=rh_… java -cp … Tournament
 */
public final class Tournament {
  private static final String EVENT_NAME = "Club night in Java";
  private final EventsApi events;
  private final TablesApi tables;
  private String event;
  private String tournament;

  private Tournament(String site, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(site);
    // Without TLS Java asks for HTTP/2 by an upgrade in the middle of a request.
    client.setHttpClientBuilder(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1));
    client.setRequestInterceptor(sent -> sent.header("Authorization", "Bearer " + token));
    events = new EventsApi(client);
    tables = new TablesApi(client);
  }

  public static void main(String[] arguments) throws ApiException {
    new Tournament(System.getenv("SITE"), System.getenv("TOKEN")).run();
  }

  /** An Idempotency-Key: send a write again with the same one, and it is done once. */
  private static String key() {
    return UUID.randomUUID().toString();
  }

  private void run() throws ApiException {
    NewEvent night = new NewEvent().name(EVENT_NAME)
        .startsOn(LocalDate.of(2026, 11, 21)).endsOn(LocalDate.of(2026, 11, 22));
    event = events.eventsCreate(night, key()).getSlug();
    NewTournament express = new NewTournament().name("Express").game("express")
        .roundsPlanned(1).finalists(4);
    tournament = events.tournamentsCreate(event, express, key()).getSlug();
    List<NewEntry> people = Stream.of("Ann", "Bob", "Cem", "Dee", "Eva", "Fred", "Gil", "Hua")
        .map(name -> new NewEntry().name(name)).toList();
    events.entriesCreate(event, tournament, new NewEntries().entries(people).checkIn(true), key());

    playRound(false);
    playRound(true);

    PaginatedStandingList standings =
        events.eventsTournamentsStandingsList(event, tournament, null, null, null, 5);
    String status = events.eventsTournamentsRetrieve(event, tournament).getStatus().getValue();
    String best = standings.getResults().get(0).getPlayer();
    System.out.println(status + " " + best + " " + standings.getIsCurrent());
  }

  /** Seat a round, play a hand at each of its tables, and close it. */
  private void playRound(boolean isFinal) throws ApiException {
    Seat what = new Seat()._final(isFinal);
    int number = events.roundsSeat(event, tournament, key(), what).getNumber();
    events.roundsPublish(event, tournament, number, key());
    events.roundsStart(event, tournament, number, key(), new Start());
    PaginatedTableOfRoundList seated = events.eventsTournamentsRoundsTablesList(
        event, tournament, number, null, null, null, null);
    for (TableOfRound table : seated.getResults()) {
      playHand(table);
    }
    Round closed = events.roundsClose(event, tournament, number, key());
    System.out.println(closed.getKind().getValue() + " " + closed.getStatus().getValue());
  }

  /** Deal a hand, and report that the first seat reached the target. */
  private void playHand(TableOfRound table) throws ApiException {
    String code = table.getCode();
    TableAnswer dealt = tables.handsDeal(code, new Deal().number(1), key(), null);
    List<Points> points = table.getSeats().stream()
        .map(seat -> new Points().seat(seat.getPosition())
            .points(seat.getPosition() == 1 ? 120 : seat.getEntryId() % 100))
        .toList();
    Hand hand = new Hand().number(1).points(points).wentOut(1);
    String seen = "\"" + dealt.getReceipt().getVersion() + "\"";
    tables.handsReport(code, key(), seen, new HandOrSheet(hand), null);
  }
}
