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
 * The transactions that the run's own stream has read; the write side's commits are marked. A log index is the ordinal of a
 * transaction in the stream, from 0. Callers hold the judge's lock.
 */
public final class LogReference {

    /** Value of {@link #window} before the measured part. */
    static final int NO_WINDOW = Integer.MAX_VALUE;

    private static final int MAX_SOURCES = 256;
    private static final int MAX_TRANSACTIONS = 1 << 28;

    public interface Watcher {

        /** Called after the stream has read a transaction. {@code source} is null for a transaction without a GTID. */
        default void onLogged(int index, @Nullable SourceNumbers source, long number) {}

        /**
         * Called after {@link #onLogged} for each stamp of the transaction. Only a played log contains stamps.
         *
         * @param rows number of rows with this stamp
         * @param micros time when the transaction became readable, in µs since the epoch
         */
        default void onStamped(int index, long sequence, long rows, long micros) {}

        /** Called when it becomes known that this run committed the transaction. */
        default void onOwn(int index) {}
    }

    private final LogPositions positions;
    private final CommitTimes times;
    private final BitSet own = new BitSet();

    private BitSet ownBefore = new BitSet();

    private final BitSet heartbeats = new BitSet();

    private @Nullable PlayedLog played;
    private final boolean mariaDb;
    private final LedgerMemory memory;
    private final Watcher watcher;
    private final List<SourceNumbers> sources = new ArrayList<>();
    private @Nullable SourceNumbers lastSource;

    private volatile @Nullable String stampsInDoubt;
    private volatile @Nullable String repeatsInDoubt;
    private GtidSet gtidsBefore = new GtidSet();
    private int size;

    /** The log index of the transaction that was added last; -1 if it was not stored. */
    private int lastAdded = -1;

    private long lastAddedMicros = CommitTimes.UNKNOWN;
    private int window = NO_WINDOW;
    private long acknowledged;
    private boolean full;
    private boolean hasTimestamps;

    public LogReference(boolean mariaDb, LedgerMemory memory, Watcher watcher) {
        this.mariaDb = mariaDb;
        this.memory = memory;
        this.watcher = watcher;
        positions = new LogPositions(memory);
        times = new CommitTimes(memory);
    }

    /** Consumers must report all transactions of a played log. */
    public void play(PlayedLog log) {
        played = log;
    }

    /** Returns {@code null} if a server writes the log. */
    public @Nullable PlayedLog played() {
        return played;
    }

    /** Safe for any thread. */
    public void setStampsInDoubt(String reason) {
        stampsInDoubt = reason;
    }

    /** Safe for any thread. {@code reason} explains why a repeated or late stamp is no proof. */
    public void setRepeatsInDoubt(String reason) {
        repeatsInDoubt = reason;
    }

    /** Returns why a repeated or late stamp is no proof: rows keep the stamps of earlier changes; else {@code null}. */
    public @Nullable String repeatsInDoubt() {
        return repeatsInDoubt;
    }

    /** Returns why the stamped rows of a played log are unknown; else {@code null}. */
    public @Nullable String stampsInDoubt() {
        return stampsInDoubt;
    }

    public LogPositions positions() {
        return positions;
    }

    public CommitTimes times() {
        return times;
    }

    /** Returns true if this run committed the transaction in the measured part. */
    public boolean isOwn(int index) {
        return own.get(index);
    }

    public boolean isOwnBefore(int index) {
        return ownBefore.get(index);
    }

    public boolean isHeartbeat(int index) {
        return heartbeats.get(index);
    }

    /** Returns -1 if there is none. */
    public int lastOwn() {
        return own.length() - 1;
    }

    /** Returns the first at or after {@code from}; -1 if none. */
    public int nextOwn(int from) {
        return own.nextSetBit(from);
    }

    public int countOwnFrom(int index) {
        return own.get(index, size).cardinality();
    }

    public BitSet selectOwn(BitSet indexes) {
        BitSet result = (BitSet) indexes.clone();
        result.and(own);
        return result;
    }

    /** Excludes heartbeats. Returns the run's own transactions, or all of the measured part. */
    public BitSet expected(boolean acknowledgedOnly) {
        BitSet expected = acknowledgedOnly ? (BitSet) own.clone() : new BitSet();
        if (!acknowledgedOnly && window < size) {
            expected.set(window, size);
        }
        expected.andNot(heartbeats);
        return expected;
    }

    /** Returns true if {@link #expected} contains the transaction, or will contain it after the stream has read it. */
    public boolean isExpected(long high, long low, String tag, long number, boolean acknowledgedOnly) {
        SourceNumbers source = findSource(high, low, tag);
        int index = source == null ? -1 : source.indexOf(number);
        if (source == null || index < 0) {
            return source != null && acknowledgedOnly && source.pending().find(number) != LongPairMap.NONE;
        }
        return (acknowledgedOnly ? own.get(index) : index >= window) && !heartbeats.get(index);
    }

    /** Ignored for MariaDB, whose GTID positions list no ranges. */
    public void setGtidsBeforeStream(String gtids) {
        if (!mariaDb) {
            gtidsBefore = GtidSet.parse(gtids);
        }
    }

    public boolean isMariaDb() {
        return mariaDb;
    }

    public int size() {
        return size;
    }

    /** First log index of the measured part; {@link #NO_WINDOW} before it. */
    public int window() {
        return window;
    }

    /**
     * Returns the log's bytes from the end of a transaction to the measured part; 0 if only heartbeats are between them, -1 if
     * unknown.
     */
    public long bytesBeforeWindow(int index) {
        if (window == NO_WINDOW) {
            return -1;
        }
        return heartbeats.nextClearBit(index + 1) >= window ? 0 : positions.bytesBetween(index, window - 1);
    }

    /**
     * Heartbeats are not measured. For the run's own transactions, the time of the acknowledgement decides, because a parallel
     * replica may log some of them before the measured part. For other clients' transactions, the log index decides.
     */
    public boolean isMeasured(int index) {
        return own.get(index) || index >= window && !heartbeats.get(index) && !ownBefore.get(index);
    }

    /** Counts acknowledged commits of the measured part. */
    public long acknowledged() {
        return acknowledged;
    }

    public long measuredCount() {
        return window >= size
                ? 0
                : (long) size - window - heartbeats.get(window, size).cardinality();
    }

    public long otherClientsCount() {
        if (window >= size) {
            return 0;
        }
        BitSet ownOrHeartbeats = own.get(window, size);
        ownOrHeartbeats.or(heartbeats.get(window, size));
        ownOrHeartbeats.or(ownBefore.get(window, size));
        return (long) size - window - ownOrHeartbeats.cardinality();
    }

    /** Returns true if memory ran out, so that no verdict is possible. */
    public boolean isFull() {
        return full;
    }

    /** Returns true if commit times come from the log or its player, not from acknowledgements. */
    public boolean hasTimestamps() {
        return hasTimestamps;
    }

    /** {@code number} is 0 without a GTID; {@code committedMicros} may be {@link CommitTimes#UNKNOWN}. */
    public void addTransaction(
            long high,
            long low,
            String tag,
            long number,
            boolean heartbeat,
            long committedMicros,
            String file,
            long end) {
        long micros = played == null ? committedMicros : played.readableMicros(file, end);
        SourceNumbers source = number == 0 ? null : source(high, low, tag);
        if (full || size == MAX_TRANSACTIONS || source != null && source.indexOf(number) >= 0) {
            full |= size == MAX_TRANSACTIONS;
            lastAdded = -1;
            return; // a repeated transaction keeps its first log index
        }
        int index = size++;
        lastAdded = index;
        lastAddedMicros = micros;
        positions.add(file, end);
        if (heartbeat) {
            heartbeats.set(index);
        }
        if (micros != CommitTimes.UNKNOWN) {
            times.set(index, micros);
            hasTimestamps = true;
        }
        if (source != null) {
            full |= !source.add(number, index);
            long acknowledgedMicros = source.removePending(number);
            if (acknowledgedMicros != CommitTimes.UNKNOWN) {
                markOwn(index, acknowledgedMicros);
            } else if (source.removeEarlier(number)) {
                ownBefore.set(index);
            }
        }
        watcher.onLogged(index, source, number);
    }

    /** Adds a stamp of the transaction that was added last. The stamps of a repeated transaction are known already. */
    public void addStamp(long sequence, long rows) {
        if (lastAdded >= 0) {
            watcher.onStamped(lastAdded, sequence, rows, lastAddedMicros);
        }
    }

    /** Starts the measured part after the transactions read so far. */
    public void windowOpened() {
        window = size;
    }

    public void acknowledged(long high, long low, String tag, long number, long micros) {
        SourceNumbers source = source(high, low, tag);
        acknowledged++;
        if (source == null) {
            return;
        }
        int index = source.indexOf(number);
        if (index >= 0) {
            markOwn(index, micros);
        } else {
            full |= !source.addPending(number, micros);
        }
    }

    private void markOwn(int index, long micros) {
        own.set(index);
        if (times.get(index) == CommitTimes.UNKNOWN && !hasTimestamps) {
            times.set(index, micros);
        }
        watcher.onOwn(index);
    }

    /** Starts the write side's measured part. Commits acknowledged so far are not checked. */
    public void forgetAcknowledged() {
        acknowledged = 0;
        ownBefore = (BitSet) own.clone();
        own.clear();
        sources.forEach(SourceNumbers::forgetAcknowledged);
    }

    /** Creates the entry if necessary. Returns {@code null} if there are too many sources. */
    @Nullable
    public SourceNumbers source(long high, long low, String tag) {
        SourceNumbers last = lastSource;
        if (last != null && last.matches(high, low, tag)) {
            return last;
        }
        SourceNumbers found = findSource(high, low, tag);
        if (found == null && sources.size() < MAX_SOURCES) {
            GtidIntervals numbers = gtidsBefore.numbersOf(high, low, tag);
            found = new SourceNumbers(high, low, tag, numbers, memory);
            sources.add(found);
        }
        full |= found == null;
        lastSource = found == null ? last : found;
        return found;
    }

    @Nullable
    public SourceNumbers findSource(long high, long low, String tag) {
        for (SourceNumbers source : sources) {
            if (source.matches(high, low, tag)) {
                return source;
            }
        }
        return null;
    }

    public List<SourceNumbers> sources() {
        return sources;
    }

    public long unloggedCount() {
        return sources.stream().mapToLong(source -> source.pending().size()).sum();
    }

    public String name(SourceNumbers source, long number) {
        return new Gtid(mariaDb, source.high(), source.low(), source.tag(), number).toString();
    }

    /** Returns a transaction's GTID, or its end position if it has no GTID. */
    public String name(int index) {
        for (SourceNumbers source : sources) {
            long number = source.numberAt(index);
            if (number != 0) {
                return name(source, number);
            }
        }
        return positions.name(index);
    }
}
