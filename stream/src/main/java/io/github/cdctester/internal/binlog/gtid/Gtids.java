// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;

/**
 * MySQL's {@linkplain GtidSet sets}, or MariaDB's {@linkplain MariaDbGtidState last transaction of each domain}. The two kinds
 * cannot be compared or combined. Not thread-safe.
 */
public sealed interface Gtids permits GtidSet, MariaDbGtidState {

    static Gtids none(boolean isMariaDb) {
        return isMariaDb ? new MariaDbGtidState() : new GtidSet();
    }

    /** @throws IllegalArgumentException if the text is not in the server's format */
    static Gtids parse(String text, boolean isMariaDb) {
        return isMariaDb ? MariaDbGtidState.parse(text) : GtidSet.parse(text);
    }

    /**
     * Allocates nothing if the number is the next number of a known source.
     *
     * @param high MySQL: most significant bits of the source's UUID; MariaDB: domain
     * @param low MySQL: least significant bits of the source's UUID; MariaDB: server id
     * @param tag MySQL's tag, in lower case; empty for none
     * @param number MySQL: 1 to 2^63 − 2; MariaDB: unsigned 64 bits
     */
    void add(long high, long low, String tag, long number);

    /** Returns the union with a later object. */
    Gtids followedBy(Gtids later);

    boolean includes(Gtids subset);

    /** Returns true if {@link #extend} may be called after this number was added. */
    boolean endsWith(long number);

    /** Extends the source that received the last {@link #add}, after its highest number. */
    void extend(long numbers);

    /**
     * Limits sources, gaps and domains, so that invented GTIDs take at most about 15 MB. Cheap enough for one call per socket read.
     *
     * @throws StreamProtocolException if a limit is exceeded
     */
    void checkLimits() throws StreamProtocolException;
}
