// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.mysql.Response;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.loop.WorkerPhase.Next;
import io.github.cdctester.workload.Transactions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.sql.SQLException;

/**
 * One worker of an event loop: a connection, and the state of its transaction. Reacts to events like a worker with a JDBC
 * connection. Guarded by the loop's monitor, except {@link #cancel} and {@link #position}.
 */
final class LoopWorker {

    private final EventLoop loop;
    private final LoadContext context;
    private final CurrentTransaction currentTransaction;
    private final WorkerLink link;
    private final TransactionExecution execution;
    private WorkerPhase phase = WorkerPhase.CONNECTING;
    private Next nextStep = Next.NOTHING;

    @FunctionalInterface
    private interface Reaction {
        void run() throws Throwable;
    }

    LoopWorker(EventLoop loop, LoadContext context, Transactions transactions, int transactionsPerConnection) {
        this.loop = loop;
        this.context = context;
        currentTransaction = new CurrentTransaction(context, transactions);
        link = new WorkerLink(this, loop, context, transactionsPerConnection);
        execution = new TransactionExecution(this, loop, context, transactions, currentTransaction, link);
    }

    /** {@link Pacer#NO_POSITION} if no start is taken. */
    double position() {
        return currentTransaction.position();
    }

    boolean isEnded() {
        return phase == WorkerPhase.ENDED;
    }

    WorkerLink link() {
        return link;
    }

    void setPhase(WorkerPhase newPhase) {
        phase = newPhase;
    }

    /** Returns the server's id of the connection whose statement must be interrupted; 0 for none. Thread-safe. */
    long cancel() {
        return currentTransaction.cancel() ? link.id() : 0;
    }

    void start(double position, long intendedNanos, long nowNanos) {
        currentTransaction.start(position, intendedNanos, nowNanos);
        try {
            execution.attempt();
        } catch (Throwable e) {
            fail(e);
        }
    }

    void resume() {
        guard(() -> {
            if (phase != WorkerPhase.PAUSE) {
                WorkerPhase phaseBefore = phase;
                link.receiveNow(); // after a pause of this process, the response may have arrived
                if (phase == phaseBefore) {
                    onBroken(LoopConnection.brokenError("the server does not respond", null));
                }
            } else if (!giveUpIfStopping()) {
                execution.attempt();
            }
        });
    }

    void onConnected(OpenedConnection opened, Selector selector, Response response, ByteBuffer receiveBuffer) {
        guard(() -> {
            link.onConnected(opened, selector, response, receiveBuffer);
            Next stepAfterConnect = nextStep;
            nextStep = Next.NOTHING;
            boolean startsNow = switch (stepAfterConnect) {
                case NOTHING -> {
                    phase = WorkerPhase.IDLE;
                    loop.idleWorkers().addConnected(this);
                    yield false;
                }
                case ANOTHER_ATTEMPT -> !giveUpIfStopping();
                case REPORT_UNKNOWN_OUTCOME -> execution.completeUnknown();
                case COMPLETION -> execution.complete();
            };
            if (startsNow) {
                execution.attempt();
            }
        });
    }

    void onConnectFailed(Throwable failure) {
        guard(() -> {
            link.onConnectFailed(failure);
            if (context.state().isStopping()) {
                stop();
            }
        });
    }

    void test() {
        guard(() -> {
            if (link.connectionOrNull() == null) {
                reconnect(new SQLException("the server has closed the idle connection", "08003"), Next.NOTHING);
            } else {
                phase = WorkerPhase.PING;
                link.ping();
            }
        });
    }

    void onReady(SelectionKey key) {
        try {
            link.onReady(key);
        } catch (Throwable e) {
            fail(e);
        }
    }

    void onResponse(LoopConnection connection) throws SQLException, IOException {
        ServerErrorException refusal = connection.response().error();
        SQLException failure = refusal == null ? null : NativeClient.asSql(refusal);
        if (connection.isSending()) { // the server does not read the rest of the statement
            onBroken(
                    failure == null ? LoopConnection.brokenError("the server sent a packet too early", null) : failure);
        } else if (phase == WorkerPhase.STATEMENT && failure == null) {
            execution.onResponse(
                    connection.response().changedRows(), connection.response().hasRow());
        } else if (phase == WorkerPhase.STATEMENT) {
            execution.onRefused(failure);
        } else if (phase == WorkerPhase.TEST) {
            execution.onTested(failure != null);
        } else if (phase == WorkerPhase.PING && failure == null) {
            loop.removePausing(this);
            link.markUsed(context.clock().nanoTime());
            phase = WorkerPhase.IDLE;
            loop.idleWorkers().addTested(this);
        } else if (phase == WorkerPhase.ROLLBACK) {
            execution.onRolledBack(failure);
        } else { // for example the reason why the server closes an idle connection
            onBroken(LoopConnection.brokenError("the server sent a packet without a request", refusal));
        }
    }

    void onBroken(SQLException reason) throws SQLException, IOException {
        switch (phase) {
            case IDLE -> link.close(false); // the loop reconnects before the next start
            case STATEMENT -> execution.onFailed(reason, true);
            case TEST -> execution.onTested(true);
            case PING -> {
                loop.removePausing(this);
                loop.idleWorkers().testFailed();
                reconnect(reason, Next.NOTHING);
            }
            case ROLLBACK -> execution.onRolledBack(reason);
            case PAUSE -> {
                loop.removePausing(this);
                reconnect(reason, Next.ANOTHER_ATTEMPT);
            }
            default -> throw reason;
        }
    }

    void renewConnection() {
        nextStep = Next.COMPLETION;
        phase = WorkerPhase.CONNECTING;
        link.renew();
    }

    void reconnect(SQLException reason, Next followingStep) throws SQLException {
        nextStep = followingStep;
        phase = WorkerPhase.CONNECTING;
        if (context.state().isStopping()) {
            link.close(false);
            stop();
        } else if (followingStep == Next.NOTHING) {
            link.reconnectIdle(reason);
        } else {
            link.reconnect(reason);
        }
    }

    /** Returns true if the load is stopping. */
    boolean giveUpIfStopping() {
        boolean isStopping = context.state().isStopping();
        if (isStopping) {
            giveUp();
        }
        return isStopping;
    }

    private void giveUp() {
        currentTransaction.endRefusals();
        end(true);
    }

    void stop() {
        guard(() -> {
            switch (phase) {
                case IDLE -> end(false);
                case PAUSE -> giveUp();
                case CONNECTING -> stopConnecting();
                default -> {} // the worker finishes its transaction first
            }
        });
    }

    private void stopConnecting() {
        switch (nextStep) {
            case NOTHING, COMPLETION -> end(false);
            case ANOTHER_ATTEMPT -> giveUp();
            case REPORT_UNKNOWN_OUTCOME -> {
                giveUp();
                currentTransaction.end();
            }
        }
    }

    /** The outcome of a COMMIT that the server has not confirmed is unknown. */
    void close() {
        stop();
        guard(() -> {
            if (phase != WorkerPhase.IDLE) {
                onBroken(LoopConnection.brokenError("the load was closed", null));
            }
        });
        guard(() -> end(false));
    }

    void end(boolean isUnfinished) {
        if (phase == WorkerPhase.CONNECTING && nextStep == Next.COMPLETION) { // the transaction is committed
            currentTransaction.reportComplete();
            currentTransaction.end();
        } else if (isUnfinished) {
            currentTransaction.reportUnfinished();
        }
        boolean sendsQuit = phase == WorkerPhase.IDLE || phase == WorkerPhase.PAUSE || phase == WorkerPhase.ROLLBACK;
        phase = WorkerPhase.ENDED;
        link.close(sendsQuit);
        loop.onWorkerEnded();
    }

    private void guard(Reaction reaction) {
        try {
            if (phase != WorkerPhase.ENDED) {
                reaction.run();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Stops the load, even after an Error, because with one worker less the load would be different. */
    private void fail(Throwable failure) {
        context.state().fail(failure);
        if (phase != WorkerPhase.ENDED) {
            end(true);
        }
    }
}
