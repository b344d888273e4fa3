// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

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
public final class LogReference {

    /** No window is open yet. */
    static final int NO_WINDOW = Integer.MAX_VALUE;

    private static final int MAX_SOURCES = 256;
    private static final int MAX_TRANSACTIONS = 1 << 28;

    /** Receives what becomes known of the log. */
    public interface Watcher {

        /** A transaction stands in the log; its source is {@code null} if it has no GTID. */
        default void logged(int index, @Nullable SourceNumbers source, long number) {}

        /** It is known that this run has committed it. */
        default void owned(int index) {}
    }

    private final LogPlaces places;
    private final CommitTimes times;
    private final BitSet own = new BitSet();

    /** Known transactions that this run committed before the measured part. */
    private BitSet ownBefore = new BitSet();

    /** Heartbeats of the tester, which the workload did not write. */
    private final BitSet heartbeats = new BitSet();

    private @Nullable PlayedLog played;
    private final boolean mariaDb;
    private final LedgerMemory memory;
    private final Watcher watcher;
    private final List<SourceNumbers> sources = new ArrayList<>();
    private @Nullable SourceNumbers lastSource;

    private volatile @Nullable String stampsInDoubt;
    private GtidSet before = new GtidSet();
    private int size;
    private int window = NO_WINDOW;
    private long acknowledged;
    private boolean full;
    private boolean timestamps;

    public LogReference(boolean mariaDb, LedgerMemory memory, Watcher watcher) {
        this.mariaDb = mariaDb;
        this.memory = memory;
        this.watcher = watcher;
        places = new LogPlaces(memory);
        times = new CommitTimes(memory);
    }

    /** Sets the log that is played: consumers must show all of it. */
    public void play(PlayedLog log) {
        played = log;
    }

    /** The log that is played; {@code null} if a server writes it. */
    public @Nullable PlayedLog played() {
        return played;
    }

    /** Stamps of a played log cannot be read, for a reason; from any thread. */
    public void doubtStamps(String why) {
        stampsInDoubt = why;
    }

    /** Why stamped rows of a played log are not known; {@code null} if they are. */
    public @Nullable String stampsInDoubt() {
        return stampsInDoubt;
    }

    public LogPlaces places() {
        return places;
    }

    /** The commit times of transactions. */
    public CommitTimes times() {
        return times;
    }

    /** Returns true if this run committed a transaction in the measured part. */
    public boolean isOwn(int index) {
        return own.get(index);
    }

    /** Returns true if this run committed a transaction before the measured part. */
    public boolean isOwnBefore(int index) {
        return ownBefore.get(index);
    }

    public boolean isHeartbeat(int index) {
        return heartbeats.get(index);
    }

    /** The last own transaction; -1 for none. */
    public int lastOwn() {
        return own.length() - 1;
    }

    /** The next own transaction from an index on; -1 for none. */
    public int nextOwn(int from) {
        return own.nextSetBit(from);
    }

    /** Returns the number of own transactions from an index on. */
    public int ownFrom(int index) {
        return own.get(index, size).cardinality();
    }

    /** Returns the intersection of the given transactions with the run's own. */
    public BitSet ownOf(BitSet some) {
        BitSet result = (BitSet) some.clone();
        result.and(own);
        return result;
    }

    /** The transactions that consumers must show: own ones, or all of the measured part. */
    public BitSet expected(boolean acknowledgedOnly) {
        BitSet expected = acknowledgedOnly ? (BitSet) own.clone() : new BitSet();
        if (!acknowledgedOnly && window < size) {
            expected.set(window, size);
        }
        expected.andNot(heartbeats);
        return expected;
    }

    /** The stream begins after these GTIDs; MySQL only, as MariaDB's form has no holes. */
    public void startsBehind(String gtids) {
        if (!mariaDb) {
            before = GtidSet.parse(gtids);
        }
    }

    public boolean isMariaDb() {
        return mariaDb;
    }

    public int size() {
        return size;
    }

    /** The index of the first transaction of the measured part. */
    public int window() {
        return window;
    }

    /** Own commits by their acknowledgement, as a parallel replica logs some before the mark; others by their place. */
    public boolean isMeasured(int index) {
        return own.get(index) || index >= window && !heartbeats.get(index) && !ownBefore.get(index);
    }

    /** Returns the commits of the measured part with a known GTID. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Returns the transactions of the measured part, of all clients. */
    public long measured() {
        return window >= size
                ? 0
                : (long) size - window - heartbeats.get(window, size).cardinality();
    }

    /** Transactions of the measured part that are not known to come from the write side or the tester. */
    public long foreign() {
        if (window >= size) {
            return 0;
        }
        BitSet known = own.get(window, size);
        known.or(heartbeats.get(window, size));
        known.or(ownBefore.get(window, size));
        return (long) size - window - known.cardinality();
    }

    /** Returns true if memory was full, so that there is no verdict. */
    public boolean isFull() {
        return full;
    }

    /** Returns true if the log itself contains commit times. */
    public boolean hasTimestamps() {
        return timestamps;
    }

    /** A transaction was read; a number of 0 for one without a GTID, and {@link CommitTimes#UNKNOWN} if it has no time. */
    public void logged(
            long high, long low, String tag, long number, boolean heartbeat, long commit, String file, long end) {
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
            long at = source.removePending(number);
            if (at != CommitTimes.UNKNOWN) {
                owned(index, at);
            } else if (source.removeEarlier(number)) {
                ownBefore.set(index);
            }
        }
        watcher.logged(index, source, number);
    }

    /** The measured part begins after the transactions read so far. */
    public void windowOpened() {
        window = size;
    }

    /** Records an acknowledged commit of the write side. */
    public void acknowledged(long high, long low, String tag, long number, long micros) {
        SourceNumbers source = source(high, low, tag);
        acknowledged++;
        if (source == null) {
            return;
        }
        int index = source.indexOf(number);
        if (index >= 0) {
            owned(index, micros);
        } else {
            full |= !source.addPending(number, micros);
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
    public void forgetAcknowledged() {
        acknowledged = 0;
        ownBefore = (BitSet) own.clone();
        own.clear();
        sources.forEach(SourceNumbers::forgetAcknowledged);
    }

    /** Returns a source of GTIDs, created if it is new; {@code null} if there are too many. */
    @Nullable
    public SourceNumbers source(long high, long low, String tag) {
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
    public SourceNumbers known(long high, long low, String tag) {
        for (SourceNumbers source : sources) {
            if (source.is(high, low, tag)) {
                return source;
            }
        }
        return null;
    }

    public List<SourceNumbers> sources() {
        return sources;
    }

    /** Acknowledged commits that were not read from the log yet. */
    public long unlogged() {
        return sources.stream().mapToLong(source -> source.pending().size()).sum();
    }

    public String name(SourceNumbers source, long number) {
        return new Gtid(mariaDb, source.high(), source.low(), source.tag(), number).toString();
    }

    /** Returns the name of a transaction of the log: its GTID, or its end position. */
    public String name(int index) {
        for (SourceNumbers source : sources) {
            long number = source.numberAt(index);
            if (number != 0) {
                return name(source, number);
            }
        }
        return places.name(index);
    }
}
