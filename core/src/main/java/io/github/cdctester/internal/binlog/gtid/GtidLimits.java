// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;

/**
 * How much of GTIDs a reader remembers. Joined intervals need little: a server has a source or some, and few gaps. The limits
 * are far above that, and keep a server that makes up new ones from filling the memory: about 15 MB in all.
 */
final class GtidLimits {

    /** UUIDs with their tags. */
    static final int MOST_SOURCES = 1 << 14;

    /** Intervals of all sources together: 16 bytes each. */
    static final int MOST_INTERVALS = 1 << 19;

    /** MariaDB's replication domains: 24 bytes each. */
    static final int MOST_DOMAINS = 1 << 16;

    private GtidLimits() {}

    /**
     * Refuses what no server does; cheap enough for once a socket read.
     *
     * @param read of MySQL
     * @param readOfMariaDb of MariaDB
     * @throws StreamProtocolException if there are more sources, gaps or domains than are remembered
     */
    static void check(GtidSet read, MariaDbGtidState readOfMariaDb) throws StreamProtocolException {
        if (read.sourceCount() > MOST_SOURCES) {
            throw new StreamProtocolException("GTIDs of more than " + MOST_SOURCES + " sources (UUIDs and tags)");
        }
        if (read.intervalCount() > MOST_INTERVALS) {
            throw new StreamProtocolException("more than " + MOST_INTERVALS + " gaps between GTIDs");
        }
        if (readOfMariaDb.domainCount() > MOST_DOMAINS) {
            throw new StreamProtocolException("GTIDs of more than " + MOST_DOMAINS + " domains");
        }
    }
}
