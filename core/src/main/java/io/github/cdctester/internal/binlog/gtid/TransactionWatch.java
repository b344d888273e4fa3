// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.position.LogCursor;

/**
 * Receives each complete transaction of one stream once, with its identity. Called in the reader's thread, in the order of the
 * stream. After a broken connection, a transaction is reported when it has arrived again completely.
 */
public interface TransactionWatch {

    TransactionWatch NONE = new TransactionWatch() {
        @Override
        public void ended(long high, long low, String tag, long number, long heartbeat) {}

        @Override
        public boolean acceptsFollowers() {
            return true;
        }

        @Override
        public void followed(long transactions) {}
    };

    /**
     * Passes the reader's cursor; called first.
     *
     * @param cursor is at the first event of a transaction when {@link #begins()} is called, and after the last one when
     *     {@link #ended} is called
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
     * @param micros its commit timestamp, in µs since the epoch on the tester's clock; {@link Long#MIN_VALUE} if the log has
     *     none
     */
    default void committedAt(long micros) {}

    /**
     * Reports the end of a transaction.
     *
     * @param high MySQL: the most significant bits of the source's UUID; MariaDB: the domain
     * @param low MySQL: the least significant bits; MariaDB: the server's id
     * @param tag MySQL's tag; the empty string for none
     * @param number the transaction's number, or 0 without a GTID
     * @param heartbeat the heartbeat's number, or -1 if the transaction is no heartbeat
     */
    void ended(long high, long low, String tag, long number, long heartbeat);

    /**
     * Returns true if the following transactions may be reported as a count, because the watch looks for none of them. They have no
     * gap in number and place. Called right after {@link #ended}.
     *
     * @return whether {@link #followed} may be called in place of the other two
     */
    default boolean acceptsFollowers() {
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

    /** Reports the end of the events of one socket read. */
    default void readEnd() {}
}
