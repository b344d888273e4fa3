// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.StreamSampler;
import io.github.cdctester.internal.run.outcome.ProcessUsage;
import io.github.cdctester.internal.run.outcome.RunConsumers;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A simulated clock determines the steps: warm-up, pause of the writers, window, drain. */
class MeasurementTest {

    private static Window window(long warmUpSeconds, long measureSeconds) {
        return new Window(
                Duration.ofSeconds(warmUpSeconds), Duration.ofSeconds(measureSeconds), 0, Duration.ofSeconds(30));
    }

    @Test
    void opensWindowWhileNoWorkerWrites() {
        FakeRun run = new FakeRun();
        run.run(window(2, 3));

        assertThat(run.calls())
                .containsSubsequence(
                        "warm-up",
                        "pause",
                        "ledgers open",
                        "stream opens",
                        "load opens",
                        "load ends",
                        "goal",
                        "abandon",
                        "reading stops",
                        "compare",
                        "check",
                        "drop",
                        "resource closed",
                        "result");
        assertThat(run.millisOfCall("warm-up")).isZero();
        assertThat(run.millisOfCall("pause")).isEqualTo(2_000);
        assertThat(run.millisOfCall("load opens")).isEqualTo(2_000);
        assertThat(run.millisOfCall("load ends")).isEqualTo(5_000);
        assertThat(run.timeline.closedNanos - run.timeline.openedNanos).isEqualTo(3_000_000_000L);
    }

    /** The drain lasts until the last arrival. */
    @Test
    void startTimeIncludesLeadForWorkerNodes() {
        FakeRun run = new FakeRun();
        run.lead = Duration.ofMinutes(1);
        Instant before = Instant.now();
        run.run(window(0, 3));
        Instant after = Instant.now();

        assertThat(run.millisOfCall("load ends")).isEqualTo(63_000);
        assertThat(run.timeline.closedNanos - run.timeline.openedNanos).isEqualTo(3_000_000_000L);
        assertThat(run.timeline.startedAt).isBetween(before.plus(run.lead), after.plus(run.lead));
    }

    @Test
    void samplesOncePerSecond() {
        FakeRun run = new FakeRun();
        run.run(window(0, 3));
        assertThat(run.calls()).filteredOn("sample"::equals).hasSize(3);
    }

    @Test
    void followsStreamToItsEnd() {
        FakeRun run = new FakeRun();
        run.goalDelay = Duration.ofMillis(2_500);
        run.run(window(0, 1));

        assertThat(run.millisOfCall("reading stops")).isBetween(3_500L, 3_600L);
        assertThat(run.calls()).contains("step waiting for the end of the stream");
        assertThat(run.timeline.streamsBehind).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"15, 1015", "700, 1020", "2500, 1020"})
    void lastMeasuredSecondEndsWithLoad(long drainMillis, long lastSecondMillis) {
        FakeRun run = new FakeRun();
        run.goalDelay = Duration.ofMillis(drainMillis);
        run.run(window(0, 3));

        List<SampleRow> measured =
                run.rows.stream().filter(row -> row.phase() == RunPart.MEASURE).toList();
        assertThat(measured).hasSize(3);
        assertThat(measured.get(2).seconds()).isCloseTo(lastSecondMillis / 1e3, within(0.002));
        assertThat(run.rows.stream().mapToDouble(SampleRow::seconds).sum())
                .isCloseTo(3 + drainMillis / 1e3, within(0.02));
    }

    @Test
    void lastMeasuredSecondIsNotPartOfWaitForLateTransactions() {
        FakeRun run = new FakeRun();
        run.hasLateTransactions = true;
        run.clock.runAfter(Duration.ofMillis(3_500), () -> run.hasLateTransactions = false);
        run.run(window(0, 2));

        assertThat(run.rows)
                .extracting(SampleRow::phase)
                .containsExactly(RunPart.MEASURE, RunPart.MEASURE, RunPart.DRAIN, RunPart.DRAIN);
        assertThat(run.rows.get(1).seconds()).isCloseTo(1.02, within(0.002));
    }

    @Test
    void stopsWaitingForStreamThatDoesNotEnd() {
        FakeRun run = new FakeRun();
        run.goalDelay = Duration.ofHours(1);
        run.run(window(0, 1));

        assertThat(run.timeline.streamsBehind).containsExactly("stream");
        assertThat(run.millisOfCall("reading stops")).isBetween(31_000L, 31_200L);
        assertThat(run.calls()).doesNotContain("compare").contains("check");
    }

    @Test
    void waitsForLateTransactions() {
        FakeRun run = new FakeRun();
        run.hasLateTransactions = true;
        run.clock.runAfter(Duration.ofSeconds(2), () -> run.hasLateTransactions = false);
        run.run(window(0, 1));
        assertThat(run.millisOfCall("reading stops")).isBetween(2_000L, 2_200L);
    }

    @Test
    void unreportedTransactionsOfNodeCountInTheirPart() {
        FakeRun run = new FakeRun();
        AtomicInteger unreported = new AtomicInteger();
        run.onRenew = () -> {
            for (int i = unreported.getAndSet(0); i > 0; i--) {
                run.meter.transactionEnd(1, BinlogSink.UNKNOWN_MICROS, 2, 2);
            }
            run.meter.readEnd("binlog.000001", 4, 2);
        };
        run.clock.runAfter(Duration.ofMillis(1_900), () -> unreported.set(5));
        run.clock.runAfter(Duration.ofMillis(4_900), () -> unreported.set(7));
        run.run(window(2, 3));

        StreamSampler stream = run.ticker().sampler().streams().get(0);
        assertThat(stream.arrivedInWindow().orElseThrow().get(Metric.TRANSACTIONS))
                .isEqualTo(7);
    }

    private static ConsumerJudge listen(FakeRun run, ConsumerProbe probe) {
        ConsumerJudge judge = new ConsumerJudge(
                List.of(probe), false, true, true, false, new LedgerMemory(0), () -> run.clock.nanoTime() / 1_000);
        judge.listen();
        run.consumers = new RunConsumers(Optional.of(judge), null, Optional.empty());
        return judge;
    }

    /** Finding the stream's start and the lead for worker nodes take time after the judge has opened its window. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1464, 0", "0, 270", "1464, 270"})
    void catchUpsCountFromStartOfMeasuredPart(long openingMillis, long leadMillis) {
        FakeRun run = new FakeRun();
        run.openingTime = Duration.ofMillis(openingMillis);
        run.lead = Duration.ofMillis(leadMillis);
        ConsumerProbe probe = ConsumerProbe.named("restarted");
        ConsumerJudge judge = listen(run, probe);
        judge.transactions().watch().setCursor(new LogCursor());
        judge.transactions().watch().onWindowOpened();
        long startMillis = openingMillis + leadMillis;
        run.clock.runAfter(
                Duration.ofMillis(startMillis + 300),
                () -> judge.onFault("restarted", (periods, now) -> periods.faultBegins("kill", 0.3, now)));
        run.clock.runAfter(Duration.ofMillis(startMillis + 400), () -> {
            judge.transactions().commits().onCommit(1, 2, "", 3);
            judge.transactions().watch().onBegin();
            judge.transactions().watch().onEnd(1, 2, "", 3, -1);
        });
        run.clock.runAfter(
                Duration.ofMillis(startMillis + 700),
                () -> judge.onFault("restarted", (periods, now) -> periods.faultEnds("kill", now)));
        run.clock.runAfter(
                Duration.ofMillis(startMillis + 1_200),
                () -> probe.recordTransaction("00000000-0000-0001-0000-000000000002:3"));
        run.clock.runAfter(Duration.ofMillis(startMillis + 1_300), probe::ended);
        run.run(window(0, 2));

        ConsumerResult.CatchUp catchUp = judge.results(new JudgedRun(1L, 0L, false, null, null, 1))
                .get(0)
                .catchUps()
                .get(0);
        assertThat(catchUp.fromSecond()).isEqualTo(0.3);
        assertThat(catchUp.catchUpSeconds()).isBetween(0.5, 0.521);
        assertThat(catchUp.toSecond()).isCloseTo(0.7 + catchUp.catchUpSeconds(), within(1e-6));
    }

    @Test
    void lastMeasuredSecondIsNotPartOfWaitForConsumers() {
        FakeRun run = new FakeRun();
        ConsumerProbe probe = ConsumerProbe.named("late");
        ConsumerJudge judge = listen(run, probe);
        run.clock.runAfter(
                Duration.ofMillis(500), () -> judge.transactions().commits().onCommit(1, 2, "", 3));
        run.clock.runAfter(Duration.ofMillis(3_300), probe::ended);
        run.run(window(0, 2));

        assertThat(run.rows)
                .extracting(SampleRow::phase)
                .containsExactly(RunPart.MEASURE, RunPart.MEASURE, RunPart.DRAIN, RunPart.DRAIN);
        assertThat(run.rows.get(1).seconds()).isEqualTo(1);
    }

    /** The seconds that the usage is divided by end with the last arrival. */
    @Test
    void usageExcludesWaitForConsumers() {
        FakeRun run = new FakeRun();
        ConsumerProbe probe = ConsumerProbe.named("late");
        ConsumerJudge judge = listen(run, probe);
        run.clock.runAfter(
                Duration.ofMillis(500), () -> judge.transactions().commits().onCommit(1, 2, "", 3));
        AtomicReference<ProcessUsage> usageInWait = new AtomicReference<>(new ProcessUsage(-1, -1));
        run.clock.runAfter(Duration.ofSeconds(3), () -> usageInWait.set(usageAfterWork()));
        run.clock.runAfter(Duration.ofSeconds(12), () -> {
            usageAfterWork();
            probe.ended();
        });
        run.run(window(0, 2));

        ProcessUsage usage = run.timeline.usageAtEnd.process();
        assertThat(usage.cpuNanos()).isPositive().isLessThan(usageInWait.get().cpuNanos());
        assertThat(run.timeline.usageAtEnd.readerCpuSeconds()).isBetween(12.0, 12.1);
    }

    private static ProcessUsage usageAfterWork() {
        long usedNanos = ProcessUsage.now().cpuNanos();
        assertThat(usedNanos).isPositive();
        ProcessUsage usage = ProcessUsage.now();
        while (usage.cpuNanos() == usedNanos) {
            usage = ProcessUsage.now();
        }
        return usage;
    }

    @Test
    void metConditionEndsWindowNormally() {
        FakeRun run = new FakeRun();
        run.measuredUntil = Optional.of(new WaitCondition() {
            @Override
            public boolean isMet() {
                return run.rows.size() >= 2;
            }

            @Override
            public String state() {
                return "two seconds";
            }
        });
        RunResult result = run.run(window(0, 600));

        assertThat(run.millisOfCall("load ends")).isBetween(2_000L, 2_100L);
        assertThat(run.calls()).contains("compare");
        assertThat(run.timeline.interrupted).isFalse();
        assertThat(result.interrupted()).isFalse();
    }

    @Test
    void stopSignalEndsWindowAndMarksResult() {
        FakeRun run = new FakeRun();
        run.clock.runAfter(Duration.ofMillis(1_500), run.stop::raise);
        RunResult result = run.run(window(0, 600));

        assertThat(result).isNotNull();
        assertThat(run.timeline.interrupted).isTrue();
        assertThat(run.millisOfCall("load ends")).isEqualTo(1_500);
        assertThat(run.calls()).doesNotContain("compare", "check").contains("drop");
    }

    @Test
    void stopSignalShortensWaitForStream() {
        FakeRun run = new FakeRun();
        run.goalDelay = Duration.ofHours(1);
        run.clock.runAfter(Duration.ofMillis(1_500), run.stop::raise);
        run.run(window(0, 600));
        assertThat(run.millisOfCall("reading stops")).isBetween(6_500L, 6_700L);
    }

    /** The last transactions may take minutes after the measured part. */
    @Test
    void stopSignalDuringLoadEndShortensWaitForStream() {
        FakeRun run = new FakeRun();
        run.goalDelay = Duration.ofHours(1);
        run.onLoadEnd = run.stop::raise;
        RunResult result = run.run(window(0, 1));

        assertThat(result).isNotNull();
        assertThat(run.timeline.interrupted).isTrue();
        assertThat(run.millisOfCall("reading stops")).isBetween(6_000L, 6_200L);
    }

    /** Reading large tables would delay the end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void comparesTablesUnlessStoppedDuringWaitForConsumers(boolean isStopped) {
        FakeRun run = new FakeRun();
        ConsumerProbe probe = ConsumerProbe.named("late");
        ConsumerJudge judge = listen(run, probe);
        run.clock.runAfter(
                Duration.ofMillis(500), () -> judge.transactions().commits().onCommit(1, 2, "", 3));
        run.clock.runAfter(Duration.ofSeconds(3), isStopped ? run.stop::raise : probe::ended);
        run.run(window(0, 1));

        assertThat(run.calls()).contains("step waiting for the consumers");
        assertThat(run.timeline.interrupted).isEqualTo(isStopped);
        assertThat(run.hasComparedTables).isEqualTo(!isStopped);
    }

    @Test
    void consumerThatEndsWithStopSignalHasLostNothing() {
        FakeRun run = new FakeRun();
        ConsumerProbe probe = ConsumerProbe.named("stopped");
        ConsumerJudge judge = listen(run, probe);
        run.clock.runAfter(
                Duration.ofMillis(500), () -> judge.transactions().commits().onCommit(1, 2, "", 3));
        run.onLoadEnd = () -> {
            run.stop.raise();
            probe.ended();
        };
        run.run(window(0, 1));

        assertThat(judge.results(new JudgedRun(1L, 0L, false, null, null, 1))
                        .get(0)
                        .verdict()
                        .status())
                .isEqualTo(Verdict.Status.BEHIND);
    }

    @Test
    void windowEndsWithLoad() {
        FakeRun run = new FakeRun();
        run.clock.runAfter(Duration.ofMillis(2_300), () -> run.hasReachedLimits = true);
        run.run(window(0, 0));
        assertThat(run.millisOfCall("load ends")).isBetween(2_300L, 2_330L);
    }

    @Test
    void mainLoadContinuesWhileBackgroundFinishes() {
        FakeRun run = new FakeRun();
        run.backgroundContinues = true;
        run.clock.runAfter(Duration.ofMillis(4_200), () -> run.backgroundContinues = false);
        run.run(window(0, 2));
        assertThat(run.millisOfCall("background finishes")).isEqualTo(2_000);
        assertThat(run.millisOfCall("load ends")).isBetween(4_200L, 4_230L);
        assertThat(run.calls()).contains("step waiting for the background's last transaction");
    }

    @Test
    void windowOpensAtOnceIfRunHasNoLoad() {
        FakeRun run = new FakeRun();
        run.writes = false;
        run.run(window(5, 1));
        assertThat(run.calls()).doesNotContain("warm-up", "pause", "stream opens", "ledgers open");
        assertThat(run.millisOfCall("load ends")).isEqualTo(1_000);
    }
}
