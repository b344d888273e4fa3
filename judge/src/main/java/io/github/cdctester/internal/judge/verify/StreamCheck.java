// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

/** Matches acknowledged commits with one stream. */
public interface StreamCheck {

    /**
     * Records an acknowledged commit. Thread-safe.
     *
     * <p>The parameters are the same as in {@link io.github.cdctester.internal.binlog.gtid.TransactionWatch#onEnd}.
     */
    void acknowledged(long high, long low, String tag, long number);

    /** Starts the write side's measured part. No worker may have an open transaction. */
    void writeWindowOpens();

    /** Returns the number of acknowledged commits that the stream has not delivered. Thread-safe. */
    long pending();

    /** Returns the findings. Call it after the reader has ended. */
    StreamFindings findings();
}
