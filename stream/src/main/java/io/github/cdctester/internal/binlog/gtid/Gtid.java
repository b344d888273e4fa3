// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import java.util.UUID;

/**
 * Identifies one transaction in messages. The reader passes the fields separately, to avoid allocation.
 *
 * @param high MySQL: most significant bits of the source's UUID; MariaDB: domain
 * @param low MySQL: least significant bits of the source's UUID; MariaDB: server id
 * @param tag MySQL's tag; empty for none
 */
public record Gtid(boolean mariaDb, long high, long low, String tag, long number) {

    /** {@code uuid:7}, {@code uuid:tag:7}, or MariaDB's {@code domain-server-number}. */
    @Override
    public String toString() {
        return mariaDb
                ? high + "-" + low + "-" + Long.toUnsignedString(number)
                : new UUID(high, low) + (tag.isEmpty() ? "" : ":" + tag) + ":" + number;
    }
}
