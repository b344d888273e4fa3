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
 * Goes through a schedule: what is due is done, what has lasted long enough is ended. What cannot be carried out is said and
 * ends nothing. For one thread; its marks may be read by others.
 */
final class FaultScheduler {

    /** Breaks things, and puts them right again. */
    interface Actions {

        /** Does a fault, or begins one that lasts; returns what was done. */
        String begin(Fault fault) throws IOException;

        void end(Fault fault);
    }

    static final long NEVER = Long.MAX_VALUE;

    /** A fault that lasts; it began late where the one before it took long. */
    private record Lasting(Moment moment, double second, long beganNanos, String outcome) {}

    private final List<Moment> moments;
    private final Actions actions;
    private final NanoClock clock;
    private final List<FaultMark> marks = new ArrayList<>();
    private long fromNanos;
    private int next;
    private @Nullable Lasting lasting;
    private int told;
    private int inForce;

    /**
     * Creates it.
     *
     * @param moments what is to be done, in order; those that last one behind the end of the other
     */
    FaultScheduler(List<Moment> moments, Actions actions, NanoClock clock) {
        this.moments = moments;
        this.actions = actions;
        this.clock = clock;
    }

    /** Times count from here. */
    void begin(long nanos) {
        fromNanos = nanos;
    }

    /** When there is something to do, by the clock; {@link #NEVER} if nothing is left. */
    long nextNanos() {
        Lasting one = lasting;
        long end = one == null ? NEVER : endOf(one);
        if (next == moments.size()) {
            return end;
        }
        Moment moment = moments.get(next);
        long begin = fromNanos + moment.at().toNanos();
        // one that was late may last into the time of the next one: the network has one at a time
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
                lift(one);
            } else {
                start(moments.get(next++));
            }
        }
    }

    /** The measured part has ended: nothing lasts any longer, and what has not begun never does. */
    void end() {
        Lasting one = lasting;
        if (one != null) {
            lift(one);
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

    private void lift(Lasting one) {
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

    private synchronized void count(int more) {
        inForce += more;
    }

    synchronized List<FaultMark> marks() {
        return List.copyOf(marks);
    }

    /** How many faults are in force, or have ended since this was asked last. */
    synchronized int sinceLast() {
        int ended = marks.size() - told;
        told = marks.size();
        return ended + inForce;
    }
}
