// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What nodes do for the coordinator under one number. Its monitor guards it, and is notified of whatever is new. */
abstract class RemoteTask {

    private static final long LOOK_NANOS = 100_000_000;

    final Coordinator coordinator;
    final int number;

    RemoteTask(Coordinator coordinator, int number) {
        this.coordinator = coordinator;
        this.number = number;
    }

    /** A message of a node; for the transport's threads. */
    abstract void received(RemoteNode from, Message message);

    /** A node was lost. */
    final synchronized void wake() {
        notifyAll();
    }

    /** Waits for news, but not for long. */
    final synchronized void awaitNews(long mostNanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(mostNanos, LOOK_NANOS));
    }

    /** Waits until that is so; returns whether it is. */
    final synchronized boolean awaited(Duration patience, BooleanSupplier done) throws InterruptedException {
        long until = coordinator.clock().nanoTime() + patience.toNanos();
        while (!done.getAsBoolean()) {
            long left = until - coordinator.clock().nanoTime();
            if (left <= 0) {
                return false;
            }
            awaitNews(left);
        }
        return true;
    }
}
