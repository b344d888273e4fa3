// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

/** Matches acknowledged commits with one stream. */
public interface StreamCheck {

    /** Thread-safe. {@link io.github.cdctester.internal.binlog.gtid.TransactionWatch#onEnd} describes the parameters. */
    void acknowledged(long high, long low, String tag, long number);

    /** Starts the write side's measured part. No worker may have an open transaction. */
    void writeWindowOpens();

    /** Counts acknowledged commits that the stream has not delivered. Thread-safe. */
    long pending();

    /** Call it after the reader has ended. */
    StreamFindings findings();
}
