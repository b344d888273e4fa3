// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import java.util.Map;
import java.util.Optional;

/** Counters and delays of one stream. A {@code take…} method returns each delay only once. */
public interface StreamMeter {

    /** Rows of further tables are counted as {@link #OTHER_TABLES}. */
    int MAX_TABLES = 1 << 14;

    String OTHER_TABLES = "(other tables)";

    /** Returns a consistent state after the last completed socket read. Thread-safe. */
    StreamSnapshot snapshot();

    /** By {@code database.table} and kind; empty if rows are not counted. Call it only after the reader has ended. */
    Map<String, Map<RowKind, Long>> windowRows();

    /** Counts from the start of the measured part. Call it only after the reader has ended. */
    PayloadCounts windowPayloads();

    /** For the sampler's thread. */
    DelayParts takeWarmUpDelays();

    DelayParts takeWindowDelays();

    /** Includes heartbeats. Empty if own transactions cannot be identified. */
    DelayParts takeOwnDelays();

    /** Empty if the effect is not measured. For the sampler's thread. */
    Optional<LargeTransactionEffect> takeLargeTransactions();

    /**
     * Assigns transactions that still wait for a later large transaction to {@link LargeTransactionEffect#otherDelays}. Call it
     * only after the reader has ended.
     */
    void endLargeTransactions();

    /** State and delays since the last report, for another machine. */
    record Report(
            StreamSnapshot snapshot,
            DelayParts warmUp,
            DelayParts window,
            DelayParts own,
            Optional<LargeTransactionEffect> passages) {

        public static Report of(StreamMeter meter) {
            return new Report(
                    meter.snapshot(),
                    meter.takeWarmUpDelays(),
                    meter.takeWindowDelays(),
                    meter.takeOwnDelays(),
                    meter.takeLargeTransactions());
        }
    }
}
