// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;

/**
 * Transactions by their GTIDs, as the one kind of server or the other keeps them: MySQL's {@linkplain GtidSet sets}, or
 * MariaDB's {@linkplain MariaDbGtidState last transaction of each domain}. Two of different kinds have nothing in common.
 *
 * <p>Not safe for use by several threads.
 */
public sealed interface Gtids permits GtidSet, MariaDbGtidState {

    static Gtids none(boolean mariaDb) {
        return mariaDb ? new MariaDbGtidState() : new GtidSet();
    }

    /**
     * Reads a server's text form.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static Gtids parse(String text, boolean mariaDb) {
        return mariaDb ? MariaDbGtidState.parse(text) : GtidSet.parse(text);
    }

    /**
     * Adds a transaction. Nothing is allocated if its number is the next one of a known source.
     *
     * @param high of MySQL the most significant bits of the source's UUID, of MariaDB the domain
     * @param low of MySQL the least significant bits, of MariaDB the server's id
     * @param tag MySQL's tag, in lower case; the empty string for none
     * @param number the transaction's number: of MySQL from 1 to 2^63 − 2, of MariaDB 64 bits without a sign
     */
    void add(long high, long low, String tag, long number);

    /** The union of two of them. */
    Gtids followedBy(Gtids later);

    boolean includes(Gtids others);

    /** Returns true if a number may be followed by {@link #extend}. */
    boolean endsWith(long number);

    /** Adds the numbers after the highest one of the source that was added to last. */
    void extend(long numbers);

    /**
     * Refuses what no server has. Joined intervals need little: a server has a source or some, and few gaps. The limits are
     * far above that, and keep a server that makes up new ones from filling the memory: about 15 MB in all. Cheap enough for
     * once a socket read.
     *
     * @throws StreamProtocolException if there are more sources, gaps or domains than are remembered
     */
    void failIfEndless() throws StreamProtocolException;
}
