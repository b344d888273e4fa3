// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.MadeSecond;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Results of trials that never were: ten seconds of 100 transactions in an open loop of 4 workers, with a row a second. */
public final class TrialResults {

    static final int SECONDS = 10;
    static final long BYTES_PER_SECOND = 50_000;

    private TrialResults() {}

    /** A run whose stream keeps up. */
    public static RunResult steady() {
        return with(
                RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS),
                i -> 2.0 + 0.1 * (i % 3),
                i -> 1_000L + 300 * (i % 2));
    }

    /** The same with other delays (in ms) and bytes behind in each second. */
    static RunResult with(
            RunResult run, IntFunction<@Nullable Double> delayMillis, IntFunction<@Nullable Long> behindBytes) {
        List<SampleRow> rows = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            rows.add(row(i + 1, SampleRow.Part.MEASURE, delayMillis.apply(i), behindBytes.apply(i)));
        }
        rows.add(row(SECONDS + 1, SampleRow.Part.DRAIN, 90_000.0, 90_000_000L));
        return changed(run, run.summary(), run.verdict(), rows);
    }

    /** The same with starts that were not made. */
    static RunResult leavingOut(RunResult run, long notStarted, double perSecond, double serviceMillis) {
        WriteSummary write = run.summary().write();
        double percent = 100.0 * notStarted / (notStarted + perSecond * SECONDS);
        WriteSummary less = new WriteSummary(
                perSecond,
                perSecond,
                write.transactions(),
                write.transactionsByKind(),
                write.logged(),
                0,
                0,
                write.writes(),
                0,
                0,
                Map.of(),
                0,
                0,
                0,
                notStarted + write.transactions(),
                notStarted,
                percent,
                durations(500),
                write.latency(),
                write.latencyWithWaiting(),
                Map.of(),
                write.startDelay(),
                durations(serviceMillis),
                null,
                null,
                List.of());
        Summary summary = run.summary();
        return changed(
                run,
                new Summary(summary.seconds(), summary.cdc(), List.of(), null, less, summary.tester(), List.of()),
                run.verdict(),
                run.samples());
    }

    static RunResult changed(RunResult run, Summary summary, Verdict verdict, List<SampleRow> rows) {
        Plan plan = RunResults.plan(Sysbench.oltpInsert(), LoadSpec.openLoop(4, Rate.perSecond(100)))
                .withoutPasswords();
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                plan,
                run.server(),
                run.clock(),
                false,
                null,
                run.notes(),
                summary,
                verdict,
                run.checks(),
                rows,
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    private static SampleRow row(
            int second, SampleRow.Part part, @Nullable Double delayMillis, @Nullable Long behindBytes) {
        SampleRow.Cdc cdc = MadeSecond.cdc(
                delayMillis == null
                        ? new DurationSummary("HEARTBEAT", 0, null, null, null, null, null, null, 0, 0)
                        : durations(delayMillis),
                BYTES_PER_SECOND,
                BYTES_PER_SECOND,
                500,
                500,
                100,
                100,
                10,
                SampleRow.Motion.FLOWING,
                behindBytes,
                0,
                Map.of(),
                null);
        return new SampleRow(second, part, 1, null, cdc, List.of(), List.of(), Map.of(), List.of());
    }

    private static DurationSummary durations(double millis) {
        return new DurationSummary("HEARTBEAT", 10, millis, millis, millis, millis, millis, millis, 0, 0);
    }
}
