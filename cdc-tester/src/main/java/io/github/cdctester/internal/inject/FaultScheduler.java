// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Fault;
import io.github.cdctester.config.FaultSchedule.Moment;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.FaultMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executes a schedule: starts due faults, and ends faults after their duration. A failed fault is reported, and does not end the
 * run. Confined to one thread, except the marks.
 */
final class FaultScheduler {

    /** Starts and ends faults. */
    interface Actions {

        /** Injects a fault, or starts a fault with a duration; returns a description of the effect. */
        String begin(Fault fault) throws IOException;

        void end(Fault fault);
    }

    static final long NEVER = Long.MAX_VALUE;

    /** An active fault with a duration. {@code second}: actual start, which is late if the previous fault took long. */
    private record Lasting(Moment moment, double second, long beganNanos, String outcome) {}

    private final List<Moment> moments;
    private final Actions actions;
    private final NanoClock clock;
    private final List<FaultMark> marks = new ArrayList<>();
    private long fromNanos;
    private int next;
    private @Nullable Lasting lasting;
    private int reportedCount;
    private int active;

    /** {@code moments}: faults in order; faults with a duration do not overlap. */
    FaultScheduler(List<Moment> moments, Actions actions, NanoClock clock) {
        this.moments = moments;
        this.actions = actions;
        this.clock = clock;
    }

    /** Starts the schedule; its times count from {@code nanos}. */
    void begin(long nanos) {
        fromNanos = nanos;
    }

    /** Returns the time of the next start or end of a fault; {@link #NEVER} if nothing is left. */
    long nextNanos() {
        Lasting one = lasting;
        long end = one == null ? NEVER : endOf(one);
        if (next == moments.size()) {
            return end;
        }
        Moment moment = moments.get(next);
        long begin = fromNanos + moment.at().toNanos();
        // a late network fault may overlap the next one, which waits: only one is active at a time
        return one != null && moment.fault().kind().isOfNetwork() ? end : Math.min(begin, end);
    }

    void advance() {
        while (true) {
            long due = nextNanos();
            if (due == NEVER || clock.nanoTime() - due < 0) {
                return;
            }
            Lasting one = lasting;
            if (one != null && endOf(one) <= due) {
                endLasting(one);
            } else {
                start(moments.get(next++));
            }
        }
    }

    /** Called at the end of the measured part: ends the active fault, and cancels pending faults. */
    void end() {
        Lasting one = lasting;
        if (one != null) {
            endLasting(one);
        }
        while (next < moments.size()) {
            Moment moment = moments.get(next++);
            add(new FaultMark(
                    moment.at().toNanos() / 1e9,
                    moment.fault().toString(),
                    null,
                    null,
                    "the measured part ended before"));
        }
    }

    private static long endOf(Lasting one) {
        return one.beganNanos + one.moment.fault().length().toNanos();
    }

    private void start(Moment moment) {
        Fault fault = moment.fault();
        long began = clock.nanoTime();
        double second = (began - fromNanos) / 1e9;
        count(1);
        try {
            String outcome = actions.begin(fault);
            if (fault.kind().isOfNetwork()) {
                lasting = new Lasting(moment, second, began, outcome);
                return;
            }
            add(new FaultMark(second, fault.toString(), outcome, (clock.nanoTime() - began) / 1e6, null));
        } catch (IOException | RuntimeException e) {
            add(new FaultMark(second, fault.toString(), null, null, text(e)));
        }
        count(-1);
    }

    private void endLasting(Lasting one) {
        lasting = null;
        actions.end(one.moment.fault());
        count(-1);
        add(new FaultMark(
                one.second,
                one.moment.fault().toString(),
                one.outcome,
                (clock.nanoTime() - one.beganNanos) / 1e6,
                null));
    }

    private static String text(Exception e) {
        return e instanceof RunFailedException ? String.valueOf(e.getMessage()) : e.toString();
    }

    private synchronized void add(FaultMark mark) {
        marks.add(mark);
    }

    private synchronized void count(int delta) {
        active += delta;
    }

    synchronized List<FaultMark> marks() {
        return List.copyOf(marks);
    }

    /** Returns the number of faults that are active, or have ended since the previous call. */
    synchronized int sinceLast() {
        int ended = marks.size() - reportedCount;
        reportedCount = marks.size();
        return ended + active;
    }
}
