// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger.ConsumerFindings;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.reference.SourceNumbers;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a consumer that reports whole transactions. Reports wait until the run's own stream has read the transaction.
 */
public final class TransactionLedger extends ConsumerLedger {

    private final boolean ownGtidsKnown;

    private final PendingReports pending;

    /** Report times of transactions without a known commit time. The key is the log index plus one. */
    private final LongPairMap untimed;

    private final BitSet reported = new BitSet();
    private final BitSet repeated = new BitSet();
    private final BitSet reportedOutOfOrder = new BitSet();

    /** Transactions reported before it was known whether they belong to the measured part. */
    private final BitSet undecided = new BitSet();

    private int newestAtFirstOutOfOrder = -1;
    private int firstOutOfOrder = -1;
    private int newest = -1;
    private int newestEarlier = -1;
    private long ordinal;
    private long newestOrdinal;
    private boolean full;
    private long matched;
    private long measuredReported;
    private long measuredInLog;

    public TransactionLedger(LogReference log, ConsumerTimeline timeline, boolean ownGtidsKnown, LedgerMemory memory) {
        super(log, timeline);
        this.ownGtidsKnown = ownGtidsKnown;
        pending = new PendingReports(memory);
        untimed = new LongPairMap(memory);
        for (int index = Math.min(log.window(), log.size()); index < log.size(); index++) {
            measuredInLog += log.isMeasured(index) ? 1 : 0;
        }
    }

    public void record(long high, long low, String tag, long number, long micros) {
        ordinal++;
        SourceNumbers source = log().findSource(high, low, tag);
        int index = source == null ? -1 : source.indexOf(number);
        if (index >= 0) {
            record(index, ordinal, micros);
        } else {
            full |= !pending.add(new PendingReports.Key(high, low, tag), number, ordinal, micros);
        }
    }

    public void record(String file, long position, long micros) {
        ordinal++;
        int index = log().positions().indexOf(file, position);
        if (index >= 0) {
            record(index, ordinal, micros);
        } else {
            full |= !pending.add(new PendingReports.Key(0, 0, file), (position & 0xFFFF_FFFFL) + 1, ordinal, micros);
        }
    }

    private void record(int index, long arrivalOrdinal, long micros) {
        if (!log().isMeasured(index)) {
            newestEarlier = Math.max(newestEarlier, index);
            addOthers(1);
            if (ownGtidsKnown) { // a later acknowledgement may move it to the measured part
                (reported.get(index) || undecided.get(index) ? repeated : undecided).set(index);
            }
            if ((ownGtidsKnown ? log().isOwnBefore(index) : !log().isHeartbeat(index)) && !reported.get(index)) {
                reported.set(index);
                timeline().recordEarlier(micros);
            }
            return;
        }
        if (reported.get(index)) {
            repeated.set(index);
            return;
        }
        reported.set(index);
        measuredReported++;
        checkOrder(index, arrivalOrdinal);
        if (ownGtidsKnown && log().isOwn(index)) {
            addMatched(micros);
        } else if (!ownGtidsKnown) {
            timeline().recordTransaction(micros);
        }
        long committed = log().times().get(index);
        if (committed != CommitTimes.UNKNOWN) {
            timeline().recordDelay(committed, micros);
        } else if (!log().times().recordIfForgotten(index) && !log().hasTimestamps()) {
            untimed.put(index + 1, micros, 0); // if memory is full, the delay is not measured
        }
    }

    /** Checks log index and arrival, because a report that arrives before the log entry is matched later. */
    private void checkOrder(int index, long arrivalOrdinal) {
        boolean isLate = index < newest;
        if (isLate || arrivalOrdinal < newestOrdinal) {
            reportedOutOfOrder.set(index);
            if (firstOutOfOrder < 0) {
                firstOutOfOrder = index;
                newestAtFirstOutOfOrder = newest;
            }
        }
        newest = Math.max(newest, index);
        newestOrdinal = Math.max(newestOrdinal, arrivalOrdinal);
    }

    private void addMatched(long micros) {
        matched++;
        timeline().recordTransaction(micros);
    }

    @Override
    public void onLogged(int index, @Nullable SourceNumbers source, long number) {
        if (log().isMeasured(index)) {
            measuredInLog++;
        }
        if (pending.isEmpty()) {
            return;
        }
        if (source != null && pending.take(new PendingReports.Key(source.high(), source.low(), source.tag()), number)) {
            recordPending(index);
        } else if (pending.take(
                new PendingReports.Key(0, 0, log().positions().lastFile()),
                log().positions().lastEnd() + 1)) {
            recordPending(index);
        }
    }

    private void recordPending(int index) {
        record(index, pending.takenOrdinal(), pending.takenMicros());
        if (pending.wasRepeated() && (ownGtidsKnown || log().isMeasured(index))) {
            repeated.set(index);
        }
    }

    @Override
    public void onOwn(int index) {
        if (ownGtidsKnown && undecided.get(index) && !reported.get(index)) {
            reported.set(index);
            addOthers(-1);
            measuredReported++;
            newest = Math.max(newest, index);
        }
        if (ownGtidsKnown && reported.get(index)) {
            addMatched(0); // the report time is unknown, but lies in the measured part
        }
        int slot = untimed.find(index + 1);
        if (slot != LongPairMap.NONE) {
            long committed = log().times().get(index);
            if (committed != CommitTimes.UNKNOWN) { // unknown if there was no memory for it
                timeline().recordDelay(committed, untimed.first(slot));
            }
            untimed.removeAt(slot);
        }
    }

    @Override
    public void writeWindowOpens() {
        matched = 0;
        untimed.clear();
    }

    @Override
    public int newest() {
        return newest;
    }

    @Override
    public int newestOfAll() {
        return Math.max(newest, newestEarlier);
    }

    @Override
    public long behind() {
        return ownGtidsKnown ? log().acknowledged() - matched : measuredInLog - measuredReported;
    }

    @Override
    public long repeats() {
        return selectJudged(repeated).cardinality();
    }

    @Override
    public Long missing(int from, int to) {
        BitSet missing = log().expected(ownGtidsKnown);
        missing.andNot(reported);
        return from >= to ? 0L : missing.get(from, to).cardinality();
    }

    @Override
    public boolean areMissingLost() {
        int last = ownGtidsKnown ? log().lastOwn() : log().size() - 1;
        return log().unloggedCount() == 0
                && newest >= last
                && (reportedOutOfOrder.isEmpty()
                        || selectJudged(reportedOutOfOrder).isEmpty());
    }

    @Override
    public boolean hasReportedLastOfRun() {
        return ownGtidsKnown && reported.get(Math.max(0, log().lastOwn())) && areMissingLost();
    }

    @Override
    public ConsumerFindings findings() {
        PendingReports.Remaining remaining = pending.new Remaining(log(), ownGtidsKnown);
        BitSet expected = log().expected(ownGtidsKnown);
        BitSet missing = (BitSet) expected.clone();
        missing.andNot(reported);
        BitSet repeatedOwn = selectJudged(repeated);
        BitSet outOfOrder = selectJudged(reportedOutOfOrder);
        long unlogged = ownGtidsKnown ? log().unloggedCount() - remaining.matched() : 0;
        int missingBeforeNewest = newest < 0 ? 0 : missing.get(0, newest + 1).cardinality();
        long reportedCount = ownGtidsKnown ? matched + remaining.matched() : measuredReported;
        List<String> names = Stream.concat(missing.stream().mapToObj(log()::name), remaining.unlogged())
                .limit(Incidents.MAX_NAMES)
                .toList();
        return new ConsumerFindings(
                ownGtidsKnown ? Long.valueOf(log().acknowledged()) : Long.valueOf(expected.cardinality()),
                reportedCount,
                new Incidents(missing.cardinality() + unlogged, names),
                missingBeforeNewest,
                Incidents.NONE,
                Incidents.of(
                                repeatedOwn.cardinality(),
                                repeatedOwn.isEmpty() ? null : log().name(repeatedOwn.nextSetBit(0)) + " again")
                        .plus(remaining.repeated()),
                Incidents.of(outOfOrder.cardinality(), outOfOrder.isEmpty() ? null : describeOrder(outOfOrder)),
                others() + remaining.others() + (ownGtidsKnown ? measuredReported - matched : 0),
                remaining.stray(),
                full || log().isFull());
    }

    private String describeOrder(BitSet outOfOrder) {
        int first = outOfOrder.get(firstOutOfOrder) ? firstOutOfOrder : outOfOrder.nextSetBit(0);
        return first == firstOutOfOrder && newestAtFirstOutOfOrder > first
                ? log().name(first) + " after " + log().name(newestAtFirstOutOfOrder)
                : log().name(first) + " not in its place";
    }

    private BitSet selectJudged(BitSet indexes) {
        return ownGtidsKnown ? log().selectOwn(indexes) : indexes;
    }
}
