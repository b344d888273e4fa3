// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import java.util.UUID;

/**
 * One transaction's identity, for messages: in the stream it is told as its parts, since nothing may be allocated there.
 *
 * @param mariaDb whether it is MariaDB's
 * @param high of MySQL the most significant bits of the source's UUID, of MariaDB the domain
 * @param low of MySQL the least significant bits, of MariaDB the server's id
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
