// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.FaultSchedule.Moment;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.FaultMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executes a schedule: starts due faults, and ends faults whose time has elapsed. A failed fault is reported and does not end the
 * run. Used by one thread; other threads may read the marks.
 */
final class FaultScheduler {

    static final long NEVER = Long.MAX_VALUE;

    /** A fault with a duration; it starts late if the previous fault took long. */
    private record LastingFault(Moment moment, double second, long beganNanos, String outcome) {}

    private final List<Moment> moments;
    private final FaultActions actions;
    private final NanoClock clock;
    private final List<FaultMark> marks = new ArrayList<>();
    private long fromNanos;
    private int next;
    private final List<LastingFault> lasting = new ArrayList<>();
    private int reportedMarks;
    private int activeFaults;

    /**
     * Creates a scheduler.
     *
     * @param moments faults in order
     */
    FaultScheduler(List<Moment> moments, FaultActions actions, NanoClock clock) {
        this.moments = new ArrayList<>(moments);
        this.actions = actions;
        this.clock = clock;
    }

    /** Sets the time from which the times of the schedule count. */
    void begin(long nanos) {
        fromNanos = nanos;
    }

    /** Adds a fault that is due at once. */
    void add(Fault fault) {
        Moment now = new Moment(Duration.ofNanos(Math.max(0, clock.nanoTime() - fromNanos)), fault);
        int index = next;
        while (index < moments.size() && moments.get(index).at().compareTo(now.at()) <= 0) {
            index++;
        }
        moments.add(index, now);
    }

    /** Returns the time at which the next fault starts or ends, by the clock; {@link #NEVER} if no fault is left. */
    long nextNanos() {
        long end = lasting.stream().mapToLong(FaultScheduler::endOf).min().orElse(NEVER);
        if (next == moments.size()) {
            return end;
        }
        Moment moment = moments.get(next);
        long begin = fromNanos + moment.at().toNanos();
        // a late fault may last into the time of the next one with the same target
        boolean isExcluded =
                lasting.stream().anyMatch(fault -> fault.moment.fault().excludes(moment.fault()));
        return isExcluded ? end : Math.min(begin, end);
    }

    void advance() {
        while (true) {
            long due = nextNanos();
            if (due == NEVER || clock.nanoTime() - due < 0) {
                return;
            }
            LastingFault elapsed = lasting.stream()
                    .filter(fault -> endOf(fault) <= due)
                    .findFirst()
                    .orElse(null);
            if (elapsed != null) {
                undo(elapsed);
            } else {
                start(moments.get(next++));
            }
        }
    }

    /** Ends all active faults, and records the pending faults as not started. Called after the measured part. */
    void end() {
        List.copyOf(lasting).forEach(this::undo);
        while (next < moments.size()) {
            Moment moment = moments.get(next++);
            add(mark(moment.at().toNanos() / 1e9, moment.fault(), null, null, "the measured part ended before"));
        }
    }

    private static long endOf(LastingFault fault) {
        return fault.beganNanos + fault.moment.fault().length().toNanos();
    }

    private void start(Moment moment) {
        Fault fault = moment.fault();
        long beganNanos = clock.nanoTime();
        double second = (beganNanos - fromNanos) / 1e9;
        changeActiveFaults(1);
        try {
            String outcome = actions.begin(fault, second);
            if (fault.isLasting()) {
                lasting.add(new LastingFault(moment, second, beganNanos, outcome));
                return;
            }
            add(mark(second, fault, outcome, (clock.nanoTime() - beganNanos) / 1e6, null));
        } catch (IOException | RuntimeException e) {
            add(mark(second, fault, null, null, text(e)));
        }
        changeActiveFaults(-1);
    }

    private void undo(LastingFault lastingFault) {
        lasting.remove(lastingFault);
        Fault fault = lastingFault.moment.fault();
        try {
            actions.end(fault);
            add(mark(
                    lastingFault.second,
                    fault,
                    lastingFault.outcome,
                    (clock.nanoTime() - lastingFault.beganNanos) / 1e6,
                    null));
        } catch (RuntimeException e) {
            add(mark(lastingFault.second, fault, null, null, lastingFault.outcome + ", and not undone: " + text(e)));
        }
        changeActiveFaults(-1);
    }

    private static FaultMark mark(
            double second, Fault fault, @Nullable String outcome, @Nullable Double millis, @Nullable String failure) {
        String consumer = fault.consumer().isEmpty() ? null : fault.consumer();
        return new FaultMark(second, fault.toString(), consumer, outcome, millis, failure);
    }

    private static String text(Exception e) {
        return e instanceof RunFailedException ? String.valueOf(e.getMessage()) : e.toString();
    }

    private synchronized void add(FaultMark mark) {
        marks.add(mark);
    }

    private synchronized void changeActiveFaults(int change) {
        activeFaults += change;
    }

    synchronized List<FaultMark> marks() {
        return List.copyOf(marks);
    }

    /** Returns the number of faults that are active, or have ended since the last call. */
    synchronized int activeSinceLastCall() {
        int ended = marks.size() - reportedMarks;
        reportedMarks = marks.size();
        return ended + activeFaults;
    }
}
