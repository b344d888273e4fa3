// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Each row covers one second of a run, except {@link #extremeRow}. */
public final class SampleRowFixtures {

    public static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private SampleRowFixtures() {}

    public static DurationSummary millis(long count, double p50, double p95, double p99, double max) {
        return new DurationSummary(null, count, p50, p50, p95, p99, max, max, 0, 0);
    }

    public static SampleRow.Write write(double tps, DurationSummary startDelay) {
        long count = (long) tps;
        return SampleRowParts.write(
                16,
                count,
                tps,
                count,
                tps,
                0,
                count,
                0,
                3,
                1,
                millis(count, 0.9, 1.42, 2.1, 9.9),
                startDelay,
                NO_DURATIONS,
                null,
                null);
    }

    public static SampleRow.Cdc cdc(double delay, double bytes, Motion state, @Nullable Long behind) {
        return SampleRowParts.cdc(
                millis(100, delay / 4, delay / 2, delay, 2 * delay),
                (long) bytes,
                bytes,
                76_050,
                76_050,
                15_210,
                15_210,
                10,
                state,
                behind,
                state == Motion.STUCK ? 4 * delay : 0,
                Map.of(),
                null);
    }

    public static SampleRow measuredRow(long second) {
        return row(
                second,
                RunPart.MEASURE,
                write(15_210, NO_DURATIONS),
                cdc(3.1 + second % 7, 7_400_000, Motion.FLOWING, 20_000L));
    }

    public static SampleRow row(long second, RunPart part, SampleRow.@Nullable Write write, SampleRow.Cdc cdc) {
        return new SampleRow(second, part, 1, write, cdc, List.of(), List.of(), Map.of(), List.of());
    }

    public static SampleRow judgedRow(long second, String... consumers) {
        SampleRow row = measuredRow(second);
        return new SampleRow(
                second,
                row.phase(),
                1,
                row.write(),
                row.cdc(),
                List.of(),
                List.of(),
                Map.of(),
                Stream.of(consumers)
                        .map(name -> SampleRowParts.consumer(
                                name,
                                millis(100, 1, 2, 12.5, 40),
                                15_100,
                                15_100,
                                110,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null))
                        .toList());
    }

    /** Most values are the maximum of their type. */
    public static SampleRow extremeRow(int streamCount) {
        double max = Double.MAX_VALUE;
        long count = Long.MAX_VALUE;
        DurationSummary maxDurations = new DurationSummary(null, count, max, max, max, max, max, max, 0, 0);
        SampleRow.Write write = SampleRowParts.write(
                Integer.MAX_VALUE,
                count,
                max,
                count,
                max,
                count,
                count,
                count,
                count,
                count,
                maxDurations,
                maxDurations,
                maxDurations,
                null,
                null);
        SampleRow.Cdc cdc = SampleRowParts.cdc(
                maxDurations, count, max, count, max, count, max, 0, Motion.STUCK, count, max, Map.of(), null);
        String name = "a stream with a name of many letters, 数据库 and more of them, ";
        return new SampleRow(
                count,
                RunPart.MEASURE,
                1e-9,
                write,
                cdc,
                IntStream.range(0, streamCount)
                        .mapToObj(i -> new SampleRow.Stream(name + i, cdc))
                        .toList(),
                List.of(new SampleRow.Workload(name, write), new SampleRow.Workload("b", write)),
                Map.of("probe", max),
                IntStream.range(0, streamCount)
                        .mapToObj(i -> SampleRowParts.consumer(
                                name + i, maxDurations, count, max, count, count, max, count, max, count, max))
                        .toList());
    }
}
