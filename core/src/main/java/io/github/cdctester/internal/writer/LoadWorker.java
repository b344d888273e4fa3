// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.time.Backoff;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/** A load worker's role: one thread, one connection, one transaction after the other. */
final class LoadWorker implements Runnable {

    /** The shared objects of one load's workers. */
    record Shared(
            Workload workload,
            ConnectionSource connections,
            LoadSpec.IgnoredErrors ignoredErrors,
            Pacer pacer,
            Gate gate,
            LoadState state,
            WriteSink sink,
            NanoClock clock) {}

    private static final int STOPPED = WorkloadSession.CANCELLED;
    private static final int UNKNOWN = -2;
    private static final long RECONNECT_PAUSE_NANOS = 100_000_000;

    /** A connection that was idle for longer may be closed: it is the shortest {@code wait_timeout}. */
    private static final long IDLE_NANOS = 1_000_000_000;

    /** Time before its next start at which an idle connection is tested, so that the test is no part of the latency. */
    private static final long TEST_AHEAD_NANOS = IDLE_NANOS / 2;

    /** Errors of one transaction in a row from which on the server refuses it, rather than that it met others. */
    private static final int MIN_REFUSALS = 5;

    private final Shared shared;
    private final WorkerConnection connection;
    private final StatementTally tally;

    /** The start of the schedule that this worker has taken and not done yet. */
    private volatile double place = Pacer.NO_PLACE;

    /** True if the connection broke since the last commit, and when it did so first. */
    private boolean broken;

    private long brokenSinceNanos;

    /** When the server last answered on the connection. */
    private long usedNanos;

    private final Backoff refusals = new Backoff();
    private long refusedSinceNanos;

    LoadWorker(Shared shared, int number) {
        this.shared = shared;
        tally = shared.sink().tally();
        connection = new WorkerConnection(shared.connections(), shared.workload(), number);
    }

    /** The start that was taken and not done yet, or {@link Pacer#NO_PLACE}; exact when this worker is not on its way. */
    double place() {
        return place;
    }

    /** Requests the end of a long transaction; from any thread. */
    void cancel() {
        connection.cancel();
    }

    @Override
    public void run() {
        try (connection) {
            connection.open();
            usedNanos = shared.clock().nanoTime();
            shared.gate().pass();
            loop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) { // an Error as well: a load with a worker less is another load
            shared.state().fail(e);
            shared.sink().unfinished(tally);
        } finally {
            shared.gate().leave();
        }
    }

    private void loop() throws SQLException, InterruptedException {
        LoadState state = shared.state();
        boolean openLoop = shared.pacer().isOpenLoop();
        int perConnection = shared.workload().transactionsPerConnection();
        int onConnection = 0;
        long nowNanos = shared.clock().nanoTime();
        while (!state.isStopping()) {
            long intendedNanos = nowNanos;
            long waitNanos = openLoop ? 0 : connection.session().waitNanos();
            if (openLoop || waitNanos > 0 || shared.gate().isClosed()) {
                place = shared.pacer().nextPlace();
                intendedNanos = awaitStart(waitNanos > 0 ? nowNanos + waitNanos : Pacer.NOW);
                nowNanos = shared.clock().nanoTime();
                intendedNanos = openLoop ? intendedNanos : nowNanos;
            }
            if (nowNanos - usedNanos > IDLE_NANOS) { // behind a closed gate
                testConnection();
                nowNanos = usedNanos;
                intendedNanos = openLoop ? intendedNanos : nowNanos;
            }
            if (state.isStopping() || !state.mayStartOne()) {
                return;
            }
            int kind = untilCommitted();
            if (kind == STOPPED) {
                shared.sink().unfinished(tally);
                return;
            }
            if (++onConnection == perConnection) {
                renewConnection(); // belongs to the transaction's latency, as in sysbench
                onConnection = 0;
            }
            long endNanos = shared.clock().nanoTime();
            usedNanos = endNanos;
            if (kind != UNKNOWN) {
                shared.sink().transaction(kind, intendedNanos, nowNanos, endNanos, tally);
                broken = false;
            } else {
                shared.sink().unfinished(tally);
            }
            if (openLoop) {
                place = Pacer.NO_PLACE;
            }
            tally.clear();
            if (kind != UNKNOWN) {
                nowNanos = endNanos; // in a closed loop the next one starts here: one clock read a transaction
            } // else the next transaction includes this one's time and the wait for a connection: no other worker
            // reports the outage
        }
    }

    /**
     * Waits for the gate and for the intended start, whichever is later, and returns the latter.
     *
     * @param thinkUntilNanos the start in a closed loop, which is no pace but a user's own; {@link Pacer#NOW} without one
     */
    private long awaitStart(long thinkUntilNanos) throws SQLException, InterruptedException {
        while (true) {
            if (shared.gate().isClosed()) {
                shared.gate().pass();
                if (shared.pacer().isLeftOut(place)) {
                    place = shared.pacer().nextPlace();
                }
            }
            long intendedNanos =
                    thinkUntilNanos == Pacer.NOW ? shared.pacer().intendedStartNanos(place) : thinkUntilNanos;
            long leftNanos = leftNanos(intendedNanos);
            if (leftNanos <= 0 && !shared.gate().isClosed() || shared.state().isStopping()) {
                return intendedNanos;
            }
            boolean idles = leftNanos != Long.MAX_VALUE && intendedNanos - usedNanos > IDLE_NANOS;
            long parkNanos = idles ? leftNanos - TEST_AHEAD_NANOS : leftNanos;
            if (parkNanos > 0) {
                // the driver unparks when the gate closes or the load stops
                LockSupport.parkNanos(this, parkNanos);
            } else if (leftNanos > 0) {
                testConnection();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted between transactions");
            }
        }
    }

    private long leftNanos(long intendedNanos) {
        if (intendedNanos == Pacer.NOW) {
            return 0;
        }
        if (shared.pacer().isBehindEnd(intendedNanos)) {
            return Long.MAX_VALUE; // until the load is stopped
        }
        return intendedNanos - shared.clock().nanoTime();
    }

    /**
     * Repeats the whole transaction after ignored errors, like sysbench, and on another connection after a broken one, until the
     * load ends.
     */
    private int untilCommitted() throws SQLException, InterruptedException {
        while (true) {
            WorkloadSession session = connection.session();
            long pauseNanos = 0;
            try {
                int kind = session.execute(tally);
                if (refusals.failures() > 0) {
                    endRefusals();
                }
                return kind;
            } catch (SQLException e) {
                boolean gone = isGone(e);
                boolean unknown = gone && e.getErrorCode() != ServerErrors.IDLE_TOO_LONG && session.mayHaveCommitted();
                if (unknown) {
                    tally.unknown();
                } else {
                    tally.undone();
                }
                if (gone) {
                    if (unknown) {
                        shared.sink().unknownOutcome();
                    }
                    replaceConnection(e);
                    if (unknown) {
                        return UNKNOWN;
                    }
                } else {
                    rollBack(session, e);
                    refusedSinceNanos =
                            refusals.failures() == 0 ? shared.clock().nanoTime() : refusedSinceNanos;
                    pauseNanos = refusals.failed();
                }
            }
            if (pauseNanos > 0 && !shared.state().isStopping()) {
                LockSupport.parkNanos(this, pauseNanos); // the driver unparks when the load stops
            }
            if (shared.state().isStopping()) {
                endRefusals();
                return STOPPED;
            }
        }
    }

    private void endRefusals() {
        if (refusals.failures() >= MIN_REFUSALS) {
            shared.sink().refused(refusedSinceNanos, shared.clock().nanoTime());
        }
        refusals.succeeded();
    }

    private void rollBack(WorkloadSession session, SQLException error) throws SQLException, InterruptedException {
        shared.sink().error(error.getErrorCode());
        if (error.getErrorCode() != ServerErrors.INTERRUPTED
                && !shared.ignoredErrors().contains(error.getErrorCode())) {
            throw error;
        }
        try {
            session.reset();
        } catch (SQLException e) {
            if (!isGone(e)) {
                throw e;
            }
            // harmless: the server rolls back when the connection ends
            replaceConnection(e);
        }
    }

    private boolean isGone(SQLException e) {
        return ServerErrors.endsConnection(e)
                || !shared.ignoredErrors().contains(e.getErrorCode()) && !connection.answers();
    }

    /** Replaces a connection that was closed while it was idle: nothing was sent on it, so nothing is unknown. */
    private void testConnection() throws SQLException, InterruptedException {
        if (!connection.answers()) {
            replaceConnection(new SQLException("the server has closed the idle connection", "08003"));
        }
        usedNanos = shared.clock().nanoTime();
    }

    /** Replaces a working connection because the workload requires it. */
    private void renewConnection() throws SQLException, InterruptedException {
        try {
            connection.renew();
            shared.sink().renewed();
        } catch (SQLException e) {
            replaceConnection(e);
        }
    }

    /** Returns with a new connection, or without one when the load is stopping. */
    private void replaceConnection(SQLException cause) throws SQLException, InterruptedException {
        if (!broken) {
            broken = true;
            brokenSinceNanos = shared.clock().nanoTime();
        } else {
            // the connection before lasted for no commit: do not hammer
            LockSupport.parkNanos(this, RECONNECT_PAUSE_NANOS);
        }
        connection.discard();
        SQLException last = cause;
        while (!shared.state().isStopping()) {
            long goneNanos = shared.clock().nanoTime() - brokenSinceNanos;
            if (goneNanos > Defaults.RECONNECT_TIMEOUT.toNanos()) {
                throw new SQLException(
                        "the connection broke, and no lasting one could be made within "
                                + Defaults.RECONNECT_TIMEOUT.toSeconds() + " s: " + last.getMessage(),
                        last.getSQLState(),
                        last.getErrorCode(),
                        last);
            }
            try {
                connection.open();
                shared.sink().reconnected();
                return;
            } catch (SQLException e) {
                last = e;
                LockSupport.parkNanos(this, RECONNECT_PAUSE_NANOS); // the driver unparks when the load stops
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while reconnecting");
            }
        }
    }
}
