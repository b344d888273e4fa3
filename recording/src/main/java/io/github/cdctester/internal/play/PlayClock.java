// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.List;

/**
 * The present end of the played log. It waits at the start until enough consumers read, and then grows in its recorded timing, at a
 * given speed; at the highest speed the whole log is available, unless it is paused. Safe for use by several threads.
 */
public final class PlayClock {

    private final Recording recording;
    private final List<LogBlock> blocks;
    private volatile double speed;
    private final int awaited;
    private final boolean grows;
    private boolean held;
    private int consumers;
    private boolean started;
    private long startedNanos;
    private long startedMicros;
    private long originMicros = Long.MAX_VALUE;

    /** Number of available blocks; the last one ends a transaction. */
    private int there;

    /** The last requested block. */
    private int asked;

    PlayClock(Recording recording, PlayServer.Terms terms) {
        this.recording = recording;
        blocks = recording.blocks();
        speed = terms.speed();
        awaited = terms.awaited();
        held = terms.held();
        grows = held || isPaced();
    }

    boolean isPaced() {
        return speed != PlayServer.MAX;
    }

    /** Handles the start of another consumer, at data of a given moment. The earliest awaited one continues at once. */
    synchronized void begins(long micros) {
        consumers++;
        if (!started) {
            originMicros = Math.min(originMicros, micros);
            startIfAwaited();
        }
    }

    /** A consumer is gone before it was sent anything, as one is that only tries whether it may. */
    synchronized void leaves() {
        consumers--;
    }

    private void startIfAwaited() {
        started = !held && consumers >= awaited;
        startedNanos = System.nanoTime();
        startedMicros = EpochMicrosClock.SYSTEM.epochMicros();
    }

    /** Returns true if all that are waited for have begun to read. */
    public synchronized boolean isAwaited() {
        return consumers >= awaited;
    }

    /** Starts a paused log, after the consumers have started. */
    public synchronized void release() {
        held = false;
        startIfAwaited();
    }

    /** Has all of it there at once from now on. */
    public void hurry() {
        speed = PlayServer.MAX;
    }

    /** Returns the time at which the log began to grow, in µs since the epoch. */
    synchronized long startedMicros() {
        return startedMicros;
    }

    /** Returns the time at which the events up to an end became readable, in µs since the epoch. Calls follow the log's order. */
    synchronized long dueMicros(String file, long end) {
        for (int tried = 0; tried < blocks.size(); tried++) {
            LogBlock block = blocks.get(asked);
            if (block.file().equals(file) && end > block.offset() && end <= block.end()) {
                return startedMicros + Math.max(0, (long) ((block.micros() - originMicros) / speed));
            }
            asked = (asked + 1) % blocks.size();
        }
        return startedMicros;
    }

    /** Until what arrived at a moment is there; 0 and less if it is, and the longest while the clock stands, or for the longest. */
    synchronized long nanosUntil(long micros) {
        return !started || micros == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : startedNanos + (long) ((micros - originMicros) * 1_000.0 / speed) - System.nanoTime();
    }

    synchronized LogEnd end() {
        for (int i = there;
                i < blocks.size() && !(grows && nanosUntil(blocks.get(i).micros()) > 0);
                i++) {
            there = blocks.get(i).between() ? i + 1 : there;
        }
        LogBlock last = blocks.get(there == 0 ? recording.beginning() : there - 1);
        long end = there == 0 ? last.offset() : last.end();
        return new LogEnd(
                new LogPosition(last.file(), end), recording.gtids(there).toString());
    }
}
