// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

/**
 * Receives the commits of workers in other processes. They arrive with a delay, but the commits of each worker arrive
 * in order. Source and number have the same meaning as in {@link CommitSink#onCommit}. Times are in µs since the epoch
 * on this process's clock. Thread-safe.
 */
public interface RemoteCommits {

    void committed(long high, long low, String tag, long number, long micros);

    /**
     * Reports a committed transaction and the number of rows with its stamp.
     *
     * @param number transaction number, passed to {@link #committed} before; 0 if unknown
     */
    void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros);

    /** Reports a transaction whose outcome is unknown. */
    void unknown(long sequence);

    /**
     * Reports lost workers by the writer numbers of their stamps. The outcome of their commits since their last report
     * is unknown.
     */
    void onWritersLost(int firstWriter, int writers);
}
