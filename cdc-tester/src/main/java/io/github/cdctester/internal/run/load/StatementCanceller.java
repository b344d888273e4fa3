// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.stop.StopSignal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a statement on the server after a stop request, because it may wait for a lock. If this does not end the statement, closes the
 * pool's connections.
 */
final class StatementCanceller implements AutoCloseable {

    private static final long POLL_MILLIS = 100;

    /** A {@code KILL QUERY} between two statements has no effect, so it is repeated. */
    private static final long CANCEL_INTERVAL_MILLIS = 500;

    private static final int MAX_CANCELS = 10;
    private static final int ANSWER_TIMEOUT_MILLIS = 5_000;
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(20);

    private final ConnectionPool pool;
    private final StopSignal stop;
    private final long connectionId;
    private final CountDownLatch closeLatch = new CountDownLatch(1);
    private final Thread thread = new Thread(this::watch, "cdc-tester-canceller");

    private volatile @Nullable Throwable failure;

    private StatementCanceller(Connection connection, ConnectionPool pool, StopSignal stop) throws SQLException {
        this.pool = pool;
        this.stop = stop;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            connectionId = row.getLong(1);
        }
    }

    static StatementCanceller on(Connection connection, ConnectionPool pool, StopSignal stop) throws SQLException {
        StatementCanceller canceller = new StatementCanceller(connection, pool, stop);
        canceller.thread.setDaemon(true);
        canceller.thread.start();
        return canceller;
    }

    @Override
    public void close() {
        closeLatch.countDown();
        Threads.await(thread, CANCEL_TIMEOUT);
        FirstFailure.rethrow(failure, String::valueOf);
    }

    private void watch() {
        try {
            while (!closeLatch.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (stop.isRaised()) {
                    cancel();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // unexpected, because nothing interrupts this thread
        } catch (RuntimeException | Error e) {
            failure = e;
            pool.closeNow(); // the thread that executes the statement must not wait forever
        }
    }

    private void cancel() throws InterruptedException {
        try (Connection killConnection = pool.connection();
                Statement statement = killConnection.createStatement()) {
            killConnection.setNetworkTimeout(Runnable::run, ANSWER_TIMEOUT_MILLIS);
            for (int i = 0; i < MAX_CANCELS; i++) {
                statement.execute("KILL QUERY " + connectionId);
                if (closeLatch.await(CANCEL_INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (SQLException e) {
            if (closeLatch.getCount() == 0) {
                return;
            }
        }
        pool.closeNow();
    }
}
