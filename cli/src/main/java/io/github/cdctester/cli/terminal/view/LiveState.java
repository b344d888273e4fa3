// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.SampleRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a command at one moment.
 *
 * @param title what it does, and where
 * @param around what the run is one of; {@code null} where it is the only one
 * @param step what happens now
 * @param stepSeconds since when
 * @param progress how far it is
 * @param second what was measured last; {@code null} where nothing was yet
 * @param soFar what was counted
 * @param trend the last minutes
 * @param note the last thing that a reader of the numbers must know; {@code null} where there is none
 * @param notes how many of these there were
 * @param percentiles those of the write side that are wanted
 */
public record LiveState(
        String title,
        @Nullable Around around,
        String step,
        double stepSeconds,
        @Nullable Progress progress,
        @Nullable SampleRow second,
        SoFar soFar,
        TrendArrow trend,
        @Nullable String note,
        int notes,
        List<Percentile> percentiles) {

    /**
     * A part of something larger.
     *
     * @param text such as {@code step 2 of 5: --threads=16}
     * @param share how much of the larger thing is done, from 0 to 1; {@code NaN} where nobody knows
     * @param right what stands behind the bar
     */
    record Around(String text, double share, String right) {}

    /**
     * How far something is.
     *
     * @param seconds since when it goes on
     * @param share how much is done, from 0 to 1; {@code NaN} where nobody knows
     * @param words what is done of what; empty where time is all there is to it
     * @param secondsLeft until the end, as far as can be told; {@code NaN} where nobody knows
     */
    record Progress(double seconds, double share, String words, double secondsLeft) {}

    /**
     * Counts since the measured part began.
     *
     * @param committed transactions of the write side
     * @param read transactions of the stream, without heartbeats
     * @param bytes of the stream
     * @param errors refused statements
     * @param reconnects connections that broke and were replaced
     * @param stuckSeconds for how long the stream has been stuck up to now; 0 where it is not
     */
    record SoFar(long committed, long read, long bytes, long errors, long reconnects, double stuckSeconds) {
        static final SoFar NOTHING = new SoFar(0, 0, 0, 0, 0, 0);

        SoFar plus(SampleRow row) {
            SampleRow.Write write = row.write();
            return new SoFar(
                    committed + (write == null ? 0 : write.transactions()),
                    read + row.cdc().transactions() - row.cdc().heartbeats(),
                    bytes + row.cdc().bytes(),
                    errors + (write == null ? 0 : write.errors()),
                    reconnects + (write == null ? 0 : write.reconnects()),
                    stuck(row));
        }

        /** What is counted in no total. */
        SoFar beside(SampleRow row) {
            return new SoFar(committed, read, bytes, errors, reconnects, stuck(row));
        }

        private double stuck(SampleRow row) {
            return row.cdc().state() == SampleRow.Motion.STUCK ? stuckSeconds + row.seconds() : 0;
        }
    }

    /** Copies. */
    public LiveState {
        percentiles = List.copyOf(percentiles);
    }

    boolean isEmpty() {
        return title.isEmpty() && step.isEmpty();
    }
}
