// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.plan.ActionCheck;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.internal.experiment.probe.Probes.ProbeReading;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.result.Note;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProbesContract {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The server stops the query after a second, or the driver stops it shortly afterwards. */
    private static final Pattern TIMED_OUT =
            Pattern.compile("Query execution was interrupted|Socket error|Communications link failure");

    private final List<Note> notes = Collections.synchronizedList(new ArrayList<>());
    private final List<ProbeReading> readings = Collections.synchronizedList(new ArrayList<>());
    TestServer server;

    abstract TestServer start();

    @BeforeAll
    void startServer() {
        server = start();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @BeforeEach
    void clearNotesAndReadings() {
        notes.clear();
        readings.clear();
    }

    @Test
    void columnOfTargetsMayHaveNameCount() throws Exception {
        String query = "SELECT 'a' AS node, 1.5 AS pcu, 7 AS count";
        try (Probes probes = open(sql("counted", query, "node"))) {
            probes.start();
            assertThat(await(probes, "counted.count", value -> value == 1)).containsEntry("counted.count.a", 7.0);
        }
    }

    @Test
    void seriesAppearAndDisappear() throws Exception {
        server.execute(
                "CREATE TABLE nodes (node VARCHAR(20), pcu DECIMAL(6,2), cpu DOUBLE, note TEXT)",
                "INSERT INTO nodes VALUES ('a', 1.5, 20, 'x')");
        try (Probes probes = open(
                sql("nodes", "SELECT node, pcu, cpu, note FROM nodes", "node"),
                sql("pcu", "SELECT node, pcu FROM nodes", "NODE"),
                sql("first", "SELECT pcu, cpu FROM nodes LIMIT 1", null),
                sql("pool", "SHOW GLOBAL VARIABLES LIKE 'innodb_buffer_pool_size'", null),
                sql("threads", "SHOW GLOBAL STATUS LIKE 'Threads_%'", "Variable_name"))) {
            assertThat(readings).isEmpty();
            probes.start();
            // latest() omits values older than a second
            Map<String, Double> latest = Eventually.assertThat(
                    TIMEOUT,
                    probes::latest,
                    now -> now.keySet()
                            .containsAll(List.of(
                                    "nodes.pcu.a",
                                    "nodes.cpu.a",
                                    "nodes.count",
                                    "pcu.a",
                                    "first.pcu",
                                    "first.cpu",
                                    "pool",
                                    "threads.Threads_connected",
                                    "threads.count")));
            assertThat(latest)
                    .containsEntry("nodes.pcu.a", 1.5)
                    .containsEntry("nodes.cpu.a", 20.0)
                    .containsEntry("nodes.count", 1.0)
                    .containsEntry("pcu.a", 1.5)
                    .containsEntry("first.pcu", 1.5)
                    .containsEntry("first.cpu", 20.0)
                    .containsEntry("pool", (double) server.queryNumber("SELECT @@innodb_buffer_pool_size"))
                    .doesNotContainKey("nodes.note.a");
            server.execute("INSERT INTO nodes VALUES ('10.0.0.1:3306', 4, NULL, 'x')");
            assertThat(await(probes, "nodes.count", value -> value == 2))
                    .containsEntry("nodes.pcu.10.0.0.1:3306", 4.0)
                    .doesNotContainKey("nodes.cpu.10.0.0.1:3306");
            server.execute("DELETE FROM nodes");
            assertThat(await(probes, "nodes.count", value -> value == 0)).doesNotContainKey("nodes.pcu.a");

            server.execute("DROP TABLE nodes");
            Eventually.assertThat(TIMEOUT, probes::latest, now -> !now.containsKey("nodes.count"));
            server.execute("CREATE TABLE nodes (node VARCHAR(20), pcu DECIMAL(6,2), cpu DOUBLE, note TEXT)");
            await(probes, "nodes.count", value -> value == 0);
            probes.latest(); // reports pending notes
            assertThat(notes)
                    .filteredOn(note -> "nodes".equals(note.arguments().get("probe"))
                            && !TIMED_OUT.matcher(note.text()).find())
                    .hasSize(1);
        }
        assertThat(Set.copyOf(readings.stream().map(ProbeReading::probe).toList()))
                .containsExactlyInAnyOrder("nodes", "pcu", "first", "pool", "threads");
        assertThat(readings).anyMatch(reading -> reading.probe().equals("nodes") && reading.gap() != null);
        server.execute("DROP TABLE nodes");
    }

    @Test
    void slowProbeDelaysNoOtherProbe() throws Exception {
        server.execute("CREATE TABLE pace (seconds DOUBLE)", "INSERT INTO pace VALUES (0)");
        try (Probes probes = open(
                sql("slow", "SELECT seconds FROM pace WHERE SLEEP(seconds) = 0", null),
                sql("quick", "SELECT 1 + 1", null))) {
            probes.start();
            server.execute("UPDATE pace SET seconds = 30");
            Eventually.assertThat(TIMEOUT, () -> gapCount("slow"), gaps -> gaps >= 2);
            long readingsBefore = readingCount("quick");
            Eventually.assertThat(TIMEOUT, () -> readingCount("quick"), now -> now >= readingsBefore + 2);
            assertThat(await(probes, "quick", value -> value == 2)).doesNotContainKey("slow");
            server.execute("UPDATE pace SET seconds = 0");
            await(probes, "slow", value -> value == 0);
        }
        server.execute("DROP TABLE pace");
    }

    @Test
    void rejectsProbeWithoutNumber() {
        assertRefused("SELECT 'on'", null, "there is no number in the answer, but 'on'");
        assertRefused("SELECT 1 UNION SELECT 2", null, "more than one row: set series-by");
        assertRefused("SELECT 1 AS a WHERE 1 = 0", null, "no row");
        assertRefused("SELECT 1 AS a, 2 AS b", "node", "no column node");
        assertRefused("SELECT 'x' AS node, 2 AS b UNION ALL SELECT 'x', 3", "node", "two series called x");
        assertRefused("SELECT 1 AS a, 2 AS a", null, "two series called a");
        assertRefused("SELECT 'x' AS node, 1 AS a, 2 AS a", "node", "two series called a");
        assertRefused("SELECT 1 AS a, 2 AS count", null, "a series is called count, as the number of targets is");
        assertRefused("SELECT * FROM there_is_no_such_table", null, "there_is_no_such_table");
        assertRefused("SELECT FROM WHERE", null, "syntax");
    }

    @Test
    void readsTablesCreatedLater() throws Exception {
        ProbeSpec rows = sql("rows", "SELECT COUNT(*) FROM coming1", null);
        ProbeSpec size = sql(
                "size",
                "SELECT SUM(TABLE_ROWS >= 0) FROM information_schema.TABLES WHERE TABLE_NAME = 'coming1'",
                null);
        try (Probes probes = openWithLaterTables(Set.of("coming1"), rows, size, sql("two", "SELECT 1 + 1", null))) {
            probes.start();
            assertThat(await(probes, "two", value -> value == 2)).doesNotContainKeys("rows", "size");
            server.execute("CREATE TABLE coming1 (id INT)");
            probes.onTablesCreated();
            await(probes, "rows", value -> value == 0);
            await(probes, "size", value -> value == 1);
            assertThat(gaps("rows"))
                    .as("gaps before the table existed")
                    .allMatch(gap -> TIMED_OUT.matcher(gap).find());
        }
        server.execute("DROP TABLE coming1");
        try (Probes probes = openWithLaterTables(Set.of("coming1"), sql("p", "SELECT nonsense FROM coming1", null))) {
            server.execute("CREATE TABLE coming1 (id INT)");
            assertThatThrownBy(probes::onTablesCreated)
                    .isInstanceOf(InvalidPlanException.class)
                    .hasMessageStartingWith("probes.p: reads no number")
                    .hasMessageContaining("nonsense");
        }
        server.execute("DROP TABLE coming1");
        assertThatThrownBy(() -> openWithLaterTables(Set.of("coming1"), sql("p", "SELECT FROM coming1", null)))
                .hasMessageContaining("syntax");
        assertThatThrownBy(() -> openWithLaterTables(Set.of("coming1"), sql("p", "SELECT COUNT(*) FROM coming2", null)))
                .hasMessageContaining("coming2");
    }

    @Test
    void probeUsesConfiguredServerAndAccount() throws Exception {
        server.execute("CREATE USER monitor IDENTIFIED BY 'geheim'");
        ProbeSpec defaultProbe = sql("here", "SELECT USER() LIKE 'monitor@%'", null);
        ProbeSpec accountProbe = withEndpoint("own", defaultProbe, endpointFor("monitor", "geheim"));
        ProbeSpec emptyAccountProbe = withEndpoint("same", defaultProbe, endpointFor("", ""));
        try (Probes probes = open(defaultProbe, accountProbe, emptyAccountProbe)) {
            probes.start();
            await(probes, "here", value -> value == 0);
            await(probes, "own", value -> value == 1);
            await(probes, "same", value -> value == 0);
        }
        assertThatThrownBy(() -> open(
                        withEndpoint("away", defaultProbe, endpointFor("", "").withAddress("127.0.0.1", 1))))
                .hasMessageContaining("cannot connect to 127.0.0.1:1");
        server.execute("DROP USER monitor");
    }

    private Endpoint endpointFor(String user, String password) {
        return Endpoint.of(server.endpoint().host(), server.endpoint().port(), "", user, Password.of(password));
    }

    private static ProbeSpec withEndpoint(String name, ProbeSpec template, Endpoint endpoint) {
        return new ProbeSpec(name, template.every(), "none", false, template.source(), Optional.of(endpoint), Map.of());
    }

    /** The check detects a missing variable and a missing privilege. */
    @Test
    void checksActionsWithoutExecutingThem() {
        server.execute(
                "CREATE TABLE acted (id INT PRIMARY KEY)",
                "CREATE USER low IDENTIFIED BY 'low'",
                "GRANT SELECT, INSERT ON " + server.endpoint().database() + ".* TO low");
        Endpoint lowPrivilegeEndpoint = Endpoint.of(
                server.endpoint().host(),
                server.endpoint().port(),
                server.endpoint().database(),
                "low",
                Password.of("low"));
        List<String> untriedReasons = new ArrayList<>();
        Function<String, Optional<String>> refusalOf =
                sql -> ActionCheck.refusal(lowPrivilegeEndpoint, sql, Set.of("later"), false, untriedReasons::add);

        assertThat(refusalOf.apply("INSERT INTO acted VALUES (1);")).isEmpty();
        assertThat(refusalOf.apply("SET GLOBAL no_such_variable = 1").orElseThrow())
                .contains("no_such_variable");
        assertThat(refusalOf.apply("SET GLOBAL max_connections = 99").orElseThrow())
                .containsIgnoringCase("access denied");
        assertThat(refusalOf.apply("UPDATE acted SET id = 2").orElseThrow()).startsWith("UPDATE command denied");
        assertThat(refusalOf.apply("FLUSH LOGS").orElseThrow()).contains("RELOAD");
        assertThat(refusalOf.apply("ALTER TABLE acted ADD c INT").orElseThrow()).contains("ALTER");
        assertThat(refusalOf.apply("INSRT INTO acted VALUES (1)").orElseThrow()).contains("syntax");
        assertThat(refusalOf.apply("INSERT INTO never VALUES (1)").orElseThrow())
                .contains("never");
        assertThat(untriedReasons).isEmpty();
        assertThat(refusalOf.apply("INSERT INTO later VALUES (1)")).isEmpty();
        assertThat(untriedReasons).containsExactly("its tables are created first");
        assertThat(server.queryNumber("SELECT COUNT(*) FROM acted")).isZero();
        for (String sql : List.of("SET GLOBAL max_connections = 99", "FLUSH LOGS", "ALTER TABLE acted ADD c INT")) {
            assertThat(ActionCheck.refusal(server.endpoint(), sql, Set.of(), false, untriedReasons::add))
                    .as(sql)
                    .isEmpty();
        }
        server.execute("DROP TABLE acted", "DROP USER low");
    }

    private void assertRefused(String sql, String seriesBy, String reason) {
        assertThatThrownBy(() -> open(sql("p", sql, seriesBy)))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("probes.p: reads no number")
                .hasMessageContaining(reason);
    }

    Probes open(ProbeSpec... specs) throws InterruptedException {
        return openWithLaterTables(Set.of(), specs);
    }

    private Probes openWithLaterTables(Set<String> laterTables, ProbeSpec... specs) throws InterruptedException {
        Probes probes =
                new Probes(new ProbePlan(List.of(specs), server.endpoint(), Optional::empty, false), readings::add);
        try {
            return probes.open(laterTables, notes::add);
        } catch (InterruptedException | RuntimeException e) {
            try (probes) {
                throw e;
            }
        }
    }

    static ProbeSpec sql(String name, String sql, String seriesBy) {
        ProbeSource source = new ProbeSource.Sql(sql, Optional.ofNullable(seriesBy));
        return new ProbeSpec(name, Duration.ofMillis(200), "none", false, source, Optional.empty(), Map.of());
    }

    static Map<String, Double> await(Probes probes, String series, Predicate<Double> condition) {
        return Eventually.assertThat(
                TIMEOUT, probes::latest, latest -> latest.containsKey(series) && condition.test(latest.get(series)));
    }

    long gapCount(String probe) {
        return gaps(probe).size();
    }

    private List<String> gaps(String probe) {
        synchronized (readings) {
            return readings.stream()
                    .filter(reading -> reading.probe().equals(probe))
                    .map(ProbeReading::gap)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    long readingCount(String probe) {
        synchronized (readings) {
            return readings.stream()
                    .filter(reading -> reading.probe().equals(probe) && reading.gap() == null)
                    .count();
        }
    }
}
