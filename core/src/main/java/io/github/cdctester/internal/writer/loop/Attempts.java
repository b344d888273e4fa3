// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.Refusals;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Transactions;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one worker of an event loop, and the attempts to execute each. Reports them like a worker with a
 * JDBC connection. Confined to the loop's thread, except {@link #cancel} and {@link #place}.
 */
final class Attempts {

    private final EventLoop loop;
    private final LoadContext context;
    private final LoopWorker worker;
    private final Transactions transactions;
    private final int transactionsPerConnection;
    private final StatementTally tally;
    private final Refusals refusals;

    private volatile double place = Pacer.NO_PLACE;
    private volatile boolean interrupted;

    private int onConnection;
    private boolean cancelled;
    private long intendedNanos;
    private long startNanos;

    /** The error after which the connection is tested. */
    private @Nullable SQLException tested;

    Attempts(
            EventLoop loop,
            LoadContext context,
            LoopWorker worker,
            Transactions transactions,
            int transactionsPerConnection) {
        this.loop = loop;
        this.context = context;
        this.worker = worker;
        this.transactions = transactions;
        this.transactionsPerConnection = transactionsPerConnection;
        tally = context.sink().tally();
        refusals = new Refusals(context);
    }

    /** Returns the place of the start that was taken and not completed, or {@link Pacer#NO_PLACE}. */
    double place() {
        return place;
    }

    /** Requests the end of a long transaction. Returns true if its statement is to be interrupted. Thread-safe. */
    boolean cancel() {
        if (transactions.cancel()) {
            interrupted = true;
            return true;
        }
        return false;
    }

    /** Sets the start of the next transaction. */
    void schedule(double atPlace, long intended, long now) {
        place = atPlace;
        intendedNanos = intended;
        startNanos = now;
    }

    /** Sets the start to a later time, because the connection was tested first. */
    void delay(long now) {
        startNanos = now;
        intendedNanos = context.pacer().isOpenLoop() ? intendedNanos : now;
    }

    /** Reports that the worker has a new connection. */
    void connected() {
        onConnection = 0;
    }

    /** Executes a transaction, or repeats it. */
    void begin() throws SQLException {
        transactions.begin(tally);
        advance();
    }

    void answered(long changedRows, boolean foundRow) throws SQLException {
        transactions.answered(changedRows, foundRow);
        advance();
    }

    /** Sends the next statement, and after a complete transaction the next transaction's first one, if it starts now. */
    private void advance() throws SQLException {
        while (true) {
            StatementEncoder encoder = loop.encoder().on(worker.prepared());
            switch (transactions.next(encoder)) {
                case STATEMENT -> {
                    worker.execute(encoder);
                    return;
                }
                case CANCELLED -> {
                    cancelled = true;
                    rollBack();
                    return;
                }
                case COMPLETE -> {
                    refusals.end();
                    if (++onConnection == transactionsPerConnection) {
                        worker.renewConnection(); // counts towards the transaction's latency, like in sysbench
                        return;
                    }
                    if (!complete()) {
                        return;
                    }
                    transactions.begin(tally);
                }
            }
        }
    }

    /** Reports the complete transaction. Returns true if the next one starts now. */
    boolean complete() {
        long endNanos = context.clock().nanoTime();
        context.sink().transaction(transactions.kind(), intendedNanos, startNanos, endNanos, tally);
        worker.committed(endNanos);
        return finish(endNanos);
    }

    /**
     * Reports a transaction that may be committed. In a closed loop the next one starts at the same time, so that its
     * latency includes this attempt and the reconnect.
     */
    boolean completeUnknown() {
        context.sink().unfinished(tally);
        return finish(startNanos);
    }

    private boolean finish(long nextNanos) {
        place = Pacer.NO_PLACE;
        tally.clear();
        if (loop.startsImmediately()) {
            intendedNanos = nextNanos;
            startNanos = nextNanos;
            return true;
        }
        worker.becomeIdle();
        return false;
    }

    /** Handles the server's error in response to a statement. */
    void refused(SQLException refusal) throws SQLException {
        if (interrupted && transactions.isOpen() && !transactions.mayHaveCommitted()) {
            cancelled = true;
            rollBack();
        } else if (context.needsTest(refusal)) {
            tested = refusal;
            worker.request(WorkerPhase.TEST, Commands.ping());
        } else {
            failed(refusal, ServerErrors.endsConnection(refusal));
        }
    }

    /** Handles the result of the test after an error. */
    void tested(boolean connectionLost) throws SQLException {
        failed(Objects.requireNonNull(tested), connectionLost);
    }

    /** Handles the failure of an attempt: another one follows, unless its outcome is unknown or the load ends. */
    void failed(SQLException failure, boolean connectionLost) throws SQLException {
        boolean unknown = connectionLost && LoadContext.isOutcomeUnknown(failure, transactions.mayHaveCommitted());
        if (unknown) {
            tally.unknown();
        } else {
            tally.undone();
        }
        if (connectionLost) {
            transactions.connectionLost(unknown);
            if (unknown) {
                context.sink().unknownOutcome();
            }
            worker.replaceConnection(failure, unknown ? OnceConnected.REPORT_UNKNOWN_OUTCOME : OnceConnected.REPEAT);
            return;
        }
        context.reportError(failure);
        rollBack();
    }

    private void rollBack() throws SQLException {
        if (transactions.isOpen()) {
            worker.request(WorkerPhase.ROLLBACK, Commands.rollback());
        } else {
            rolledBack(null);
        }
    }

    /**
     * Handles the end of a rollback.
     *
     * @param failure the reason why ROLLBACK failed; the server rolls back when the connection ends
     */
    void rolledBack(@Nullable SQLException failure) throws SQLException {
        transactions.rolledBack();
        if (cancelled) {
            worker.end(true);
        } else if (failure != null) {
            worker.replaceConnection(failure, OnceConnected.REPEAT);
        } else {
            worker.repeatAfter(refusals.add());
        }
    }

    /** Reports the current transaction, which is given up because the load ends. */
    void giveUp() {
        refusals.end();
        unfinished();
    }

    void unfinished() {
        context.sink().unfinished(tally);
    }

    /** Reports that the current transaction is given up, although it may be committed. */
    void giveUpUnknown() {
        place = Pacer.NO_PLACE;
        giveUp();
    }
}
