// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.workload.StatementTally;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each second has 3,000 transactions of an open loop, with log-normal delays. */
final class DurationsSumTest {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int TRANSACTIONS = 3_000;
    private static final int XID_EVENT = 16;
    private static final int MAX_BYTES = 10_000_000;

    private final Random random = new Random(7);
    private final BinlogMeter stream = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
    private final WriteMeter load = new WriteMeter(List.of("insert"), true);
    private final Sampler sampler = new Sampler(
            List.of(new MeteredLoad("oltp_insert", load, 16, () -> true)),
            List.of(new MeteredStream("db:3306", stream, () -> MeteredStream.Backlog.UNKNOWN, () -> -1)));
    private long nowNanos;

    @Test
    void sumOfAllSecondsEqualsWindow() {
        openWindow();
        List<SampleRow> rows = seconds(20);
        List<SampleRow.Cdc> streamRows = rows.stream().map(SampleRow::cdc).toList();
        List<SampleRow.Write> loadRows = rows.stream().map(SampleRow::write).toList();
        assertEqualsRecorded(
                DurationsSum.delay(streamRows),
                sampler.streams().get(0).windowDelays(false).lastByte());
        assertEqualsRecorded(
                DurationsSum.latency(loadRows),
                sampler.loads().get(0).windowDurations().latency());
        assertEqualsRecorded(
                DurationsSum.startDelay(loadRows),
                sampler.loads().get(0).windowDurations().startDelay());
        assertThat(DurationsSum.delay(streamRows).negatives()).isEqualTo(20);
    }

    @Test
    void sumContainsOnlyGivenSeconds() {
        openWindow();
        List<SampleRow> rows = seconds(3);
        SampleRow.Cdc second = rows.get(1).cdc();
        assertThat(DurationsSum.delay(List.of(second)).maxMillis())
                .isEqualTo(second.delay().maxMillis());
        assertThat(DurationsSum.delay(List.of(second)).p99Millis())
                .isCloseTo(second.delay().p99Millis(), withinPercentage(2));
        assertThat(DurationsSum.delay(List.of()))
                .isEqualTo(Durations.of(
                        null, sampler.streams().get(0).windowDelays(false).endToEnd()));
    }

    @Test
    void rejectsSecondsWithoutHistograms() {
        openWindow();
        List<SampleRow> rows = seconds(2);
        SampleRow.Cdc secondWithoutHistogram =
                Histograms.removeFrom(rows.get(0)).cdc();
        assertThat(secondWithoutHistogram.delay()).isEqualTo(rows.get(0).cdc().delay());
        assertThatThrownBy(() -> DurationsSum.delay(
                        List.of(secondWithoutHistogram, rows.get(1).cdc())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a second no longer has a histogram");
    }

    @Test
    void oneHourOfSamplesNeedsLessThanTenMegabytes() {
        openWindow();
        List<SampleRow> rows = seconds(60);
        List<SampleRow> hourRows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            hourRows.addAll(rows);
        }
        RunResult result = withSamples(RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS), hourRows);
        String json = Formats.JSON.text(result);
        assertThat(json.getBytes(StandardCharsets.UTF_8).length).as("bytes").isBetween(1_000_000, MAX_BYTES);
        assertThat(StoredResult.of("result.json", json).run()).isEqualTo(result);
    }

    @Test
    void resultEnumsHaveSameConstantsAsMeterEnums() {
        assertThat(Arrays.stream(Phase.values()).map(Enum::name))
                .containsExactlyElementsOf(Arrays.stream(SampleRow.RunPart.values())
                        .map(Enum::name)
                        .toList());
        assertThat(Arrays.stream(StreamState.values()).map(Enum::name))
                .containsExactlyElementsOf(
                        Arrays.stream(SampleRow.Motion.values()).map(Enum::name).toList());
    }

    /** The values are equal at the precision of stored histograms. */
    private static void assertEqualsRecorded(DurationSummary sum, Distribution recordedDistribution) {
        Distribution storedDurations = Distribution.fromBase64(recordedDistribution.toBase64());
        assertThat(sum.count()).isEqualTo(20L * TRANSACTIONS).isEqualTo(recordedDistribution.count());
        assertThat(sum.p50Millis()).isEqualTo(storedDurations.percentileMillis(50));
        assertThat(sum.p95Millis()).isEqualTo(storedDurations.percentileMillis(95));
        assertThat(sum.p99Millis())
                .isEqualTo(storedDurations.percentileMillis(99))
                .isCloseTo(recordedDistribution.percentileMillis(99), withinPercentage(2));
        assertThat(sum.p999Millis()).isEqualTo(storedDurations.percentileMillis(99.9));
        assertThat(sum.maxMillis()).isEqualTo(recordedDistribution.maxMillis());
        assertThat(sum.meanMillis()).isCloseTo(recordedDistribution.meanMillis(), withinPercentage(0.1));
        assertThat(sum.negatives()).isEqualTo(recordedDistribution.negatives());
        assertThat(sum.lowestMillis()).isEqualTo(recordedDistribution.lowestNegativeMicros() / 1_000.0);
    }

    private void openWindow() {
        sampler.start(0);
        stream.windowOpened("binlog.000001", 4);
        sampler.openWindow();
    }

    private List<SampleRow> seconds(int count) {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= count; second++) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                long commitMicros = 1_000_000L * second + i;
                long delayMicros = i == 7 ? -3 : Math.round(700 * Math.exp(0.8 * random.nextGaussian()));
                stream.event(XID_EVENT, 500);
                stream.transactionEnd(
                        commitMicros,
                        BinlogSink.UNKNOWN_MICROS,
                        commitMicros + delayMicros,
                        commitMicros + delayMicros);
                long startDelayNanos = Math.round(80_000 * Math.exp(random.nextGaussian()));
                long serviceNanos = Math.round(3_000_000 * Math.exp(0.6 * random.nextGaussian()));
                load.transaction(
                        0,
                        nowNanos,
                        nowNanos + startDelayNanos,
                        nowNanos + startDelayNanos + serviceNanos,
                        new StatementTally());
            }
            stream.readEnd("binlog.000001", 500L * TRANSACTIONS * second, 1_000_000L * second);
            nowNanos += NANOS_PER_SECOND;
            Sample sample = sampler.tick(Phase.MEASURE, nowNanos);
            rows.add(SampleRows.of(sample, DelaySource.COMMIT_TIMESTAMP.name(), Map.of(), List.of()));
        }
        return rows;
    }

    private static RunResult withSamples(RunResult run, List<SampleRow> samples) {
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                samples,
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }
}
