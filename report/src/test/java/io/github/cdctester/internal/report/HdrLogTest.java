// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HdrLogTest {

    private static final DurationSummary DURATIONS = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS)
            .summary()
            .cdc()
            .delay();

    @Test
    void writesTagsOfSeriesAndTimesOfSeconds() {
        RunResult run = run(
                second(1, SampleRow.RunPart.WARM_UP, 1.5, encodedHistogram(10)),
                second(2, SampleRow.RunPart.MEASURE, 1.0, null),
                second(3, SampleRow.RunPart.MEASURE, 0.5, encodedHistogram(1_000, 2_000)));
        List<Histogram> histograms = read(Formats.HISTOGRAM_LOG.text(run));
        assertThat(histograms.stream().map(Histogram::getTag).distinct())
                .containsExactly(
                        "cdc.delay",
                        "cdc.delay:db_1",
                        "write.latency",
                        "write.start.delay",
                        "write.latency:tpcc",
                        "write.start.delay:tpcc");
        List<Histogram> delays = histograms.stream()
                .filter(histogram -> histogram.getTag().equals("cdc.delay"))
                .toList();
        assertThat(delays).hasSize(2);
        assertThat(delays.get(1).getTotalCount()).isEqualTo(2);
        assertThat(delays.get(1).getMaxValue()).isBetween(2_000L, 2_020L);
        // the measured part started at 10:00:00, after 1.5 s of warm-up
        assertThat(Instant.ofEpochMilli(delays.get(0).getStartTimeStamp()))
                .isCloseTo(Instant.parse("2026-01-02T09:59:58.500Z"), within(2, ChronoUnit.MILLIS));
        assertThat(Instant.ofEpochMilli(delays.get(1).getStartTimeStamp()))
                .isCloseTo(Instant.parse("2026-01-02T10:00:01Z"), within(2, ChronoUnit.MILLIS));
        assertThat(delays.get(1).getEndTimeStamp() - delays.get(1).getStartTimeStamp())
                .isBetween(498L, 502L);
    }

    @Test
    void logOfRunWithoutSecondsIsEmpty() {
        assertThat(read(Formats.HISTOGRAM_LOG.text(run()))).isEmpty();
    }

    private static List<Histogram> read(String log) {
        List<Histogram> histograms = new ArrayList<>();
        try (HistogramLogReader reader =
                new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
            EncodableHistogram next = reader.nextIntervalHistogram();
            while (next != null) {
                histograms.add((Histogram) next);
                next = reader.nextIntervalHistogram();
            }
        }
        return histograms;
    }

    private static String encodedHistogram(long... micros) {
        Histogram histogram = new Histogram(2);
        Arrays.stream(micros).forEach(histogram::recordValue);
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    private static SampleRow second(long number, SampleRow.RunPart part, double seconds, @Nullable String histogram) {
        SampleRow.Write write = SecondFixtures.write(
                1, 1, 1, 1, 1, 0, 1, 0, 0, 0, DURATIONS, DURATIONS, DURATIONS, histogram, histogram);
        SampleRow.Cdc cdc = SecondFixtures.cdc(
                DURATIONS, 1, 1, 1, 1, 1, 1, 0, SampleRow.Motion.FLOWING, 0L, 0, Map.of(), histogram);
        return new SampleRow(
                number,
                part,
                seconds,
                write,
                cdc,
                List.of(new SampleRow.Stream("db,1", cdc)),
                List.of(new SampleRow.Workload("tpcc", write)),
                Map.of(),
                List.of());
    }

    private static RunResult run(SampleRow... samples) {
        RunResult run = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                Instant.parse("2026-01-02T10:00:00Z"),
                run.plan(),
                run.server(),
                run.clock(),
                false,
                null,
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                List.of(samples),
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }
}
