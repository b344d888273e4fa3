// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import java.util.Map;
import java.util.Optional;

/** Counters and delays of one stream. A {@code take…} method returns each delay only once. */
public interface StreamMeter {

    /** Maximum number of tables with separate row counts per stream. */
    int MAX_TABLES = 1 << 14;

    /** Table name for the rows of all tables beyond {@link #MAX_TABLES}. */
    String OTHER_TABLES = "(other tables)";

    /** Returns a consistent state after the last completed socket read. Thread-safe. */
    StreamSnapshot snapshot();

    /**
     * Returns the rows by {@code database.table} and kind since the start of the measured part; empty if rows are not
     * counted. Call it only after the reader has ended.
     */
    Map<String, Map<RowKind, Long>> windowRows();

    /** Returns the compressed transactions since the start of the measured part. Call it only after the reader has ended. */
    PayloadCounts windowPayloads();

    /** Takes the delays of transactions that arrived before the measured part. For the sampler's thread. */
    DelayParts takeWarmUpDelays();

    DelayParts takeWindowDelays();

    /**
     * Takes the delays of this run's own transactions and heartbeats in the measured part. Empty if own transactions cannot be
     * identified.
     */
    DelayParts takeOwnDelays();

    /** Takes the effect of large transactions since the last call; empty if it is not measured. For the sampler's thread. */
    Optional<LargeTransactionEffect> takeLargeTransactions();

    /**
     * Assigns the transactions that still wait for a later large transaction to {@link LargeTransactionEffect#otherDelays}.
     * Call it only after the reader has ended.
     */
    void endLargeTransactions();

    /** The state of a stream, and its delays since the last report, for another machine. */
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
