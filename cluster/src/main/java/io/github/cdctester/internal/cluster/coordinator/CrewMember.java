// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.meter.Distribution;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One node of a crew: its share of the workers, and its replies. Guarded by the crew. */
final class CrewMember {

    /** The answer of a node that has carried out a request. */
    enum Reply {
        CREATED,
        READY,
        OPENED,
        PAUSED,
        ENDED,
        CLOSED
    }

    private static final long SECOND = 1_000_000_000L;

    private final RemoteNode node;
    private final int threads;
    private final int index;
    private final Set<Reply> replies = EnumSet.noneOf(Reply.class);
    private @Nullable String failure;
    private long scheduled;
    private Distribution waiting = Distribution.EMPTY;
    private long heardNanos;
    private long lateNanos;
    private long reportDueNanos;

    CrewMember(RemoteNode node, int index, int threads) {
        this.node = node;
        this.index = index;
        this.threads = threads;
    }

    RemoteNode node() {
        return node;
    }

    int index() {
        return index;
    }

    int threads() {
        return threads;
    }

    void awaits(Reply reply) {
        replies.remove(reply);
    }

    void replied(Reply reply) {
        replies.add(reply);
    }

    boolean hasReplied(Reply reply) {
        return replies.contains(reply);
    }

    boolean isLost() {
        return node.lost() != null;
    }

    @Nullable
    String failure() {
        return failure;
    }

    void fail(String why) {
        if (failure == null) {
            failure = why;
        }
    }

    void ended(long starts, Distribution times) {
        scheduled = starts;
        waiting = times;
    }

    long scheduled() {
        return scheduled;
    }

    Distribution waiting() {
        return waiting;
    }

    void opened(long late) {
        lateNanos = late;
        replies.remove(Reply.PAUSED);
    }

    long lateNanos() {
        return lateNanos;
    }

    void heard(long nanos) {
        heardNanos = nanos;
    }

    /** The workers begin at that moment, and are to report each second from then on. */
    void opensAt(long nanos) {
        node.meter().opens(this, threads);
        heardNanos = nanos;
        reportDueNanos = nanos + SECOND - WriteProgress.AHEAD_NANOS;
    }

    /** A report of one second; returns how late it came. */
    long progressed(long nanos) {
        long late = nanos - reportDueNanos;
        reportDueNanos += SECOND;
        return late;
    }

    long heardNanos() {
        return heardNanos;
    }
}
