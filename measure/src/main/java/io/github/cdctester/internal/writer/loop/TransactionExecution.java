// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.loop.WorkerPhase.Next;
import io.github.cdctester.workload.Transactions;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Executes one worker's transactions. Repeats a transaction after an ignored error or a lost connection, unless its outcome is
 * unknown or the load stops. Guarded by the loop's monitor.
 */
final class TransactionExecution {

    private final LoopWorker worker;
    private final EventLoop loop;
    private final LoadContext context;
    private final Transactions transactions;
    private final CurrentTransaction currentTransaction;
    private final WorkerLink link;
    private boolean isCancelled;

    /** The connection is tested after this error. */
    private @Nullable SQLException error;

    TransactionExecution(
            LoopWorker worker,
            EventLoop loop,
            LoadContext context,
            Transactions transactions,
            CurrentTransaction currentTransaction,
            WorkerLink link) {
        this.worker = worker;
        this.loop = loop;
        this.context = context;
        this.transactions = transactions;
        this.currentTransaction = currentTransaction;
        this.link = link;
    }

    void attempt() throws SQLException, IOException {
        transactions.begin(currentTransaction.tally());
        advance();
    }

    void onResponse(long changedRows, boolean hasRow) throws SQLException, IOException {
        transactions.onResponse(changedRows, hasRow);
        advance();
    }

    private void advance() throws SQLException, IOException {
        while (true) {
            StatementEncoder encoder = loop.encoder().using(link.connection().preparedStatements());
            switch (transactions.next(encoder)) {
                case STATEMENT -> {
                    worker.setPhase(WorkerPhase.STATEMENT);
                    link.send(encoder);
                    return;
                }
                case CANCELLED -> {
                    isCancelled = true;
                    rollBack();
                    return;
                }
                case COMPLETE -> {
                    currentTransaction.endRefusals();
                    if (link.countTransaction() && !context.state().isStopping()) {
                        worker.renewConnection(); // the transaction's latency includes this, like in sysbench
                        return;
                    }
                    if (!complete()) {
                        return;
                    }
                    transactions.begin(currentTransaction.tally());
                }
            }
        }
    }

    /** Returns true if the next transaction starts now. */
    boolean complete() {
        long endNanos = currentTransaction.reportComplete();
        link.onCommit(endNanos);
        return finish(endNanos);
    }

    /** In a closed loop, the next latency includes this attempt and the reconnect. */
    boolean completeUnknown() {
        currentTransaction.reportUnfinished();
        return finish(currentTransaction.startNanos());
    }

    private boolean finish(long nextNanos) {
        currentTransaction.end();
        if (loop.tryTakeNextTransaction()) {
            currentTransaction.start(Pacer.NO_POSITION, nextNanos, nextNanos);
            return true;
        }
        worker.setPhase(WorkerPhase.IDLE);
        loop.addIdle(worker);
        return false;
    }

    void onRefused(SQLException refusal) throws SQLException, IOException {
        if (currentTransaction.isCancelled()) {
            isCancelled = true;
            rollBack();
        } else if (context.needsConnectionTest(refusal)) {
            error = refusal;
            worker.setPhase(WorkerPhase.TEST);
            link.ping();
        } else {
            onFailed(refusal, ServerErrors.endsConnection(refusal));
        }
    }

    void onTested(boolean isConnectionLost) throws SQLException, IOException {
        loop.removePausing(worker);
        onFailed(Objects.requireNonNull(error), isConnectionLost);
    }

    /** Repeats the attempt unless the outcome is unknown, the load stops, or the error is not ignored. */
    void onFailed(SQLException failure, boolean isConnectionLost) throws SQLException, IOException {
        boolean isOutcomeUnknown = currentTransaction.reportFailure(failure, isConnectionLost);
        if (isConnectionLost) {
            worker.reconnect(failure, isOutcomeUnknown ? Next.REPORT_UNKNOWN_OUTCOME : Next.ANOTHER_ATTEMPT);
            return;
        }
        context.reportError(failure);
        rollBack();
    }

    private void rollBack() throws SQLException, IOException {
        if (transactions.isOpen()) {
            worker.setPhase(WorkerPhase.ROLLBACK);
            link.send(Commands.rollback());
        } else {
            onRolledBack(null);
        }
    }

    void onRolledBack(@Nullable SQLException failure) throws SQLException, IOException {
        transactions.rolledBack(); // even if the connection broke, because the server then rolls back
        if (isCancelled) {
            worker.end(true);
            return;
        }
        long pauseNanos = currentTransaction.countRefusal();
        if (failure != null) {
            worker.reconnect(failure, Next.ANOTHER_ATTEMPT);
            return;
        }
        link.onRefused();
        if (worker.giveUpIfStopping()) {
            return;
        } else if (pauseNanos == 0) {
            attempt();
        } else {
            worker.setPhase(WorkerPhase.PAUSE);
            link.pause(pauseNanos);
        }
    }
}
