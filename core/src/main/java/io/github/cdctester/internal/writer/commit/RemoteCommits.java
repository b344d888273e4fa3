// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

/**
 * Is told what workers of other processes have committed: some time later, each worker's transactions in order. A source and a number
 * are those of {@link CommitSink#committed}; times are in µs since the epoch, by this process's clock. For any thread.
 */
public interface RemoteCommits {

    void committed(long high, long low, String tag, long number, long micros);

    /**
     * A transaction was committed, and so many rows have its stamp.
     *
     * @param number of the transaction, which {@link #committed} was told; 0 where it is not known
     */
    void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros);

    /** It is not known whether a transaction was committed. */
    void unknown(long sequence);

    /** Workers are gone, by the numbers of their stamps: what they have committed since their last word nobody will tell. */
    void lost(int firstWriter, int writers);
}
