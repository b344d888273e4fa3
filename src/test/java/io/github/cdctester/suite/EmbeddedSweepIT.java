// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class EmbeddedSweepIT extends SweepContract {

    /** Suffices for the binlog of the two lower rates but not of the two higher rates. */
    private static final long THROTTLED_BYTES_PER_SECOND = 120_000;

    /** Well above the limit for an idle stream. Short, because a run queries the clock dozens of times. */
    private static final Duration ANSWER_DELAY = Duration.ofMillis(50);

    private static final Set<Code> STALL_CODES =
            Set.of(Code.SAMPLES_MISSED, Code.PAUSES_IN_P99, Code.DELAY_INCLUDES_PAUSE, Code.LOAD_LATE);

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Override
    Map<SysbenchScript, Double> eventsPerTransaction() {
        // GTID, three events per statement (text, table map, rows), and XID
        return Map.of(SysbenchScript.OLTP_INSERT, 5.0, SysbenchScript.OLTP_WRITE_ONLY, 14.0);
    }

    @Test
    void waitsForIdleStreamBetweenSteps() {
        Supplier<SweepBuilder> builder =
                () -> CdcTester.sweep(plan(Sysbench.oltpInsert(), transactions(100)), SweepAxis.threads(1, 2))
                        .repeats(2);
        SweepResult sweep = RoundTripChecks.run(builder.get());
        if (hasStalled(sweep)) {
            sweep = RoundTripChecks.run(builder.get());
        }

        assertThat(sweep.idleMillis()).isNotNull();
        assertThat(sweep.steps()).hasSize(4).allMatch(step -> Boolean.TRUE.equals(step.startedIdle()));
        assertThat(sweep.steps().subList(0, 3)).extracting(Trial::settling).allSatisfy(settling -> {
            assertThat(settling.settled()).isTrue();
            assertThat(settling.seconds()).isPositive();
        });
        assertThat(sweep.steps().get(3).settling()).isNull();
        assertThat(sweep.table()).extracting(SweepRow::runs).containsExactly(2, 2);
        assertThat(sweep.table().get(0).values().get("cdc.delay.meanMillis"))
                .satisfies(delay -> assertThat(delay.median()).isBetween(delay.min(), delay.max()));
    }

    @Test
    @Nightly
    void reportsStreamThatIsNotIdle() {
        try (FaultProxy proxy = proxy()) {
            PlanBuilder plan = plan(Sysbench.oltpInsert(), transactions(100))
                    .subscriber(SubscriberSpec.DEFAULT.at(endpointOf(proxy)));
            ExperimentListener delayingListener = new ExperimentListener() {
                @Override
                public void trialEnded(
                        TrialHead trial,
                        @Nullable RunResult result,
                        ExperimentResult partialResult,
                        Remaining remaining) {
                    proxy.delay(ANSWER_DELAY);
                }

                @Override
                public void settled(Settling settling) {
                    proxy.delay(Duration.ZERO);
                }
            };
            // if the first wait is too short, the sweep cannot measure the delay of an idle stream
            SweepResult sweep = sweepWithRetries(
                    () -> {
                        proxy.delay(Duration.ZERO);
                        return CdcTester.sweep(plan, SweepAxis.threads(1, 2))
                                .settleTimeout(Duration.ofSeconds(5))
                                .listener(delayingListener);
                    },
                    result -> result.idleMillis() != null);

            assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
            assertThat(sweep.steps().get(0).settling().settled()).isFalse();
            assertThat(sweep.steps().get(0).settling().reason()).contains("DT of heartbeats was still ");
            assertThat(sweep.steps().get(1).startedIdle()).isFalse();
            assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(sweep))
                    .contains("the stream was not idle in time afterwards")
                    .contains("2: started before the stream was idle");
        }
    }

    @Test
    void tableShowsRateThatStreamCannotFollow() {
        try (FaultProxy proxy = proxy()) {
            proxy.throttle(THROTTLED_BYTES_PER_SECOND);
            PlanBuilder plan =
                    plan(Sysbench.oltpInsert(), seconds(3)).subscriber(SubscriberSpec.DEFAULT.at(endpointOf(proxy)));
            // a pause of more than a second at the end of a step looks like a growing backlog
            SweepResult sweep = sweepWithRetries(
                    () -> CdcTester.sweep(plan, SweepAxis.rates(30, 60, 500, 1_000))
                            .settleTimeout(Duration.ZERO)
                            .until("delay.p50>500ms"),
                    result -> result.table().stream().limit(2).allMatch(row -> row.limitedBy() == LimitedBy.NONE));

            List<SweepRow> rows = sweep.table();
            assertThat(rows)
                    .extracting(SweepRow::status)
                    .containsExactly(Status.DONE, Status.DONE, Status.DONE, Status.SKIPPED);
            assertThat(rows)
                    .extracting(SweepRow::limitedBy)
                    .containsExactly(
                            LimitedBy.NONE,
                            LimitedBy.NONE,
                            limitOf(sweep.steps().get(2)),
                            null);
            assertThat(median(rows.get(2), "cdc.delay.p50Millis")).isGreaterThan(500);
            for (String delay : List.of("cdc.delay.meanMillis", "cdc.delay.p99Millis", "cdc.delay.maxMillis")) {
                assertThat(median(rows.get(2), delay))
                        .isGreaterThan(median(rows.get(0), delay))
                        .isGreaterThan(median(rows.get(1), delay));
            }
            assertThat(median(rows.get(2), "catchUpSeconds")).isGreaterThan(1);
            assertThat(sweep.endedBecause()).startsWith("step 3 met delay.p50>500ms: cdc.delay.p50Millis is ");
            assertThat(sweep.hasFailed()).isFalse();
        }
    }

    @Test
    void showsActualRateIfTargetIsNotReached() {
        SweepResult sweep = RoundTripChecks.run(CdcTester.sweep(
                        plan(Sysbench.oltpInsert(), seconds(2)).load(closedLoop(1)), SweepAxis.rates(20, 200_000))
                .settleTimeout(Duration.ZERO));

        assertThat(sweep.hasFailed()).as("%s", sweep.table()).isFalse();
        assertThat(median(sweep.table().get(1), "write.transactionsPerSecond")).isBetween(1.0, 100_000.0);
        assertThat(sweep.table().get(1).value()).isEqualTo(200_000);
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(sweep))
                .containsPattern("rate +written TPS +QPS")
                .containsPattern("note +(rate 20, )?rate 200000: ");
        assertThat(sweep.steps().get(1).result().notes())
                .extracting(Note::code)
                .contains(Code.TRANSACTIONS_NOT_STARTED);
        assertThat(sweep.steps()).allMatch(step -> step.startedIdle() == null && step.settling() == null);
    }

    /** Other load may have kept the processors busy, although the proxy was the limit. */
    private static LimitedBy limitOf(Trial slowStep) {
        Double cpuPercent = slowStep.result().summary().tester().machineCpuPercent();
        return cpuPercent != null && cpuPercent >= 90 ? LimitedBy.MACHINE : LimitedBy.SERVER;
    }

    /** After a pause, the stream may not become idle in time. */
    private static boolean hasStalled(SweepResult sweep) {
        return sweep.steps().stream()
                .map(Trial::result)
                .filter(Objects::nonNull)
                .flatMap(result -> result.notes().stream())
                .anyMatch(note -> STALL_CODES.contains(note.code()));
    }

    /** Repeats the sweep at most twice after a pause of the machine. */
    private static SweepResult sweepWithRetries(Supplier<SweepBuilder> sweep, Predicate<SweepResult> isUndisturbed) {
        SweepResult result = RoundTripChecks.run(sweep.get());
        for (int retryCount = 0; retryCount < 2 && !isUndisturbed.test(result); retryCount++) {
            result = RoundTripChecks.run(sweep.get());
        }
        return result;
    }

    private FaultProxy proxy() {
        return FaultProxy.to(server.endpoint().host(), server.endpoint().port());
    }

    private Endpoint endpointOf(FaultProxy proxy) {
        return server.endpoint().withAddress(proxy.host(), proxy.port());
    }
}
