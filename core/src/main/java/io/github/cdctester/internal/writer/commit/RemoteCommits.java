// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

/**
 * Receives the commits of workers in other processes: some time later, each worker's transactions in order. Source and number have
 * the same meaning as in {@link CommitSink#committed}; times are in µs since the epoch, by this process's clock. Thread-safe.
 */
public interface RemoteCommits {

    void committed(long high, long low, String tag, long number, long micros);

    /**
     * Reports a committed transaction and the number of rows with its stamp.
     *
     * @param number the transaction's number, passed to {@link #committed} before; 0 if unknown
     */
    void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros);

    /** It is not known whether a transaction was committed. */
    void unknown(long sequence);

    /** Reports lost workers, by the numbers of their stamps: their commits since their last report are unknown. */
    void onWritersLost(int firstWriter, int writers);
}
