// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.recording.LogBlock;
import io.github.cdctester.internal.recording.Recording;
import io.github.cdctester.internal.time.EpochMicrosClock;

/**
 * How far the played log has come: it stands at its beginning until enough consumers read, and grows from there on as it did when it
 * was recorded, at a speed; at the highest speed it is all there, unless it is held. Safe for use by several threads.
 */
final class PlayClock {

    private final Recording recording;
    private final double speed;
    private final int awaited;
    private boolean held;
    private final boolean grows;
    private int consumers;
    private boolean started;
    private long startedNanos;
    private long startedMicros;
    private long originMicros = Long.MAX_VALUE;

    /** The blocks that are there, and their GTIDs with those before the recording. */
    private int there;

    private Gtids gtids;

    /** {@code held}: whether it stands at its beginning until it is let go, too. */
    PlayClock(Recording recording, double speed, int awaited, boolean held) {
        this.recording = recording;
        this.speed = speed;
        this.awaited = awaited;
        this.held = held;
        grows = held || isPaced();
        gtids = recording.before();
    }

    boolean isPaced() {
        return speed != PlayServer.MAX;
    }

    /** Another consumer begins to read at what arrived at a moment. The earliest of those waited for goes on at once. */
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

    /** Whether all that are waited for have begun. */
    synchronized boolean isAwaited() {
        return consumers >= awaited;
    }

    synchronized void letGo() {
        held = false;
        startIfAwaited();
    }

    /** When it began to grow, in µs since the epoch. */
    synchronized long startedMicros() {
        return startedMicros;
    }

    /** When that was there which had arrived at a moment, in µs since the epoch; once it has started. */
    synchronized long dueMicros(long micros) {
        return startedMicros + (isPaced() ? Math.max(0, (long) ((micros - originMicros) / speed)) : 0);
    }

    /** Until what arrived at a moment is there; 0 and less if it is, and the longest while the clock stands, or for the longest. */
    synchronized long nanosUntil(long micros) {
        if (!started || micros == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        double due = isPaced() ? (micros - originMicros) * 1_000.0 / speed : 0;
        return startedNanos + (long) due - System.nanoTime();
    }

    /** Where the log ends now. */
    synchronized LogEnd end() {
        Gtids more = gtids;
        for (int i = there; i < recording.blocks().size(); i++) {
            LogBlock block = recording.blocks().get(i);
            if (grows && nanosUntil(block.micros()) > 0) {
                break;
            }
            more = more.followedBy(block.gtids());
            if (block.between()) {
                there = i + 1;
                gtids = more;
            }
        }
        LogBlock last = recording.blocks().get(there == 0 ? recording.beginning() : there - 1);
        return new LogEnd(new LogPosition(last.file(), there == 0 ? last.offset() : last.end()), gtids.toString());
    }
}
