// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.TreeMap;

/** A clock that advances only while a thread waits, so a run of minutes takes milliseconds. */
final class FakeClock implements RunClock {

    private static final long BEGIN = 1_000_000_000_000L;

    private final TreeMap<Long, Runnable> events = new TreeMap<>();
    private long now = BEGIN;

    /** Schedules an event for a time after the start. */
    void after(Duration time, Runnable event) {
        events.put(BEGIN + time.toNanos(), event);
    }

    long millis() {
        return (now - BEGIN) / 1_000_000;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void await(StopSignal stop, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long until = now + nanos;
        while (!stop.isRaised() && !events.isEmpty() && events.firstKey() <= until) {
            var event = events.pollFirstEntry();
            now = Math.max(now, event.getKey());
            event.getValue().run();
        }
        if (!stop.isRaised()) {
            now = Math.max(now, until);
        }
    }
}
