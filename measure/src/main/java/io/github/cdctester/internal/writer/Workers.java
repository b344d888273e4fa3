// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

/** The workers of a load: threads with JDBC connections, or connections that event loops serve. */
public interface Workers {

    @FunctionalInterface
    interface Factory {

        /** Does not connect the workers. {@code firstWorker} is the number of the first worker. */
        Workers of(LoadContext context, int firstWorker, int count);
    }

    /** Each worker arrives at the {@link Gate} when it is ready, and leaves it when it ends. */
    void start();

    void wakeAll();

    void cancel();

    /** Positions of starts that were taken and not completed, in any order. Exact only while no worker is active. */
    double[] takenPositions();

    /**
     * Waits until no worker is left.
     *
     * @throws io.github.cdctester.failure.RunFailedException if a worker does not end
     */
    void close();
}
