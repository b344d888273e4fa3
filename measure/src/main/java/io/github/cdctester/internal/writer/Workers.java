// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

/** The workers of a load: threads with JDBC connections, or connections that event loops serve. */
public interface Workers {

    /** Creates the workers of a load without connecting them. */
    @FunctionalInterface
    interface Factory {

        /**
         * Creates the workers.
         *
         * @param firstWorker number of the first worker
         * @param count number of workers
         */
        Workers of(LoadContext context, int firstWorker, int count);
    }

    /** Connects the workers. Each worker arrives at the {@link Gate} when it is ready, and leaves it when it ends. */
    void start();

    /** Wakes waiting workers, because the gate or the state of the load has changed. */
    void wakeAll();

    /** Requests the end of long transactions. */
    void cancel();

    /**
     * Returns the schedule positions of the starts that were taken and not completed, in any order. Exact only while no
     * worker is active.
     */
    double[] takenPositions();

    /**
     * Closes all connections, and waits until no worker is left.
     *
     * @throws io.github.cdctester.failure.RunFailedException if a worker does not end
     */
    void close();
}
