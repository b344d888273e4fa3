// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Contains figures of PolarDB-X's published test if they exist. */
public final class Sweeps {

    /** write_only: QPS, DT in ms, BPS in MB/s, EPS, TPS. */
    private static final double[][] PUBLISHED_LOADS = {
        {106081.68, 45, 34, 274068, 17761},
        {215321.43, 60, 68, 532190, 35672},
        {302061.64, 100, 97, 788396, 50560},
        {408594.41, 287, 128, 1023873, 68702},
        {518068.92, 420, 152, 1201216, 84654}
    };

    private static final List<String> THREADS = List.of("16", "32", "64", "128", "256");

    /** In GB, each with the DT in ms. */
    private static final double[][] PUBLISHED_SIZES = {
        {0.5, 2000}, {1, 4800}, {2, 7800}, {3, 9400}, {4, 12500}, {5, 17000}, {10, 55000}, {20, 115000}
    };

    private Sweeps() {}

    /** The last step is at the server's limit. */
    public static SweepResult published(int repeats) {
        return published(repeats, LimitedBy.SERVER);
    }

    public static SweepResult published(int repeats, LimitedBy limitOfLastStep) {
        List<SweepRow> rows = new ArrayList<>();
        List<Trial> steps = new ArrayList<>();
        for (int i = 0; i < PUBLISHED_LOADS.length; i++) {
            boolean isLast = i == PUBLISHED_LOADS.length - 1;
            double value = Double.parseDouble(THREADS.get(i));
            rows.add(new SweepRow(
                    i + 1,
                    value,
                    THREADS.get(i),
                    Status.DONE,
                    null,
                    repeats,
                    "LOSSLESS",
                    Verdict.Status.LOSSLESS,
                    isLast ? limitOfLastStep : LimitedBy.NONE,
                    1.3,
                    List.of(),
                    values(PUBLISHED_LOADS[i], isLast ? 4.2 : 0.1, repeats)));
            for (int repeat = 1; repeat <= repeats; repeat++) {
                steps.add(new Trial(
                        i + 1,
                        repeat,
                        value,
                        THREADS.get(i),
                        Status.DONE,
                        null,
                        String.format("step-%02d", i + 1) + (repeats == 1 ? "" : "/repeat-" + repeat),
                        true,
                        new Settling(true, 1.3, 0.6, null),
                        List.of(),
                        List.of(),
                        Map.of(),
                        run(Verdict.Status.LOSSLESS)));
            }
        }
        return sweep("threads", repeats, null, steps, rows);
    }

    public static SweepResult sizeSweep() {
        List<SweepRow> rows = new ArrayList<>();
        List<Trial> steps = new ArrayList<>();
        for (int i = 0; i < PUBLISHED_SIZES.length; i++) {
            String label = PUBLISHED_SIZES[i][0] + "GB";
            double bytes = PUBLISHED_SIZES[i][0] * 1e9;
            Map<String, Spread> values = new LinkedHashMap<>();
            values.put("transactionBytes", spreadOfOne(1.02 * bytes));
            values.put("cdc.delay.meanMillis", spreadOfOne(PUBLISHED_SIZES[i][1]));
            values.put("cdc.bytesPerSecond", spreadOfOne(45e6));
            values.put("cdc.eventsPerSecond", spreadOfOne(5_500));
            values.put("cdc.transactionsPerSecond", spreadOfOne(0.1));
            values.put("cdc.delay.maxMillis", spreadOfOne(PUBLISHED_SIZES[i][1]));
            values.put("large.lastByteMillis", spreadOfOne(PUBLISHED_SIZES[i][1]));
            values.put("large.firstByteMillis", spreadOfOne(0.4 * PUBLISHED_SIZES[i][1]));
            values.put("large.passingMillis", spreadOfOne(0.6 * PUBLISHED_SIZES[i][1]));
            values.put("large.passingBytesPerSecond", spreadOfOne(450e6));
            rows.add(new SweepRow(
                    i + 1,
                    bytes,
                    label,
                    Status.DONE,
                    null,
                    1,
                    "LOSSLESS",
                    Verdict.Status.LOSSLESS,
                    LimitedBy.NONE,
                    null,
                    List.of(),
                    values));
            steps.add(new Trial(
                    i + 1,
                    1,
                    bytes,
                    label,
                    Status.DONE,
                    null,
                    "step-0" + (i + 1),
                    true,
                    null,
                    List.of(),
                    List.of(),
                    Map.of(),
                    run(Verdict.Status.LOSSLESS)));
        }
        return sweep("trxSize", 1, null, steps, rows);
    }

    /** Has a lossy step, a failed step with markup in its reason, and a skipped step. */
    public static SweepResult brokenSweep(String markup) {
        Check check = new Check("delay.p99>500ms", 812.4, false, "cdc.delay.p99Millis is 812.4 ms");
        RunResult lossyRun = RunResults.of(10_000, 3, 1, Verdict.Status.LOST, List.of(check));
        List<Trial> steps = List.of(
                trial(1, 16, "16", Status.DONE, null, false, lossyRun),
                trial(2, 32, "32", Status.FAILED, markup, true, null),
                trial(3, 64, markup, Status.SKIPPED, "step 2 failed", null, null));
        List<SweepRow> rows = List.of(
                new SweepRow(
                        1,
                        16,
                        "16",
                        Status.DONE,
                        null,
                        1,
                        "LOST 1",
                        Verdict.Status.LOST,
                        LimitedBy.TESTER,
                        null,
                        List.of(Note.of(Note.Code.NOT_IDLE_BEFORE)),
                        values(PUBLISHED_LOADS[0], 3, 1)),
                new SweepRow(2, 32, "32", Status.FAILED, markup, 0, null, null, null, null, List.of(), Map.of()),
                new SweepRow(
                        3,
                        64,
                        markup,
                        Status.SKIPPED,
                        "step 2 failed",
                        0,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        Map.of()));
        return sweep("threads", 1, "step 2 failed", steps, rows);
    }

    private static Trial trial(
            int step,
            double value,
            String label,
            Status status,
            @Nullable String reason,
            @Nullable Boolean isIdle,
            @Nullable RunResult result) {
        return new Trial(
                step,
                1,
                value,
                label,
                status,
                reason,
                "step-0" + step,
                isIdle,
                null,
                List.of(),
                List.of(),
                Map.of(),
                result);
    }

    public static SweepResult sweep(
            String axis, int repeats, String endedBecause, List<Trial> steps, List<SweepRow> rows) {
        return new SweepResult(
                1,
                SweepResult.KIND,
                Instant.parse("2026-11-23T08:00:00Z"),
                axis.equals("trxSize") ? "large_transaction" : "oltp_write_only",
                null,
                axis,
                rows.stream().map(SweepRow::label).toList(),
                repeats,
                List.of(),
                0.6,
                false,
                endedBecause,
                null,
                List.of(new Check("rows of sbtest1", 0.0, true, null)),
                steps,
                rows);
    }

    private static RunResult run(Verdict.Status status) {
        return RunResults.of(10_000, 0.1, 1, status);
    }

    private static Map<String, Spread> values(double[] publishedRow, double catchUpSeconds, int repeats) {
        double deviation = repeats == 1 ? 0 : 0.04;
        Map<String, Spread> values = new LinkedHashMap<>();
        values.put("write.queriesPerSecond", spread(publishedRow[0], deviation));
        values.put("cdc.delay.meanMillis", spread(publishedRow[1], 3 * deviation));
        values.put("cdc.bytesPerSecond", spread(1e6 * publishedRow[2], deviation));
        values.put("cdc.eventsPerSecond", spread(publishedRow[3], deviation));
        values.put("cdc.transactionsPerSecond", spread(publishedRow[4], deviation));
        values.put("cdc.delay.p50Millis", spread(0.9 * publishedRow[1], 3 * deviation));
        values.put("cdc.delay.p99Millis", spread(2.5 * publishedRow[1], 8 * deviation));
        values.put("cdc.delay.maxMillis", spread(6 * publishedRow[1], 10 * deviation));
        values.put("catchUpSeconds", spread(catchUpSeconds, deviation));
        return values;
    }

    private static Spread spread(double median, double deviation) {
        return new Spread(median, (1 - deviation) * median, (1 + 1.5 * deviation) * median);
    }

    private static Spread spreadOfOne(double value) {
        return new Spread(value, value, value);
    }
}
