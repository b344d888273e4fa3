// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

/** Matches acknowledged commits with one stream. */
public interface StreamCheck {

    /**
     * Records an acknowledged commit. From any thread.
     *
     * @param high like in {@link io.github.cdctester.internal.binlog.gtid.TransactionWatch#ended}, like the next three
     */
    void acknowledged(long high, long low, String tag, long number);

    /** The write side's measured part begins; no worker is on its way. */
    void writeWindowOpens();

    /** How many commits were acknowledged that the stream has not shown; from any thread. */
    long pending();

    /** The findings, after the reader has ended. */
    StreamFindings findings();
}
