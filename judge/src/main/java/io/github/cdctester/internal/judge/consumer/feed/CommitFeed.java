// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes the acknowledged commits of the write side to the judge. Each worker has its own lane, so workers do not wait for each
 * other. In a worker's lane, a stamp belongs to the preceding commit. Workers of other processes share one lane, so each entry
 * contains both the stamp and its commit.
 */
public final class CommitFeed implements CommitSink, Stamps.Sink {

    public interface Receiver {

        /** The server acknowledged a commit and reported its GTID. */
        void acknowledged(long high, long low, String tag, long number, long micros);

        /** The server acknowledged a stamped transaction; {@code number} is 0 if its GTID is unknown. */
        void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros);

        /** A stamped transaction may have been committed without an acknowledgement. */
        void unknown(long sequence);

        /** Writers were lost before they reported their last commits. */
        void writersLost(int firstWriter, int writers);
    }

    private final EpochMicrosClock clock;
    private final List<CommitLane> lanes = new CopyOnWriteArrayList<>();
    private final ThreadLocal<CommitLane> threadLane = ThreadLocal.withInitial(this::newLane);

    public CommitFeed(EpochMicrosClock clock) {
        this.clock = clock;
    }

    private CommitLane newLane() {
        CommitLane lane = new CommitLane();
        lanes.add(lane);
        return lane;
    }

    /** Moves the entries of all lanes to a receiver. Call it from one thread at a time. */
    public void drainTo(Receiver receiver) {
        lanes.forEach(lane -> lane.drainTo(receiver));
    }

    /**
     * Creates a lane for workers of other processes.
     *
     * @param byGtid true to pass on GTIDs and stamps, false to pass on only stamps
     */
    public RemoteCommits remoteCommits(boolean byGtid) {
        return new RemoteLane(newLane(), byGtid);
    }

    private record RemoteLane(CommitLane lane, boolean byGtid) implements RemoteCommits {

        @Override
        public void committed(long high, long low, String tag, long number, long micros) {
            if (byGtid) {
                lane.addCommit(high, low, tag, number, micros);
            }
        }

        @Override
        public void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros) {
            lane.addStampedCommit(high, low, tag, byGtid ? number : 0, sequence, rows, micros);
        }

        @Override
        public void unknown(long sequence) {
            lane.addUnknown(sequence);
        }

        @Override
        public void onWritersLost(int firstWriter, int writers) {
            lane.addLostWriters(firstWriter, writers);
        }
    }

    @Override
    public void onCommit(long high, long low, String tag, long number) {
        threadLane.get().addCommit(high, low, tag, number, clock.epochMicros());
    }

    @Override
    public void onStamped(long sequence, long rows) {
        threadLane.get().addStamp(sequence, rows, clock.epochMicros());
    }

    @Override
    public void onUnstamped() {
        threadLane.get().addUnstamped();
    }

    @Override
    public void onUnknown(long sequence) {
        threadLane.get().addUnknown(sequence);
    }
}
