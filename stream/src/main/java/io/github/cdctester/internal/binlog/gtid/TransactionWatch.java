// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.position.LogCursor;

/**
 * Receives each complete transaction of one stream exactly once, with its GTID or in a count of {@link #addFollowers}. Called in
 * the reader's thread, in stream order. A transaction that a break interrupts is reported after the server has sent it again.
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
     * Called before all other methods. The cursor is at a transaction's first event during {@link #onBegin()}, and past its last
     * event during {@link #onEnd}.
     */
    default void setCursor(LogCursor cursor) {}

    default void onBegin() {}

    /**
     * Rows and times since the last {@link #onEnd} belong to no transaction; after a break, they are sent again. Also called if the
     * log has no GTID events.
     */
    default void onDiscarded() {}

    /**
     * Applies to the next transaction that ends. {@code micros} is in µs since the epoch on the tester's clock;
     * {@link Long#MIN_VALUE} if the log has no commit time.
     */
    default void onCommitTime(long micros) {}

    /**
     * @param high MySQL: most significant bits of the source's UUID; MariaDB: domain
     * @param low MySQL: least significant bits of the source's UUID; MariaDB: server id
     * @param tag MySQL's tag; empty for none
     * @param number 0 without a GTID
     * @param heartbeat sequence number of the heartbeat; -1 if the transaction is not a heartbeat
     */
    void onEnd(long high, long low, String tag, long number, long heartbeat);

    /** Returns true if the watch does not need the next transactions individually. Called directly after {@link #onEnd}. */
    default boolean acceptsFollowers() {
        return false;
    }

    /** Numbers and positions directly follow the last transaction; none is a heartbeat. Replaces {@link #onBegin} and {@link #onEnd}. */
    default void addFollowers(long transactions) {
        throw new IllegalStateException("was not requested");
    }

    default void onWindowOpened() {}

    /** Called at the end of the events of one socket read. */
    default void onReadEnd() {}
}
