// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.mysql.Response;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Outage;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.Refusals;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Transactions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One worker of an event loop: a connection, and the state of its transaction. Reacts to the same events in the same way
 * as a worker with a thread and a JDBC connection. Confined to the loop's thread, except {@link #cancel} and {@link
 * #place}.
 */
final class LoopWorker {

    private enum Phase {
        CONNECTING,
        IDLE,

        /** The response to a statement is awaited. */
        STATEMENT,

        /** The response to a ping is awaited, which shows whether the connection survived an error. */
        TEST,

        ROLLBACK,

        /** The next attempt waits for a time. */
        PAUSE,
        ENDED
    }

    /** What follows when the worker has a connection again. */
    private enum Next {
        NOTHING,
        ANOTHER_ATTEMPT,
        REPORT_UNKNOWN_OUTCOME,
        COMPLETION
    }

    private static final String CONNECTION_FAILURE = "08S01";

    private final EventLoop loop;
    private final LoadContext context;
    private final Transactions transactions;
    private final int transactionsPerConnection;
    private final StatementTally tally;
    private final Refusals refusals;
    private final Outage outage = new Outage();

    private volatile double place = Pacer.NO_PLACE;
    private volatile boolean interrupted;
    private volatile long connectionId;

    private Phase phase = Phase.CONNECTING;
    private Next next = Next.NOTHING;
    private @Nullable LoopConnection connection;
    private int onConnection;
    private boolean renewing;
    private boolean hasBeenConnected;
    private boolean cancelled;
    private long intendedNanos;
    private long startNanos;
    private long resumeNanos;

    /** The error after which the connection is tested. */
    private @Nullable SQLException error;

    LoopWorker(EventLoop loop, LoadContext context, Transactions transactions, int transactionsPerConnection) {
        this.loop = loop;
        this.context = context;
        this.transactions = transactions;
        this.transactionsPerConnection = transactionsPerConnection;
        tally = context.sink().tally();
        refusals = new Refusals(context);
    }

    /** Returns the place of the start that was taken and not completed, or {@link Pacer#NO_PLACE}. */
    double place() {
        return place;
    }

    long resumeNanos() {
        return resumeNanos;
    }

    /** Returns the connection's id at the server, or 0. */
    long connectionId() {
        return connectionId;
    }

    boolean isEnded() {
        return phase == Phase.ENDED;
    }

    /** Requests the end of a long transaction. Returns true if its statement is to be interrupted. Thread-safe. */
    boolean cancel() {
        if (transactions.cancel()) {
            interrupted = true;
            return true;
        }
        return false;
    }

    private LoopConnection connection() {
        LoopConnection present = connection;
        if (present == null) {
            throw new IllegalStateException("there is no connection");
        }
        return present;
    }

    /** Starts a transaction. */
    void start(double atPlace, long intended, long now) {
        place = atPlace;
        intendedNanos = intended;
        startNanos = now;
        try {
            attempt();
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Continues after a pause. */
    void resume() {
        guard(context.state().isStopping() ? this::giveUp : this::attempt);
    }

    /** Takes a new connection. */
    void connected(OpenedConnection opened, Selector selector, Response response, ByteBuffer received) {
        guard(() -> {
            connection = new LoopConnection(opened, selector, this, response, received);
            connectionId = opened.socket().id();
            if (renewing) {
                renewing = false;
                context.sink().renewed();
            } else if (hasBeenConnected) {
                context.sink().reconnected();
            }
            hasBeenConnected = true;
            onConnection = 0;
            proceed();
        });
    }

    private void proceed() throws SQLException, IOException {
        Next following = next;
        next = Next.NOTHING;
        switch (following) {
            case NOTHING -> becomeIdle();
            case ANOTHER_ATTEMPT -> {
                if (context.state().isStopping()) {
                    giveUp();
                } else {
                    attempt();
                }
            }
            case REPORT_UNKNOWN_OUTCOME -> {
                if (completeUnknown()) {
                    attempt();
                }
            }
            case COMPLETION -> {
                if (complete()) {
                    attempt();
                }
            }
        }
    }

    private void becomeIdle() {
        phase = Phase.IDLE;
        loop.idle(this);
    }

    /** Handles a failed attempt to connect. */
    void notConnected(Throwable failure) {
        guard(() -> {
            if (!hasBeenConnected) {
                throw failure;
            }
            SQLException reason = NativeClient.asSql(failure);
            if (renewing) {
                renewing = false;
                reconnect(reason, next);
                return;
            }
            outage.check(context.clock().nanoTime(), reason);
            loop.connect(this, Outage.PAUSE_NANOS);
        });
    }

    /** Handles the readiness of the socket. */
    void ready(SelectionKey key) {
        LoopConnection used = connection;
        if (used == null) {
            return;
        }
        try {
            if (key.isValid() && key.isWritable()) {
                used.continueSending();
            }
            if (used.receive()) {
                answered(used.response());
            }
        } catch (IOException e) {
            guard(() -> broke(new SQLException(e.getMessage(), CONNECTION_FAILURE, e)));
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void answered(Response response) throws SQLException, IOException {
        ServerErrorException refusal = response.error();
        if (phase == Phase.STATEMENT && refusal == null) {
            transactions.answered(response.changedRows(), response.foundRow());
            advance();
        } else if (phase == Phase.STATEMENT) {
            refused(NativeClient.asSql(refusal));
        } else if (phase == Phase.TEST) {
            handle(testedError(), refusal != null);
        } else if (phase == Phase.ROLLBACK) {
            rolledBack(refusal == null ? null : NativeClient.asSql(refusal));
        } else { // for example the reason why the server closes an idle connection
            broke(new SQLException("the server sent a packet without a request", CONNECTION_FAILURE, refusal));
        }
    }

    private SQLException testedError() {
        return Objects.requireNonNull(error);
    }

    private void attempt() throws SQLException, IOException {
        transactions.begin(tally);
        advance();
    }

    /** Sends the next statement, and after a complete transaction the next transaction's first one, if it starts now. */
    private void advance() throws SQLException, IOException {
        while (true) {
            LoopConnection used = connection();
            StatementEncoder encoder = loop.encoder().on(used.prepared());
            switch (transactions.next(encoder)) {
                case STATEMENT -> {
                    phase = Phase.STATEMENT;
                    send(used, encoder);
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
                        renew(used); // counts towards the transaction's latency, like in sysbench
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

    private void send(LoopConnection used, StatementEncoder encoder) throws SQLException, IOException {
        try {
            encoder.send(used);
        } catch (IOException e) {
            broke(new SQLException(e.getMessage(), CONNECTION_FAILURE, e));
        }
    }

    /** Reports the complete transaction. Returns true if the next one starts now. */
    private boolean complete() {
        long endNanos = context.clock().nanoTime();
        context.sink().transaction(transactions.kind(), intendedNanos, startNanos, endNanos, tally);
        outage.end();
        return finish(endNanos);
    }

    /**
     * Reports a transaction that may be committed. In a closed loop the next one starts at the same time, so that its
     * latency includes this attempt and the reconnect.
     */
    private boolean completeUnknown() {
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
        becomeIdle();
        return false;
    }

    private void renew(LoopConnection old) {
        phase = Phase.CONNECTING;
        next = Next.COMPLETION;
        renewing = true;
        disconnect(old, true);
        loop.connect(this, 0);
    }

    private void refused(SQLException refusal) throws SQLException, IOException {
        if (interrupted && transactions.isOpen() && !transactions.mayHaveCommitted()) {
            cancelled = true;
            rollBack();
        } else if (ServerErrors.endsConnection(refusal)) {
            handle(refusal, true);
        } else if (context.ignoredErrors().contains(refusal.getErrorCode())) {
            handle(refusal, false);
        } else {
            error = refusal;
            request(Phase.TEST, Commands.ping());
        }
    }

    private void request(Phase newPhase, ByteBuffer command) throws SQLException, IOException {
        phase = newPhase;
        try {
            connection().send(command);
        } catch (IOException e) {
            broke(new SQLException(e.getMessage(), CONNECTION_FAILURE, e));
        }
    }

    /** Handles a broken connection. */
    private void broke(SQLException reason) throws SQLException, IOException {
        switch (phase) {
            case IDLE -> {
                loop.notIdle(this);
                reconnect(reason, Next.NOTHING);
            }
            case STATEMENT -> handle(reason, true);
            case TEST -> handle(testedError(), true);
            case ROLLBACK -> rolledBack(reason);
            case PAUSE -> {
                loop.notPausing(this);
                reconnect(reason, Next.ANOTHER_ATTEMPT);
            }
            default -> throw reason;
        }
    }

    /** Handles the failure of an attempt: another one follows, unless its outcome is unknown or the load ends. */
    private void handle(SQLException failure, boolean connectionLost) throws SQLException, IOException {
        boolean unknown = connectionLost
                && failure.getErrorCode() != ServerErrors.IDLE_TOO_LONG
                && transactions.mayHaveCommitted();
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
            reconnect(failure, unknown ? Next.REPORT_UNKNOWN_OUTCOME : Next.ANOTHER_ATTEMPT);
            return;
        }
        context.sink().error(failure.getErrorCode());
        if (failure.getErrorCode() != ServerErrors.INTERRUPTED
                && !context.ignoredErrors().contains(failure.getErrorCode())) {
            throw failure;
        }
        rollBack();
    }

    private void rollBack() throws SQLException, IOException {
        if (transactions.isOpen()) {
            request(Phase.ROLLBACK, Commands.rollback());
        } else {
            rolledBack(null);
        }
    }

    private void rolledBack(@Nullable SQLException failure) throws SQLException, IOException {
        transactions.rolledBack(); // also if the connection broke: the server then rolls back
        if (cancelled) {
            tally.undone();
            end(true);
            return;
        }
        if (failure != null) {
            reconnect(failure, Next.ANOTHER_ATTEMPT);
            return;
        }
        long pauseNanos = refusals.add();
        if (context.state().isStopping()) {
            giveUp();
        } else if (pauseNanos == 0) {
            attempt();
        } else {
            phase = Phase.PAUSE;
            resumeNanos = context.clock().nanoTime() + pauseNanos;
            loop.pause(this);
        }
    }

    private void reconnect(SQLException reason, Next following) throws SQLException {
        long nowNanos = context.clock().nanoTime();
        long pauseNanos = outage.begin(nowNanos);
        LoopConnection old = connection;
        if (old != null) {
            disconnect(old, false);
        }
        next = following;
        phase = Phase.CONNECTING;
        if (context.state().isStopping()) {
            stop();
            return;
        }
        outage.check(nowNanos, reason);
        loop.connect(this, pauseNanos);
    }

    private void disconnect(LoopConnection old, boolean quit) {
        connection = null;
        connectionId = 0;
        loop.disconnected(old);
        old.close(quit);
    }

    private void giveUp() {
        refusals.end();
        end(true);
    }

    /** Ends the worker, because the load is stopping, unless it executes a transaction. */
    void stop() {
        guard(() -> {
            switch (phase) {
                case IDLE -> end(false);
                case PAUSE -> giveUp();
                case CONNECTING -> {
                    switch (next) {
                        case NOTHING -> end(false);
                        case ANOTHER_ATTEMPT -> giveUp();
                        case REPORT_UNKNOWN_OUTCOME -> {
                            place = Pacer.NO_PLACE;
                            giveUp();
                        }
                        case COMPLETION -> {
                            next = Next.NOTHING;
                            complete();
                        }
                    }
                }
                default -> {
                    // the worker finishes its transaction first
                }
            }
        });
    }

    /** Ends the worker at once. */
    void close() {
        if (phase != Phase.ENDED) {
            end(false);
        }
    }

    private void end(boolean unfinished) {
        if (unfinished) {
            context.sink().unfinished(tally);
        }
        boolean quits = phase == Phase.IDLE || phase == Phase.PAUSE || phase == Phase.ROLLBACK;
        phase = Phase.ENDED;
        LoopConnection last = connection;
        if (last != null) {
            disconnect(last, quits);
        }
        loop.ended();
    }

    private interface Reaction {
        void run() throws Throwable;
    }

    private void guard(Reaction reaction) {
        try {
            if (phase != Phase.ENDED) {
                reaction.run();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Ends the load, also after an Error: with one worker less, the load would be different. */
    private void fail(Throwable failure) {
        context.state().fail(failure);
        if (phase != Phase.ENDED) {
            end(true);
        }
    }
}
