// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.writer.Stamps;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Delays a consumer's reports until the run's own stream has read their stamps. Keeps the order of arrival. */
final class LoggedReports {

    /** A report about a row. {@code key} is a hash of table and key; {@code name} is their text. */
    record Report(RowEvent event, long key, String name, long stamp) {

        String version() {
            return name + " " + RowLedger.name(stamp);
        }
    }

    /** Estimated bytes of a stored report. */
    static final long REPORT_BYTES = 120;

    private final @Nullable Stamps stampGenerator;
    private final SnapshotMemory memory;
    private final Consumer<Report> receiver;
    private final Deque<Report> waiting = new ArrayDeque<>();

    /** The highest stamp of each writer in the log, by writer number plus 1. */
    private final LongPairMap highest;

    private long openStamp = -1;

    LoggedReports(@Nullable Stamps stampGenerator, SnapshotMemory memory, Consumer<Report> receiver) {
        this.stampGenerator = stampGenerator;
        this.memory = memory;
        this.receiver = receiver;
        highest = memory.newMap();
    }

    boolean isFromBeforeRun(long stamp) {
        return stamp == 0 || stampGenerator != null && stampGenerator.isOfAnotherRun(stamp);
    }

    /** {@code id} is a stamp or the id of a delete. */
    void addLogged(long id) {
        openStamp = Math.max(openStamp, id);
    }

    void transactionEnded() {
        if (openStamp >= 0) {
            memory.recordStored(highest.put(Stamps.writer(openStamp) + 1, openStamp, 0));
            openStamp = -1;
        }
        process(false);
    }

    void add(Report report) {
        memory.take(REPORT_BYTES);
        if (!memory.isFull()) {
            waiting.add(report);
            process(false);
        }
    }

    /** Processes all reports if {@code force} is true, else until the first report whose stamp the stream has not read. */
    void process(boolean force) {
        while (!waiting.isEmpty() && !memory.isFull() && (force || isLogged(waiting.element().stamp))) {
            receiver.accept(waiting.remove());
            memory.give(REPORT_BYTES);
        }
    }

    /** Returns true if the stream has passed this stamp, or the stamp is from before the run. */
    private boolean isLogged(long stamp) {
        int slot = highest.find(Stamps.writer(stamp) + 1);
        return isFromBeforeRun(stamp) || slot != LongPairMap.NONE && highest.first(slot) >= stamp;
    }
}
