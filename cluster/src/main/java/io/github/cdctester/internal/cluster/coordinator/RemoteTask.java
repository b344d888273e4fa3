// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What nodes do for the coordinator under one number. Its monitor guards it, and is notified of whatever is new. */
abstract class RemoteTask {

    private static final long LOOK_NANOS = 100_000_000;

    final Coordinator coordinator;
    final int number;

    RemoteTask(Coordinator coordinator) {
        this.coordinator = coordinator;
        number = coordinator.nextNumber();
    }

    /** A message of a node; for the transport's threads. */
    abstract void received(RemoteNode from, Message.TaskMessage message);

    /** A node was lost. */
    synchronized void lost(RemoteNode node) {
        notifyAll();
    }

    /** Nodes that are at work and have not reported since that moment. */
    List<RemoteNode> silentSince(long nanos) {
        return List.of();
    }

    /** Waits for news, but not for long. */
    final synchronized void awaitNews(long mostNanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(mostNanos, LOOK_NANOS));
    }

    /** Waits until that is so; returns whether it is. */
    final synchronized boolean awaited(Duration patience, BooleanSupplier done) throws InterruptedException {
        long until = coordinator.clock.nanoTime() + patience.toNanos();
        while (!done.getAsBoolean()) {
            long left = until - coordinator.clock.nanoTime();
            if (left <= 0) {
                return false;
            }
            awaitNews(left);
        }
        return true;
    }
}
