// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that the server need not send again: those before the reader's start, and those read completely. The first set may
 * become more precise later, so both sets are separate. Confined to the reader's thread. Allocates nothing for a transaction with
 * the next number of its source.
 */
public final class ExecutedGtids {

    private final boolean hasGtids;
    private final boolean isMariaDb;
    private final GtidReader reader;
    private final Gtids readGtids;

    private TransactionWatch watch = TransactionWatch.NONE;
    /** Number of the last complete transaction; 0 without a GTID. */
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

    /** Assumes that no transactions precede the start. */
    public static ExecutedGtids atLogStart(boolean hasGtids, boolean isMariaDb) {
        ExecutedGtids tracker = new ExecutedGtids(hasGtids, isMariaDb);
        tracker.gtidsBefore = Gtids.none(isMariaDb);
        return tracker;
    }

    /**
     * The reader must have reached the position of these GTIDs, for example its start.
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
     * For MariaDB, compares only the last transaction of each domain.
     *
     * @throws IllegalArgumentException if a text is not in the server's format
     */
    public static boolean includes(String superset, String subset, boolean isMariaDb) {
        return Gtids.parse(superset, isMariaDb).includes(Gtids.parse(subset, isMariaDb));
    }

    /** Returns true if a dump can start after {@link #allGtids()}. */
    public boolean isKnown() {
        return gtidsBefore != null;
    }

    /** The watch receives each complete transaction, even if the server has no GTIDs. */
    public void reportTo(TransactionWatch transactions) {
        watch = transactions;
    }

    /** Call it if no transaction is open, or if the open transaction has no GTID. */
    public void clear() {
        reader.clear();
    }

    /** @param end index after the available bytes of the event, before the checksum */
    public void begin(ByteBuffer buffer, int index, int end, int type) {
        if (hasGtids) {
            reader.read(buffer, index, end, type);
        }
        watch.onBegin();
    }

    /** Call it if the connection broke, or the transaction is incomplete. */
    public void discard() {
        clear();
        watch.onDiscarded();
    }

    /** For the transaction that ends next, in µs since the epoch on the tester's clock. */
    public void setCommitTime(long micros) {
        watch.onCommitTime(micros);
    }

    /** Call it if the transaction is not a heartbeat. */
    public void end() {
        end(-1);
    }

    /** {@code heartbeat} is the heartbeat's sequence number, or -1. */
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

    /** Allows {@link #addFollowers} for consecutive numbers and positions. Must be called directly after {@link #end()}. */
    public boolean acceptsFollowers() {
        return lastNumber > 0 && readGtids.endsWith(lastNumber) && watch.acceptsFollowers();
    }

    /**
     * The transactions must directly follow the last transaction of the same source. Replaces {@link #begin} and {@link #end()} for
     * them.
     */
    public void addFollowers(long transactions) {
        readGtids.extend(transactions);
        watch.addFollowers(transactions);
    }

    /**
     * Called once per socket read.
     *
     * @throws StreamProtocolException if the server sends too many sources or gaps
     */
    public void checkLimits() throws StreamProtocolException {
        readGtids.checkLimits();
    }

    /**
     * Includes the transactions before the start.
     *
     * @throws IllegalStateException if the GTIDs before the start are not known
     */
    public Gtids allGtids() {
        if (gtidsBefore == null) {
            throw new IllegalStateException("the GTIDs before the start are not known");
        }
        return gtidsBefore.followedBy(readGtids);
    }

    /** Excludes the transactions read. The GTIDs before the start must be known. */
    public String gtidsBeforeStart() {
        // a set that MySQL reported later includes transactions that were read
        return gtidsBefore instanceof GtidSet set
                ? set.subtract((GtidSet) readGtids).toString()
                : String.valueOf(gtidsBefore);
    }

    @Override
    public String toString() {
        return isKnown() ? allGtids().toString() : "(not known)";
    }
}
