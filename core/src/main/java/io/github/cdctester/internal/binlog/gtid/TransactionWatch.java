// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.position.LogCursor;

/**
 * Is told of each transaction of one stream that has come to its end, once, with its identity. Called in the reader's
 * thread, in the order of the stream. A transaction that the connection broke in is told when it has come again, and whole.
 */
public interface TransactionWatch {

    TransactionWatch NONE = new TransactionWatch() {
        @Override
        public void ended(long high, long low, String tag, long number, long heartbeat) {}

        @Override
        public boolean takesFollowers() {
            return true;
        }

        @Override
        public void followed(long transactions) {}
    };

    /**
     * Where the reader is; before anything else.
     *
     * @param cursor is at the first event of a transaction when {@link #begins()} is called, and behind the last one when
     *     {@link #ended} is
     */
    default void follows(LogCursor cursor) {}

    /** A GTID event has opened a transaction. */
    default void begins() {}

    /**
     * Rows and times since the last {@link #ended} belong to no transaction: the connection broke, and the open transaction comes
     * again from its beginning. Called whether the log has GTID events or not.
     */
    default void dropped() {}

    /**
     * When the transaction was committed that ends with the next {@link #ended}.
     *
     * @param micros its commit timestamp, in µs since the epoch on the tester's clock; {@link Long#MIN_VALUE} where the log has
     *     none
     */
    default void committedAt(long micros) {}

    /**
     * A transaction has ended.
     *
     * @param high of MySQL the most significant bits of the source's UUID, of MariaDB the domain
     * @param low of MySQL the least significant bits, of MariaDB the server's id
     * @param tag MySQL's tag; the empty string for none
     * @param number the transaction's number, or 0 where it has no GTID
     * @param heartbeat the number of the heartbeat that it is, or -1 if it is another transaction
     */
    void ended(long high, long low, String tag, long number, long heartbeat);

    /**
     * Asked right after {@link #ended}: whether those that follow the transaction without a gap, in number and in place, may
     * be told as a count, since there could be nothing to find in them.
     *
     * @return whether {@link #followed} may be called in place of the other two
     */
    default boolean takesFollowers() {
        return false;
    }

    /**
     * Transactions have ended that follow the last one without a gap, each of them with the next number and at the next place.
     *
     * @param transactions how many of them; none is a heartbeat
     */
    default void followed(long transactions) {
        throw new IllegalStateException("was not asked for");
    }

    /** The measured part begins. */
    default void windowOpened() {}

    /** All that one socket read brought has been told. */
    default void readEnd() {}
}
