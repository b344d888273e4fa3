// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

/**
 * Receives commits of workers in other processes, in order for each worker. {@link CommitSink#onCommit} describes source and
 * number. Times are in µs since the epoch on this process's clock. Thread-safe.
 */
public interface RemoteCommits {

    void committed(long high, long low, String tag, long number, long micros);

    /** {@code number} was passed to {@link #committed} before; it is 0 if unknown. */
    void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros);

    void unknown(long sequence);

    /**
     * The workers' commits since their last report have an unknown outcome. {@code firstWriter} is a writer number of stamps.
     */
    void onWritersLost(int firstWriter, int writers);
}
