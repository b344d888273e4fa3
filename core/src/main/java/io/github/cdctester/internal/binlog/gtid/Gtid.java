// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import java.util.UUID;

/**
 * The identity of one transaction, for messages. The stream passes its parts, because it must not allocate.
 *
 * @param mariaDb whether it is MariaDB's
 * @param high MySQL: the most significant bits of the source's UUID; MariaDB: the domain
 * @param low MySQL: the least significant bits; MariaDB: the server's id
 * @param tag MySQL's tag; the empty string for none
 */
public record Gtid(boolean mariaDb, long high, long low, String tag, long number) {

    /** As the server prints it: {@code uuid:7}, {@code uuid:tag:7}, or MariaDB's {@code domain-server-number}. */
    @Override
    public String toString() {
        return mariaDb
                ? high + "-" + low + "-" + Long.toUnsignedString(number)
                : new UUID(high, low) + (tag.isEmpty() ? "" : ":" + tag) + ":" + number;
    }
}
