// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.access.KeyFile;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.play.Recording;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.server.TestCertificates;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks played recordings: their totals equal the server's binlog, and consumers are judged without a server. */
@Timeout(120)
abstract class PlayContract extends ServerContract {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    static Path directory;

    private static final String STORE_PASSWORD = "s3cret";

    private final Map<String, Path> keyStores = new HashMap<>();
    private TestCertificates authority;
    private Path recordingDirectory;

    /** Returns the GTIDs of the server's first {@code last} transactions, as a start position. */
    abstract String firstGtids(int last);

    @BeforeAll
    void recordBinlog() {
        server.execute(
                "CREATE USER blind IDENTIFIED BY 'pw'", "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO blind");
        RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100).stamp(true))
                .load(closedLoop(4))
                .window(new Window(Duration.ZERO, Duration.ZERO, 1_000, Duration.ofSeconds(30)))
                .prepareFirst());
        recordingDirectory = directory.resolve("recorded");
        CliCall call = CommandLines.call(
                server, "record", "--from=earliest", "--time=5", "--quiet", "--out=" + recordingDirectory);
        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.errLines())
                .anyMatch(line -> line.startsWith("cdc-tester: recorded " + recordingDirectory + ": "));
        authority = TestCertificates.newAuthority(directory, "suite");
        keyStores.put("here", authority.signIntoKeyStore("here", "ip:127.0.0.1", STORE_PASSWORD));
        keyStores.put("elsewhere", authority.signIntoKeyStore("elsewhere", "dns:elsewhere", STORE_PASSWORD));
    }

    @Test
    void rejectsRecordingWithoutEvents() {
        Path emptyRecording = directory.resolve("nothing");
        CliCall call = CommandLines.call(server, "record", "--time=1", "--quiet", "--out=" + emptyRecording);

        assertThat(call.exitCode()).as(call.err()).isEqualTo(1);
        assertThat(call.errLines())
                .containsExactly("cdc-tester: nothing was recorded: no event came to " + emptyRecording
                        + "; record while clients write");
    }

    private PlayServer play(List<String> serverMessages) {
        return play(recordingDirectory, serverMessages, null);
    }

    private static PlayServer play(Path recording, List<String> serverMessages, @Nullable SSLContext tls) {
        return PlayServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Recording(recording),
                new PlayServer.PlaySettings(PlayServer.MAX_SPEED, 1, false, "root", Password.of("pw"), tls),
                serverMessages::add);
    }

    private JsonNode drain(int port, String user, String password, String from) {
        CliCall call = CliCall.of(
                "drain",
                "--host=127.0.0.1",
                "--port=" + port,
                "--user=" + user,
                "--password=" + password,
                "--from=" + from,
                "--row-counting=exact",
                "--verify-checksums",
                "--json");
        assertThat(call.exitCode()).as(call.err()).isZero();
        return JSON.readTree(call.out());
    }

    private void assertEqualsServerBinlog(String from) {
        JsonNode serverResult = drain(
                server.endpoint().port(),
                server.endpoint().user(),
                server.endpoint().password().reveal(),
                from);
        List<String> serverMessages = Collections.synchronizedList(new ArrayList<>());
        JsonNode playedResult;
        try (PlayServer playServer = play(serverMessages)) {
            playedResult = drain(playServer.address().getPort(), "root", "pw", from);
        }
        JsonNode cdc = playedResult.get("summary").get("cdc");
        JsonNode expected = serverResult.get("summary").get("cdc");
        for (String field : List.of("bytes", "events", "transactions", "rows", "eventsByKind", "to", "from")) {
            assertThat(cdc.get(field)).as(field).isEqualTo(expected.get(field));
        }
        assertThat(playedResult.get("verdict").get("status"))
                .isEqualTo(serverResult.get("verdict").get("status"));
        assertThat(serverMessages)
                .anyMatch(line -> line.contains("playing ratio"))
                .noneMatch(line -> line.contains("failed"));
    }

    /** Judges a consumer of the played recording, without a server. */
    private ConsumerResult judge(Identity identity, double speed, ToIntBiFunction<ConsumerProbe, Long> repetitions) {
        return judge(recordingDirectory, identity, speed, repetitions);
    }

    static ConsumerResult judge(
            Path recording, Identity identity, double speed, ToIntBiFunction<ConsumerProbe, Long> repetitions) {
        Endpoint endpoint = Endpoint.of("127.0.0.1", freePort(), "", "root", Password.of("pw"));
        ConsumerProbe probe = ConsumerProbe.named("mine").assumeEnded();
        List<ConnectorConsumer> consumers = new ArrayList<>();
        try {
            RunResult result = CdcTester.plan()
                    .endpoint(endpoint)
                    .play(recording, speed)
                    .window(new Window(Duration.ZERO, Duration.ZERO, 0, Duration.ofSeconds(8)))
                    .consumer(probe)
                    .listener(new RunListener() {
                        @Override
                        public void step(String step) {
                            if (step.startsWith("waiting for the consumers to read")) {
                                consumers.add(ConnectorConsumer.follow(
                                        endpoint, probe, identity, number -> repetitions.applyAsInt(probe, number)));
                            }
                        }
                    })
                    .run();
            assertThat(result.interrupted()).isFalse();
            return result.consumers().get(0);
        } finally {
            consumers.forEach(ConnectorConsumer::close);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void judgesCompleteConsumer(Identity identity) {
        ConsumerResult consumer = judge(identity, PlayServer.MAX_SPEED, (probe, number) -> 1);

        assertThat(consumer.verdict().status()).as(consumer.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(consumer.verdict().committed())
                .isEqualTo(consumer.transactions())
                .isGreaterThanOrEqualTo(1_000);
        assertThat(consumer.delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(consumer.delay().source()).isEqualTo("PLAYED");
        assertThat(consumer.delay().count()).isEqualTo(consumer.transactions());
        assertThat(consumer.playingRatio()).isPositive();
        assertThat(consumer.stray()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void detectsDroppedAndRepeatedTransactions(Identity identity) {
        ConsumerResult consumer =
                judge(identity, PlayServer.MAX_SPEED, (probe, number) -> number == 700 ? 0 : number == 800 ? 2 : 1);

        assertThat(consumer.verdict().status()).as(consumer.toString()).isEqualTo(Status.LOST);
        assertThat(consumer.verdict().missing()).isEqualTo(1);
        assertThat(consumer.verdict().duplicated()).isEqualTo(1);
    }

    /** The run does not wait for the rest of the recording, which is reported as lost. */
    @Test
    void countsUnreadTransactionsAsLostIfConsumerEnds() {
        ConsumerResult consumer = judge(Identity.POSITION, 0.5, (probe, number) -> {
            if (number == 300) {
                probe.ended();
            }
            return number < 300 ? 1 : 0;
        });

        assertThat(consumer.verdict().status()).as(consumer.toString()).isEqualTo(Status.LOST);
        assertThat(consumer.verdict().committed()).isGreaterThanOrEqualTo(1_000);
        assertThat(consumer.verdict().missing())
                .isEqualTo(consumer.verdict().committed() - consumer.transactions())
                .isGreaterThanOrEqualTo(700);
    }

    @Test
    void endsSoonAfterCommandThatReadNothing() {
        long startNanos = System.nanoTime();
        CliCall call = CliCall.of(
                "judge", "--play=" + recordingDirectory, "--port=" + freePort(), "--from-command=exit 7", "--quiet");

        assertThat(call.exitCode()).as(call.err()).isEqualTo(1);
        assertThat(System.nanoTime() - startNanos)
                .isLessThan(Duration.ofSeconds(30).toNanos());
        assertThat(call.errLines())
                .anyMatch(line -> line.contains("the consumers ended before they had begun to read the played log"))
                .anyMatch(line -> line.contains("the command exit 7 ended before the run did, with code 7"));
    }

    /** Verifies the authority, and with {@code verify-full} also the host name, with an independent driver. */
    @ParameterizedTest
    @CsvSource({"verify-ca, here", "verify-ca, elsewhere", "verify-full, here"})
    void clientTrustsGivenCertificate(String mode, String name) throws Exception {
        try (PlayServer playServer =
                        play(recordingDirectory, new ArrayList<>(), KeyFile.read(keyStores.get(name), STORE_PASSWORD));
                Connection connection = connectVerifying(playServer, mode);
                Statement statement = connection.createStatement();
                ResultSet version = statement.executeQuery("SELECT @@version")) {
            assertThat(version.next()).isTrue();
            assertThat(version.getString(1))
                    .isEqualTo(server.queryRows("SELECT @@version").get(0).get(0));
        }
    }

    @Test
    void clientRejectsWrongOrMissingCertificate() throws Exception {
        SSLContext otherHostTls = KeyFile.read(keyStores.get("elsewhere"), STORE_PASSWORD);
        List<String> serverMessages = Collections.synchronizedList(new ArrayList<>());
        try (PlayServer serverWithOtherName = play(recordingDirectory, serverMessages, otherHostTls);
                PlayServer plainServer = play(serverMessages)) {
            assertThatThrownBy(() -> connectVerifying(serverWithOtherName, "verify-full"))
                    .hasMessageContaining("127.0.0.1");
            assertThatThrownBy(() -> connectVerifying(plainServer, "verify-ca")).hasStackTraceContaining("PKIX path");
        }
    }

    private Connection connectVerifying(PlayServer playServer, String mode) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mariadb://127.0.0.1:" + playServer.address().getPort() + "/?sslMode=" + mode + "&serverSslCert="
                        + authority.certificateFile(),
                "root",
                "pw");
    }

    @Test
    void judgesOverVerifiedTls() throws IOException {
        Path password = Files.writeString(directory.resolve("store-password"), STORE_PASSWORD + "\n");
        List<String> arguments = new ArrayList<>(List.of(
                "judge",
                "--play=" + recordingDirectory,
                "--port=" + freePort(),
                "--ssl-mode=VERIFY_IDENTITY",
                "--ssl-ca=" + authority.certificateFile(),
                "--from-command=exit 7",
                "--quiet"));
        CliCall refusedCall = CliCall.of(arguments.toArray(String[]::new));
        assertThat(refusedCall.exitCode()).as(refusedCall.err()).isEqualTo(1);
        assertThat(refusedCall.err()).contains("certificate");

        arguments.add("--ssl-key-store=" + keyStores.get("here"));
        arguments.add("--ssl-key-store-password-file=" + password);
        CliCall acceptedCall = CliCall.of(arguments.toArray(String[]::new));
        assertThat(acceptedCall.err()).contains("the consumers ended before they had begun to read the played log");
    }

    @Test
    void describesTablesLikeServer() throws IOException {
        String database = server.endpoint().database();
        List<String> serverMessages = Collections.synchronizedList(new ArrayList<>());
        try (ServerConnection serverConnection = ServerConnection.open(server.endpoint());
                PlayServer playServer = play(serverMessages);
                ServerConnection connection = connect(playServer)) {
            for (String table : List.of("sbtest1", "sbtest2")) {
                String name = "`" + database + "`.`" + table + "`";
                for (String statement : List.of("SHOW CREATE TABLE ", "show full columns from ", "SHOW INDEX FROM ")) {
                    List<List<String>> rows = connection.queryWithNulls(statement + name);
                    List<List<String>> expected = serverConnection.queryWithNulls(statement + name);
                    if (statement.contains("INDEX")) {
                        rows.forEach(row -> row.set(6, "")); // the cardinality is an estimate
                        expected.forEach(row -> row.set(6, ""));
                    }
                    assertThat(rows).isNotEmpty().isEqualTo(expected);
                }
            }
            assertThat(connection.query("SHOW DATABASES")).contains(List.of(database));
            assertThat(connection.query("SHOW FULL TABLES IN `" + database + "` where Table_Type = 'BASE TABLE'"))
                    .contains(List.of("sbtest1", "BASE TABLE"), List.of("sbtest2", "BASE TABLE"));
        }
        assertThat(serverMessages).isEmpty();
    }

    @Test
    void recordsWithoutAccessToTables() throws IOException {
        Path outPath = directory.resolve("blind");
        Endpoint endpoint = server.endpoint();
        Endpoint account =
                Endpoint.of(endpoint.host(), endpoint.port(), endpoint.database(), "blind", Password.of("pw"));
        String[] arguments = {"record", "--password=pw", "--from=earliest", "--time=2", "--quiet", "--out=" + outPath};
        CliCall call = CliCall.of(CommandLines.withEndpoint(account, arguments));
        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.errLines())
                .anyMatch(line -> line.startsWith("cdc-tester: recorded " + outPath + ": ")
                        && line.contains("; without the definition of ")
                        && line.contains(" requires SELECT on the table: error 1142: "));

        List<String> serverMessages = Collections.synchronizedList(new ArrayList<>());
        try (PlayServer playServer = play(outPath, serverMessages, null);
                ServerConnection connection = connect(playServer)) {
            assertThatThrownBy(() -> connection.query("SHOW FULL COLUMNS FROM `" + endpoint.database() + "`.`sbtest1`"))
                    .hasMessageStartingWith("error 1235: ");
            assertThat(connection.query("SHOW DATABASES")).isEmpty();
        }
        assertThat(serverMessages).singleElement().asString().contains("SHOW FULL COLUMNS FROM");
    }

    private static ServerConnection connect(PlayServer playServer) {
        return ServerConnection.open(
                Endpoint.of("127.0.0.1", playServer.address().getPort(), "", "root", Password.of("pw")));
    }

    @Test
    void playsEveryByteFromPosition() {
        assertEqualsServerBinlog("earliest");
    }

    @Test
    void playsTransactionsAfterGtids() {
        assertEqualsServerBinlog(firstGtids(300));
    }
}
