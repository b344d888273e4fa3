// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Determines the available end of the played log. After enough consumers read, the log grows with its recorded timing at the
 * configured speed. Before the start, {@link #end} reports the whole log, unless the log waits for {@link #release}. Thread-safe.
 */
public final class PlayClock {

    private final Recording recording;
    private final List<LogBlock> blocks;
    private volatile double speed;
    private final int awaitedConsumers;
    private final boolean growsOverTime;
    private boolean awaitsRelease;
    /** True if the log can start again. A judge's times of the log must not change, so its log starts only once. */
    private final boolean canRestart;

    private int consumerCount;
    /** Number of consumers for which the log started, excluding readers that only tested a dump. */
    private int readerCount;
    /** Recorded times of the first data of each consumer that was registered before the log had a reader. */
    private final List<Long> firstMicros = new ArrayList<>();

    private boolean isStarted;
    private long startedNanos;
    private long startedMicros;
    /** Recorded time at which the played log starts, in µs since the epoch. */
    private long originMicros = Long.MAX_VALUE;

    /** The last available block ends outside a transaction. */
    private int availableBlocks;

    private int lastLookupIndex;

    PlayClock(Recording recording, PlayServer.PlaySettings settings) {
        this.recording = recording;
        blocks = recording.blocks();
        speed = settings.speed();
        awaitedConsumers = settings.awaitedConsumers();
        awaitsRelease = settings.startsOnRelease();
        growsOverTime = awaitsRelease || isPaced();
        canRestart = isPaced() && !awaitsRelease;
    }

    boolean isPaced() {
        return speed != PlayServer.MAX_SPEED;
    }

    /**
     * Registers a consumer whose first data was recorded at {@code micros}. The log starts at the earliest of these
     * times of the consumers that are registered at the start, and skips the time before.
     */
    synchronized void addConsumer(long micros) {
        consumerCount++;
        firstMicros.add(micros);
        if (!isStarted) {
            startIfReady();
        }
    }

    /** Unregisters a consumer that disconnected before it received its first data, recorded at {@code micros}. */
    synchronized void removeConsumer(long micros) {
        consumerCount--;
        firstMicros.remove((Long) micros);
        if (isStarted && readerCount == 0 && canRestart) {
            availableBlocks = 0;
            startIfReady();
        }
    }

    /** Counts a registered consumer as a reader. Returns false if the clock no longer provides its first data. */
    synchronized boolean addReader(long micros) {
        boolean isDue = nanosUntil(micros) <= 0;
        readerCount += isDue ? 1 : 0;
        return isDue;
    }

    /**
     * Unregisters a reader that only tested whether the server accepts a dump. If the log started only for such readers, it
     * starts again for the consumers that remain or follow.
     */
    synchronized void removeReader(long micros) {
        readerCount--;
        removeConsumer(micros);
    }

    private void startIfReady() {
        isStarted = !awaitsRelease && consumerCount >= awaitedConsumers;
        originMicros = firstMicros.isEmpty() ? Long.MAX_VALUE : Collections.min(firstMicros);
        startedNanos = System.nanoTime();
        startedMicros = EpochMicrosClock.SYSTEM.epochMicros();
    }

    public synchronized boolean haveConsumersStarted() {
        return consumerCount >= awaitedConsumers;
    }

    /** The log starts when the awaited consumers read. */
    public synchronized void release() {
        awaitsRelease = false;
        startIfReady();
    }

    /** Before the clock starts, takes effect at its start. */
    public void setMaxSpeed() {
        speed = PlayServer.MAX_SPEED;
    }

    /** Start of the growth in µs since the epoch; not valid before the start. */
    synchronized long startedMicros() {
        return startedMicros;
    }

    /** Returns µs since the epoch at which events up to this position became available. Fast only in log order. */
    synchronized long dueMicros(String file, long end) {
        for (int attempts = 0; attempts < blocks.size(); attempts++) {
            LogBlock block = blocks.get(lastLookupIndex);
            if (block.file().equals(file) && end > block.offset() && end <= block.end()) {
                return startedMicros + Math.max(0, (long) ((block.micros() - originMicros) / speed));
            }
            lastLookupIndex = (lastLookupIndex + 1) % blocks.size();
        }
        return startedMicros;
    }

    /**
     * Returns 0 or less if the data is already available; {@link Long#MAX_VALUE} before the start, or if {@code micros} is
     * {@link Long#MAX_VALUE}.
     */
    synchronized long nanosUntil(long micros) {
        return !isStarted || micros == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : startedNanos + (long) ((micros - originMicros) * 1_000.0 / speed) - System.nanoTime();
    }

    synchronized LogEnd end() {
        for (int i = availableBlocks;
                i < blocks.size() && !(growsOverTime && nanosUntil(blocks.get(i).micros()) > 0);
                i++) {
            availableBlocks = blocks.get(i).endsOutsideTransaction() ? i + 1 : availableBlocks;
        }
        LogBlock lastBlock = blocks.get(availableBlocks == 0 ? recording.firstRecordedIndex() : availableBlocks - 1);
        long end = availableBlocks == 0 ? lastBlock.offset() : lastBlock.end();
        return new LogEnd(
                new LogPosition(lastBlock.file(), end),
                recording.gtids(availableBlocks).toString());
    }
}
