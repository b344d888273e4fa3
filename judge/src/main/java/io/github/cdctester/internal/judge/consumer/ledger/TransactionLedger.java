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
 * A consumer that names whole transactions. Reports ahead of the run's own stream wait, and are compared when the stream has read
 * them: a consumer may be faster.
 */
public final class TransactionLedger extends ConsumerLedger {

    private final boolean acknowledged;

    /** Transactions that it has shown before the log did; MySQL's and MariaDB's by sources, positions by files. */
    private final PendingReports pending;

    private final BitSet seen = new BitSet();
    private final BitSet repeated = new BitSet();
    private final BitSet late = new BitSet();

    /** Transactions reported before it was known whether they belong to the measured part. */
    private final BitSet setAside = new BitSet();

    private int behindNewest = -1;
    private int firstLate = -1;
    private long ordinal;
    private long newestOrdinal;
    private long measured;
    private long measuredInLog;

    /** {@code acknowledged}: whether it is known which transactions are this run's. */
    public TransactionLedger(LogReference log, ConsumerTimeline timeline, boolean acknowledged, LedgerMemory memory) {
        super(log, timeline, memory);
        this.acknowledged = acknowledged;
        pending = new PendingReports(memory);
        for (int index = Math.min(log.window(), log.size()); index < log.size(); index++) {
            measuredInLog += log.isMeasured(index) ? 1 : 0;
        }
    }

    /** It has shown a transaction by its GTID. */
    public void record(long high, long low, String tag, long number, long micros) {
        ordinal++;
        SourceNumbers source = log().known(high, low, tag);
        int index = source == null ? -1 : source.indexOf(number);
        if (index >= 0) {
            record(index, ordinal, micros);
        } else {
            require(pending.add(new PendingReports.Key(high, low, tag), number, ordinal, micros));
        }
    }

    /** It has shown a transaction by its end. */
    public void record(String file, long position, long micros) {
        ordinal++;
        int index = log().places().indexOf(file, position);
        if (index >= 0) {
            record(index, ordinal, micros);
        } else {
            require(pending.add(new PendingReports.Key(0, 0, file), (position & 0xFFFF_FFFFL) + 1, ordinal, micros));
        }
    }

    private void record(int index, long at, long micros) {
        if (!log().isMeasured(index)) {
            addOthers(1);
            if (acknowledged) { // it may turn out to be of the measured part
                (seen.get(index) || setAside.get(index) ? repeated : setAside).set(index);
            }
            if ((acknowledged ? log().isOwnBefore(index) : !log().isHeartbeat(index)) && !seen.get(index)) {
                seen.set(index);
                timeline().earlier(micros);
            }
            return;
        }
        if (seen.get(index)) {
            repeated.set(index);
            return;
        }
        seen.set(index);
        measured++;
        order(index, at);
        if (acknowledged && log().isOwn(index)) {
            matched(micros);
        } else if (!acknowledged) {
            timeline().transaction(micros);
        }
        long committed = log().times().get(index);
        if (committed != CommitTimes.UNKNOWN) {
            timeline().delay(committed, micros);
        } else if (!log().hasTimestamps()) {
            untimed().put(index + 1, micros, 0); // without room its delay is not measured
        }
    }

    /** An early report waits until the log shows its transaction, so either side of a pair may be found last. */
    private void order(int index, long at) {
        boolean isLate = index < newest();
        if (isLate || at < newestOrdinal) {
            late.set(index);
            if (firstLate < 0) {
                firstLate = index;
                behindNewest = newest();
            }
        }
        raiseNewest(index);
        newestOrdinal = Math.max(newestOrdinal, at);
    }

    private void matched(long micros) {
        countMatched();
        timeline().transaction(micros);
    }

    @Override
    public void logged(int index, @Nullable SourceNumbers source, long number) {
        if (log().isMeasured(index)) {
            measuredInLog++;
        }
        if (pending.isEmpty()) {
            return;
        }
        if (source != null && pending.take(new PendingReports.Key(source.high(), source.low(), source.tag()), number)) {
            fromPending(index);
        } else if (pending.take(
                new PendingReports.Key(0, 0, log().places().lastFile()),
                log().places().lastEnd() + 1)) {
            fromPending(index);
        }
    }

    private void fromPending(int index) {
        record(index, pending.takenOrdinal(), pending.takenMicros());
        if (pending.wasRepeated() && (acknowledged || log().isMeasured(index))) {
            repeated.set(index);
        }
    }

    @Override
    public void owned(int index) {
        if (acknowledged && setAside.get(index) && !seen.get(index)) {
            seen.set(index);
            addOthers(-1);
            measured++;
            raiseNewest(index);
        }
        if (acknowledged && seen.get(index)) {
            matched(0); // during the run: commits are reported before the measured part is over
        }
        int at = untimed().find(index + 1);
        if (at != LongPairMap.NONE) {
            timeline().delay(log().times().get(index), untimed().first(at));
            untimed().removeAt(at);
        }
    }

    @Override
    public long behind() {
        return acknowledged ? log().acknowledged() - matched() : measuredInLog - measured;
    }

    @Override
    public boolean hasShownLast() {
        int last = acknowledged ? log().lastOwn() : log().size() - 1;
        return log().unlogged() == 0
                && newest() >= last
                && (late.isEmpty() || ours(late).isEmpty());
    }

    @Override
    public boolean hasShownLastOfRun() {
        return acknowledged && seen.get(Math.max(0, log().lastOwn())) && hasShownLast();
    }

    @Override
    public ConsumerFindings findings() {
        PendingReports.Left left = pending.new Left(log(), acknowledged);
        BitSet expected = log().expected(acknowledged);
        BitSet missing = (BitSet) expected.clone();
        missing.andNot(seen);
        BitSet twice = ours(repeated);
        BitSet disordered = ours(late);
        long unlogged = acknowledged ? log().unlogged() - left.matched() : 0;
        int passed = newest() < 0 ? 0 : missing.get(0, newest() + 1).cardinality();
        long shown = acknowledged ? matched() + left.matched() : measured;
        List<String> names = Stream.concat(missing.stream().mapToObj(log()::name), left.unlogged())
                .limit(Incidents.MAX_NAMES)
                .toList();
        return new ConsumerFindings(
                acknowledged ? Long.valueOf(log().acknowledged()) : Long.valueOf(expected.cardinality()),
                shown,
                new Incidents(missing.cardinality() + unlogged, names),
                passed,
                Incidents.NONE,
                Incidents.of(twice.cardinality(), twice.isEmpty() ? null : log().name(twice.nextSetBit(0)) + " again")
                        .plus(left.repeated()),
                Incidents.of(disordered.cardinality(), disordered.isEmpty() ? null : disorder(disordered)),
                others() + left.others() + (acknowledged ? measured - matched() : 0),
                left.stray(),
                isFull() || log().isFull());
    }

    private String disorder(BitSet disordered) {
        int first = disordered.get(firstLate) ? firstLate : disordered.nextSetBit(0);
        return first == firstLate && behindNewest > first
                ? log().name(first) + " behind " + log().name(behindNewest)
                : log().name(first) + " not in its place";
    }

    /** Transactions of other clients are not judged. */
    private BitSet ours(BitSet some) {
        return acknowledged ? log().ownOf(some) : some;
    }
}
