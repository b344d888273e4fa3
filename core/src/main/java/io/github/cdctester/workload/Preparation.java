// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.stop.StopSignal;

/**
 * Connections, threads and signals for the creation or the check of a workload's tables.
 *
 * @param connections source of connections; up to {@code threads} are used at the same time
 * @param threads maximum number of tables filled in parallel, at least 1
 * @param stop signal to end the preparation early
 * @param progress receives the progress
 */
public record Preparation(ConnectionSource connections, int threads, StopSignal stop, Progress progress) {

    /**
     * Throws if the preparation must stop.
     *
     * @throws InterruptedException if the signal is raised, or the thread was interrupted
     */
    public void failIfStopped() throws InterruptedException {
        if (stop.isRaised() || Thread.interrupted()) {
            throw new InterruptedException("stopped while preparing");
        }
    }

    /** Receives the progress of filling the tables, from any thread. */
    @FunctionalInterface
    public interface Progress {

        /** Ignores the progress. */
        Progress SILENT = (done, total) -> {};

        /**
         * Reports added rows.
         *
         * @param rowsDone rows in all tables so far
         * @param rowsTotal rows in all tables at the end
         */
        void rows(long rowsDone, long rowsTotal);
    }
}
