// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that the server need not send again: the ones before the reader's start, and the ones it has read completely.
 * Confined to the reader's thread; allocates nothing for a transaction with the next number of its source.
 *
 * <p>The two parts are separate because the first may become known, or more precise, while the second grows.
 */
public final class ExecutedGtids {

    private final boolean on;
    private final boolean mariaDb;
    private final GtidReader reader;
    private final Gtids read;

    private TransactionWatch watch = TransactionWatch.NONE;
    /** The number of the transaction that ended last; 0 if it has none. */
    private long last;

    private @Nullable Gtids before;

    private ExecutedGtids(boolean on, boolean mariaDb) {
        this.on = on;
        this.mariaDb = mariaDb;
        reader = new GtidReader(mariaDb);
        read = Gtids.none(mariaDb);
    }

    /** For a server without GTIDs. */
    public static ExecutedGtids off() {
        return new ExecutedGtids(false, false);
    }

    /** Creates an empty tracker for a server with GTIDs. */
    public static ExecutedGtids on(boolean mariaDb) {
        return new ExecutedGtids(true, mariaDb);
    }

    /** Returns an empty set without any earlier transactions. */
    public static ExecutedGtids ofNothing(boolean on, boolean mariaDb) {
        ExecutedGtids nothing = new ExecutedGtids(on, mariaDb);
        nothing.before = Gtids.none(mariaDb);
        return nothing;
    }

    /**
     * Takes the GTIDs before a position that the reader has reached, such as its start. All of them were before the start, or have
     * been read.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public void addBefore(String gtids) {
        if (on) {
            Gtids more = Gtids.parse(gtids, mariaDb);
            // MariaDB's answer is complete by itself: a domain that it lacks is gone
            before = before == null || mariaDb ? more : before.followedBy(more);
        }
    }

    /**
     * Compares the GTIDs of two servers.
     *
     * @param mariaDb whether they are MariaDB's GTIDs: then the last transaction of each domain counts
     * @return true if the first contains everything in the second
     * @throws IllegalArgumentException if a text has another form
     */
    public static boolean includes(String all, String some, boolean mariaDb) {
        return Gtids.parse(all, mariaDb).includes(Gtids.parse(some, mariaDb));
    }

    /** Returns true if a dump could begin behind {@link #all()}. */
    public boolean isKnown() {
        return before != null;
    }

    /** Adds a watch that is notified of each complete transaction, also if the server has no GTIDs. */
    public void reportTo(TransactionWatch transactions) {
        watch = transactions;
    }

    /** No transaction is open, or one without an identity. */
    public void clear() {
        reader.clear();
    }

    /**
     * A GTID event of any kind opens a transaction.
     *
     * @param end the index after its available bytes, before the checksum
     */
    public void begin(ByteBuffer buffer, int at, int end, int type) {
        if (on) {
            reader.read(buffer, at, end, type);
        }
        watch.begins();
    }

    /** The open transaction came to nothing. */
    public void drop() {
        clear();
        watch.dropped();
    }

    /** When the transaction was committed that ends next. */
    public void committedAt(long micros) {
        watch.committedAt(micros);
    }

    /** Ends the open transaction, which is not a heartbeat. */
    public void end() {
        end(-1);
    }

    /**
     * Ends the open transaction.
     *
     * @param heartbeat the heartbeat's number, or -1 for other transactions
     */
    public void end(long heartbeat) {
        if (!reader.isRead()) {
            last = 0;
            watch.ended(0, 0, "", 0, heartbeat);
            return;
        }
        last = reader.number();
        read.add(reader.high(), reader.low(), reader.tag(), last);
        watch.ended(reader.high(), reader.low(), reader.tag(), last, heartbeat);
        reader.clear();
    }

    /**
     * Returns true if the following transactions, without a gap in number and place, may be reported as a count. Called right after
     * {@link #end()}.
     *
     * @return whether {@link #followed} may be called in place of {@link #begin} and {@link #end()}
     */
    public boolean acceptsFollowers() {
        return last > 0 && read.endsWith(last) && watch.acceptsFollowers();
    }

    /** Transactions have ended that follow the last one without a gap, of the same source, each with the next number. */
    public void followed(long transactions) {
        read.extend(transactions);
        watch.followed(transactions);
    }

    /**
     * Refuses more GTIDs than are remembered; once a socket read.
     *
     * @throws StreamProtocolException if the server makes up source after source, or gap after gap
     */
    public void failIfEndless() throws StreamProtocolException {
        read.failIfEndless();
    }

    /** Both parts together; it must be known. */
    public Gtids all() {
        if (before == null) {
            throw new IllegalStateException("the GTIDs before the start are not known");
        }
        return before.followedBy(read);
    }

    /** Returns the GTIDs before the start without the GTIDs read, in the server's form; they must be known. */
    public String before() {
        // a later answer of MySQL includes transactions that were read
        return before instanceof GtidSet set ? set.subtract((GtidSet) read).toString() : String.valueOf(before);
    }

    /** As the server prints it. */
    @Override
    public String toString() {
        return isKnown() ? all().toString() : "(not known)";
    }
}
