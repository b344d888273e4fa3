// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;

/** Simulates a clock that advances only while a thread waits, so that a run of minutes takes milliseconds. */
final class FakeClock implements RunClock {

    private static final long START_NANOS = 1_000_000_000_000L;

    private final TreeMap<Long, Deque<Runnable>> events = new TreeMap<>();
    private long nowNanos = START_NANOS;

    /** Schedules an event at a time after the start of the clock. Events at the same time run in the order of these calls. */
    void runAfter(Duration time, Runnable event) {
        events.computeIfAbsent(START_NANOS + time.toNanos(), any -> new ArrayDeque<>())
                .add(event);
    }

    long millis() {
        return (nowNanos - START_NANOS) / 1_000_000;
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public void await(StopSignal stop, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long untilNanos = nowNanos + nanos;
        while (!stop.isRaised() && !events.isEmpty() && events.firstKey() <= untilNanos) {
            long dueNanos = events.firstKey();
            nowNanos = Math.max(nowNanos, dueNanos);
            nextEvent(dueNanos).run();
        }
        if (!stop.isRaised()) {
            nowNanos = Math.max(nowNanos, untilNanos);
        }
    }

    /** Removes the next event of this time before it runs, because it may schedule another one. */
    private Runnable nextEvent(long dueNanos) {
        Deque<Runnable> dueEvents = events.get(dueNanos);
        Runnable event = dueEvents.remove();
        if (dueEvents.isEmpty()) {
            events.remove(dueNanos);
        }
        return event;
    }
}
