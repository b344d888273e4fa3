// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Buffers commits until they are sent: only their GTIDs, or each commit with its time and stamp. A stamp is the sequence number
 * in a transaction's rows. It belongs to the last commit of the same thread. Thread-safe.
 */
public final class CommitBuffer implements CommitSink, Stamps.Sink {

    private final @Nullable EpochMicrosClock clock;

    @SuppressWarnings("ThreadLocalUsage") // one lane per worker and buffer
    private final ThreadLocal<Lane> laneOfThread = ThreadLocal.withInitial(() -> addLane(0, 0, ""));

    private final List<Lane> lanes = new ArrayList<>();
    private List<Commits> batches = new ArrayList<>();

    /** {@code clock} is null if only GTIDs are stored. */
    public CommitBuffer(@Nullable EpochMicrosClock clock) {
        this.clock = clock;
    }

    private synchronized Lane addLane(long sourceHigh, long sourceLow, String tag) {
        Lane lane = new Lane(sourceHigh, sourceLow, tag);
        lanes.add(lane);
        return lane;
    }

    @Override
    public void onCommit(long sourceHigh, long sourceLow, String tag, long number) {
        if (clock == null) {
            addGtid(sourceHigh, sourceLow, tag, number);
            return;
        }
        Lane lane = laneOfThread.get();
        long micros = clock.epochMicros();
        synchronized (this) {
            if (!lane.hasSource(sourceHigh, sourceLow, tag)) {
                if (lane.length > 0) {
                    batches.add(lane.takeEntries());
                }
                lane.sourceHigh = sourceHigh;
                lane.sourceLow = sourceLow;
                lane.tag = tag;
            }
            lane.commitNumber = number;
            lane.hasStamp = false;
            lane.add(number, lane.lastSequence, micros, 0);
        }
    }

    private synchronized void addGtid(long sourceHigh, long sourceLow, String tag, long number) {
        for (Lane lane : lanes) {
            if (lane.hasSource(sourceHigh, sourceLow, tag)) {
                lane.add(number);
                return;
            }
        }
        addLane(sourceHigh, sourceLow, tag).add(number);
    }

    /** Adds a stamp to the last commit of this thread. Stores a second stamp of the same commit without a GTID. */
    @Override
    public void onStamped(long sequence, long rows) {
        Lane lane = laneOfThread.get();
        long micros = clock == null ? 0 : clock.epochMicros();
        synchronized (this) {
            lane.add(lane.hasStamp ? 0 : lane.commitNumber, sequence, micros, rows);
            lane.hasStamp = true;
        }
    }

    /** Ensures that a later stamp without a GTID is not assigned to this thread's last commit. */
    @Override
    public void onUnstamped() {
        Lane lane = laneOfThread.get();
        synchronized (this) {
            lane.hasStamp = true;
        }
    }

    @Override
    public void onUnknown(long sequence) {
        Lane lane = laneOfThread.get();
        synchronized (this) {
            lane.add(lane.lastNumber, sequence, lane.lastMicros, Commits.UNKNOWN);
        }
    }

    /** Returns GTIDs by source, or each worker's commits in order. */
    public synchronized List<Commits> drain() {
        List<Commits> drainedCommits = batches;
        batches = new ArrayList<>();
        for (Lane lane : lanes) {
            if (lane.length > 0) {
                drainedCommits.add(clock == null ? lane.takeGtids() : lane.takeEntries());
            }
        }
        return drainedCommits;
    }

    /** GTIDs of one source, or entries of one worker. Guarded by the buffer. */
    private static final class Lane {
        private long sourceHigh;
        private long sourceLow;
        private String tag;
        private long commitNumber;
        private boolean hasStamp;
        private long lastNumber;
        private long lastSequence;
        private long lastMicros;
        private long[] values = new long[64 * Commits.ENTRY_LENGTH];
        private int length;

        Lane(long sourceHigh, long sourceLow, String tag) {
            this.sourceHigh = sourceHigh;
            this.sourceLow = sourceLow;
            this.tag = tag;
        }

        boolean hasSource(long otherHigh, long otherLow, String otherTag) {
            return sourceHigh == otherHigh && sourceLow == otherLow && tag.equals(otherTag);
        }

        void add(long value) {
            if (length == values.length) {
                values = Arrays.copyOf(values, 2 * length);
            }
            values[length++] = value;
        }

        void add(long gtidNumber, long sequence, long micros, long rows) {
            add(gtidNumber - lastNumber);
            add(sequence - lastSequence);
            add(micros - lastMicros);
            add(rows);
            lastNumber = gtidNumber;
            lastSequence = sequence;
            lastMicros = micros;
        }

        Commits takeGtids() {
            Commits takenCommits = Commits.of(sourceHigh, sourceLow, tag, Arrays.copyOf(values, length));
            length = 0;
            return takenCommits;
        }

        Commits takeEntries() {
            Commits takenCommits = new Commits(sourceHigh, sourceLow, tag, true, Arrays.copyOf(values, length));
            length = 0;
            lastNumber = 0;
            lastSequence = 0;
            lastMicros = 0;
            return takenCommits;
        }
    }
}
