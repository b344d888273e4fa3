// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.mysql.Response;
import io.github.cdctester.internal.mysql.TlsBuffers;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Serves the connections of many workers. One thread waits for the selector, and another thread waits for the next start. Each
 * thread handles its own events, because passing them to the other thread would cost a thread switch. The loop's monitor guards
 * the state of all workers.
 */
final class EventLoop implements Runnable {

    private static final int READ_BYTES = 1 << 16;
    private static final long NEVER = LoopTimer.NEVER;

    /** An idle connection is tested this long before the next start, so that the test does not add to the latency. */
    private static final long TEST_AHEAD_NANOS = 500_000_000;

    /** Connections are tested in advance for all starts within this time. */
    private static final long TEST_HORIZON_NANOS = 100_000_000;

    private final LoadContext context;
    private final Connector connector;
    private final StatementEncoder encoder;
    private final Response.StateListener stateListener;
    private final Selector selector;
    private final LoopTimer timer;
    private final Thread thread;
    private final List<LoopWorker> workers = new ArrayList<>();
    private final ByteBuffer receiveBuffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final byte[] scratch = new byte[Response.SCRATCH_BYTES];
    private final TlsBuffers tlsBuffers = new TlsBuffers();
    private final Queue<ConnectAttempt> attempts = new ConcurrentLinkedQueue<>();

    private final IdleWorkers idleWorkers = new IdleWorkers();

    private final PriorityQueue<LoopWorker> pausingWorkers =
            new PriorityQueue<>(Comparator.comparingLong(worker -> worker.link().resumeNanos()));
    private final Consumer<SelectionKey> readyKeyHandler = this::onReady;

    private int workersAtGate;

    private int activeWorkers;
    private boolean hasHandledStop;
    private boolean hasStarted;
    private volatile double pendingPosition = Pacer.NO_POSITION;
    private volatile boolean isClosing;
    private volatile boolean hasEnded;

    EventLoop(
            LoadContext context,
            Connector connector,
            byte[][][] pieces,
            Response.StateListener stateListener,
            int number) {
        this.context = context;
        this.connector = connector;
        this.stateListener = stateListener;
        encoder = new StatementEncoder(pieces);
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new RunFailedException(
                    "no selector available: " + e.getMessage() + "; raise the limit of open files", e);
        }
        timer = new LoopTimer(this::onTime, context.clock(), number);
        thread = new Thread(this, "cdc-tester-loop-" + number);
        thread.setDaemon(true);
    }

    void add(LoopWorker worker) {
        workers.add(worker);
    }

    void start() {
        thread.start();
        hasStarted = true; // from now on, the thread closes the selector and ends the timer
        timer.start();
    }

    List<LoopWorker> workers() {
        return workers;
    }

    List<Thread> threads() {
        return List.of(thread, timer.thread());
    }

    /** Start that no worker has begun, or {@link Pacer#NO_POSITION}. */
    double pendingPosition() {
        return pendingPosition;
    }

    void wake() {
        selector.wakeup();
    }

    /** Does not wait for the server. Called by the thread that started the loop, or after a failure. */
    void close() {
        isClosing = true;
        wake();
        if (!hasStarted) {
            closeSelector();
        }
    }

    /** Thread-safe. */
    void onConnectAttempt(ConnectAttempt attempt) {
        attempts.add(attempt);
        wake();
        if (hasEnded) {
            discardAttempts();
        }
    }

    private void discardAttempts() {
        for (ConnectAttempt attempt = attempts.poll(); attempt != null; attempt = attempts.poll()) {
            discard(attempt);
        }
    }

    private void discard(ConnectAttempt attempt) {
        OpenedConnection unusedConnection = attempt.connection();
        if (unusedConnection != null) {
            connector.onDisconnected(unusedConnection.socket().id());
            if (hasEnded) { // another thread may use the buffers for TLS
                LoopConnection.closeQuietly(unusedConnection.socket());
            } else {
                LoopConnection.quit(unusedConnection.socket());
            }
        }
    }

    @Override
    public void run() {
        activeWorkers = workers.size();
        try {
            workers.forEach(worker -> connect(worker, 0));
            while (step()) {
                selector.select(readyKeyHandler);
            }
        } catch (Throwable e) {
            context.state().fail(e);
        } finally {
            end();
        }
    }

    /** Returns false if the loop must end. */
    private synchronized boolean step() {
        takeAttempts();
        timer.callAt(doWork());
        return activeWorkers > 0 && !isClosing;
    }

    private synchronized void onReady(SelectionKey key) {
        ((LoopWorker) key.attachment()).onReady(key);
    }

    /** Called in the timer's thread. */
    private synchronized void onTime() {
        if (hasEnded) {
            return;
        }
        try {
            timer.callAt(doWork());
        } catch (Throwable e) {
            context.state().fail(e);
            timer.callAt(NEVER);
            close();
        }
    }

    private synchronized void end() {
        workers.forEach(LoopWorker::close);
        hasEnded = true;
        discardAttempts();
        timer.end();
        closeSelector();
    }

    private void closeSelector() {
        try {
            selector.close();
        } catch (IOException e) {
            context.state().fail(e);
        }
    }

    private void takeAttempts() {
        for (ConnectAttempt attempt = attempts.poll(); attempt != null; attempt = attempts.poll()) {
            LoopWorker worker = attempt.worker();
            if (worker.isEnded()) {
                discard(attempt);
            } else if (attempt.connection() == null) {
                worker.onConnectFailed(attempt.failure());
            } else {
                worker.onConnected(attempt.connection(), selector, new Response(scratch, stateListener), receiveBuffer);
            }
        }
    }

    /** Returns the time of the next call, in ns, which is needed unless an event occurs earlier. */
    private long doWork() {
        resumePausing();
        long startNanos = NEVER;
        if (context.state().isStopping()) {
            stop();
        } else if (context.gate().isClosed()) {
            arriveAtGate();
        } else if (passGate()) {
            startNanos = startDue();
        }
        LoopWorker firstPausing = pausingWorkers.peek(); // read last, because a start can pause its worker
        return firstPausing == null
                ? startNanos
                : Math.min(startNanos, firstPausing.link().resumeNanos());
    }

    private long startDue() {
        if (context.pacer().isOpenLoop()) {
            return startScheduled();
        }
        startIdle();
        return NEVER;
    }

    private void stop() {
        context.gate().withdraw(workersAtGate);
        workersAtGate = 0;
        if (!hasHandledStop) {
            hasHandledStop = true;
            workers.forEach(LoopWorker::stop);
        }
        for (LoopWorker worker = idleWorkers.poll(); worker != null; worker = idleWorkers.poll()) {
            worker.stop();
        }
    }

    private void resumePausing() {
        for (LoopWorker first = pausingWorkers.peek(); first != null; first = pausingWorkers.peek()) {
            if (first.link().resumeNanos() - context.clock().nanoTime() > 0) {
                return;
            }
            pausingWorkers.remove();
            first.resume();
        }
    }

    private void arriveAtGate() {
        int arrivingWorkers = idleWorkers.size() - workersAtGate;
        if (arrivingWorkers > 0) {
            workersAtGate = idleWorkers.size();
            context.gate().arrive(arrivingWorkers);
        }
    }

    private boolean passGate() {
        if (workersAtGate > 0) {
            if (!context.gate().tryPass(workersAtGate)) {
                return false;
            }
            workersAtGate = 0;
            if (context.pacer().isSkipped(pendingPosition)) {
                pendingPosition = Pacer.NO_POSITION;
            }
        }
        return true;
    }

    private long startScheduled() {
        while (idleWorkers.size() > 0) {
            if (pendingPosition == Pacer.NO_POSITION) {
                pendingPosition = context.pacer().nextPosition();
            }
            long intendedNanos = context.pacer().intendedStartNanos(pendingPosition);
            if (context.pacer().isPastEnd(intendedNanos)) {
                return NEVER; // waits until the load is stopped
            }
            long nowNanos = context.clock().nanoTime();
            boolean isEarly = intendedNanos - nowNanos > 0;
            long startNanos = isEarly ? intendedNanos : nowNanos;
            if (startNanos - nowNanos <= TEST_AHEAD_NANOS) {
                idleWorkers.test(startsAhead(nowNanos), startNanos);
            }
            if (!idleWorkers.hasReady(startNanos)) {
                // waits until a test ends
                return startNanos - nowNanos > TEST_AHEAD_NANOS ? startNanos - TEST_AHEAD_NANOS : NEVER;
            }
            if (isEarly) {
                return intendedNanos;
            }
            if (!start(intendedNanos, nowNanos)) {
                return NEVER;
            }
        }
        return NEVER;
    }

    private long startsAhead(long nowNanos) {
        double horizonEnd = context.pacer().positionAt(nowNanos + TEST_HORIZON_NANOS);
        return 1 + (long) Math.max(0, horizonEnd - pendingPosition);
    }

    private void startIdle() {
        long nowNanos = context.clock().nanoTime();
        idleWorkers.test(idleWorkers.size(), nowNanos);
        while (idleWorkers.hasReady(nowNanos) && start(nowNanos, nowNanos)) {
            nowNanos = context.clock().nanoTime();
        }
    }

    /** Returns false if the load's transaction limit is reached. */
    private boolean start(long intendedNanos, long nowNanos) {
        if (!context.state().takeTransaction()) {
            for (LoopWorker worker = idleWorkers.poll(); worker != null; worker = idleWorkers.poll()) {
                worker.stop();
            }
            return false;
        }
        LoopWorker worker = Objects.requireNonNull(idleWorkers.poll());
        double position = pendingPosition;
        pendingPosition = Pacer.NO_POSITION;
        worker.start(position, intendedNanos, nowNanos);
        return true;
    }

    StatementEncoder encoder() {
        return encoder;
    }

    void connect(LoopWorker worker, long delayNanos) {
        connector.connect(worker, this, tlsBuffers, delayNanos);
    }

    void onDisconnected(long connectionId) {
        connector.onDisconnected(connectionId);
    }

    /** Returns true if a worker may start its next transaction now, and takes that transaction from the limit. */
    boolean tryTakeNextTransaction() {
        return !context.pacer().isOpenLoop()
                && !context.state().isStopping()
                && !context.gate().isClosed()
                && context.state().takeTransaction();
    }

    void addIdle(LoopWorker worker) {
        idleWorkers.add(worker);
    }

    IdleWorkers idleWorkers() {
        return idleWorkers;
    }

    void pause(LoopWorker worker) {
        pausingWorkers.add(worker);
    }

    void removePausing(LoopWorker worker) {
        pausingWorkers.remove(worker);
    }

    void onWorkerEnded() {
        context.gate().leave();
        if (--activeWorkers == 0) {
            wake(); // the caller can be the timer's thread
        }
    }
}
