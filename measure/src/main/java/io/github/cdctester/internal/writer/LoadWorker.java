// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/** Runs transactions of a load, in one thread with one connection. */
final class LoadWorker implements Runnable {

    private static final int STOPPED = WorkloadSession.CANCELLED;
    private static final int UNKNOWN_OUTCOME = -2;

    /** The minimum of {@code wait_timeout}, after which the server may close an idle connection. */
    private static final long MAX_IDLE_NANOS = 1_000_000_000;

    /** An idle connection is tested this long before the next start, so that the test does not add to the latency. */
    private static final long TEST_AHEAD_NANOS = MAX_IDLE_NANOS / 2;

    private final LoadContext context;
    private final Workload workload;
    private final WorkerConnection connection;
    private final StatementTally tally;

    private volatile double position = Pacer.NO_POSITION;

    private final Outage outage = new Outage();

    private long lastResponseNanos;

    private final Refusals refusals;

    LoadWorker(Workload workload, ConnectionSource connections, LoadContext context, int number) {
        this.context = context;
        this.workload = workload;
        tally = context.sink().newTally();
        refusals = new Refusals(context);
        connection = new WorkerConnection(connections, workload, number);
    }

    /** {@link Pacer#NO_POSITION} if no start is taken. Exact only while this worker is not active. */
    double position() {
        return position;
    }

    /** Thread-safe. */
    void cancel() {
        connection.cancel();
    }

    @Override
    public void run() {
        try (connection) {
            connection.open();
            lastResponseNanos = context.clock().nanoTime();
            context.gate().pass();
            loop();
        } catch (
                InterruptedException
                        e) { // the workload interrupts this thread, perhaps to cancel a transaction, or close()
            if (!context.state().isStopping()) {
                context.state()
                        .fail(new RunFailedException(
                                "workload " + workload.name() + " interrupted the thread of a worker", e));
            }
            context.sink().transactionUnfinished(tally);
        } catch (Throwable e) { // also an Error: with one worker less, the load would be different
            context.state().fail(e);
            context.sink().transactionUnfinished(tally);
        } finally {
            context.gate().leave();
        }
    }

    private void loop() throws SQLException, InterruptedException {
        LoadState state = context.state();
        boolean isOpenLoop = context.pacer().isOpenLoop();
        int maxTransactions = workload.transactionsPerConnection();
        int transactionsOnConnection = 0;
        long nowNanos = context.clock().nanoTime();
        while (!state.isStopping()) {
            failIfInterrupted();
            long intendedNanos = nowNanos;
            long waitNanos = isOpenLoop ? 0 : connection.session().waitNanos();
            if (isOpenLoop || waitNanos > 0 || context.gate().isClosed()) {
                position = context.pacer().nextPosition();
                intendedNanos = awaitStart(waitNanos > 0 ? nowNanos + waitNanos : Pacer.NOW);
                nowNanos = context.clock().nanoTime();
                intendedNanos = isOpenLoop ? intendedNanos : nowNanos;
            }
            if (nowNanos - lastResponseNanos > MAX_IDLE_NANOS) { // for example after waiting at a closed gate
                testConnection();
                nowNanos = lastResponseNanos;
                intendedNanos = isOpenLoop ? intendedNanos : nowNanos;
            }
            if (state.isStopping() || !state.takeTransaction()) {
                return;
            }
            int kind = executeUntilCommitted();
            if (kind == STOPPED) {
                context.sink().transactionUnfinished(tally);
                return;
            }
            if (kind != UNKNOWN_OUTCOME) {
                outage.end();
            }
            long endNanos;
            try {
                if (++transactionsOnConnection == maxTransactions) {
                    renewConnection(); // the transaction's latency includes this, like in sysbench
                    transactionsOnConnection = 0;
                }
            } finally { // the transaction is committed, even if there is no new connection
                endNanos = context.clock().nanoTime();
                lastResponseNanos = endNanos;
                report(kind, intendedNanos, nowNanos, endNanos);
                if (isOpenLoop) {
                    position = Pacer.NO_POSITION;
                }
            }
            // In a closed loop, the next transaction starts now, which saves a clock read. After an unknown outcome,
            // the next latency includes this attempt and the reconnect, because no other value shows the outage.
            if (kind != UNKNOWN_OUTCOME) {
                nowNanos = endNanos;
            }
        }
    }

    private void report(int kind, long intendedNanos, long startNanos, long endNanos) {
        if (kind != UNKNOWN_OUTCOME) {
            context.sink().transaction(kind, intendedNanos, startNanos, endNanos, tally);
        } else {
            context.sink().transactionUnfinished(tally);
        }
        tally.clear();
    }

    /** Returns the intended start. {@code thinkUntilNanos} is {@link Pacer#NOW} without think time. */
    private long awaitStart(long thinkUntilNanos) throws SQLException, InterruptedException {
        while (true) {
            if (context.gate().isClosed()) {
                context.gate().pass();
                if (context.pacer().isSkipped(position)) {
                    position = context.pacer().nextPosition();
                }
            }
            long intendedNanos =
                    thinkUntilNanos == Pacer.NOW ? context.pacer().intendedStartNanos(position) : thinkUntilNanos;
            long remainingNanos = remainingNanos(intendedNanos);
            if (remainingNanos <= 0 && !context.gate().isClosed()
                    || context.state().isStopping()) {
                return intendedNanos;
            }
            boolean testsConnection =
                    remainingNanos != Long.MAX_VALUE && intendedNanos - lastResponseNanos > MAX_IDLE_NANOS;
            long parkNanos = testsConnection ? remainingNanos - TEST_AHEAD_NANOS : remainingNanos;
            if (parkNanos > 0) {
                // LoadDriver unparks this thread when the gate closes or the load stops
                LockSupport.parkNanos(this, parkNanos);
            } else if (remainingNanos > 0) {
                testConnection();
            }
            failIfInterrupted();
        }
    }

    /** An interrupt would otherwise close the connection during a later statement. */
    private static void failIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted by the workload");
        }
    }

    private long remainingNanos(long intendedNanos) {
        if (intendedNanos == Pacer.NOW) {
            return 0;
        }
        if (context.pacer().isPastEnd(intendedNanos)) {
            return Long.MAX_VALUE; // waits until the load is stopped
        }
        return intendedNanos - context.clock().nanoTime();
    }

    /**
     * Returns the transaction's kind, {@link #UNKNOWN_OUTCOME} or {@link #STOPPED}. Repeats the transaction after an ignored
     * error (like sysbench), and after a broken connection unless its outcome is unknown.
     */
    private int executeUntilCommitted() throws SQLException, InterruptedException {
        while (true) {
            WorkloadSession session = connection.session();
            long pauseNanos = 0;
            try {
                int kind = session.execute(tally);
                refusals.end();
                return kind;
            } catch (SQLException e) {
                boolean connectionLost = isConnectionLost(e);
                boolean outcomeUnknown = connectionLost && LoadContext.isOutcomeUnknown(e, session.mayHaveCommitted());
                if (outcomeUnknown) {
                    reportUnknownOutcome();
                } else {
                    tally.onRollback();
                }
                if (connectionLost) {
                    replaceConnection(e, true);
                    if (outcomeUnknown) {
                        return UNKNOWN_OUTCOME;
                    }
                } else {
                    rollBack(session, e);
                    pauseNanos = refusals.add();
                }
            } catch (Throwable e) { // the workload may convert its interrupt or broken connection to any exception
                if (context.state().isAborting() && session.mayHaveCommitted()) {
                    reportUnknownOutcome();
                }
                throw e;
            }
            if (pauseNanos > 0 && !context.state().isStopping()) {
                LockSupport.parkNanos(this, pauseNanos); // LoadDriver ends this wait when the load stops
            }
            if (context.state().isStopping()) {
                refusals.end();
                return STOPPED;
            }
        }
    }

    private void reportUnknownOutcome() {
        tally.onUnknownOutcome();
        context.sink().unknownOutcome();
    }

    private void rollBack(WorkloadSession session, SQLException error) throws SQLException, InterruptedException {
        context.reportError(error);
        try {
            session.reset();
            outage.onRefused(context.clock());
        } catch (SQLException e) {
            if (!isConnectionLost(e)) {
                throw e;
            }
            // harmless: the server rolls back when the connection ends
            replaceConnection(e, true);
        }
    }

    private boolean isConnectionLost(SQLException e) {
        return ServerErrors.endsConnection(e) || context.needsConnectionTest(e) && !connection.isResponding();
    }

    /** No transaction is open on an idle connection, so no outcome is unknown. */
    private void testConnection() throws SQLException, InterruptedException {
        if (!connection.isResponding()) {
            replaceConnection(new SQLException("the server has closed the idle connection", "08003"), false);
        }
        lastResponseNanos = context.clock().nanoTime();
    }

    private void renewConnection() throws SQLException, InterruptedException {
        try {
            connection.renew();
            outage.onConnected(context.clock().nanoTime());
            context.sink().connectionRenewed();
        } catch (SQLException e) {
            replaceConnection(e, false);
        }
    }

    /** Opens a new connection, unless the load is stopping. */
    private void replaceConnection(SQLException cause, boolean inTransaction)
            throws SQLException, InterruptedException {
        long nowNanos = context.clock().nanoTime();
        long pauseNanos = inTransaction ? outage.begin(nowNanos, cause) : outage.beginIdle(nowNanos, cause);
        if (pauseNanos > 0) {
            LockSupport.parkNanos(this, pauseNanos);
        }
        connection.discard();
        SQLException lastError = outage.cause();
        while (!context.state().isStopping()) {
            outage.check(context.clock().nanoTime(), lastError);
            try {
                connection.open();
                outage.onConnected(context.clock().nanoTime());
                context.sink().reconnected();
                return;
            } catch (SQLException e) {
                lastError = e;
                LockSupport.parkNanos(this, Outage.PAUSE_NANOS); // LoadDriver ends this wait when the load stops
            }
            failIfInterrupted();
        }
    }
}
