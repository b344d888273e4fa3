// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.config.StopSignal;

/**
 * The connections, threads and signals by which a workload makes its tables.
 *
 * @param connections where connections come from; as many at once as {@code threads}
 * @param threads how many tables may be filled at once, from 1
 * @param stop raised when somebody wants it to end early
 * @param progress is told what has been done
 */
public record Preparation(ConnectionSource connections, int threads, StopSignal stop, Progress progress) {

    /**
     * Ends the work of the calling thread where somebody wants it to end.
     *
     * @throws InterruptedException if the signal is raised, or the thread was interrupted
     */
    public void failIfStopped() throws InterruptedException {
        if (stop.isRaised() || Thread.interrupted()) {
            throw new InterruptedException("stopped while preparing");
        }
    }

    /** Is told, from any thread, how far the tables are filled. */
    @FunctionalInterface
    public interface Progress {

        /** Nobody is told. */
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
