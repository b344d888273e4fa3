// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.link.Link.Member;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A worker node as the coordinator knows it. For any thread. */
final class FleetNode {

    private final Member member;
    private final boolean writes;
    private final boolean reads;
    private final ClockOffset clock = new ClockOffset();
    private final ConcurrentHashMap<Long, Long> asked = new ConcurrentHashMap<>();
    private final AtomicLong questions = new AtomicLong();
    private final NodeAccount account = new NodeAccount();
    private volatile @Nullable Welcome welcome;
    private volatile String driver = "";
    private volatile @Nullable String lost;
    private volatile long heardNanos;

    FleetNode(Member member) {
        this(member, true, false);
    }

    /**
     * Creates one that nobody has heard of yet.
     *
     * @param writes whether it has a part of each load
     * @param reads whether it follows streams
     */
    FleetNode(Member member, boolean writes, boolean reads) {
        this.member = member;
        this.writes = writes;
        this.reads = reads;
    }

    boolean writes() {
        return writes;
    }

    boolean reads() {
        return reads;
    }

    /** Host and port. */
    String address() {
        return member.address();
    }

    Member member() {
        return member;
    }

    @Nullable
    Welcome welcome() {
        return welcome;
    }

    void welcomed(Welcome said) {
        welcome = said;
    }

    /** What it did, and what that took. */
    NodeAccount account() {
        return account;
    }

    /** The JDBC driver by which it writes; empty as long as it does not. */
    String driver() {
        return driver;
    }

    void writesBy(String jdbcDriver) {
        driver = jdbcDriver;
    }

    /** A question for its clocks; tells the question's number. */
    long asks(long nowNanos) {
        long number = questions.incrementAndGet();
        asked.put(number, nowNanos);
        return number;
    }

    void answered(long number, long thereNanos, long nowNanos, long epochAheadMicros) {
        Long since = asked.remove(number);
        if (since != null) {
            synchronized (clock) {
                clock.take(since, thereNanos, nowNanos, epochAheadMicros);
            }
        }
    }

    boolean awaits(long number) {
        return asked.containsKey(number);
    }

    long there(long nanos) {
        synchronized (clock) {
            return clock.there(nanos);
        }
    }

    long clockErrorNanos() {
        synchronized (clock) {
            return clock.errorNanos();
        }
    }

    long epochAheadMicros() {
        synchronized (clock) {
            return clock.epochAheadMicros();
        }
    }

    void heard(long nanos) {
        heardNanos = nanos;
    }

    long heardNanos() {
        return heardNanos;
    }

    /** Why it is not counted on any more; {@code null} while it is. */
    @Nullable
    String lost() {
        return lost;
    }

    boolean isThere() {
        return lost == null;
    }

    /** Tells whether that is new. */
    synchronized boolean lose(String why) {
        if (lost != null) {
            return false;
        }
        lost = why;
        return true;
    }
}
