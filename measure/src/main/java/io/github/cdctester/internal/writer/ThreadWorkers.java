// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.text.UserCode;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Workers with one thread and one JDBC connection each. */
final class ThreadWorkers implements Workers {

    /** A worker may still be reconnecting. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    private final Workload workload;
    private final ConnectionSource connections;
    private final List<LoadWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    ThreadWorkers(Workload workload, ConnectionSource connections, LoadContext context, int firstWorker, int count) {
        this.workload = workload;
        this.connections = connections;
        for (int number = firstWorker; number < firstWorker + count; number++) {
            LoadWorker worker = new LoadWorker(workload, connections, context, number);
            workers.add(worker);
            Thread thread = new Thread(worker, "cdc-tester-writer-" + number);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    @Override
    public void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public void wakeAll() {
        threads.forEach(LockSupport::unpark);
    }

    @Override
    public void cancel() {
        workers.forEach(LoadWorker::cancel);
    }

    @Override
    public double[] takenPositions() {
        return workers.stream()
                .mapToDouble(LoadWorker::position)
                .filter(position -> position != Pacer.NO_POSITION)
                .toArray();
    }

    /**
     * Interrupts the workers after their connections are closed: the interrupt ends other waits of a workload, and breaks no
     * statement.
     */
    @Override
    public void close() {
        connections.close();
        threads.forEach(Thread::interrupt);
        long deadlineNanos = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        for (Thread thread : threads) {
            if (!Threads.await(thread, Duration.ofNanos(deadlineNanos - System.nanoTime()))) {
                throw new RunFailedException(thread.getName() + " did not end within " + CLOSE_TIMEOUT.toSeconds()
                        + " s after its connection was closed"
                        + (workload instanceof UserCode code ? "; check " + code.className() : ""));
            }
        }
    }
}
