// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.Passages;
import java.util.Map;
import java.util.Optional;

/** Counters and delays of one stream. Delays that were taken are not handed out again. */
public interface StreamMeter {

    /** Maximum number of tables with separate row counts per stream. */
    int MAX_TABLES = 1 << 14;

    /** The name under which the rows of all further tables are counted. */
    String OTHER_TABLES = "(other tables)";

    /** Returns a consistent state after the last completed socket read. Thread-safe. */
    StreamSnapshot snapshot();

    /**
     * Rows by {@code database.table} and kind since the measured part began; only after the reader has ended. Empty if rows are
     * not counted.
     */
    Map<String, Map<RowKind, Long>> windowRows();

    /** Compressed transactions since the measured part began; only after the reader has ended. */
    PayloadCounts windowPayloads();

    /** Takes the delays before the measured part; for the sampler's thread. */
    DelayParts takeWarmUpDelays();

    DelayParts takeWindowDelays();

    /** Takes the delays of this run's own transactions and heartbeats in the measured part, if they are known to belong to it. */
    DelayParts takeOwnDelays();

    /** Takes the effect of large transactions since the last call, if it was requested; for the sampler's thread. */
    Optional<Passages> takePassages();

    /** Decides about transactions without a later large one; only after the reader has ended. */
    void endPassages();

    /** The contents of a stream since the last report, for another machine. */
    record Report(
            StreamSnapshot snapshot,
            DelayParts warmUp,
            DelayParts window,
            DelayParts own,
            Optional<Passages> passages) {

        public static Report of(StreamMeter meter) {
            return new Report(
                    meter.snapshot(),
                    meter.takeWarmUpDelays(),
                    meter.takeWindowDelays(),
                    meter.takeOwnDelays(),
                    meter.takePassages());
        }
    }
}
