// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes on the acknowledged commits of the write side. Each worker has its own lane, so that no worker waits for another one, and
 * so that a stamp belongs to the worker's last commit. Workers of other processes share a lane, in which each stamp names its
 * commit.
 */
final class CommitFeed implements CommitSink, Stamps.Sink {

    static final int COMMIT = 0;
    static final int STAMP = 1;
    static final int UNKNOWN = 2;

    /** The reported commit that the next stamp of the lane belongs to. */
    static final int REFERENCE = 3;

    static final int LOST = 4;

    /** The reported commit has no stamp. */
    static final int UNSTAMPED = 5;

    private final EpochMicrosClock clock;
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final ThreadLocal<HandoffBuffer> lanes = ThreadLocal.withInitial(this::lane);

    /** A worker, with its last commit without a stamp. */
    static final class Worker {
        final HandoffBuffer lane = new HandoffBuffer();
        long high;
        long low;
        String tag = "";
        long number;
    }

    CommitFeed(EpochMicrosClock clock) {
        this.clock = clock;
    }

    private HandoffBuffer lane() {
        Worker worker = new Worker();
        workers.add(worker);
        return worker.lane;
    }

    List<Worker> workers() {
        return workers;
    }

    /**
     * Makes a lane for workers of other processes.
     *
     * @param byGtid whether their GTIDs mean anything; otherwise only stamps count
     */
    RemoteCommits ofOtherProcesses(boolean byGtid) {
        Worker all = new Worker();
        workers.add(all);
        return new Elsewhere(all.lane, byGtid);
    }

    private record Elsewhere(HandoffBuffer lane, boolean byGtid) implements RemoteCommits {

        @Override
        public synchronized void committed(long high, long low, String tag, long number, long micros) {
            if (byGtid) {
                lane.put(COMMIT, high, low, number, micros, 0, tag, null);
            }
        }

        @Override
        public synchronized void stamped(
                long high, long low, String tag, long number, long sequence, long rows, long micros) {
            lane.put(REFERENCE, high, low, byGtid ? number : 0, 0, 0, tag, null);
            lane.put(STAMP, sequence, rows, 0, micros, 0, null, null);
        }

        @Override
        public void unknown(long sequence) {
            lane.put(UNKNOWN, sequence, 0, 0, 0, 0, null, null);
        }

        @Override
        public void lost(int firstWriter, int writers) {
            lane.put(LOST, firstWriter, writers, 0, 0, 0, null, null);
        }
    }

    @Override
    public void committed(long high, long low, String tag, long number) {
        lanes.get().put(COMMIT, high, low, number, clock.epochMicros(), 0, tag, null);
    }

    @Override
    public void stamped(long sequence, long rows) {
        lanes.get().put(STAMP, sequence, rows, 0, clock.epochMicros(), 0, null, null);
    }

    @Override
    public void unstamped() {
        lanes.get().put(UNSTAMPED, 0, 0, 0, 0, 0, null, null);
    }

    @Override
    public void unknown(long sequence) {
        lanes.get().put(UNKNOWN, sequence, 0, 0, 0, 0, null, null);
    }
}
