// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Hands over the acknowledged commits of the write side. Each worker has its own lane, so workers do not wait for each other, and a
 * stamp belongs to the last commit of the same lane. Workers of other processes share one lane, where each stamp follows its commit.
 */
public final class CommitFeed implements CommitSink, Stamps.Sink {

    /** Receives the commits of all workers. */
    public interface Receiver {

        /** The server acknowledged a commit with its GTID. */
        void acknowledged(long high, long low, String tag, long number, long micros);

        /** The server acknowledged a stamped transaction; {@code number} is 0 if its GTID is unknown. */
        void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros);

        /** A stamped transaction may have been committed without an acknowledgement. */
        void unknown(long sequence);

        /** Writers were lost before they reported their last commits. */
        void lost(int firstWriter, int writers);
    }

    private static final int COMMIT = 0;
    private static final int STAMP = 1;
    private static final int UNKNOWN = 2;

    /** The commit of the lane's next stamp, which was reported before. */
    private static final int REFERENCE = 3;

    private static final int LOST = 4;

    /** The last commit has no stamp. */
    private static final int UNSTAMPED = 5;

    private final EpochMicrosClock clock;
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final ThreadLocal<HandoffBuffer> lanes = ThreadLocal.withInitial(this::lane);

    /** A lane, with its last commit that has no stamp yet. */
    private static final class Worker {
        private final HandoffBuffer lane = new HandoffBuffer();
        private long high;
        private long low;
        private String tag = "";
        private long number;

        private void receive(Receiver receiver) {
            lane.empty((kind, numbers, at, text, none) -> {
                switch (kind) {
                    case COMMIT, REFERENCE -> {
                        high = numbers[at];
                        low = numbers[at + 1];
                        number = numbers[at + 2];
                        tag = String.valueOf(text);
                        if (kind == COMMIT) {
                            receiver.acknowledged(high, low, tag, number, numbers[at + 3]);
                        }
                    }
                    case STAMP -> {
                        receiver.stamped(high, low, tag, number, numbers[at], numbers[at + 1], numbers[at + 3]);
                        number = 0;
                    }
                    case UNKNOWN -> receiver.unknown(numbers[at]);
                    case LOST -> receiver.lost((int) numbers[at], (int) numbers[at + 1]);
                    default -> number = 0;
                }
            });
        }
    }

    public CommitFeed(EpochMicrosClock clock) {
        this.clock = clock;
    }

    private HandoffBuffer lane() {
        Worker worker = new Worker();
        workers.add(worker);
        return worker.lane;
    }

    /** Empties all lanes; by one thread at a time. */
    public void empty(Receiver receiver) {
        workers.forEach(worker -> worker.receive(receiver));
    }

    /**
     * Creates a lane for workers of other processes.
     *
     * @param byGtid whether their GTIDs are used; otherwise only stamps count
     */
    public RemoteCommits ofOtherProcesses(boolean byGtid) {
        return new Elsewhere(lane(), byGtid);
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
