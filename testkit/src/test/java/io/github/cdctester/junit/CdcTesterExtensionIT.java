// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.junit.ProbeTestsOfUsers.ProbeAfterPlan;
import io.github.cdctester.junit.ProbeTestsOfUsers.UsingProbe;
import io.github.cdctester.junit.TestsOfUsers.AnnotatedMethods;
import io.github.cdctester.junit.TestsOfUsers.Careless;
import io.github.cdctester.junit.TestsOfUsers.Failing;
import io.github.cdctester.junit.TestsOfUsers.Interrupting;
import io.github.cdctester.junit.TestsOfUsers.PreparingTables;
import io.github.cdctester.junit.TestsOfUsers.ReplacingTable;
import io.github.cdctester.junit.TestsOfUsers.WithContainer;
import io.github.cdctester.junit.TestsOfUsers.WithEmbeddedServer;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventType;
import org.opentest4j.AssertionFailedError;

/** Runs the fixtures with the JUnit version that the library is compiled with. The suites use the newest JUnit version. */
@Timeout(value = 120, threadMode = ThreadMode.SAME_THREAD) // keeps the interrupt status until @AfterEach
final class CdcTesterExtensionIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long CHECK_NANOS = 20_000_000;

    private static EmbeddedMariaDb server;

    @TempDir
    private Path reports;

    @BeforeAll
    static void startServer() {
        server = EmbeddedMariaDb.start();
        TestsOfUsers.sharedEndpoint = server.endpoint();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    @Timeout(value = 120, threadMode = ThreadMode.SAME_THREAD)
    void assertNoTablesOrThreadsLeft() throws SQLException {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(tableCount()).isZero();
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (!testerThreads().isEmpty()
                && System.nanoTime() - deadlineNanos < 0) { // a pool's last thread may end after close()
            LockSupport.parkNanos(CHECK_NANOS);
        }
        assertThat(testerThreads()).isEmpty();
    }

    private static List<String> testerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("cdc-") || name.startsWith("Hikari"))
                .toList();
    }

    @Test
    void runsOnOlderJUnit() {
        assertThat(Test.class.getPackage().getImplementationVersion()).startsWith("5.14.");
    }

    @Test
    void classSharesEmbeddedServer() throws IOException {
        TestsOfUsers.SEEN_ENDPOINTS.clear();
        EngineExecutionResults results = run(selectClass(WithEmbeddedServer.class));

        results.testEvents().assertStatistics(tests -> tests.started(4).succeeded(4));
        results.allEvents().assertStatistics(all -> all.failed(0));
        assertThat(TestsOfUsers.SEEN_ENDPOINTS).hasSize(1).doesNotContain(server.endpoint());
        Path classDirectory = reports.resolve(WithEmbeddedServer.class.getName());
        assertThat(directories(classDirectory))
                .containsExactly(
                        "injectsAllParameters/run-1",
                        "injectsAllParameters/run-2",
                        "repeatsRun-1/run-1",
                        "repeatsRun-2/run-1",
                        "run-1");
        RunResult result = Results.read(classDirectory.resolve("run-1/result.json"));
        assertThat(entries(results))
                .hasSize(5)
                .first()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("cdc-tester.run", "run-1")
                        .containsEntry("cdc-tester.verdict", result.verdict().headline())
                        .containsEntry("cdc-tester.interrupted", "false")
                        .containsEntry(
                                "cdc-tester.report",
                                classDirectory.resolve("run-1/report.html").toString())
                        .containsKeys("cdc-tester.cdc.delay.p99Millis", "cdc-tester.cdc.transactionsPerSecond"));
        assertThat(classDirectory.resolve("injectsAllParameters/run-1"))
                .isDirectoryContaining("glob:**/report.html")
                .isDirectoryContaining("glob:**/samples.csv")
                .isDirectoryContaining("glob:**/summary.md");
    }

    @Test
    void singleMethodIsTest() {
        run(selectClass(AnnotatedMethods.class))
                .testEvents()
                .assertStatistics(tests -> tests.started(2).succeeded(2));
    }

    @Test
    void dropsTablesAfterEachTest() {
        EngineExecutionResults results = run(selectClass(PreparingTables.class));
        results.testEvents().assertStatistics(tests -> tests.started(3).succeeded(3));
        assertThat(entries(results))
                .filteredOn(entry -> entry.containsKey("cdc-tester.tables"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.get("cdc-tester.tables"))
                        .startsWith("not dropped after the test: cannot connect to 127.0.0.1"));
    }

    @Test
    void tableThatCannotBeDroppedFailsTest() throws SQLException {
        Throwable failure = failureOf(ReplacingTable.class, "leavesForeignTable");
        ReplacingTable.execute("DROP TABLE sbtest1");
        assertThat(failure).isInstanceOf(ForeignTablesException.class).hasMessageContaining("sbtest1");
    }

    @Test
    void startsAndStopsContainer() {
        run(selectClass(WithContainer.class))
                .testEvents()
                .assertStatistics(tests -> tests.started(2).succeeded(2));
        assertThat(WithContainer.container.running).isFalse();
        assertThat(WithContainer.container.stops).isEqualTo(1);
    }

    @Test
    void failureNamesReport() {
        assertThat(failureOf(Failing.class, "failsByAssertion"))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageContaining("Expected the p99 of the delay to be below 0.000001 ms, but it was ")
                .hasMessageEndingWith("\nreport of the run: " + report("failsByAssertion"));
        assertThat(failureOf(Failing.class, "failsByComparison"))
                .isExactlyInstanceOf(AssertionFailedError.class)
                .hasMessageEndingWith("\nreport of the run: " + report("failsByComparison"))
                .satisfies(failure -> assertThat(
                                ((AssertionFailedError) failure).getExpected().getValue())
                        .isEqualTo(-1L));
        assertThat(failureOf(Failing.class, "failsByMultipleFailure"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("(2 failures)")
                .hasMessageEndingWith("\nreport of the run: " + report("failsByMultipleFailure"));
        assertThat(failureOf(Failing.class, "runBreaks"))
                .isExactlyInstanceOf(RunInterruptedException.class)
                .hasMessage("broken by the listener; report of the run: " + report("runBreaks"))
                .satisfies(failure ->
                        assertThat(RunInterruptedException.resultOf(failure)).isPresent());
        assertThat(failureOf(Failing.class, "throwsOwnException"))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("theirs")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .satisfies(suppressed -> assertThat(suppressed)
                                .hasMessage("report of the run: " + report("throwsOwnException"))));
        assertThat(failureOf(Failing.class, "beforeAnyRun"))
                .hasMessage("nothing to report")
                .hasNoSuppressedExceptions();
    }

    @Test
    void addsProbeToPlansOfTest() {
        run(selectClass(ProbeAfterPlan.class))
                .testEvents()
                .assertStatistics(tests -> tests.started(1).succeeded(1));
        for (String passingTest : List.of("planBeforeProbe", "allPlansContainProbe")) {
            run(method(UsingProbe.class, passingTest))
                    .testEvents()
                    .assertStatistics(tests -> tests.started(1).succeeded(1));
        }
    }

    @Test
    void unusedProbeFailsTest() {
        assertThat(failureOf(UsingProbe.class, "probeReceivesNothing"))
                .isExactlyInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith(
                        "the ConsumerProbe of this test received no report during a run: have the consumer call"
                                + " recordTransaction(…), or leave the parameter out\nreport of the run: ");
        assertThat(failureOf(UsingProbe.class, "consumerFailsBeforeRun"))
                .isExactlyInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith(
                        "the ConsumerProbe of this test received no report during a run: the consumer failed:"
                                + " java.lang.IllegalStateException: cannot log in\nreport of the run: ");
        assertThat(failureOf(UsingProbe.class, "probeWithoutRun"))
                .isExactlyInstanceOf(AssertionFailedError.class)
                .hasMessage("the ConsumerProbe of this test was in no run with a result: run the plan that the test"
                        + " receives as a PlanBuilder, or leave the parameter out");
        assertThat(failureOf(UsingProbe.class, "failsForAnotherReason"))
                .hasMessage("theirs")
                .hasNoSuppressedExceptions();
    }

    @Test
    void closesRunsAfterTest() {
        run(method(Careless.class, "leavesARun")).testEvents().assertStatistics(tests -> tests.succeeded(1));
        assertThat(TestsOfUsers.leftRun.await().interrupted()).isTrue();

        assertThat(failureOf(Careless.class, "failsAndLeavesARun")).isInstanceOf(StackOverflowError.class);
        assertThat(TestsOfUsers.leftRun.await().interrupted()).isTrue();
    }

    @Test
    void openTransactionFailsTestWithinLimit() throws SQLException {
        assertThat(failureOf(Careless.class, "leavesATransaction"))
                .isExactlyInstanceOf(RunFailedException.class)
                .hasMessageContaining("DROP TABLE sbtest1: ");
        try (Connection connection = TestsOfUsers.leftConnection;
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE sbtest1");
        }
    }

    @Test
    void unobservedFailureFailsTest() {
        assertThat(failureOf(Careless.class, "ignoresFailedRun"))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessage("nobody asked");
    }

    @Test
    void timeoutEndsRun() {
        assertThat(failureOf(Careless.class, "takesTooLong")).isInstanceOf(TimeoutException.class);
        assertThat(failureOf(Careless.class, "takesTooLongInOtherThread")).isInstanceOf(TimeoutException.class);
    }

    @Test
    void interruptedTestClosesRunAndServer() {
        run(selectClass(Interrupting.class)).testEvents().assertStatistics(tests -> tests.started(1));
        assertThat(TestsOfUsers.leftRun.hasEnded()).isTrue();
        assertThat(TestsOfUsers.serverProcess.isAlive()).isFalse();
    }

    @Test
    void failedReportFailsTestAfterCleanup() throws IOException {
        Path file = Files.writeString(reports.resolve("file"), "no directory");
        Throwable failure = firstFailure(EngineTestKit.engine("junit-jupiter")
                .configurationParameter(TestReports.DIRECTORY_PARAMETER, file.toString())
                .selectors(method(Careless.class, "leavesARun"))
                .execute());
        assertThat(failure).isInstanceOf(RunFailedException.class).hasMessageContaining(file.toString());
        assertThat(TestsOfUsers.leftRun.await().interrupted()).isTrue();
    }

    private EngineExecutionResults run(DiscoverySelector selector) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter(TestReports.DIRECTORY_PARAMETER, reports.toString())
                .selectors(selector)
                .execute();
    }

    private Throwable failureOf(Class<?> type, String method) {
        return firstFailure(run(method(type, method)));
    }

    private static Throwable firstFailure(EngineExecutionResults results) {
        return results.testEvents().failed().stream()
                .findFirst()
                .flatMap(event -> event.getPayload(TestExecutionResult.class))
                .flatMap(TestExecutionResult::getThrowable)
                .orElseThrow();
    }

    private static DiscoverySelector method(Class<?> type, String name) {
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .map(method -> selectMethod(type, method))
                .orElseThrow();
    }

    private Path report(String method) {
        return reports.resolve(Failing.class.getName()).resolve(method).resolve("run-1/report.html");
    }

    private static List<Map<String, String>> entries(EngineExecutionResults results) {
        return results.allEvents().stream()
                .filter(event -> event.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
                .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
                .toList();
    }

    /** The directories are relative to {@code root}. */
    private static List<String> directories(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.endsWith("report.html"))
                    .map(file -> root.relativize(file.getParent()).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    private static long tableCount() throws SQLException {
        String url = "jdbc:mariadb://" + server.endpoint().address() + "/"
                + server.endpoint().database();
        try (Connection connection = DriverManager.getConnection(
                        url,
                        server.endpoint().user(),
                        server.endpoint().password().reveal());
                ResultSet tables = connection
                        .createStatement()
                        .executeQuery(
                                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()")) {
            tables.next();
            return tables.getLong(1);
        }
    }
}
