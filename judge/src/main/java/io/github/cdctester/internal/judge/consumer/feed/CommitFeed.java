// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes acknowledged commits to the judge. Each worker has its own lane, so workers do not wait for each other; a stamp belongs
 * to the preceding commit of its lane. Workers of other processes share one lane, so each entry contains both the stamp and its
 * commit.
 */
public final class CommitFeed implements CommitSink, Stamps.Sink {

    public interface Receiver {

        void acknowledged(long high, long low, String tag, long number, long micros);

        /** {@code number} is 0 if the GTID is unknown. */
        void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros);

        /** The transaction may have been committed without an acknowledgement. */
        void unknown(long sequence);

        /** The writers' last commits were not reported. */
        void writersLost(int firstWriter, int writers);
    }

    private final EpochMicrosClock clock;
    private final List<CommitLane> lanes = new CopyOnWriteArrayList<>();
    private final ThreadLocal<CommitLane> threadLane = ThreadLocal.withInitial(() -> newLane(true));

    public CommitFeed(EpochMicrosClock clock) {
        this.clock = clock;
    }

    private CommitLane newLane(boolean byGtid) {
        CommitLane lane = new CommitLane(byGtid);
        lanes.add(lane);
        return lane;
    }

    /** Call it from one thread at a time. */
    public void drainTo(Receiver receiver) {
        lanes.forEach(lane -> lane.drainTo(receiver));
    }

    /** Creates a lane for workers of other processes. Passes on only stamps if {@code byGtid} is false. */
    public RemoteCommits remoteCommits(boolean byGtid) {
        return newLane(byGtid);
    }

    @Override
    public void onCommit(long high, long low, String tag, long number) {
        threadLane.get().committed(high, low, tag, number, clock.epochMicros());
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
        threadLane.get().unknown(sequence);
    }
}
