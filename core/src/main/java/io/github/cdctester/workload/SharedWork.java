// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.failure.RunFailedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Many pieces of work, done by several threads with a connection each: all of them, or none after the first failure. */
public final class SharedWork {

    /** One piece. */
    @FunctionalInterface
    public interface Piece {

        /**
         * Does the work. Looks at {@link Preparation#failIfStopped()} often enough to end soon.
         *
         * @param number the piece's number, from 0
         * @param connection the thread's connection, in autocommit mode
         * @throws SQLException if the server refuses a statement
         * @throws InterruptedException if it was stopped
         */
        void run(int number, Connection connection) throws SQLException, InterruptedException;
    }

    private SharedWork() {}

    /**
     * Does all pieces, and returns when no thread is at work any more, however it ends.
     *
     * @param preparation connections, the number of threads, and the stop signal
     * @param pieces how many pieces there are
     * @param piece does one
     * @throws SQLException the first refusal of the server
     * @throws InterruptedException if it was stopped, or the calling thread was interrupted
     */
    public static void run(Preparation preparation, int pieces, Piece piece) throws SQLException, InterruptedException {
        int count = Math.min(preparation.threads(), pieces);
        AtomicLong next = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int worker = 0; worker < count; worker++) {
                workers.add(threads.submit(() -> {
                    work(preparation, next, pieces, piece);
                    return null;
                }));
            }
            ExecutionException first = null;
            for (Future<?> worker : workers) {
                try {
                    worker.get();
                } catch (ExecutionException e) {
                    first = first == null ? e : first;
                }
            }
            if (first != null) {
                throw rethrown(Objects.requireNonNullElse(first.getCause(), first));
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            // a statement that is under way ends by itself: batches are small
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new RunFailedException("a statement did not end within a minute; check the server", e);
            }
            throw e;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void work(Preparation preparation, AtomicLong next, int pieces, Piece piece)
            throws SQLException, InterruptedException {
        boolean done = false;
        try (Connection connection = preparation.connections().connection()) {
            for (long number = next.getAndIncrement(); number < pieces; number = next.getAndIncrement()) {
                preparation.failIfStopped();
                piece.run((int) number, connection);
            }
            done = true;
        } finally {
            if (!done) {
                next.set(pieces); // the others end with the piece that they are at
            }
        }
    }

    private static RuntimeException rethrown(Throwable cause) throws SQLException, InterruptedException {
        if (cause instanceof SQLException e) {
            throw e;
        }
        if (cause instanceof InterruptedException e) {
            throw e;
        }
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        throw new IllegalStateException(cause);
    }
}
