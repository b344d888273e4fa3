// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.writer;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.time.NanoClock;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/** A load worker's role: one thread, one connection, one transaction after the other. */
final class LoadWorker implements Runnable {

    /** What the workers of one load share. */
    record Shared(
            Workload workload,
            ConnectionSource connections,
            LoadSpec.IgnoredErrors ignoredErrors,
            Pacer pacer,
            Tickets tickets,
            Gate gate,
            LoadState state,
            WriteSink sink,
            NanoClock clock) {}

    private static final int NOT_COMMITTED = -1;

    private final Shared shared;
    private final int number;
    private final StatementTally tally = new StatementTally();

    LoadWorker(Shared shared, int number) {
        this.shared = shared;
        this.number = number;
    }

    @Override
    public void run() {
        try (Connection connection = shared.connections().connection();
                WorkloadSession session = shared.workload().session(connection, number)) {
            shared.gate().pass();
            loop(session);
        } catch (SQLException | RuntimeException e) {
            shared.state().fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            shared.gate().leave();
        }
    }

    private void loop(WorkloadSession session) throws SQLException, InterruptedException {
        LoadState state = shared.state();
        boolean openLoop = shared.pacer().isOpenLoop();
        long nowNanos = shared.clock().nanoTime();
        while (!state.isStopping()) {
            long intendedNanos = nowNanos;
            if (openLoop || shared.gate().isClosed()) {
                intendedNanos = awaitStart(openLoop ? shared.tickets().next() : 0);
                nowNanos = shared.clock().nanoTime();
                intendedNanos = openLoop ? intendedNanos : nowNanos;
            }
            if (state.isStopping() || !shared.tickets().use()) {
                return;
            }
            int kind = untilCommitted(session);
            if (kind == NOT_COMMITTED) {
                return;
            }
            long endNanos = shared.clock().nanoTime();
            shared.sink().transaction(kind, intendedNanos, nowNanos, endNanos, tally);
            state.committed();
            tally.clear();
            nowNanos = endNanos; // in a closed loop the next one starts here: one clock read a transaction
        }
    }

    /** Waits for the gate and for the intended start, whichever is later, and returns the latter. */
    private long awaitStart(long ticket) throws InterruptedException {
        while (true) {
            if (shared.gate().isClosed()) {
                shared.gate().pass();
            }
            long intendedNanos = shared.pacer().intendedStartNanos(ticket);
            long leftNanos = intendedNanos == Pacer.NOW
                    ? 0
                    : intendedNanos - shared.clock().nanoTime();
            if (leftNanos <= 0 && !shared.gate().isClosed() || shared.state().isStopping()) {
                return intendedNanos;
            }
            if (leftNanos > 0) {
                // the driver unparks when the gate closes or the load stops
                LockSupport.parkNanos(this, leftNanos);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted between transactions");
            }
        }
    }

    /** Tries again after errors that are to be ignored, as sysbench does, unless the load has ended meanwhile. */
    private int untilCommitted(WorkloadSession session) throws SQLException {
        while (true) {
            try {
                return session.execute(tally);
            } catch (SQLException e) {
                shared.sink().error(e.getErrorCode());
                if (!shared.ignoredErrors().contains(e.getErrorCode()) || isConnectionLost(e)) {
                    throw e;
                }
                session.reset();
                if (shared.state().isStopping()) {
                    return NOT_COMMITTED;
                }
            }
        }
    }

    private static boolean isConnectionLost(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08");
    }
}
