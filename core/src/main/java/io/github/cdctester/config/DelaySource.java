// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** Source of a transaction's commit time, which determines the precision of delays. */
public enum DelaySource {
    /**
     * {@code immediate_commit_timestamp} of the GTID or anonymous-GTID event: time when the transaction was written to
     * the binlog, in µs. MySQL 8.0.1 and newer (MySQL WL#7318).
     */
    COMMIT_TIMESTAMP,
    /** Rows that the tester writes at a fixed interval with the time of its own clock in µs. Any server. */
    HEARTBEAT,
    /** The time in the event header, truncated to seconds. Any server; delays are up to 1 s too long. */
    EVENT_HEADER
}
