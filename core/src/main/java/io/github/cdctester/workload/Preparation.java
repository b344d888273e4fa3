// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.stop.StopSignal;

/**
 * The connections, threads and signals for creating a workload's tables.
 *
 * @param connections source of connections; as many at once as {@code threads}
 * @param threads how many tables may be filled at once, from 1
 * @param stop raised to end it early
 * @param progress receives the progress
 */
public record Preparation(ConnectionSource connections, int threads, StopSignal stop, Progress progress) {

    /**
     * Throws an exception if the calling thread must stop.
     *
     * @throws InterruptedException if the signal is raised, or the thread was interrupted
     */
    public void failIfStopped() throws InterruptedException {
        if (stop.isRaised() || Thread.interrupted()) {
            throw new InterruptedException("stopped while preparing");
        }
    }

    /** Receives, from any thread, the progress of filling the tables. */
    @FunctionalInterface
    public interface Progress {

        /** Ignores the progress. */
        Progress SILENT = (done, total) -> {};

        /**
         * Rows were added.
         *
         * @param rowsDone rows in all tables so far
         * @param rowsTotal rows that there will be
         */
        void rows(long rowsDone, long rowsTotal);
    }
}
