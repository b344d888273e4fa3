// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

/**
 * Counts of the stock connector's work on a log.
 *
 * @param version empty if it was not used
 * @param unread events whose changes its listener did not get, as it cannot deserialize them
 * @param firstUnread the first of these; empty for none
 * @param payloads compressed transactions, which it inflates whole
 * @param largest bytes of the largest event in several packets, which it assembles in memory; 0 for none
 * @param taggedGtids transactions that its own GTID set lacks
 */
public record ConnectorUse(
        String version, long unread, String firstUnread, long payloads, long largest, long taggedGtids) {

    public static final ConnectorUse NONE = new ConnectorUse("", 0, "", 0, 0, 0);
}
