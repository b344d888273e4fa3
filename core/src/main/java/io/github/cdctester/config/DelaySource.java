// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** Source of a transaction's commit time. It decides how precise a delay is. */
public enum DelaySource {
    /**
     * {@code immediate_commit_timestamp} of the GTID or anonymous-GTID event: when the transaction was written to the
     * binlog, in µs. MySQL 8.0.1 or newer (MySQL WL#7318).
     */
    COMMIT_TIMESTAMP,
    /** Rows that the tester writes itself at a fixed pace, with its own µs clock in them. Any server. */
    HEARTBEAT,
    /** The event header's seconds. Any server, but no better than ±1 s. */
    EVENT_HEADER
}
