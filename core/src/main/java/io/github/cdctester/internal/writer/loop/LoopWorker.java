// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.mysql.Response;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.workload.Transactions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.sql.SQLException;

/**
 * One worker of an event loop: a connection, and the state of its transaction. Reacts to the same events in the same way
 * as a worker with a thread and a JDBC connection. Confined to the loop's thread, except {@link #cancel} and {@link
 * #place}.
 */
final class LoopWorker {

    private interface Reaction {
        void run() throws Throwable;
    }

    /** Idle time after which the server may have closed the connection: the minimum of {@code wait_timeout}. */
    private static final long IDLE_NANOS = 1_000_000_000;

    /** Time limit for the response to a ping. */
    private static final long PING_NANOS = 2_000_000_000;

    private final EventLoop loop;
    private final LoadContext context;
    private final Attempts attempts;
    private final WorkerLink link;

    private WorkerPhase phase = WorkerPhase.CONNECTING;
    private OnceConnected next = OnceConnected.BECOME_IDLE;
    private long resumeNanos;

    /** Time of the server's last response on the connection. */
    private long usedNanos;

    LoopWorker(EventLoop loop, LoadContext context, Transactions transactions, int transactionsPerConnection) {
        this.loop = loop;
        this.context = context;
        attempts = new Attempts(loop, context, this, transactions, transactionsPerConnection);
        link = new WorkerLink(loop, context, this);
    }

    /** Returns the place of the start that was taken and not completed, or {@link Pacer#NO_PLACE}. */
    double place() {
        return attempts.place();
    }

    /** Returns the time until which the worker waits for a response, or between two attempts. */
    long resumeNanos() {
        return resumeNanos;
    }

    /** Returns the connection's id at the server, or 0. */
    long connectionId() {
        return link.id();
    }

    boolean isEnded() {
        return phase == WorkerPhase.ENDED;
    }

    /** Requests the end of a long transaction. Returns true if its statement is to be interrupted. Thread-safe. */
    boolean cancel() {
        return attempts.cancel();
    }

    /** Returns true if an idle worker must test its connection before it starts a transaction at a time. */
    boolean needsTest(long atNanos) {
        return !link.isOpen() || atNanos - usedNanos > IDLE_NANOS;
    }

    /** Tests the connection of an idle worker, which then becomes idle again. */
    void test() {
        guard(() -> ping(OnceConnected.BECOME_IDLE));
    }

    /** Starts a transaction. */
    void start(double place, long intendedNanos, long nowNanos) {
        attempts.schedule(place, intendedNanos, nowNanos);
        try {
            if (needsTest(nowNanos)) {
                ping(OnceConnected.START);
            } else {
                attempts.begin();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void ping(OnceConnected following) throws SQLException {
        if (!link.isOpen()) {
            replaceConnection(closedWhileIdle(), following);
            return;
        }
        next = following;
        request(WorkerPhase.PING, Commands.ping());
    }

    private static SQLException closedWhileIdle() {
        return new SQLException("the server has closed the idle connection", "08003");
    }

    /** Continues at {@link #resumeNanos}. */
    void resume() {
        guard(() -> {
            if (phase != WorkerPhase.PAUSE) {
                broke(new SQLException("the server does not respond", NativeClient.CONNECTION_FAILURE));
            } else {
                repeatAfter(0);
            }
        });
    }

    /** Takes a new connection. */
    void connected(OpenedConnection opened, Selector selector, Response response, ByteBuffer received) {
        guard(() -> {
            link.opened(new LoopConnection(opened, selector, this, response, received));
            attempts.connected();
            usedNanos = context.clock().nanoTime();
            proceed();
        });
    }

    /** Handles a failed attempt to connect. */
    void notConnected(Throwable failure) {
        guard(() -> {
            link.failed(failure);
            if (context.state().isStopping()) {
                stop();
            }
        });
    }

    private void proceed() throws SQLException {
        OnceConnected following = next;
        next = OnceConnected.BECOME_IDLE;
        if (context.state().isStopping()) {
            endAt(following);
            return;
        }
        switch (following) {
            case BECOME_IDLE -> becomeIdle();
            case START -> {
                attempts.delay(usedNanos);
                attempts.begin();
            }
            case REPEAT -> attempts.begin();
            case REPORT_UNKNOWN_OUTCOME -> {
                if (attempts.completeUnknown()) {
                    attempts.begin();
                }
            }
            case REPORT_COMPLETION -> {
                if (attempts.complete()) {
                    attempts.begin();
                }
            }
        }
    }

    void becomeIdle() {
        phase = WorkerPhase.IDLE;
        loop.idle(this);
    }

    /** Handles the readiness of the socket. */
    void ready(SelectionKey key) {
        if (!link.isOpen()) {
            return;
        }
        LoopConnection used = link.connection();
        try {
            if (key.isValid() && key.isWritable()) {
                used.continueSending();
            }
            if (used.receive()) {
                answered(used.response());
            }
        } catch (IOException e) {
            guard(() -> broke(NativeClient.asSql(e)));
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void answered(Response response) throws SQLException {
        SQLException refusal = response.error() == null ? null : NativeClient.asSql(response.error());
        switch (phase) {
            case STATEMENT -> {
                if (refusal == null) {
                    attempts.answered(response.changedRows(), response.foundRow());
                } else {
                    attempts.refused(refusal);
                }
            }
            case PING -> {
                loop.notPausing(this);
                if (refusal == null) {
                    usedNanos = context.clock().nanoTime();
                    proceed();
                } else {
                    replaceConnection(refusal, next);
                }
            }
            case TEST -> {
                loop.notPausing(this);
                attempts.tested(refusal != null);
            }
            case ROLLBACK -> attempts.rolledBack(refusal);
            default -> // for example the reason why the server closes an idle connection
                broke(refusal == null ? closedWhileIdle() : refusal);
        }
    }

    private void attempt() throws SQLException {
        if (link.isOpen()) {
            attempts.begin();
        } else {
            replaceConnection(closedWhileIdle(), OnceConnected.REPEAT);
        }
    }

    PreparedStatements prepared() {
        return link.connection().prepared();
    }

    /** Sends a statement. */
    void execute(StatementEncoder encoder) throws SQLException {
        phase = WorkerPhase.STATEMENT;
        try {
            encoder.send(link.connection());
        } catch (IOException e) {
            broke(NativeClient.asSql(e));
        }
    }

    /** Replaces the connection, because the workload requires it, before the transaction is reported. */
    void renewConnection() {
        phase = WorkerPhase.CONNECTING;
        next = OnceConnected.REPORT_COMPLETION;
        link.renew();
    }

    void committed(long nowNanos) {
        usedNanos = nowNanos;
        link.committed();
    }

    void request(WorkerPhase newPhase, ByteBuffer command) throws SQLException {
        phase = newPhase;
        if (newPhase != WorkerPhase.ROLLBACK) {
            pause(PING_NANOS);
        }
        try {
            link.connection().send(command);
        } catch (IOException e) {
            broke(NativeClient.asSql(e));
        }
    }

    private void pause(long nanos) {
        resumeNanos = context.clock().nanoTime() + nanos;
        loop.pause(this);
    }

    /** Handles a broken connection. */
    private void broke(SQLException reason) throws SQLException {
        switch (phase) {
            case IDLE, PAUSE -> link.close(false); // replaced when it is needed
            case STATEMENT -> attempts.failed(reason, true);
            case PING -> {
                loop.notPausing(this);
                replaceConnection(reason, next);
            }
            case TEST -> {
                loop.notPausing(this);
                attempts.tested(true);
            }
            case ROLLBACK -> attempts.rolledBack(reason);
            default -> throw reason;
        }
    }

    /** Repeats the transaction after a pause. */
    void repeatAfter(long pauseNanos) throws SQLException {
        if (context.state().isStopping()) {
            endAt(OnceConnected.REPEAT);
        } else if (pauseNanos == 0) {
            attempt();
        } else {
            phase = WorkerPhase.PAUSE;
            pause(pauseNanos);
        }
    }

    void replaceConnection(SQLException reason, OnceConnected following) throws SQLException {
        phase = WorkerPhase.CONNECTING;
        next = following;
        link.replace(reason);
        if (context.state().isStopping()) {
            endAt(following);
        }
    }

    /** Ends the worker, because the load is stopping, unless it executes a transaction. */
    void stop() {
        guard(() -> {
            switch (phase) {
                case IDLE -> end(false);
                case PAUSE -> endAt(OnceConnected.REPEAT);
                case CONNECTING -> endAt(next);
                default -> {
                    // the worker finishes its transaction first
                }
            }
        });
    }

    private void endAt(OnceConnected following) {
        switch (following) {
            case BECOME_IDLE, START -> {}
            case REPEAT -> attempts.giveUp();
            case REPORT_UNKNOWN_OUTCOME -> attempts.giveUpUnknown();
            case REPORT_COMPLETION -> attempts.complete(); // the next transaction does not start
        }
        end(false);
    }

    /** Ends the worker immediately. The outcome of its statement may remain unknown. */
    void close() {
        if (phase == WorkerPhase.STATEMENT || phase == WorkerPhase.TEST || phase == WorkerPhase.ROLLBACK) {
            guard(() -> broke(new SQLException("the connections are closed", "08003")));
        }
        if (phase != WorkerPhase.ENDED) {
            end(false);
        }
    }

    /** Ends the worker. */
    void end(boolean unfinished) {
        if (unfinished) {
            attempts.unfinished();
        }
        boolean quits = phase == WorkerPhase.IDLE || phase == WorkerPhase.PAUSE || phase == WorkerPhase.ROLLBACK;
        phase = WorkerPhase.ENDED;
        loop.notPausing(this);
        link.close(quits);
        loop.ended(this);
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

    /** Ends the load, also after an Error: with one worker less, the load would be different. */
    private void fail(Throwable failure) {
        context.state().fail(failure);
        if (phase != WorkerPhase.ENDED) {
            end(true);
        }
    }
}
