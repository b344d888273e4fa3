// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param seriesPosition {@code null} for a single run
 * @param latestSample {@code null} before the first sample
 * @param note the latest note; {@code null} if there is none
 */
record LiveState(
        String title,
        LiveState.@Nullable SeriesPosition seriesPosition,
        String step,
        double stepSeconds,
        @Nullable Progress progress,
        @Nullable SampleRow latestSample,
        Counts counts,
        Trend trend,
        @Nullable String note,
        int noteCount,
        List<Percentile> percentiles) {

    /** @param textAfterBar elapsed or remaining time */
    record SeriesPosition(String text, double share, String textAfterBar) {}

    /**
     * @param amountText completed amount, and total amount if known, with a unit; empty if the progress is measured by time
     * @param secondsLeft {@code NaN} if unknown, like {@code share}
     */
    record Progress(double seconds, double share, String amountText, double secondsLeft) {}

    /**
     * Counts since the start of the measured part.
     *
     * @param stuckSeconds 0 if the stream is not stuck
     */
    record Counts(
            long committedTransactions,
            long readTransactions,
            long bytes,
            long errors,
            long reconnects,
            double stuckSeconds) {

        static final Counts NOTHING = new Counts(0, 0, 0, 0, 0, 0);

        Counts plus(SampleRow row) {
            double stuck = Readings.isStuck(row.cdc()) ? stuckSeconds + row.seconds() : 0;
            boolean isCounted = row.phase() != SampleRow.RunPart.WARM_UP;
            SampleRow.Write write = isCounted ? row.write() : null;
            SampleRow.Cdc cdc = isCounted ? row.cdc() : null;
            return new Counts(
                    committedTransactions + (write == null ? 0 : write.transactions()),
                    readTransactions + (cdc == null ? 0 : cdc.transactions() - cdc.heartbeats()),
                    bytes + (cdc == null ? 0 : cdc.bytes()),
                    errors + (write == null ? 0 : write.errors()),
                    reconnects + (write == null ? 0 : write.reconnects()),
                    stuck);
        }
    }

    boolean isEmpty() {
        return title.isEmpty() && step.isEmpty();
    }
}
