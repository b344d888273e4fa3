// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stamped transactions of the write side, with their number of stamped rows, and their place in the log as soon as it is known.
 * A transaction is dropped when every consumer has reported it completely. Callers hold the judge's lock.
 */
final class StampReference {

    /** Number of dropped transactions that keep their place, to compare later ones. */
    private static final int PLACES = 1 << 16;

    private final LongPairMap committed;
    private final LongPairMap acknowledged;
    private final LongPairMap unknown;
    private final LongPairMap highest;
    private final LongPairMap.Recent places;
    private final BitSet lost = new BitSet();
    private final LongPairMap marks;
    private long count;

    /** Something that consumers are to be compared with was not kept. */
    boolean full;

    /** Commits have GTIDs, so that their places in the log become known. */
    boolean hasPlaces;

    final Map<Long, String> names = new HashMap<>();

    WorkloadTables tables = WorkloadTables.NOT_KNOWN;

    /** {@code hasPlaces}: whether places in the log are known, or will be. */
    StampReference(LedgerMemory memory, boolean hasPlaces) {
        this.hasPlaces = hasPlaces;
        committed = new LongPairMap(memory);
        acknowledged = new LongPairMap(memory);
        unknown = new LongPairMap(memory);
        highest = new LongPairMap(memory);
        places = new LongPairMap.Recent(PLACES, memory);
        marks = new LongPairMap(memory);
    }

    /** Transactions of the measured part. */
    long count() {
        return count;
    }

    /** Stamps with the rows that have them and the transaction's index in the log plus one, or 0. */
    LongPairMap committed() {
        return committed;
    }

    /** A transaction was committed; {@code index} is -1 where it is not known where it stands. */
    void committed(long sequence, long rows, int index, long micros) {
        count++;
        full |= !committed.put(sequence, rows, index + 1L);
        full |= !acknowledged.put(sequence, micros, 0);
        raise(sequence);
    }

    /** A writer's stamps up to this one are of the past when the measured part begins. */
    private void raise(long sequence) {
        full |= !highest.put(Stamps.writer(sequence) + 1, sequence, 0);
    }

    void unknown(long sequence) {
        full |= !unknown.put(sequence, 0, 0);
        raise(sequence);
    }

    /** Returns true if the transaction may have been committed without an acknowledgement. */
    boolean isUnknown(long sequence) {
        return unknown.find(sequence) != LongPairMap.NONE || lost.get((int) Stamps.writer(sequence));
    }

    /** Reports lost writers, whose last commits are unknown. */
    void lost(int firstWriter, int writers) {
        lost.set(firstWriter, firstWriter + writers);
    }

    /** It has become known where a transaction stands. */
    void standsAt(long sequence, int index) {
        int at = committed.find(sequence);
        if (at != LongPairMap.NONE) {
            committed.set(at, committed.first(at), index + 1L);
        } else {
            full |= !places.put(sequence, index);
        }
    }

    /** Returns its place in the log, or -1. */
    int indexOf(long sequence) {
        int at = committed.find(sequence);
        if (at != LongPairMap.NONE) {
            return (int) committed.second(at) - 1;
        }
        return (int) places.get(sequence, -1);
    }

    /** When it was acknowledged; {@link CommitTimes#UNKNOWN} if that is forgotten. */
    long acknowledgedMicros(long sequence) {
        int at = acknowledged.find(sequence);
        return at == LongPairMap.NONE ? CommitTimes.UNKNOWN : acknowledged.first(at);
    }

    private void forget(long sequence) {
        int index = indexOf(sequence);
        committed.remove(sequence);
        acknowledged.remove(sequence);
        if (index >= 0) {
            full |= !places.put(sequence, index);
        }
    }

    /** Forgets stamps that all consumers have shown whole. */
    void forgetDone(List<RowLedger> all) {
        all.forEach(one -> one.takeDone(sequence -> {
            if (areDone(all, sequence)) {
                forget(sequence);
            }
        }));
    }

    /** Called for each transaction. */
    private static boolean areDone(List<RowLedger> all, long sequence) {
        for (RowLedger one : all) {
            if (!one.isDone(sequence)) {
                return false;
            }
        }
        return true;
    }

    /** Takes the first rows of some, and names the second since the measured part began in which they were acknowledged. */
    void name(Map<Long, String> rows, long openedMicros) {
        rows.forEach((sequence, row) -> {
            long second = 1 + (acknowledgedMicros(sequence) - openedMicros) / 1_000_000;
            names.put(sequence, " (" + row + ", second " + second + ")");
        });
    }

    /** The write side's measured part begins. */
    void windowOpens() {
        count = 0;
        committed.clear();
        acknowledged.clear();
        unknown.clear();
        marks.clear();
        full = false;
        highest.forEach((writer, sequence, none) -> full |= !marks.put(writer, sequence, 0));
    }

    /** Returns true if a stamp is one of the time before the measured part, or of an earlier run. */
    boolean isBefore(long sequence, @Nullable Stamps stamps) {
        if (sequence == 0 || stamps != null && stamps.isOfAnotherRun(sequence)) {
            return true;
        }
        int at = marks.find(Stamps.writer(sequence) + 1);
        return at != LongPairMap.NONE && sequence <= marks.first(at);
    }
}
