// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that a reader need not be sent again: those transactions before its start, and those that it has read to their end. In the
 * reader's thread; nothing is allocated for a transaction whose number is the next one of its source.
 *
 * <p>The two parts are kept apart because the first may become known, or known better, while the second grows.
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

    /** For a server with GTIDs: a tracker that has read nothing, and does not know what was before its start. */
    public static ExecutedGtids on(boolean mariaDb) {
        return new ExecutedGtids(true, mariaDb);
    }

    /** Nothing yet, and nothing before it. */
    public static ExecutedGtids ofNothing(boolean on, boolean mariaDb) {
        ExecutedGtids nothing = new ExecutedGtids(on, mariaDb);
        nothing.before = Gtids.none(mariaDb);
        return nothing;
    }

    /**
     * Takes what a server says about everything before a position that the reader has reached, such as its start: all of it
     * was before the start, or has been read.
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
     * Compares what two servers say.
     *
     * @param mariaDb whether they are MariaDB's GTIDs: then the last transaction of each domain counts
     * @return whether the one has everything that the other has
     * @throws IllegalArgumentException if a text has another form
     */
    public static boolean includes(String all, String some, boolean mariaDb) {
        return Gtids.parse(all, mariaDb).includes(Gtids.parse(some, mariaDb));
    }

    /** Returns true if a dump could begin behind {@link #all()}. */
    public boolean isKnown() {
        return before != null;
    }

    /** A watch that is told of each transaction that ends; also if the server has no GTIDs. */
    public void tell(TransactionWatch transactions) {
        watch = transactions;
    }

    /** No transaction is open, or one without an identity. */
    public void clear() {
        reader.clear();
    }

    /**
     * A GTID event of any kind opens a transaction.
     *
     * @param end the index behind what is there of it, before the checksum
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

    /** The open transaction, which is no heartbeat, has come to its end. */
    public void end() {
        end(-1);
    }

    /**
     * The open transaction has come to its end.
     *
     * @param heartbeat the number of the heartbeat that it is, or -1 if it is another transaction
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
     * Asked right after {@link #end()}: whether those that follow the transaction without a gap, in number and in place, may
     * be told as a count.
     *
     * @return whether {@link #followed} may be called in place of {@link #begin} and {@link #end()}
     */
    public boolean takesFollowers() {
        return last > 0 && read.endsWith(last) && watch.takesFollowers();
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

    /** Those before the start, less what was read, as the server prints them; it must be known. */
    public String before() {
        // what MySQL says later has what was read as well
        return before instanceof GtidSet set ? set.subtract((GtidSet) read).toString() : String.valueOf(before);
    }

    /** As the server prints it. */
    @Override
    public String toString() {
        return isKnown() ? all().toString() : "(not known)";
    }
}
