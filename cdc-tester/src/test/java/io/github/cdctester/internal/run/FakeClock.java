// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.TreeMap;

/** Simulates a clock that advances only while a thread waits, so that a run of minutes takes milliseconds. */
final class FakeClock implements RunClock {

    private static final long START_NANOS = 1_000_000_000_000L;

    private final TreeMap<Long, Runnable> events = new TreeMap<>();
    private long nowNanos = START_NANOS;

    /** Schedules an event at a time after the start of the clock. An earlier event at this time is replaced. */
    void runAfter(Duration time, Runnable event) {
        events.put(START_NANOS + time.toNanos(), event);
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
            var event = events.pollFirstEntry();
            nowNanos = Math.max(nowNanos, event.getKey());
            event.getValue().run();
        }
        if (!stop.isRaised()) {
            nowNanos = Math.max(nowNanos, untilNanos);
        }
    }
}
