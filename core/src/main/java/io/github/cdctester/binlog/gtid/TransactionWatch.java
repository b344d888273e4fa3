// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.gtid;

import io.github.cdctester.binlog.position.LogCursor;

/**
 * Is told of each transaction of one stream that has come to its end, once, with its identity. Called in the reader's
 * thread, in the order of the stream. A transaction that the connection broke in is told when it has come again, and whole.
 */
public interface TransactionWatch {

    /** Watches nothing. */
    TransactionWatch NONE = new TransactionWatch() {
        @Override
        public void follows(LogCursor cursor) {}

        @Override
        public void begins() {}

        @Override
        public void ended(long high, long low, String tag, long number, long heartbeat) {}

        @Override
        public void windowOpened() {}

        @Override
        public void readEnd() {}
    };

    /**
     * Tells where the reader is; before anything else.
     *
     * @param cursor is at the first event of a transaction when {@link #begins()} is called, and behind the last one when
     *     {@link #ended} is
     */
    void follows(LogCursor cursor);

    /** A GTID event has opened a transaction. */
    void begins();

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

    /** The measured part begins. */
    void windowOpened();

    /** All that one socket read brought has been told. */
    void readEnd();
}
