// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** Source of a transaction's commit time, which determines the precision of delays. */
public enum DelaySource {
    /**
     * {@code immediate_commit_timestamp} of the GTID or anonymous-GTID event: time when the transaction was written to the
     * binlog, in µs. Requires MySQL 8.0.1 or newer (MySQL WL#7318).
     */
    COMMIT_TIMESTAMP,
    /**
     * Rows that the tester writes at a fixed interval. Each row contains the write time by the tester's clock, in µs. Works with
     * any server to which the tester can write.
     */
    HEARTBEAT,
    /**
     * The time in the event header: the second in which the transaction's last statement began. Works with any server. Delays are
     * up to 1 s too long, plus the duration of that statement.
     */
    EVENT_HEADER
}
