// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.CdcTester;
import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.CurvePoint;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Searches the highest rate of a stream with a known limit, and of a stream without a limit. */
@Timeout(600)
final class EmbeddedFindMaxIT extends ServerContract {

    /** Below the limit of any test machine. */
    private static final long THROTTLED_BYTES_PER_SECOND = 200_000;

    /** Packet header and status byte. */
    private static final double PACKET_OVERHEAD_BYTES = 5;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    @Nightly
    void findsThrottledLimitWithinFivePercent() {
        try (FaultProxy proxy = proxy()) {
            proxy.throttle(THROTTLED_BYTES_PER_SECOND);
            PlanBuilder plan = plan(5).subscriber(
                            SubscriberSpec.DEFAULT.at(server.endpoint().withAddress(proxy.host(), proxy.port())));
            FindMaxResult search = searchWithRetries(
                    () -> CdcTester.findMax(plan)
                            .startRate(200)
                            .limit("delay.p99<500ms")
                            .confirmations(1),
                    TrialOutcome.NOT_DELIVERED,
                    TrialOutcome.LIMIT_BROKE);

            String table = Formats.TABLE.text(search);
            double knownRate = throttledRate(search.steps().get(0).trial().result());
            boolean isMachineBusy = isMachineBusyAtLowestFailedRate(search);
            assertThat(search.answer().status()).as(table).isEqualTo(isMachineBusy ? Status.AT_LEAST : Status.FOUND);
            assertThat(search.answer().rate())
                    .as("%s of %s", table, knownRate)
                    .isCloseTo(knownRate, withinPercentage(5));
            assertThat(search.answer().failedBecause()).isEqualTo(TrialOutcome.BACKLOG_GREW);
            assertThat(search.answer().limitedBy()).isEqualTo(isMachineBusy ? LimitedBy.MACHINE : LimitedBy.SERVER);
            assertThat(search.steps()).as(table).hasSizeLessThanOrEqualTo(15);
            assertThat(search.hasFailed()).isFalse();
            assertThat(search.isHeld()).isEqualTo(!isMachineBusy);
            // the backlog grows while the delay limit still holds
            assertThat(search.steps())
                    .as(table)
                    .anyMatch(row -> row.outcome() == TrialOutcome.BACKLOG_GREW
                            && row.trial().checks().get(0).held());
        }
    }

    @Test
    void reportsUndeliverableRateInsteadOfBrokenLimit() {
        FindMaxResult search = searchWithRetries(
                () -> {
                    StopSignal stop = new StopSignal();
                    return CdcTester.findMax(
                                    plan(5).load(LoadSpec.closedLoop(1)).stopSignal(stop))
                            .limit("delay.p99<60s")
                            .limit("tps>0")
                            .startRate(200_000)
                            .steps(3)
                            .confirmations(0)
                            .settleTimeout(Duration.ZERO)
                            .listener(new ExperimentListener() {
                                @Override
                                public void trialBegins(TrialHead trial, Remaining remaining) {
                                    if (trial.number() == 2) {
                                        stop.raise(); // the first trial has shown which rate the load reaches
                                    }
                                }
                            });
                },
                TrialOutcome.BACKLOG_GREW);

        RateTrial firstTrial = search.steps().get(0);
        assertThat(firstTrial.outcome()).as("%s", firstTrial.trial().remarks()).isEqualTo(TrialOutcome.NOT_DELIVERED);
        assertThat(firstTrial.trial().remarks().get(0).code()).isEqualTo(Note.Code.LOAD_NOT_DELIVERED);
        assertThat(firstTrial.limitedBy()).isIn(LimitedBy.SERVER, LimitedBy.TESTER);
        // the next rate is at most the rate that the load reached
        assertThat(search.steps().get(1).rate())
                .isLessThanOrEqualTo(
                        firstTrial.trial().result().summary().write().transactionsPerSecond());
    }

    @Test
    @Nightly
    void measuresCurveAfterAnswer() {
        FindMaxResult search = RoundTripChecks.run(CdcTester.findMax(plan(5))
                .limit("delay.p99<60s")
                .startRate(100)
                .maxRate(100)
                .confirmations(0)
                .settleTimeout(Duration.ZERO)
                .then(0.7, 0.8));

        assertThat(search.answer().status()).isEqualTo(Status.AT_LEAST);
        assertThat(search.curve())
                .containsExactly(
                        new CurvePoint(30, false, 2),
                        new CurvePoint(50, false, 3),
                        new CurvePoint(70, true, 4),
                        new CurvePoint(80, true, 5),
                        new CurvePoint(90, false, 6));
        assertThat(search.steps()).extracting(RateTrial::rate).containsExactly(100.0, 30.0, 50.0, 70.0, 80.0, 90.0);
        assertThat(search.steps().subList(1, 6)).allMatch(trial -> trial.purpose() == Purpose.CURVE);
        assertThat(Formats.TABLE.text(search)).contains("of highest %", "at 70 %", "at 80 %");
    }

    @Test
    void keepsTrialsOfStoppedSearch() {
        StopSignal stop = new StopSignal();
        List<RateTrial> receivedTrials = new ArrayList<>();
        FindMaxResult search = RoundTripChecks.run(CdcTester.findMax(plan(5).stopSignal(stop))
                .limit("delay.p99<60s")
                .startRate(50)
                .settleTimeout(Duration.ZERO)
                .listener(new ExperimentListener() {
                    @Override
                    public void trialBegins(TrialHead trial, Remaining remaining) {
                        if (receivedTrials.stream().anyMatch(EmbeddedFindMaxIT::hasPassed)) {
                            stop.raise();
                        }
                    }

                    @Override
                    public void trialEnded(
                            TrialHead trial,
                            @Nullable RunResult result,
                            ExperimentResult partialResult,
                            Remaining remaining) {
                        assertThat(partialResult.interrupted()).isTrue();
                        List<RateTrial> trials = ((FindMaxResult) partialResult).steps();
                        assertThat(trials).hasSize(trial.number());
                        receivedTrials.add(trials.get(trials.size() - 1));
                    }
                }));

        assertThat(search.interrupted()).isTrue();
        assertThat(search.hasFailed()).isTrue();
        assertThat(search.endedBecause()).isEqualTo("interrupted");
        assertThat(search.answer().status()).isEqualTo(Status.OPEN);
        assertThat(search.steps())
                .isEqualTo(receivedTrials)
                .filteredOn(EmbeddedFindMaxIT::hasPassed)
                .singleElement()
                .satisfies(
                        trial -> assertThat(search.answer().bracket().lower()).isEqualTo(trial.rate()));
        assertThat(search.answer().rate()).as("rate that passed only once").isNull();
        assertThat(search.answer().confirmed()).isFalse();
        assertThat(receivedTrials.get(receivedTrials.size() - 1).outcome()).isEqualTo(TrialOutcome.RUN_FAILED);
    }

    private static boolean hasPassed(RateTrial trial) {
        return trial.outcome() == TrialOutcome.HELD;
    }

    /** Repeats the search at most twice after one of these outcomes, because a pause of the machine can cause them. */
    private static FindMaxResult searchWithRetries(Supplier<FindMaxBuilder> search, TrialOutcome... retriedOutcomes) {
        List<TrialOutcome> outcomes = List.of(retriedOutcomes);
        FindMaxResult result = RoundTripChecks.run(search.get());
        for (int retries = 0;
                retries < 2 && result.steps().stream().anyMatch(trial -> outcomes.contains(trial.outcome()));
                retries++) {
            result = RoundTripChecks.run(search.get());
        }
        return result;
    }

    /** Other load may have kept the processors busy, although the proxy was the limit. */
    private static boolean isMachineBusyAtLowestFailedRate(FindMaxResult search) {
        RateTrial failedTrial = search.steps().stream()
                .filter(trial -> trial.rate() == search.answer().lowestFailed())
                .filter(trial -> trial.outcome() == TrialOutcome.BACKLOG_GREW)
                .reduce((first, last) -> last)
                .orElseThrow();
        Double cpuPercent = failedTrial.trial().result().summary().tester().machineCpuPercent();
        return cpuPercent != null && cpuPercent >= 90;
    }

    @AfterEach
    void assertNoTablesLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private PlanBuilder plan(int seconds) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(1))
                .load(LoadSpec.closedLoop(4))
                .window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(seconds), 0, Duration.ofSeconds(60)))
                .prepareFirst()
                .cleanupAfter();
    }

    /** At this rate, transactions and heartbeats fill the throttled connection. */
    private static double throttledRate(RunResult result) {
        CdcSummary cdc = result.summary().cdc();
        double heartbeatBytesPerSecond = (cdc.heartbeats().bytes()
                        + PACKET_OVERHEAD_BYTES * cdc.heartbeats().events())
                / cdc.seconds();
        double writtenBytes = cdc.bytes()
                - cdc.heartbeats().bytes()
                + PACKET_OVERHEAD_BYTES * (cdc.events() - cdc.heartbeats().events());
        double transactions = cdc.transactions() - cdc.heartbeats().transactions();
        return (THROTTLED_BYTES_PER_SECOND - heartbeatBytesPerSecond) / (writtenBytes / transactions);
    }

    private FaultProxy proxy() {
        return FaultProxy.to(server.endpoint().host(), server.endpoint().port());
    }
}
