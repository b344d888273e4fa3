// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stamped transactions of the write side. A stamp is the number that a transaction writes into its rows. A transaction is
 * dropped after every consumer has reported it completely. Callers hold the judge's lock.
 */
public final class StampReference {

    /** The log index of a transaction whose GTID is unknown: its index never becomes known. */
    public static final int NO_INDEX = -2;

    /** Maximum number of log indexes in each of the two tables of {@link #droppedIndexes}. */
    private static final int MAX_DROPPED_INDEXES = 1 << 16;

    private final LongPairMap committed;
    private final LongPairMap acknowledged;
    private final LongPairMap unknownOutcomes;
    /** The highest stamp of each writer, by writer number plus 1. */
    private final LongPairMap highest;

    /** Later transactions are compared with these log indexes. */
    private final LongPairMap.Recent droppedIndexes;

    private final BitSet lostWriters = new BitSet();
    /** The values of {@link #highest} at the start of the measured part. */
    private final LongPairMap highestBefore;

    private long count;

    /** Number of transactions in {@link #count} whose log index is known, or becomes known. */
    private long withIndex;

    private boolean full;
    private boolean hasLogIndexes;
    private final Map<Long, String> lostRowTexts = new HashMap<>();
    private WorkloadTables tables = WorkloadTables.NOT_KNOWN;

    public StampReference(LedgerMemory memory, boolean hasLogIndexes) {
        this.hasLogIndexes = hasLogIndexes;
        committed = new LongPairMap(memory);
        acknowledged = new LongPairMap(memory);
        unknownOutcomes = new LongPairMap(memory);
        highest = new LongPairMap(memory);
        droppedIndexes = new LongPairMap.Recent(MAX_DROPPED_INDEXES, memory);
        highestBefore = new LongPairMap(memory);
    }

    public boolean isFull() {
        return full;
    }

    /** Returns true if transactions have log indexes that are known or become known: from GTIDs, or in a played log. */
    public boolean hasLogIndexes() {
        return hasLogIndexes;
    }

    public String rowOf(long sequence) {
        return lostRowTexts.getOrDefault(sequence, "");
    }

    public WorkloadTables tables() {
        return tables;
    }

    public void setTables(WorkloadTables workload) {
        tables = workload;
    }

    public long count() {
        return count;
    }

    /** Returns true if no log index ever becomes known, so that all delays begin at the acknowledgement. */
    public boolean areAllWithoutIndex() {
        return count > 0 && withIndex == 0;
    }

    /** Returns, by stamp, the number of stamped rows, and the log index plus one: 0 if not known yet. */
    public LongPairMap committed() {
        return committed;
    }

    /**
     * Adds a transaction that the server acknowledged.
     *
     * @param source GTID source of the commit; {@code null} if the GTID is unknown
     * @param number transaction number in the GTID
     */
    public void committed(long sequence, long rows, @Nullable SourceNumbers source, long number, long micros) {
        int index = source == null ? NO_INDEX : source.indexOf(number);
        full |= source != null && index < 0 && !source.addStamp(number, sequence);
        add(sequence, rows, index, micros);
    }

    /** Adds a transaction that was acknowledged at {@code micros}, or became readable then in a played log. */
    public void add(long sequence, long rows, int index, long micros) {
        count++;
        if (index != NO_INDEX) {
            withIndex++;
            hasLogIndexes = true;
        }
        full |= !committed.put(sequence, rows, index + 1L);
        full |= !acknowledged.put(sequence, micros, 0);
        raiseHighest(sequence);
    }

    private void raiseHighest(long sequence) {
        full |= !highest.put(Stamps.writer(sequence) + 1, sequence, 0);
    }

    public void addUnknown(long sequence) {
        full |= !unknownOutcomes.put(sequence, 0, 0);
        raiseHighest(sequence);
    }

    /** Returns true if the transaction may have been committed without an acknowledgement. */
    public boolean isUnknown(long sequence) {
        return unknownOutcomes.find(sequence) != LongPairMap.NONE || lostWriters.get((int) Stamps.writer(sequence));
    }

    /** The outcome of the lost writers' last commits is unknown. */
    public void onWritersLost(int firstWriter, int writers) {
        lostWriters.set(firstWriter, firstWriter + writers);
    }

    public void setLogIndex(long sequence, int index) {
        int slot = committed.find(sequence);
        if (slot != LongPairMap.NONE) {
            committed.set(slot, committed.first(slot), index + 1L);
        } else {
            full |= !droppedIndexes.put(sequence, index);
        }
    }

    /** Returns the log index of a stamp; -1 if not known yet, or {@link #NO_INDEX}. */
    public int indexOf(long sequence) {
        int slot = committed.find(sequence);
        if (slot != LongPairMap.NONE) {
            return (int) committed.second(slot) - 1;
        }
        return (int) droppedIndexes.get(sequence, -1);
    }

    /**
     * Returns the time of the acknowledgement, or of the time when a played transaction became readable, in µs since the epoch;
     * {@link CommitTimes#UNKNOWN} if not stored.
     */
    public long acknowledgedMicros(long sequence) {
        int slot = acknowledged.find(sequence);
        return slot == LongPairMap.NONE ? CommitTimes.UNKNOWN : acknowledged.first(slot);
    }

    public void forget(long sequence) {
        int index = indexOf(sequence);
        committed.remove(sequence);
        acknowledged.remove(sequence);
        if (index >= 0 || index == NO_INDEX && hasLogIndexes) {
            full |= !droppedIndexes.put(sequence, index);
        }
    }

    /**
     * Stores a text for each lost stamp: its first row, and how many seconds after the start its commit was acknowledged, or
     * became readable in a played log.
     */
    public void nameLost(Map<Long, String> rows, long openedMicros) {
        rows.forEach((sequence, row) -> {
            long second = 1 + (acknowledgedMicros(sequence) - openedMicros) / 1_000_000;
            lostRowTexts.put(sequence, " (" + row + ", second " + second + ")");
        });
    }

    /** Starts the measured part, and drops all earlier transactions. */
    public void windowOpens() {
        count = 0;
        withIndex = 0;
        committed.clear();
        acknowledged.clear();
        unknownOutcomes.clear();
        highestBefore.clear();
        full = false;
        highest.forEach((writer, sequence, none) -> full |= !highestBefore.put(writer, sequence, 0));
    }

    /** Returns true if a stamp was written before the measured part or by another run, or is 0 (no stamp). */
    public boolean isBefore(long sequence, @Nullable Stamps stamps) {
        if (sequence == 0 || stamps != null && stamps.isOfAnotherRun(sequence)) {
            return true;
        }
        int slot = highestBefore.find(Stamps.writer(sequence) + 1);
        return slot != LongPairMap.NONE && sequence <= highestBefore.first(slot);
    }
}
