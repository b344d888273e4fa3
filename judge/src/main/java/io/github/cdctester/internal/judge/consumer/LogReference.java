// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.PlayedLog;
import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reference for consumers: the transactions of the log in its order, from the run's own stream, and whether the write side has
 * committed them. A transaction is its index in the log. Callers hold the judge's lock.
 */
final class LogReference {

    /** No window is open yet. */
    static final int NO_WINDOW = Integer.MAX_VALUE;

    private static final int MAX_SOURCES = 256;
    private static final int MAX_TRANSACTIONS = 1 << 28;

    interface Watcher {

        /** A transaction stands in the log; its source is {@code null} if it has no GTID. */
        default void logged(int index, @Nullable SourceNumbers source, long number) {}

        /** It is known that this run has committed it. */
        default void owned(int index) {}
    }

    final LogPlaces places;
    final CommitTimes times;
    final BitSet own = new BitSet();

    /** Transactions of this run before the measured part, if known. */
    BitSet ownBefore = new BitSet();

    /** Heartbeats: of the tester, and not of the workload. */
    final BitSet heartbeats = new BitSet();

    /** The player of the log, all of which consumers must report; {@code null} with a real server. */
    @Nullable
    PlayedLog played;

    private final boolean mariaDb;
    private final LedgerMemory memory;
    private final Watcher watcher;
    private final List<SourceNumbers> sources = new ArrayList<>();
    private @Nullable SourceNumbers lastSource;

    /** Why it is not known which rows of a played log are stamped; {@code null} if it is. */
    volatile @Nullable String stampsInDoubt;

    private GtidSet before = new GtidSet();
    private int size;
    private int window = NO_WINDOW;
    private long acknowledged;
    private boolean full;
    private boolean timestamps;

    LogReference(boolean mariaDb, LedgerMemory memory, Watcher watcher) {
        this.mariaDb = mariaDb;
        this.memory = memory;
        this.watcher = watcher;
        places = new LogPlaces(memory);
        times = new CommitTimes(memory);
    }

    /** The stream begins behind these; MySQL only, as MariaDB's form has no holes. */
    void startsBehind(String gtids) {
        if (!mariaDb) {
            before = GtidSet.parse(gtids);
        }
    }

    boolean isMariaDb() {
        return mariaDb;
    }

    int size() {
        return size;
    }

    /** The index of the first transaction of the measured part. */
    int window() {
        return window;
    }

    /** Own commits by their acknowledgement, as a parallel replica logs some before the mark; others by their place. */
    boolean isMeasured(int index) {
        return own.get(index) || index >= window && !heartbeats.get(index) && !ownBefore.get(index);
    }

    /** Returns the commits of the measured part with a known GTID. */
    long acknowledged() {
        return acknowledged;
    }

    /** Returns the transactions of the measured part, of all clients. */
    long measured() {
        return window >= size
                ? 0
                : (long) size - window - heartbeats.get(window, size).cardinality();
    }

    /** Transactions of the measured part that neither the write side nor the tester has made, as far as is known. */
    long foreign() {
        if (window >= size) {
            return 0;
        }
        BitSet known = own.get(window, size);
        known.or(heartbeats.get(window, size));
        known.or(ownBefore.get(window, size));
        return (long) size - window - known.cardinality();
    }

    /** Returns true if memory was full, so that there is no verdict. */
    boolean isFull() {
        return full;
    }

    /** Returns true if the log itself contains commit times. */
    boolean hasTimestamps() {
        return timestamps;
    }

    /** A transaction was read; a number of 0 for one without a GTID, and {@link CommitTimes#UNKNOWN} where it has no time. */
    void logged(long high, long low, String tag, long number, boolean heartbeat, long commit, String file, long end) {
        long micros = played == null ? commit : played.dueMicros(file, end);
        SourceNumbers source = number == 0 ? null : source(high, low, tag);
        if (full || size == MAX_TRANSACTIONS || source != null && source.indexOf(number) >= 0) {
            full |= size == MAX_TRANSACTIONS;
            return; // the stream itself repeats it: its place is the first one
        }
        int index = size++;
        places.add(file, end);
        if (heartbeat) {
            heartbeats.set(index);
        }
        if (micros != CommitTimes.UNKNOWN) {
            times.set(index, micros);
            timestamps = true;
        }
        if (source != null) {
            full |= !source.add(number, index);
            int acked = source.pending.find(number);
            if (acked != LongPairMap.NONE) {
                long at = source.pending.first(acked);
                source.pending.removeAt(acked);
                owned(index, at);
            } else if (source.earlier.remove(number)) {
                ownBefore.set(index);
            }
        }
        watcher.logged(index, source, number);
    }

    /** The measured part begins after the transactions read so far. */
    void windowOpened() {
        window = size;
    }

    /** Records an acknowledged commit of the write side. */
    void acknowledged(long high, long low, String tag, long number, long micros) {
        SourceNumbers source = source(high, low, tag);
        acknowledged++;
        if (source == null) {
            return;
        }
        int index = source.indexOf(number);
        if (index >= 0) {
            owned(index, micros);
        } else {
            full |= !source.pending.put(number, micros, 0);
        }
    }

    private void owned(int index, long micros) {
        own.set(index);
        if (times.get(index) == CommitTimes.UNKNOWN && !timestamps) {
            times.set(index, micros);
        }
        watcher.owned(index);
    }

    /** The write side's measured part begins; earlier acknowledged commits are not checked. */
    void forgetAcknowledged() {
        acknowledged = 0;
        ownBefore = (BitSet) own.clone();
        own.clear();
        sources.forEach(SourceNumbers::forgetAcknowledged);
    }

    /** Returns a source of GTIDs, created if it is new; {@code null} if there are too many. */
    @Nullable
    SourceNumbers source(long high, long low, String tag) {
        SourceNumbers last = lastSource;
        if (last != null && last.is(high, low, tag)) {
            return last;
        }
        SourceNumbers found = known(high, low, tag);
        if (found == null && sources.size() < MAX_SOURCES) {
            GtidIntervals numbers = before.numbersOf(high, low, tag);
            found = new SourceNumbers(high, low, tag, numbers, memory);
            sources.add(found);
        }
        full |= found == null;
        lastSource = found == null ? last : found;
        return found;
    }

    @Nullable
    SourceNumbers known(long high, long low, String tag) {
        for (SourceNumbers source : sources) {
            if (source.is(high, low, tag)) {
                return source;
            }
        }
        return null;
    }

    List<SourceNumbers> sources() {
        return sources;
    }

    /** Commits that were acknowledged and that the log, as far as it was read, has not shown. */
    long unlogged() {
        return sources.stream().mapToLong(source -> source.pending.size()).sum();
    }

    String name(SourceNumbers source, long number) {
        return new Gtid(mariaDb, source.high, source.low, source.tag, number).toString();
    }

    /** How a transaction of the log is called: by its GTID, or by where it ends. */
    String name(int index) {
        for (SourceNumbers source : sources) {
            long number = source.numberAt(index);
            if (number != 0) {
                return name(source, number);
            }
        }
        return places.name(index);
    }
}
