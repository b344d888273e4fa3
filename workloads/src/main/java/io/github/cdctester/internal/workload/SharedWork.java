// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Executes numbered pieces of work in several threads, each on its own connection, until a failure. Threads are never interrupted:
 * a driver might close the connection during a statement, whose outcome would be unknown.
 */
public final class SharedWork {

    @FunctionalInterface
    public interface Piece {

        /**
         * @param number from 0
         * @param statement the thread's statement, in autocommit mode; cancelled if the work must end and the piece takes too long
         */
        void run(int number, Statement statement, Checkpoint checkpoint) throws SQLException, InterruptedException;
    }

    @FunctionalInterface
    public interface Checkpoint {

        void throwIfStopped() throws InterruptedException;
    }

    private static final long POLL_MILLIS = 100;

    /** Nearly all statements end earlier, because batches are small. */
    private static final long CANCEL_AFTER_SECONDS = 2;

    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);

    private final Preparation preparation;
    private final int pieces;
    private final Piece piece;
    private final Duration stopTimeout;
    private final AtomicLong nextPiece = new AtomicLong();
    private final Set<Statement> statements = ConcurrentHashMap.newKeySet();
    private volatile boolean isStopping;

    private SharedWork(Preparation preparation, int pieces, Piece piece, Duration stopTimeout) {
        this.preparation = preparation;
        this.pieces = pieces;
        this.piece = piece;
        this.stopTimeout = stopTimeout;
    }

    /**
     * After a failure or a stop, waits up to 1 minute until all threads have ended.
     *
     * @param preparation connections, the number of threads, and the stop signal
     * @throws RunFailedException if a statement does not end although it was cancelled; all connections are then closed
     */
    public static void run(Preparation preparation, int pieces, Piece piece) throws SQLException, InterruptedException {
        run(preparation, pieces, piece, STOP_TIMEOUT);
    }

    static void run(Preparation preparation, int pieces, Piece piece, Duration stopTimeout)
            throws SQLException, InterruptedException {
        if (pieces > 0) {
            new SharedWork(preparation, pieces, piece, stopTimeout).run(Math.min(preparation.threads(), pieces));
        }
    }

    private void run(int threadCount) throws SQLException, InterruptedException {
        ExecutorService threads =
                Executors.newFixedThreadPool(threadCount, worker -> new Thread(worker, "cdc-tester-shared-work"));
        try {
            ExecutorCompletionService<Void> workers = new ExecutorCompletionService<>(threads);
            for (int worker = 0; worker < threadCount; worker++) {
                workers.submit(this::work);
            }
            for (int endedCount = 0; endedCount < threadCount; ) {
                Future<Void> worker = workers.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (worker != null) {
                    worker.get();
                    endedCount++;
                } else {
                    preparation.failIfStopped(); // checked here because a single statement may run for a long time
                }
            }
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            stopAll(threads, cause);
            throw rethrow(cause);
        } catch (InterruptedException | RuntimeException | Error e) { // an Error if no thread can be created
            stopAll(threads, e);
            throw e;
        } finally {
            threads.shutdown();
        }
    }

    private Void work() throws SQLException, InterruptedException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            statements.add(statement);
            try {
                for (long number = nextPiece.getAndIncrement(); number < pieces; number = nextPiece.getAndIncrement()) {
                    throwIfStopped();
                    piece.run((int) number, statement, this::throwIfStopped);
                }
            } finally {
                statements.remove(statement);
            }
        }
        return null;
    }

    private void throwIfStopped() throws InterruptedException {
        if (isStopping) {
            throw new InterruptedException("another piece has failed");
        }
        preparation.failIfStopped();
    }

    /** Waits for all threads, even if interrupted, because they must not write after the clean-up. */
    private void stopAll(ExecutorService threads, Throwable cause) {
        isStopping = true;
        threads.shutdown();
        long deadlineNanos = System.nanoTime() + stopTimeout.toNanos();
        SQLException cancelFailure = null;
        boolean isInterrupted = false;
        while (!threads.isTerminated() && System.nanoTime() - deadlineNanos < 0) {
            try {
                if (!threads.awaitTermination(CANCEL_AFTER_SECONDS, TimeUnit.SECONDS)) {
                    cancelFailure = cancel(deadlineNanos);
                }
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (!threads.isTerminated()) {
            preparation.connections().close(); // ends threads that wait for a hanging server
            RunFailedException failure = new RunFailedException(
                    "a statement did not end within " + stopTimeout.toSeconds() + " s, though it was cancelled"
                            + (cancelFailure == null ? "" : " (" + cancelFailure.getMessage() + ")")
                            + "; check the server",
                    cancelFailure);
            failure.addSuppressed(cause);
            throw failure;
        }
    }

    /** Each cancellation opens its own connection, which may block on a hanging server. */
    private @Nullable SQLException cancel(long deadlineNanos) {
        SQLException cancelFailure = null;
        for (Statement statement : statements) {
            try {
                if (System.nanoTime() - deadlineNanos < 0) {
                    statement.cancel();
                }
            } catch (SQLException e) {
                cancelFailure = e;
            }
        }
        return cancelFailure;
    }

    private static RuntimeException rethrow(Throwable cause) throws SQLException, InterruptedException {
        if (cause instanceof SQLException e) {
            throw e;
        }
        if (cause instanceof InterruptedException e) {
            throw e;
        }
        FirstFailure.rethrow(cause, String::valueOf);
        throw new IllegalStateException(cause);
    }
}
