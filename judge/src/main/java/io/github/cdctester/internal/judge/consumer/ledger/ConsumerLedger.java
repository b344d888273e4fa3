// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.verify.Incidents;
import org.jspecify.annotations.Nullable;

/** Matches the reports of one consumer with commits and the log. Callers hold the judge's lock. */
public abstract class ConsumerLedger implements LogReference.Watcher {

    private final LogReference log;
    private final ConsumerTimeline timeline;
    private long others;

    ConsumerLedger(LogReference log, ConsumerTimeline timeline) {
        this.log = log;
        this.timeline = timeline;
    }

    LogReference log() {
        return log;
    }

    ConsumerTimeline timeline() {
        return timeline;
    }

    /** Transactions of other clients, or outside the measured part. */
    long others() {
        return others;
    }

    void addOthers(int count) {
        others += count;
    }

    public abstract int newest();

    /** Includes transactions before the measured part. */
    public int newestOfAll() {
        return newest();
    }

    /** Returns true if the consumer has reported transactions, but their log indexes never become known. */
    public boolean isPlaceUnknown() {
        return false;
    }

    /**
     * Returns the time, in µs, since the latest acknowledgement of a reported transaction whose log index never becomes known;
     * {@link Long#MAX_VALUE} if there is none.
     */
    public long newestAgeMicros(long nowMicros) {
        return Long.MAX_VALUE;
    }

    /** Returns the number of committed transactions that the consumer has not reported completely. */
    public abstract long behind();

    /** Returns true if the missing transactions of this run are lost, because the consumer has reported later transactions. */
    public abstract boolean areMissingLost();

    /** Ignores heartbeats, because they may come from a partition that is ahead of other partitions. */
    public boolean hasReportedLastOfRun() {
        return areMissingLost();
    }

    public abstract long repeats();

    /**
     * Returns the number of missing transactions from log index {@code from} (inclusive) to {@code to} (exclusive); {@code null} if
     * the log index of a missing one never becomes known.
     */
    @Nullable
    public abstract Long missing(int from, int to);

    public abstract void writeWindowOpens();

    /** Call it after the last report. */
    public abstract ConsumerFindings findings();

    /**
     * The final findings about one consumer.
     *
     * @param committed transactions that the consumer should report; {@code null} if unknown
     * @param reported completely reported transactions; includes other clients' if the GTIDs of this run's commits are unknown
     * @param missing transactions that were not reported, or only partly
     * @param missingBeforeReported missing transactions before a reported one; lost if the consumer keeps the log's order
     * @param torn partly reported transactions; included in {@code missing}
     * @param duplicated transactions reported more than once
     * @param outOfOrder transactions or row changes not reported in log order
     * @param others reported transactions that are not judged
     * @param stray reports about transactions that were never committed
     * @param full true if memory ran out, so that no verdict is possible
     */
    public record ConsumerFindings(
            @Nullable Long committed,
            long reported,
            Incidents missing,
            long missingBeforeReported,
            Incidents torn,
            Incidents duplicated,
            Incidents outOfOrder,
            long others,
            Incidents stray,
            boolean full) {

        public static ConsumerFindings nothing(@Nullable Long committed, long missing) {
            Incidents none = Incidents.NONE;
            return new ConsumerFindings(committed, 0, Incidents.of(missing, null), 0, none, none, none, 0, none, false);
        }
    }
}
