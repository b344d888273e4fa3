// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;

/**
 * A set of transactions in the form of the server: MySQL's {@linkplain GtidSet sets}, or MariaDB's {@linkplain
 * MariaDbGtidState last transaction of each domain}. The two kinds cannot be compared or combined.
 *
 * <p>Not safe for use by several threads.
 */
public sealed interface Gtids permits GtidSet, MariaDbGtidState {

    static Gtids none(boolean isMariaDb) {
        return isMariaDb ? new MariaDbGtidState() : new GtidSet();
    }

    /**
     * Parses a server's text format.
     *
     * @throws IllegalArgumentException if the text is not in this format
     */
    static Gtids parse(String text, boolean isMariaDb) {
        return isMariaDb ? MariaDbGtidState.parse(text) : GtidSet.parse(text);
    }

    /**
     * Adds a transaction. Nothing is allocated if its number is the next number of a known source.
     *
     * @param high MySQL: most significant bits of the source's UUID; MariaDB: domain
     * @param low MySQL: least significant bits of the source's UUID; MariaDB: server id
     * @param tag MySQL's tag, in lower case; empty for none
     * @param number transaction number; MySQL: 1 to 2^63 − 2; MariaDB: unsigned 64 bits
     */
    void add(long high, long low, String tag, long number);

    /** Returns the union of this object and a later object. */
    Gtids followedBy(Gtids later);

    boolean includes(Gtids subset);

    /** Returns true if {@link #extend} may be called after this number was added. */
    boolean endsWith(long number);

    /** Adds the next numbers after the highest number of the source that received the last {@link #add}. */
    void extend(long numbers);

    /**
     * Checks that sources, gaps and domains stay below limits that no real server reaches. The limits bound the memory
     * to about 15 MB even if a server sends invented GTIDs. Cheap enough for one call per socket read.
     *
     * @throws StreamProtocolException if a limit is exceeded
     */
    void checkLimits() throws StreamProtocolException;
}
