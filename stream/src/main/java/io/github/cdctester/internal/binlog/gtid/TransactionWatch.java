// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.position.LogCursor;

/**
 * Receives each complete transaction of one stream exactly once: with its GTID, or in a count of {@link #addFollowers}. Called in
 * the reader's thread, in stream order. If the connection breaks within a transaction, that transaction is reported only after
 * the server has sent it again completely.
 */
public interface TransactionWatch {

    TransactionWatch NONE = new TransactionWatch() {
        @Override
        public void onEnd(long high, long low, String tag, long number, long heartbeat) {}

        @Override
        public boolean acceptsFollowers() {
            return true;
        }

        @Override
        public void addFollowers(long transactions) {}
    };

    /**
     * Passes the reader's cursor. Called before all other methods.
     *
     * @param cursor positioned at the first event of a transaction during {@link #onBegin()}, and past the last event
     *     during {@link #onEnd}
     */
    default void setCursor(LogCursor cursor) {}

    /** Reports that a GTID event has opened a transaction. */
    default void onBegin() {}

    /**
     * Reports that the open transaction was discarded. Rows and times since the last {@link #onEnd} belong to no
     * transaction; if the connection broke, they are sent again. Called whether or not the log has GTID events.
     */
    default void onDiscarded() {}

    /**
     * Reports the commit time of the next transaction that ends.
     *
     * @param micros commit timestamp, in µs since the epoch on the tester's clock; {@link Long#MIN_VALUE} if the log has none
     */
    default void onCommitTime(long micros) {}

    /**
     * Reports the end of a transaction.
     *
     * @param high MySQL: most significant bits of the source's UUID; MariaDB: domain
     * @param low MySQL: least significant bits of the source's UUID; MariaDB: server id
     * @param tag MySQL's tag; empty for none
     * @param number transaction number; 0 without a GTID
     * @param heartbeat sequence number of the heartbeat; -1 if the transaction is not a heartbeat
     */
    void onEnd(long high, long low, String tag, long number, long heartbeat);

    /**
     * Returns true if the next transactions may be reported by {@link #addFollowers}, because the watch needs none of them
     * individually. Called directly after {@link #onEnd}.
     */
    default boolean acceptsFollowers() {
        return false;
    }

    /**
     * Reports transactions whose numbers and positions directly follow the last transaction. Replaces {@link #onBegin}
     * and {@link #onEnd} for them.
     *
     * @param transactions number of transactions; none is a heartbeat
     */
    default void addFollowers(long transactions) {
        throw new IllegalStateException("was not requested");
    }

    default void onWindowOpened() {}

    /** Reports the end of the events of one socket read. */
    default void onReadEnd() {}
}
