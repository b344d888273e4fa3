// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

final class ProxyThreads {

    private final String namePrefix;
    private final ThreadFactory factory;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    ProxyThreads(String namePrefix, ThreadFactory factory) {
        this.namePrefix = namePrefix;
        this.factory = factory;
    }

    void start(String suffix, Runnable task) {
        running.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        Thread thread = factory.newThread(task);
        thread.setName(namePrefix + "-" + suffix);
        thread.setDaemon(true);
        running.add(thread);
        thread.start();
    }

    /** Skips the current thread, because a fault may close its own proxy. */
    @SuppressWarnings("ReferenceEquality") // threads are compared by identity
    void await(Duration timeout) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        for (Thread thread : running) {
            long remainingMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (thread != Thread.currentThread() && remainingMillis > 0) {
                try {
                    thread.join(remainingMillis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
