// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.Beat;
import io.github.cdctester.internal.meter.Distribution;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one node's workers of a crew were asked, and have said. Guarded by the crew. */
final class CrewPart {

    /** What a node says once it has done what it was asked. */
    enum Said {
        HIRED,
        READY,
        OPENED,
        PAUSED,
        ENDED,
        DISMISSED
    }

    private static final long SECOND = 1_000_000_000L;

    private final FleetNode node;
    private final int threads;
    private final int index;
    private final Set<Said> said = EnumSet.noneOf(Said.class);
    private @Nullable String failure;
    private long scheduled;
    private Distribution waiting = Distribution.EMPTY;
    private long heardNanos;
    private long lateNanos;
    private long beatDueNanos;

    CrewPart(FleetNode node, int index, int threads) {
        this.node = node;
        this.index = index;
        this.threads = threads;
    }

    FleetNode node() {
        return node;
    }

    int index() {
        return index;
    }

    int threads() {
        return threads;
    }

    void asked(Said answer) {
        said.remove(answer);
    }

    void says(Said answer) {
        said.add(answer);
    }

    boolean hasSaid(Said answer) {
        return said.contains(answer);
    }

    /** Nothing more is to be waited for. */
    boolean isGone() {
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

    void leaves(long starts, Distribution times) {
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
        said.remove(Said.PAUSED);
    }

    /** How long after its time it was last opened. */
    long lateNanos() {
        return lateNanos;
    }

    void heard(long nanos) {
        heardNanos = nanos;
    }

    /** It is to go at that moment, and to tell of each second from then on. */
    void opensAt(long nanos) {
        node.account().opens(this, threads);
        heardNanos = nanos;
        beatDueNanos = nanos + SECOND - Beat.AHEAD_NANOS;
    }

    /** It told of a second; says how long after its time that came. */
    long beat(long nanos) {
        long late = nanos - beatDueNanos;
        beatDueNanos += SECOND;
        return late;
    }

    long heardNanos() {
        return heardNanos;
    }
}
