// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventType;
import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.connector.ConnectorReports;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.internal.experiment.Shrink;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.LosingConsumer;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stream contains random schema changes. Each transaction must arrive, and no table may be left. */
@Timeout(300)
abstract class StormContract extends ServerContract {

    static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS =
            StreamTransaction.changingTables(name -> name.startsWith("storm_"));

    /** If {@code kinds} is empty, the storm has all kinds that the server supports. */
    static WorkloadSpec storm(int tableCount, long steps, long seed, boolean isStamped, String... kinds) {
        List<String> requestedKinds = kinds.length == 0 ? List.of("all") : List.of(kinds);
        return new Storm(tableCount, requestedKinds, steps, 1 << 20, seed, isStamped, new BitSet(), Optional.empty());
    }

    PlanBuilder plan(WorkloadSpec storm, int threads) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(storm)
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, storm.transactions(), Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }

    private void assertExact(RunResult result) {
        Verdict verdict = result.verdict();
        assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.method()).as(verdict.reason()).isEqualTo("exact");
        assertThat(verdict.committed())
                .isEqualTo(result.summary().write().logged())
                .isEqualTo(verdict.observed());
        assertThat(verdict.others()).isZero();
        assertThat(result.notes())
                .extracting(Note::code)
                .doesNotContain(Code.ROWS_NOT_COUNTED, Code.TRANSACTION_WITHOUT_END, Code.OTHERS_WROTE);
        assertThat(result.notes())
                .extracting(Note::code)
                .doesNotContain(Code.EVENT_KIND_UNKNOWN, Code.WRONG_TRANSACTION_IN_STEP);
        assertNothingLeft();
    }

    void assertNothingLeft() {
        assertThat(server.queryRows("SHOW TABLES LIKE 'storm%'")).isEmpty();
        assertThat(server.queryRows("XA RECOVER")).isEmpty();
    }

    /** Not nightly, because it is fast. */
    @Test
    void isLossless() {
        assertExact(RoundTripChecks.run(plan(storm(10, 260, 1, false), 1)));
    }

    @Nightly
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4})
    void isLosslessWithSeveralWorkers(long seed) {
        assertExact(RoundTripChecks.run(plan(storm(12, 2_500, seed, seed % 2 == 0), 4)
                .subscriber(
                        SubscriberSpec.DEFAULT.rowCounting(RowCounting.EXACT).at(server.endpoint()))));
    }

    @Nightly
    @ParameterizedTest
    @EnumSource(
            value = JdbcDriver.class,
            names = {"MARIADB", "CONNECTOR_J"})
    void isExactWithEachDriver(JdbcDriver driver) {
        assertExact(RoundTripChecks.run(
                plan(storm(10, 900, 5, false), 1).endpoint(server.endpoint().withJdbcDriver(driver))));
    }

    @Nightly
    @ParameterizedTest
    @ValueSource(longs = {6, 7})
    void isLosslessByCounts(long seed) {
        Verdict verdict = RoundTripChecks.run(
                        plan(storm(10, 2_000, seed, false), 3).verify(Verification.COUNTS))
                .verdict();
        assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.observed()).isEqualTo(verdict.committed());
    }

    @Test
    void reportsStepOfLostTransaction() {
        try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.endpoint().port())
                .faults(FaultPlan.of(StreamFaults.drop(WORKLOAD_TRANSACTIONS, 20)))) {
            Endpoint proxiedEndpoint =
                    server.endpoint().withAddress("127.0.0.1", proxy.port()).withSsl(SslMode.DISABLED, null);
            RunResult result = RoundTripChecks.run(
                    plan(storm(10, 120, 1, false), 1).subscriber(SubscriberSpec.DEFAULT.at(proxiedEndpoint)));
            assertThat(result.verdict().status()).isEqualTo(Status.LOST);
            assertThat(result.notes())
                    .filteredOn(note -> note.code() == Code.WRONG_TRANSACTION_IN_STEP)
                    .singleElement()
                    .satisfies(note -> assertThat(note.arguments())
                            .containsEntry("transaction", result.verdict().firstOffender())
                            .containsKeys("step", "kind", "table"));
        }
    }

    @Nightly
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void judgesConsumer(int dropCount) throws IOException, TimeoutException {
        ConsumerProbe probe = ConsumerProbe.named("connector");
        BinaryLogClient client = client();
        ConnectorReports reports = ConnectorReports.to(probe);
        int[] commits = new int[1];
        boolean[] hasDropped = new boolean[1];
        client.registerEventListener(event -> {
            hasDropped[0] |= dropCount == 1 && isXid(event) && ++commits[0] == 40;
            if (!(dropCount == 1 && isXid(event) && commits[0] == 40)) {
                reports.onEvent(event);
            }
        });
        client.connect(60_000);
        RunResult result;
        try {
            result = RoundTripChecks.run(plan(storm(10, 500, 9, false), 2).consumer(probe));
        } finally {
            client.disconnect();
        }
        assertThat(hasDropped[0]).isEqualTo(dropCount == 1);
        assertLosslessStream(result);
        ConsumerResult consumerResult = result.consumers().get(0);
        assertThat(consumerResult.verdict().status())
                .as(consumerResult.toString())
                .isEqualTo(dropCount == 0 ? Status.LOSSLESS : Status.LOST);
        assertThat(consumerResult.verdict().missing()).isEqualTo(dropCount);
        assertThat(consumerResult.stray()).isZero();
        assertThat(result.notes())
                .filteredOn(note -> note.code() == Code.WRONG_TRANSACTION_IN_STEP)
                .hasSize(dropCount);
    }

    private static void assertLosslessStream(RunResult result) {
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Status.LOSSLESS);
    }

    private static boolean isXid(Event event) {
        return event.getHeader().getEventType() == EventType.XID;
    }

    private BinaryLogClient client() {
        Endpoint endpoint = server.endpoint();
        BinaryLogClient client = new BinaryLogClient(
                endpoint.host(),
                endpoint.port(),
                endpoint.user(),
                endpoint.password().reveal());
        client.setServerId(77_100);
        if (server.queryRows("SELECT VERSION()").get(0).get(0).contains("MariaDB")) {
            client.setGtidSet(
                    server.queryRows("SELECT @@gtid_binlog_pos").get(0).get(0));
        }
        return client;
    }

    /** The consumer stops reporting after two steps, one of each kind. */
    @Test
    void findsStepsThatMakeConsumerFail(@TempDir Path directory) throws IOException {
        RunResult result = shrink(storm(10, 60, 5, false, "index", "add-column"), "ADD COLUMN", "ADD INDEX", directory);
        assertThat(result.consumers().get(0).verdict().status()).isEqualTo(Status.LOST);
        assertThat(result.notes())
                .filteredOn(note -> note.code() == Code.FAILING_STEPS_FOUND)
                .singleElement()
                .satisfies(note -> {
                    assertThat(note.arguments()).containsEntry("steps", 2L).containsEntry("of", 60L);
                    assertThat(note.arguments()).doesNotContainKeys("passed", "ended", "more");
                    assertThat(note.arguments().get("names"))
                            .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                            .satisfiesExactly(
                                    name -> assertThat(name).contains("add-column"),
                                    name -> assertThat(name).contains("index"));
                });
        assertThat(Files.readAllLines(directory.resolve("storm-steps.sql")))
                .filteredOn(line -> line.startsWith("ALTER"))
                .hasSize(2);
        assertNothingLeft();
    }

    private RunResult shrink(WorkloadSpec storm, String firstStatement, String secondStatement, Path directory) {
        PlanBuilder plan =
                plan(storm, 1).window(new Window(Duration.ofSeconds(30), Duration.ZERO, 0, Duration.ofSeconds(2)));
        RunSettings settings = UntilCondition.runSettings(plan, true, new RunListener() {});
        Shrink.Subject subject = new Shrink.Subject() {
            private @Nullable LosingConsumer consumer;

            @Override
            public String name() {
                return "losing";
            }

            @Override
            public void start(ConsumerProbe probe) {
                consumer = LosingConsumer.follow(server.endpoint(), probe, firstStatement, secondStatement);
            }

            @Override
            public void end() {
                if (consumer != null) {
                    consumer.close();
                    consumer = null;
                }
            }

            @Override
            public boolean fails(ConsumerResult consumerResult) {
                return consumerResult.verdict().status().isBad();
            }
        };
        return new Shrink(Duration.ofMinutes(2), settings, subject, spec -> spec.keptIn(directory)).run();
    }

    /** In this mode, a backslash is an ordinary character of a pattern. */
    @Test
    void cleansUpWithoutBackslashEscapes() {
        String modes = server.queryRows("SELECT @@GLOBAL.sql_mode").get(0).get(0);
        PlanBuilder plan = plan(storm(10, 10, 1, false), 1);
        server.execute("CREATE TABLE stormy (id INT)", "SET GLOBAL sql_mode = '" + modes + ",NO_BACKSLASH_ESCAPES'");
        try {
            plan.prepare();
            assertThat(plan.cleanup()).isEqualTo(11); // with the table that marks the others as unused
            assertThat(server.queryRows("SHOW TABLES LIKE 'storm%'")).containsExactly(List.of("stormy"));
        } finally {
            server.execute("SET GLOBAL sql_mode = '" + modes + "'", "DROP TABLE stormy");
        }
    }

    /** After steps with unknown outcome, the tables are created again. */
    @Nightly
    @Test
    void continuesAfterKilledConnections() {
        try (WorkerKiller killer = new WorkerKiller(server, 4, 3)) {
            PlanBuilder plan = plan(storm(10, 0, 3, false, "xa", "add-column", "foreign-key", "trigger"), 4)
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ofSeconds(30)));
            RunResult result = RoundTripChecks.run(UntilCondition.runSettings(plan, true, killer)
                    .withMeasured(Optional.of(new UntilCondition("after the kills", killer::hasRecovered))));
            assertThat(killer.killedCount()).isGreaterThanOrEqualTo(12);
            assertLosslessStream(result);
            assertThat(result.verdict().method()).as(result.verdict().reason()).isEqualTo("exact");
        }
        assertNothingLeft();
    }

    @Nightly
    @Test
    void leavesNothingIfStopped() {
        StopSignal stop = new StopSignal();
        RunResult result = RoundTripChecks.run(plan(storm(10, 0, 4, false, "xa", "view", "trigger", "foreign-key"), 2)
                .window(new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ofSeconds(30)))
                .stopSignal(stop)
                .listener(new RunListener() {
                    @Override
                    public void sample(SampleRow sample) {
                        stop.raise();
                    }
                }));
        assertThat(result.interrupted()).isTrue();
        assertNothingLeft();
    }
}
