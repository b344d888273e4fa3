// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.cluster.message.WorkerCommits.Lane;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.ArrayList;
import java.util.List;

/**
 * Commits of this node's workers with their times and stamps that have not been sent yet. Called in the workers' threads: a stamp
 * belongs to the commit that the same thread was told of just before.
 */
public final class WorkerCommitBuffer implements CommitSink, Stamps.Sink {

    private final EpochMicrosClock clock;
    private final ThreadLocal<Lane> own = ThreadLocal.withInitial(this::lane);
    private final List<Lane> lanes = new ArrayList<>();
    private List<WorkerCommits> full = new ArrayList<>();

    public WorkerCommitBuffer(EpochMicrosClock clock) {
        this.clock = clock;
    }

    private synchronized Lane lane() {
        Lane lane = new Lane();
        lanes.add(lane);
        return lane;
    }

    @Override
    public void committed(long high, long low, String tag, long number) {
        Lane lane = own.get();
        long micros = clock.epochMicros();
        synchronized (this) {
            if (!lane.isOf(high, low, tag)) {
                if (!lane.isEmpty()) {
                    full.add(lane.take());
                }
                lane.source(high, low, tag);
            }
            lane.committed(number, micros);
        }
    }

    @Override
    public void stamped(long sequence, long rows) {
        Lane lane = own.get();
        long micros = clock.epochMicros();
        synchronized (this) {
            lane.stamped(sequence, rows, micros);
        }
    }

    @Override
    public void unknown(long sequence) {
        Lane lane = own.get();
        synchronized (this) {
            lane.unknown(sequence);
        }
    }

    /** Removes and returns the commits since the last call, each worker's in order. */
    public synchronized List<WorkerCommits> drain() {
        List<WorkerCommits> taken = full;
        full = new ArrayList<>();
        for (Lane lane : lanes) {
            if (!lane.isEmpty()) {
                taken.add(lane.take());
            }
        }
        return taken;
    }
}
