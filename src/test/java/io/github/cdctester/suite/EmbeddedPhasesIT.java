// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.StoredSamples;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class EmbeddedPhasesIT extends ServerContract {

    private static final SysbenchSpec INSERT = Sysbench.oltpInsert().tables(1).tableSize(100);

    private static final int WORKER_COUNT = 10;

    private static final double TIME_RESOLUTION_SECONDS = 1e-6;

    private final List<Long> connectionsAtPhaseStart = new ArrayList<>();
    private final AtomicInteger idleSeconds = new AtomicInteger();

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    private static NamedLoad load(String name, int threads, Duration start, Duration length) {
        return NamedLoad.of(INSERT, LoadSpec.openLoop(threads, Rate.perSecond(300)))
                .named(name)
                .between(start, length);
    }

    @BeforeEach
    void clearRecords() {
        connectionsAtPhaseStart.clear();
        idleSeconds.set(0);
    }

    private final class Listener implements RunListener {
        @Override
        public void sample(SampleRow sample) {
            if (sample.write() != null && sample.write().threads() == 0) {
                idleSeconds.incrementAndGet();
            }
        }

        @Override
        public void phaseBegins(String name) {
            connectionsAtPhaseStart.add(
                    name.equals("idle")
                            // the server still lists a closed connection for a moment
                            ? Eventually.assertThat(
                                    ofSeconds(30),
                                    this::countConnections,
                                    now -> now <= connectionsAtFirstPhase() - WORKER_COUNT)
                            : countConnections());
        }

        private long countConnections() {
            return server.queryNumber("SELECT COUNT(*) FROM information_schema.processlist WHERE command <> 'Daemon'");
        }

        private long connectionsAtFirstPhase() {
            return connectionsAtPhaseStart.get(0);
        }
    }

    /** The condition is met after two seconds without running workers. */
    private final WaitCondition idleCondition = new WaitCondition() {
        @Override
        public boolean isMet() {
            return idleSeconds.get() >= 2;
        }

        @Override
        public String state() {
            return "2 idle seconds (there were " + idleSeconds.get() + ")";
        }
    };

    private RunSettings settings(List<NamedLoad> loads, PlannedPhase... phases) {
        Plan plan = Plan.of(server.endpoint(), new Window(ofMillis(300), ofSeconds(600), 0, ofSeconds(30)), loads)
                .verification(Plan.Verification.EXACT);
        return RunSettings.of(plan, new TablePolicy(true, true, false, false), new Listener(), new StopSignal())
                .withPhases(List.of(phases))
                .withProbes(() -> Map.of("idle", (double) idleSeconds.get()));
    }

    private static RunResult run(RunSettings settings) {
        return new PlannedRun(settings, new LoadWorkloads()).run();
    }

    @Test
    void phasesAreOneRunWithOneVerdict(@TempDir Path directory) {
        List<NamedLoad> loads = List.of(
                load("main", WORKER_COUNT - 1, ZERO, ofSeconds(2)),
                load("late", 1, ofMillis(500), ofMillis(1_500)),
                load("again", 2, ZERO, ofSeconds(2)));
        RunSettings settings = settings(
                loads,
                new Loads("first", List.of("main", "late")),
                Observe.waiting("idle", (probes, clock) -> idleCondition, ofSeconds(60)),
                new Loads("second", List.of("again")),
                new Observe("rest", ofSeconds(2), Optional.empty()));
        RunResult result;
        List<PhaseTotals> totals = new ArrayList<>();
        try (SampleFile sampleFile = SampleFile.create(directory, settings.plan(), Map.of())) {
            result = new PlannedRun(settings.withLog(Optional.of(sampleFile)), new LoadWorkloads())
                    .runInPhases(totals::addAll);
        }

        assertThat(result.phases()).extracting(PhaseSpan::name).containsExactly("first", "idle", "second", "rest");
        assertThat(result.phases().get(0).ended()).isEqualTo("main: 2 s; late: 1.5 s");
        assertThat(connectionsAtPhaseStart.get(1))
                .as("workers of the first phase have disconnected")
                .isEqualTo(connectionsAtPhaseStart.get(0) - WORKER_COUNT);
        assertThat(connectionsAtPhaseStart.get(2))
                .as("two workers are connected")
                .isEqualTo(connectionsAtPhaseStart.get(1) + 2);
        List<WorkloadSummary> workloads = result.summary().write().workloads();
        assertThat(workloads).extracting(WorkloadSummary::name).containsExactly("main", "late", "again");
        assertThat(workloads).allSatisfy(load -> {
            assertThat(load.write().transactions()).isPositive();
            assertThat(load.write().transactionsPerSecond() * load.seconds())
                    .isCloseTo(load.write().transactions(), within(0.5));
        });
        assertPhaseDurations(loads, result);
        long committedCount = result.summary().write().transactions();
        assertThat(workloads.stream()
                        .mapToLong(load -> load.write().transactions())
                        .sum())
                .isEqualTo(committedCount);
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().committed()).isEqualTo(committedCount);
        assertThat(result.samples()).anyMatch(row -> row.probes().getOrDefault("idle", 0.0) > 0);
        assertThat(StoredResult.of("it", Formats.JSON.text(result)).run()).isEqualTo(result);
        assertThat(StoredSamples.read(directory.resolve(SampleFile.FILE_NAME)).rows())
                .isEqualTo(result.samples());
        assertExactTotals(totals, result);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    /** A load may end late, depending on the machine. */
    private static void assertPhaseDurations(List<NamedLoad> loads, RunResult result) {
        List<WorkloadSummary> workloads = result.summary().write().workloads();
        for (int i = 0; i < workloads.size(); i++) {
            NamedLoad plannedLoad = loads.get(i);
            PhaseSpan phase = result.phases().get(plannedLoad.name().equals("again") ? 2 : 0);
            double startSecond = phase.fromSecond() + plannedLoad.start().toMillis() / 1e3;
            double endSecond = workloads.get(i).fromSecond() + workloads.get(i).seconds();
            assertThat(workloads.get(i).fromSecond()).isGreaterThanOrEqualTo(startSecond - TIME_RESOLUTION_SECONDS);
            assertThat(endSecond)
                    .isBetween(
                            startSecond + plannedLoad.length().toMillis() / 1e3 - TIME_RESOLUTION_SECONDS,
                            phase.toSecond());
        }
    }

    /** The totals are exact to the byte although phases do not start or end with a sample. */
    private static void assertExactTotals(List<PhaseTotals> totals, RunResult result) {
        assertThat(totals).extracting(PhaseTotals::span).isEqualTo(result.phases());
        for (PhaseTotals phase : totals) {
            CdcSummary cdc = phase.cdc();
            assertThat(cdc.to().position() - cdc.from().position()).isEqualTo(cdc.bytes());
            assertThat(cdc.eventsByKind().values().stream()
                            .mapToLong(count -> count)
                            .sum())
                    .isEqualTo(cdc.events());
            assertThat(cdc.heartbeats().transactions()).isPositive();
            assertThat(cdc.heartbeats().bytes()).isBetween(1L, cdc.bytes());
        }
        CdcSummary idle = totals.get(1).cdc();
        assertThat(idle.heartbeats().events()).as("only heartbeats are written").isLessThanOrEqualTo(idle.events());
        List<WorkloadSummary> workloads = result.summary().write().workloads();
        WriteSummary firstPhaseWrites = totals.get(0).write();
        assertThat(firstPhaseWrites.workloads()).isEqualTo(workloads.subList(0, 2));
        assertThat(firstPhaseWrites.latency().count())
                .isEqualTo(firstPhaseWrites.transactions())
                .isEqualTo(workloads.get(0).write().transactions()
                        + workloads.get(1).write().transactions());
        assertThat(firstPhaseWrites.latency().maxMillis())
                .isEqualTo(Math.max(
                        workloads.get(0).write().latency().maxMillis(),
                        workloads.get(1).write().latency().maxMillis()));
        assertThat(totals.get(1).write()).isNull();
        assertThat(totals.get(2).write()).isEqualTo(workloads.get(2).write());
        assertThat(totals.stream().mapToLong(phase -> phase.cdc().bytes()).sum())
                .isLessThanOrEqualTo(result.summary().cdc().bytes());
    }

    @Test
    void waitThatTimesOutLeavesNoTables() {
        WaitCondition never = new UntilCondition("what never comes", () -> false);
        RunSettings settings = settings(
                List.of(load("main", 2, ZERO, ofSeconds(1))),
                new Loads("first", List.of("main")),
                Observe.waiting("vain", (probes, clock) -> never, ofMillis(500)));

        assertThatThrownBy(() -> run(settings))
                .isInstanceOf(RunInterruptedException.class)
                .hasMessageContaining("phase vain: timed out after 0.5 s of waiting for what never comes");
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void reportsFullServer() {
        long maxConnections = server.queryNumber("SELECT @@max_connections");
        WaitCondition limitConnections = new WaitCondition() {
            @Override
            public boolean isMet() {
                server.execute("SET GLOBAL max_connections = 20");
                return true;
            }

            @Override
            public String state() {
                return "a server for few";
            }
        };
        RunSettings settings = settings(
                List.of(load("main", 1, ZERO, ofSeconds(1)), load("crowd", 40, ZERO, ofSeconds(9))),
                new Loads("first", List.of("main")),
                Observe.waiting("narrow", (probes, clock) -> limitConnections, ofSeconds(60)),
                new Loads("second", List.of("crowd")));
        try {
            assertThatThrownBy(() -> run(settings))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("oo many connections");
        } finally {
            server.execute("SET GLOBAL max_connections = " + maxConnections);
        }
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }
}
