// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PhasesTest extends RunInPhases {

    @Test
    void runsAllPhasesInOneWindow() {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(3)), load("stress", ofSeconds(1), ofSeconds(1)));
        setPhases(
                Observe.waiting("small", (probes, clock) -> smallPoolCondition, ofSeconds(60)),
                new Loads("both", List.of("main", "stress")),
                new Observe("after", ofSeconds(2), Optional.empty()));
        run.clock.runAfter(ofSeconds(4), () -> isPoolSmall = true);

        assertThat(run.run(WINDOW)).isNotNull();

        assertThat(run.calls())
                .containsSubsequence(
                        "ledgers open",
                        "stream opens",
                        "begins small",
                        "ended small",
                        "connect main stress",
                        "begins both",
                        "begin main stress",
                        "ended both",
                        "disconnect main stress",
                        "begins after",
                        "ended after",
                        "load ends",
                        "goal",
                        "reading stops",
                        "compare",
                        "drop",
                        "result")
                .containsOnlyOnce("stream opens", "ledgers open", "load ends", "goal")
                .doesNotContain("load opens", "step measuring");
        assertThat(spans()).containsExactlyElementsOf(spansOfAllPhases());
        assertThat(run.timeline.closedNanos - run.timeline.openedNanos).isEqualTo(9_000_000_000L);
        assertThat(run.timeline.interrupted).isFalse();
        assertThat(run.rows).hasSize(9).allMatch(row -> row.phase() == SampleRow.RunPart.MEASURE);
    }

    private static List<PhaseSpan> spansOfAllPhases() {
        return List.of(
                new PhaseSpan(
                        "small",
                        PhaseSpan.PhaseType.WAIT,
                        0,
                        4,
                        1,
                        4,
                        List.of(),
                        "pool below 600 MB (it is 512 MB)",
                        null,
                        List.of(new PhaseSpan.LoadEnd("", Cause.PROBE, "", 4))),
                new PhaseSpan(
                        "both",
                        PhaseSpan.PhaseType.LOADS,
                        4,
                        7,
                        5,
                        7,
                        List.of("main", "stress"),
                        "main: 3 s; stress: 1 s",
                        null,
                        List.of(
                                new PhaseSpan.LoadEnd("main", Cause.TIME, "", 7),
                                new PhaseSpan.LoadEnd("stress", Cause.TIME, "", 6))),
                new PhaseSpan(
                        "after",
                        PhaseSpan.PhaseType.OBSERVE,
                        7,
                        9,
                        8,
                        9,
                        List.of(),
                        "2 s",
                        null,
                        List.of(new PhaseSpan.LoadEnd("", Cause.TIME, "", 9))));
    }

    /** Phases need not end on whole seconds: 2.5 s of waiting, a gap of 0.5 s, 1.7 s of load, 2 s of observation. */
    @Test
    void countsArrivalsInTheirPhase() {
        run.loads = List.of(load("main", Duration.ZERO, ofMillis(1_700)));
        setPhases(
                Observe.waiting("small", (probes, clock) -> smallPoolCondition, ofSeconds(60)),
                new Loads("load", List.of("main")),
                new Observe("rest", ofSeconds(2), Optional.empty()));
        run.clock.runAfter(ofMillis(2_490), () -> isPoolSmall = true);
        run.meter.windowOpened("binlog.000001", 4);
        run.meter.readEnd("binlog.000001", 4, 0);
        for (int tenth = 0; tenth < 80; tenth++) {
            int number = tenth;
            run.clock.runAfter(ofMillis(100 * tenth + 50), () -> recordArrival(number));
        }
        run.goalDelay = ofMillis(1_000);
        run.run(WINDOW);

        assertThat(run.phaseTotals).extracting(phase -> phase.span().name()).containsExactly("small", "load", "rest");
        // arrivals in each phase, in ms: 50 … 2,450; 3,050 … 4,650; 4,750 … 6,650
        assertThat(run.phaseTotals)
                .extracting(phase -> phase.cdc().transactions())
                .containsExactly(25L, 17L, 20L);
        assertThat(run.phaseTotals).allSatisfy(phase -> {
            CdcSummary cdc = phase.cdc();
            assertThat(cdc.bytes()).isEqualTo(31 * cdc.transactions());
            assertThat(cdc.to().position() - cdc.from().position()).isEqualTo(cdc.bytes());
            assertThat(cdc.delay().count()).isEqualTo(cdc.transactions());
            assertThat(cdc.eventsByKind()).isEqualTo(Map.of("XID", cdc.events()));
            assertThat(cdc.seconds())
                    .isCloseTo(phase.span().toSecond() - phase.span().fromSecond(), within(1e-9));
            assertThat(cdc.transactionsPerSecond()).isEqualTo(cdc.transactions() / cdc.seconds());
            assertThat(phase.tester().readerCpuSeconds()).isCloseTo(cdc.seconds(), within(0.002));
        });
        assertThat(run.phaseTotals.get(1).cdc().delay().maxMillis()).isCloseTo(46, within(0.05));
        assertThat(run.rows.stream().mapToLong(row -> row.cdc().transactions()).sum())
                .as("the samples contain all arrivals of the phases")
                .isBetween(62L, 80L);
        assertThat(run.rows)
                .allMatch(row -> row.cdc().delay().count() == row.cdc().transactions());
    }

    /** Otherwise, each sample would contain parts of two seconds of the load. */
    @Test
    void loadsStartOnWholeSeconds() {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(3)), load("stress", ofSeconds(1), ofSeconds(1)));
        setPhases(
                Observe.waiting("small", (probes, clock) -> smallPoolCondition, ofSeconds(60)),
                new Loads("load", List.of("main", "stress")));
        run.clock.runAfter(ofMillis(2_490), () -> isPoolSmall = true);
        run.run(WINDOW);

        assertThat(spans().get(0).toSecond()).isCloseTo(2.5, within(0.02));
        assertThat(run.millisOfCall("begin main stress")).isEqualTo(3_000);
        assertThat(spans().get(1).fromSecond()).isEqualTo(3);
        assertThat(spans().get(1).firstSample()).isEqualTo(4);
        assertThat(run.rows).hasSize(6).extracting(SampleRow::seconds).containsOnly(1.0);
    }

    /** Each delay is 1 ms longer than the previous delay. */
    private void recordArrival(int number) {
        run.meter.event(16, 31);
        run.meter.transactionEnd(0, BinlogSink.UNKNOWN_MICROS, 1_000L * number, 1_000L * number);
        run.meter.readEnd("binlog.000001", 4 + 31L * (number + 1), 0);
    }

    @Test
    void firstLoadsStartWithWindow() {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(3)));
        setPhases(new Loads("first", List.of("main")));
        run.run(new Window(ofSeconds(2), ofSeconds(3), 0, ofSeconds(30)));

        assertThat(run.calls()).containsSubsequence("warm-up", "pause", "stream opens", "begin main", "load ends");
        assertThat(run.calls()).doesNotContain("connect main", "disconnect main");
        assertThat(run.millisOfCall("begin main")).isEqualTo(2_000);
        assertThat(spans()).singleElement().satisfies(span -> {
            assertThat(span.fromSecond()).isZero();
            assertThat(span.toSecond()).isEqualTo(3);
            assertThat(span.firstSample()).isEqualTo(3); // after two seconds of warm-up
        });
    }

    @Test
    void unreportedTransactionsOfNodeCountInTheirPhase() {
        List<Integer> unreported = new ArrayList<>();
        run.onRenew = () -> {
            unreported.forEach(this::recordArrival);
            unreported.clear();
        };
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(2)));
        setPhases(
                new Observe("before", ofSeconds(1), Optional.empty()),
                new Loads("load", List.of("main")),
                new Observe("after", ofSeconds(1), Optional.empty()));
        for (int tenth = 0; tenth < 30; tenth++) {
            int number = tenth;
            run.clock.runAfter(ofMillis(100 * tenth + 50), () -> unreported.add(number));
        }
        run.run(WINDOW);
        assertThat(run.phaseTotals)
                .extracting(phase -> phase.cdc().transactions())
                .containsExactly(10L, 20L, 0L);
    }

    /** Each of two streams receives a part of each transaction. */
    @Test
    void transactionInSeveralStreamsCountsOncePerPhase() {
        setPhases(
                new Observe("first", ofSeconds(1), Optional.empty()),
                new Observe("second", ofSeconds(2), Optional.empty()));
        for (int tenth = 0; tenth < 30; tenth++) {
            int number = 2 * tenth;
            run.clock.runAfter(ofMillis(100 * tenth + 50), () -> {
                recordArrival(number);
                recordArrival(number + 1);
                run.surplusParts++;
            });
        }
        run.run(WINDOW);
        assertThat(run.phaseTotals)
                .extracting(phase -> phase.cdc().transactions())
                .containsExactly(10L, 20L);
        assertThat(run.phaseTotals)
                .allSatisfy(
                        phase -> assertThat(phase.cdc().transactionsPerSecond()).isCloseTo(10, within(1e-6)));
    }

    @Test
    void samplesContinueDuringConnects() {
        run.loads = List.of(load("a", Duration.ZERO, ofSeconds(2)), load("b", Duration.ZERO, ofSeconds(2)));
        setPhases(new Loads("one", List.of("a")), new Loads("two", List.of("b")));
        run.fakeLoads.connectTime = ofMillis(2_490);
        run.fakeLoads.disconnectTime = ofMillis(1_500);
        run.run(WINDOW);

        assertThat(run.rows).hasSize(8).extracting(SampleRow::seconds).containsOnly(1.0);
        assertThat(spans().get(1).fromSecond()).isBetween(5.99, 6.05);
        assertThat(spans().get(1).toSecond() - spans().get(1).fromSecond()).isBetween(2.0, 2.03);
        assertThat(run.calls())
                .containsSubsequence("begin a", "disconnect a", "connect b", "begin b")
                .doesNotContain("disconnect b");
    }

    @Test
    void phaseLastsUntilLastTransactionEnds() {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(2)));
        run.fakeLoads.finishTime = ofMillis(1_300);
        setPhases(new Loads("only", List.of("main")), new Observe("after", ofSeconds(1), Optional.empty()));
        run.run(WINDOW);
        assertThat(spans().get(0).toSecond()).isBetween(3.3, 3.33);
    }

    @Test
    void transactionCountEndsPhase() {
        run.loads = List.of(new NamedLoad(
                "main", Sysbench.oltpInsert(), LoadSpec.closedLoop(1), Duration.ZERO, Duration.ZERO, 500, false));
        setPhases(new Loads("only", List.of("main")));
        run.clock.runAfter(ofMillis(4_700), () -> run.fakeLoads.loadsAtTransactionLimit.add("main"));
        run.run(WINDOW);
        assertThat(spans().get(0).toSecond()).isBetween(4.7, 4.73);
        assertThat(spans().get(0).ended()).isEqualTo("main: 500 transactions");
    }

    @Test
    void loadEndsWhenRateIsStable() {
        Random noise = new Random(4);
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(900)), load("other", Duration.ZERO, ofSeconds(10)));
        setPhases(new Loads("warm", List.of("main", "other"), END_WHEN_STABLE, List.of()));
        // the rate rises for three minutes, and then stays constant
        run.fakeLoads.scheduleCommits("main", 900, second -> 50 + Math.min(second, 180) + noise.nextInt(10));
        run.run(WINDOW);
        assertThat(run.calls()).containsOnlyOnce("stop main").doesNotContain("stop other");
        assertThat(spans().get(0).ended()).isEqualTo("main: stable; other: 10 s");
        assertThat(spans().get(0).toSecond()).isBetween(200.0, 280.0);
    }

    @Test
    void loadRunsFullTimeIfRateIsNotStable() {
        run.loads = List.of(load("main", ofSeconds(20), ofSeconds(180)));
        setPhases(new Loads("warm", List.of("main"), END_WHEN_STABLE, List.of()));
        run.fakeLoads.scheduleCommits("main", 200, second -> 50 + second);
        run.run(WINDOW);
        assertThat(run.calls()).doesNotContain("stop main");
        assertThat(spans().get(0).ended()).isEqualTo("main: not stable within 180 s");
        assertThat(spans().get(0).toSecond()).isEqualTo(200);
    }

    @Test
    void rateIgnoresSecondsBeforeStart() {
        run.loads = List.of(load("main", ofSeconds(90), ofSeconds(300)));
        setPhases(new Loads("warm", List.of("main"), END_WHEN_STABLE, List.of()));
        run.fakeLoads.scheduleCommits("main", 400, second -> second < 90 ? 0 : 100);
        run.run(WINDOW);
        assertThat(spans().get(0).toSecond()).isBetween(164.0, 164.03);
    }

    @Test
    void samplesContainProbeValues() {
        setPhases(new Observe("only", ofSeconds(2), Optional.empty()));
        run.writes = false;
        run.probes = () -> Map.of("pool", 1.0 * run.clock.millis());
        run.run(WINDOW);
        assertThat(run.rows)
                .extracting(SampleRow::probes)
                .containsExactly(Map.of("pool", 1_000.0), Map.of("pool", 2_000.0));
    }
}
