// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.StatementTally;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The workers share the same state as in {@link LoadDriver}, but have no connection pool. */
final class WorkerCrew implements AutoCloseable, WriteSink {

    record ReportedTransaction(long intendedNanos, long startNanos, long endNanos, long writes) {}

    final LoadState state = new LoadState();
    final ConcurrentLinkedQueue<WorkerCrew.ReportedTransaction> transactions = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<Integer> errors = new ConcurrentLinkedQueue<>();
    final AtomicInteger reconnects = new AtomicInteger();
    final AtomicInteger unknownOutcomes = new AtomicInteger();
    final AtomicInteger renewals = new AtomicInteger();
    final AtomicLong refusedNanos = new AtomicLong();
    final AtomicLong unfinishedLoggedTransactions = new AtomicLong();
    final Gate gate;
    final Pacer pacer;
    private final NanoClock clock;
    private final List<Thread> threads = new ArrayList<>();

    WorkerCrew(FakeWorkload workload, LoadSpec load, Set<Integer> ignored) {
        this(workload, load, ignored, WorkerCrew::connection);
    }

    WorkerCrew(FakeWorkload workload, LoadSpec load, Set<Integer> ignored, ConnectionSource connections) {
        this(workload, load, ignored, connections, NanoClock.SYSTEM);
    }

    WorkerCrew(
            FakeWorkload workload, LoadSpec load, Set<Integer> ignored, ConnectionSource connections, NanoClock clock) {
        this.clock = clock;
        gate = new Gate(load.threads());
        pacer = new Pacer(load, LoadShare.ALL);
        LoadSpec.IgnoredErrors ignoredErrors = new LoadSpec.IgnoredErrors(false, ignored);
        LoadContext context = new LoadContext(ignoredErrors, pacer, gate, state, this, clock);
        for (int number = 0; number < load.threads(); number++) {
            threads.add(new Thread(new LoadWorker(workload, connections, context, number), "worker-" + number));
        }
    }

    void start() throws InterruptedException {
        threads.forEach(Thread::start);
        gate.awaitAll(Long.MAX_VALUE);
    }

    void open() {
        pacer.start(clock.nanoTime());
        gate.open();
    }

    boolean pause() throws InterruptedException {
        gate.close();
        threads.forEach(LockSupport::unpark);
        return gate.awaitAll(Long.MAX_VALUE);
    }

    /** Each worker must have read the clock, and wait for its next start. */
    void awaitParked() {
        while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.TIMED_WAITING)) {
            Thread.onSpinWait();
        }
    }

    boolean awaitEnd() throws InterruptedException {
        return gate.awaitEnded(TimeUnit.SECONDS.toNanos(15));
    }

    @Override
    public void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally) {
        transactions.add(new WorkerCrew.ReportedTransaction(intendedNanos, startNanos, endNanos, tally.writes()));
    }

    @Override
    public void error(int code) {
        errors.add(code);
    }

    @Override
    public void transactionRefused(long fromNanos, long untilNanos) {
        refusedNanos.addAndGet(untilNanos - fromNanos);
    }

    @Override
    public void reconnected() {
        reconnects.incrementAndGet();
    }

    @Override
    public void connectionRenewed() {
        renewals.incrementAndGet();
    }

    @Override
    public void transactionUnfinished(StatementTally tally) {
        unfinishedLoggedTransactions.addAndGet(tally.loggedTransactions());
    }

    @Override
    public void unknownOutcome() {
        unknownOutcomes.incrementAndGet();
    }

    @Override
    public void close() throws InterruptedException {
        state.abort();
        gate.open();
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            thread.join();
        }
    }

    static Connection connection() {
        return connection(true);
    }

    /** The connection supports only {@code isValid} and {@code close}. */
    static Connection connection(boolean isValid) {
        return (Connection) Proxy.newProxyInstance(
                WorkerCrew.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    if (method.getName().equals("isValid")) {
                        return isValid;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
