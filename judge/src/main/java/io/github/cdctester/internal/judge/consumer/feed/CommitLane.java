// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.judge.consumer.feed.CommitFeed.Receiver;
import io.github.cdctester.internal.writer.commit.RemoteCommits;

/** The commits of one worker, or of all workers of other processes. Times are in µs since the epoch. */
final class CommitLane extends HandoffBuffer<Receiver> implements RemoteCommits {

    private static final int COMMIT = 0;
    private static final int STAMP = 1;
    private static final int UNSTAMPED = 2;
    private static final int STAMPED_COMMIT = 3;
    private static final int UNKNOWN = 4;
    private static final int LOST = 5;

    private final boolean byGtid;

    // the last delivered commit, to which the next stamp belongs
    private long high;
    private long low;
    private String tag = "";
    private long number;

    /** Passes on only stamps if {@code byGtid} is false. */
    CommitLane(boolean byGtid) {
        this.byGtid = byGtid;
    }

    @Override
    public synchronized void committed(long sourceHigh, long sourceLow, String sourceTag, long commit, long micros) {
        if (byGtid) {
            begin(COMMIT)
                    .add(sourceHigh)
                    .add(sourceLow)
                    .add(sourceTag)
                    .add(commit)
                    .add(micros);
        }
    }

    synchronized void addStamp(long sequence, long rows, long micros) {
        begin(STAMP).add(sequence).add(rows).add(micros);
    }

    synchronized void addUnstamped() {
        begin(UNSTAMPED);
    }

    @Override
    public synchronized void stamped(
            long sourceHigh, long sourceLow, String sourceTag, long commit, long sequence, long rows, long micros) {
        begin(STAMPED_COMMIT)
                .add(sourceHigh)
                .add(sourceLow)
                .add(sourceTag)
                .add(byGtid ? commit : 0)
                .add(sequence)
                .add(rows)
                .add(micros);
    }

    @Override
    public synchronized void unknown(long sequence) {
        begin(UNKNOWN).add(sequence);
    }

    @Override
    public synchronized void onWritersLost(int firstWriter, int writers) {
        begin(LOST).add(firstWriter).add(writers);
    }

    @Override
    void deliver(int kind, Entries entry, Receiver receiver) {
        switch (kind) {
            case COMMIT -> {
                high = entry.number();
                low = entry.number();
                tag = entry.text();
                number = entry.number();
                receiver.acknowledged(high, low, tag, number, entry.number());
            }
            case STAMP -> {
                receiver.stamped(high, low, tag, number, entry.number(), entry.number(), entry.number());
                number = 0;
            }
            case UNSTAMPED -> number = 0;
            case STAMPED_COMMIT ->
                receiver.stamped(
                        entry.number(),
                        entry.number(),
                        entry.text(),
                        entry.number(),
                        entry.number(),
                        entry.number(),
                        entry.number());
            case UNKNOWN -> receiver.unknown(entry.number());
            default -> receiver.writersLost((int) entry.number(), (int) entry.number());
        }
    }
}
