// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that the server need not send again: the transactions before the reader's start, and the transactions
 * that the reader has read completely. Confined to the reader's thread. Allocates nothing for a transaction with the
 * next number of its source.
 *
 * <p>The two sets are stored separately. The set of earlier transactions may become known, or more precise, while the set of
 * read transactions grows.
 */
public final class ExecutedGtids {

    private final boolean hasGtids;
    private final boolean isMariaDb;
    private final GtidReader reader;
    private final Gtids readGtids;

    private TransactionWatch watch = TransactionWatch.NONE;
    /** Number of the last complete transaction; 0 if it has no GTID. */
    private long lastNumber;

    private @Nullable Gtids gtidsBefore;

    private ExecutedGtids(boolean hasGtids, boolean isMariaDb) {
        this.hasGtids = hasGtids;
        this.isMariaDb = isMariaDb;
        reader = new GtidReader(isMariaDb);
        readGtids = Gtids.none(isMariaDb);
    }

    public static ExecutedGtids withoutGtids() {
        return new ExecutedGtids(false, false);
    }

    public static ExecutedGtids withGtids(boolean isMariaDb) {
        return new ExecutedGtids(true, isMariaDb);
    }

    /** Creates a tracker for a start at the beginning of the log, without any earlier transactions. */
    public static ExecutedGtids atLogStart(boolean hasGtids, boolean isMariaDb) {
        ExecutedGtids tracker = new ExecutedGtids(hasGtids, isMariaDb);
        tracker.gtidsBefore = Gtids.none(isMariaDb);
        return tracker;
    }

    /**
     * Adds the GTIDs before a position that the reader has reached, for example its start. Each of these transactions
     * precedes the start or has been read.
     *
     * @throws IllegalArgumentException if the text is not in the server's format
     */
    public void addBefore(String gtids) {
        if (hasGtids) {
            Gtids parsedGtids = Gtids.parse(gtids, isMariaDb);
            // MariaDB's position is complete: a domain that is missing in it no longer exists
            gtidsBefore = gtidsBefore == null || isMariaDb ? parsedGtids : gtidsBefore.followedBy(parsedGtids);
        }
    }

    /**
     * Compares the GTIDs of two servers.
     *
     * @param isMariaDb true for MariaDB's GTIDs; only the last transaction of each domain is then compared
     * @return true if the first set contains all transactions of the second
     * @throws IllegalArgumentException if a text is not in the server's format
     */
    public static boolean includes(String superset, String subset, boolean isMariaDb) {
        return Gtids.parse(superset, isMariaDb).includes(Gtids.parse(subset, isMariaDb));
    }

    /** Returns true if the GTIDs before the start are known, so that a dump can start after {@link #allGtids()}. */
    public boolean isKnown() {
        return gtidsBefore != null;
    }

    /** Sets a watch that is notified of each complete transaction, even if the server has no GTIDs. */
    public void reportTo(TransactionWatch transactions) {
        watch = transactions;
    }

    /** Clears the current GTID. Called if no transaction is open, or if the open transaction has no GTID. */
    public void clear() {
        reader.clear();
    }

    /**
     * Reads the GTID event (of any type) that opens a transaction.
     *
     * @param end index after the available bytes of the event, before the checksum
     */
    public void begin(ByteBuffer buffer, int index, int end, int type) {
        if (hasGtids) {
            reader.read(buffer, index, end, type);
        }
        watch.onBegin();
    }

    /** Discards the open transaction, because the connection broke or the transaction is incomplete. */
    public void discard() {
        clear();
        watch.onDiscarded();
    }

    /** Reports the commit time of the transaction that ends next, in µs since the epoch on the tester's clock. */
    public void setCommitTime(long micros) {
        watch.onCommitTime(micros);
    }

    /** Ends the open transaction, which is not a heartbeat. */
    public void end() {
        end(-1);
    }

    /**
     * Ends the open transaction; {@code heartbeat} is the heartbeat's sequence number, or -1 if the transaction is not a
     * heartbeat.
     */
    public void end(long heartbeat) {
        if (!reader.hasGtid()) {
            lastNumber = 0;
            watch.onEnd(0, 0, "", 0, heartbeat);
            return;
        }
        lastNumber = reader.number();
        readGtids.add(reader.high(), reader.low(), reader.tag(), lastNumber);
        watch.onEnd(reader.high(), reader.low(), reader.tag(), lastNumber, heartbeat);
        reader.clear();
    }

    /**
     * Returns true if the next transactions may be reported by {@link #addFollowers}, as long as their numbers and
     * positions are consecutive. Must be called directly after {@link #end()}.
     */
    public boolean acceptsFollowers() {
        return lastNumber > 0 && readGtids.endsWith(lastNumber) && watch.acceptsFollowers();
    }

    /**
     * Reports transactions of the same source whose numbers and positions directly follow the last transaction.
     * Replaces {@link #begin} and {@link #end()} for them.
     */
    public void addFollowers(long transactions) {
        readGtids.extend(transactions);
        watch.addFollowers(transactions);
    }

    /**
     * Checks the limits for stored GTIDs. Called once per socket read.
     *
     * @throws StreamProtocolException if the server sends too many sources or gaps
     */
    public void checkLimits() throws StreamProtocolException {
        readGtids.checkLimits();
    }

    /**
     * Returns the transactions before the start and the transactions read.
     *
     * @throws IllegalStateException if the GTIDs before the start are not known
     */
    public Gtids allGtids() {
        if (gtidsBefore == null) {
            throw new IllegalStateException("the GTIDs before the start are not known");
        }
        return gtidsBefore.followedBy(readGtids);
    }

    /**
     * Returns the GTIDs before the start, without the transactions read, in the server's format. The GTIDs before the
     * start must be known.
     */
    public String gtidsBeforeStart() {
        // a set that MySQL reported later includes transactions that were read
        return gtidsBefore instanceof GtidSet set
                ? set.subtract((GtidSet) readGtids).toString()
                : String.valueOf(gtidsBefore);
    }

    /** Returns {@link #allGtids()} in the server's format, or a note that the GTIDs before the start are not known. */
    @Override
    public String toString() {
        return isKnown() ? allGtids().toString() : "(not known)";
    }
}
