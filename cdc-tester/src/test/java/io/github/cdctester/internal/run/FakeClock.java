// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.TreeMap;

/** A clock that advances only while a thread waits, so a run of minutes takes milliseconds. */
final class FakeClock implements RunClock {

    private static final long BEGIN_NANOS = 1_000_000_000_000L;

    private final TreeMap<Long, Runnable> events = new TreeMap<>();
    private long nowNanos = BEGIN_NANOS;

    /** Schedules an event for a time after the start. */
    void after(Duration time, Runnable event) {
        events.put(BEGIN_NANOS + time.toNanos(), event);
    }

    long millis() {
        return (nowNanos - BEGIN_NANOS) / 1_000_000;
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
