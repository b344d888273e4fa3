// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What piled up at the server while the streams were not read, as planned, and how they caught up while the loads went on. Of
 * several streams, all together.
 *
 * @param pausedSeconds how long nothing was read
 * @param piledUpBytes how far the log was ahead of the streams when they were read on; {@code null} where the server did not tell
 * @param catchUpSeconds from reading on until all was read up to an end of the log that was seen a moment before, some 0.1 s;
 *     {@code null} where that was not reached
 * @param readBytes bytes of the log that arrived from reading on until then, or until it was given up
 * @param readBytesPerSecond the same as a rate: how fast it caught up
 * @param leftBytes how far the log was still ahead then; {@code null} where the server did not tell
 * @param forecast what was expected soon after reading on; {@code null} where it had caught up before, or the server did not
 *     tell how much there was
 * @param stretches the parts of the phase, in order, as far as it came
 */
public record BacklogResult(
        double pausedSeconds,
        @Nullable Long piledUpBytes,
        @Nullable Double catchUpSeconds,
        long readBytes,
        double readBytesPerSecond,
        @Nullable Long leftBytes,
        @Nullable Forecast forecast,
        List<Stretch> stretches) {

    /** Copies the list. */
    public BacklogResult {
        stretches = List.copyOf(stretches);
    }

    /**
     * What was expected of the catching up: what is left by the rate at which it was read, less the rate at which was written
     * while it piled up.
     *
     * @param madeAfterSeconds how long after reading on
     * @param readBytesPerSecond how fast it was read by then, from the first byte on
     * @param writtenBytesPerSecond how fast the log had grown while it piled up; 0 where the loads were over by then
     * @param catchUpSeconds the time from reading on; {@code null} where it would never have caught up
     * @param errorPercent how much longer that is than it took, in per cent of what it took; negative where it took longer;
     *     {@code null} where one of the two is not known
     */
    public record Forecast(
            double madeAfterSeconds,
            double readBytesPerSecond,
            double writtenBytesPerSecond,
            @Nullable Double catchUpSeconds,
            @Nullable Double errorPercent) {}

    /**
     * A part of the phase. Transactions, latency and delay are those of the whole seconds inside of it, so that nothing of its
     * neighbours is in them.
     *
     * @param part which
     * @param fromSecond when it began, in seconds from the beginning of the measured part
     * @param toSecond when it ended, likewise
     * @param wholeSeconds the length of the whole seconds inside; 0 where there is none
     * @param transactionsPerSecond what the loads committed
     * @param latency of the loads' transactions
     * @param delay DT of what arrived
     * @param loggedBytesPerSecond how fast the log grew, over the whole part; {@code null} where the server did not tell
     */
    public record Stretch(
            Part part,
            double fromSecond,
            double toSecond,
            double wholeSeconds,
            @Nullable Double transactionsPerSecond,
            DurationSummary latency,
            DurationSummary delay,
            @Nullable Double loggedBytesPerSecond) {

        /** The parts of a phase with a backlog. */
        public enum Part {
            /** The streams are read as always. */
            BEFORE,
            /** Nothing is read. */
            PILING_UP,
            /** What piled up is read, and what is written meanwhile. */
            CATCHING_UP,
            /** The streams are read as always, until the loads are over. */
            AFTER
        }
    }
}
