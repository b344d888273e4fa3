// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.summary.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ConsumerSecondsTest {

    private static ConsumerSecond second(SimulatedRun run) {
        run.advanceClock(1_000_000);
        return run.judge.takeSecond().get(0);
    }

    @Test
    void isEmptyBeforeMeasuredPart() {
        SimulatedRun run = new SimulatedRun(false);
        run.commit(5, new Random(1));
        run.streamAll();
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));

        assertThat(run.judge.takeSecond()).isEmpty();
        run.openWindow();
        assertThat(second(run).values().get(Metric.CONSUMER_TRANSACTIONS)).isZero();
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void secondsAddUpToResult(Identity identity) {
        SimulatedRun run = new SimulatedRun(true);
        run.openWindow();
        run.commit(100, new Random(7));
        List<ConsumerSecond> seconds = new ArrayList<>();
        for (int from = 0; from < 100; from += 30) {
            run.readOwnStream(20);
            run.commits
                    .subList(from, Math.min(100, from + 30))
                    .forEach(transaction -> run.reportToProbe(transaction, identity));
            run.probe.bytes(1_000);
            run.probe.events(30);
            seconds.add(second(run));
        }
        run.streamAll();
        seconds.add(second(run));
        ConsumerResult result = run.result();

        assertThat(sum(seconds, Metric.CONSUMER_TRANSACTIONS))
                .isEqualTo(result.transactions())
                .isEqualTo(100);
        assertThat(seconds.stream()
                        .mapToLong(second ->
                                second.values().durations(Metric.CONSUMER_DELAY).count())
                        .sum())
                .isEqualTo(result.delay().count());
        assertThat(sum(seconds, Metric.CONSUMER_BYTES)).isEqualTo(4_000);
        assertThat(sum(seconds, Metric.CONSUMER_EVENTS)).isEqualTo(120);
        assertThat(seconds.get(seconds.size() - 1).values().get(Metric.CONSUMER_BYTES))
                .isZero();
        assertThat(seconds.get(seconds.size() - 1).values().get(Metric.CONSUMER_BEHIND))
                .isZero();
        assertThat(seconds)
                .extracting(ConsumerSecond::delaySource)
                .containsOnly(result.delay().source());
        if (identity == Identity.ROW) {
            assertThat(sum(seconds, Metric.CONSUMER_ROWS)).isEqualTo(result.rows());
        } else {
            assertThat(seconds)
                    .extracting(second -> second.values().get(Metric.CONSUMER_ROWS))
                    .containsOnly(Double.NaN);
        }
        assertThat(result.seconds()).hasSameSizeAs(seconds);
    }

    /** The simulated measured part is one second long. */
    @ParameterizedTest
    @EnumSource(Identity.class)
    void ratesExcludeDrain(Identity identity) {
        SimulatedRun run = new SimulatedRun(true);
        run.openWindow();
        run.commit(100, new Random(7));
        run.streamAll();
        run.commits.subList(0, 60).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.probe.bytes(1_000);
        run.judge.windowCloses();
        run.advanceClock(4_250_000);
        run.commits.subList(60, 100).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.probe.bytes(500);
        ConsumerResult result = run.result();

        assertThat(result.transactions()).isEqualTo(100);
        assertThat(result.transactionsPerSecond()).isEqualTo(60);
        assertThat(result.bytesPerSecond()).isEqualTo(1_000);
        assertThat(result.bytes()).isEqualTo(1_500);
        assertThat(result.drain()).isEqualTo(new Summary.Drain(4.25, 40));
    }

    /**
     * The consumer is always 40 transactions behind. It may report transactions of the warm-up, but its rate never exceeds the writers'
     * rate.
     */
    @ParameterizedTest
    @CsvSource({"GTID, 30", "POSITION, 30", "ROW, 30", "GTID, 0", "ROW, 0"})
    void ratesCountArrivalsInMeasuredPart(Identity identity, int earlyCount) {
        SimulatedRun run = new SimulatedRun(true);
        run.commit(70, new Random(7));
        run.streamAll();
        List<SimulatedRun.Committed> earlierCommits = List.copyOf(run.commits);
        earlierCommits.subList(0, earlyCount).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.advanceClock(1_000);
        run.openWindow();
        run.commit(100, new Random(8));
        run.streamAll();
        earlierCommits.subList(earlyCount, 70).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.commits.subList(0, 60).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.judge.windowCloses();
        run.advanceClock(1_000_000);
        run.commits.subList(60, 100).forEach(transaction -> run.reportToProbe(transaction, identity));
        ConsumerResult result = run.result();

        assertThat(result.transactions()).isEqualTo(100);
        assertThat(result.transactionsPerSecond()).isEqualTo(100);
        assertThat(result.drain()).isEqualTo(new Summary.Drain(1, 40));
    }

    @Test
    void unreportedMetricsAreUnknown() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(10, new Random(3));
        run.streamAll();
        run.commits.subList(0, 4).forEach(transaction -> run.reportToProbe(transaction, Identity.POSITION));

        ConsumerSecond second = second(run);
        assertThat(second.name()).isEqualTo("shop");
        assertThat(second.values().get(Metric.CONSUMER_TRANSACTIONS)).isEqualTo(4);
        assertThat(second.values().get(Metric.CONSUMER_BEHIND)).isEqualTo(6);
        assertThat(second.values().get(Metric.CONSUMER_ROWS)).isNaN();
        assertThat(second.values().get(Metric.CONSUMER_BYTES)).isNaN();
        assertThat(second.values().get(Metric.CONSUMER_EVENTS)).isNaN();
    }

    private static long sum(List<ConsumerSecond> seconds, Metric metric) {
        return seconds.stream()
                .mapToLong(second -> second.values().count(metric))
                .sum();
    }
}
