// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.FaultSchedule.Moment;
import io.github.cdctester.internal.text.FailureText;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.FaultMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts the due faults of a schedule, and ends faults whose time has elapsed. A failed fault does not end the run. Used by one thread;
 * other threads may read the marks.
 */
final class FaultScheduler {

    static final long NEVER = Long.MAX_VALUE;

    /** Starts late if the previous fault took long. */
    private record LastingFault(Moment moment, double second, long beganNanos, String outcome) {}

    private final List<Moment> moments;
    private final FaultActions actions;
    private final NanoClock clock;
    private final List<FaultMark> marks = new ArrayList<>();
    private long referenceNanos;
    private int nextIndex;
    private final List<LastingFault> lastingFaults = new ArrayList<>();
    private int reportedMarkCount;
    private int activeFaults;

    /** @param moments in the order of their times */
    FaultScheduler(List<Moment> moments, FaultActions actions, NanoClock clock) {
        this.moments = new ArrayList<>(moments);
        this.actions = actions;
        this.clock = clock;
    }

    void begin(long nanos) {
        referenceNanos = nanos;
    }

    /** The fault is due at once. */
    void add(Fault fault) {
        Moment newMoment = new Moment(Duration.ofNanos(Math.max(0, clock.nanoTime() - referenceNanos)), fault);
        int index = nextIndex;
        while (index < moments.size() && moments.get(index).at().compareTo(newMoment.at()) <= 0) {
            index++;
        }
        moments.add(index, newMoment);
    }

    /** Returns {@link #NEVER} if no fault remains. */
    long nextNanos() {
        long endNanos =
                lastingFaults.stream().mapToLong(FaultScheduler::endOf).min().orElse(NEVER);
        if (nextIndex == moments.size()) {
            return endNanos;
        }
        Moment moment = moments.get(nextIndex);
        long beginNanos = referenceNanos + moment.at().toNanos();
        // a late fault may still be active when the next fault with the same target is due
        boolean isExcluded =
                lastingFaults.stream().anyMatch(fault -> fault.moment.fault().excludes(moment.fault()));
        return isExcluded ? endNanos : Math.min(beginNanos, endNanos);
    }

    void advance() {
        while (true) {
            long dueNanos = nextNanos();
            if (dueNanos == NEVER || clock.nanoTime() - dueNanos < 0) {
                return;
            }
            LastingFault elapsedFault = lastingFaults.stream()
                    .filter(fault -> endOf(fault) <= dueNanos)
                    .findFirst()
                    .orElse(null);
            if (elapsedFault != null) {
                undo(elapsedFault);
            } else {
                start(moments.get(nextIndex++));
            }
        }
    }

    /** Called after the measured part. Pending faults are recorded as not started. */
    void end() {
        List.copyOf(lastingFaults).forEach(this::undo);
        while (nextIndex < moments.size()) {
            Moment moment = moments.get(nextIndex++);
            add(mark(moment.at().toNanos() / 1e9, moment.fault(), null, null, "the measured part ended before"));
        }
    }

    private static long endOf(LastingFault fault) {
        return fault.beganNanos + fault.moment.fault().length().toNanos();
    }

    private void start(Moment moment) {
        Fault fault = moment.fault();
        long beganNanos = clock.nanoTime();
        double second = (beganNanos - referenceNanos) / 1e9;
        changeActiveFaults(1);
        try {
            String outcome = actions.begin(fault, second);
            if (fault.isLasting()) {
                lastingFaults.add(new LastingFault(moment, second, beganNanos, outcome));
                return;
            }
            add(mark(second, fault, outcome, (clock.nanoTime() - beganNanos) / 1e6, null));
        } catch (IOException | RuntimeException e) {
            add(mark(second, fault, null, null, FailureText.of(e)));
        }
        changeActiveFaults(-1);
    }

    private void undo(LastingFault lastingFault) {
        lastingFaults.remove(lastingFault);
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
            add(mark(
                    lastingFault.second,
                    fault,
                    null,
                    null,
                    lastingFault.outcome + ", and not undone: " + FailureText.of(e)));
        }
        changeActiveFaults(-1);
    }

    private static FaultMark mark(
            double second, Fault fault, @Nullable String outcome, @Nullable Double millis, @Nullable String failure) {
        String consumer = fault.consumer().isEmpty() ? null : fault.consumer();
        return new FaultMark(second, fault.toString(), consumer, outcome, millis, failure);
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
        int endedFaults = marks.size() - reportedMarkCount;
        reportedMarkCount = marks.size();
        return endedFaults + activeFaults;
    }
}
