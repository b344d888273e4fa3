// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

/**
 * @param version empty if the connector is not used
 * @param unread events that the connector cannot deserialize; the listener does not receive their changes
 * @param firstUnread description of the first of these events; empty for none
 * @param payloads compressed transactions, each inflated completely in memory
 * @param largestEventBytes length of the largest event that spans several packets and is assembled in memory; 0 for none
 * @param taggedGtids transactions that the connector's GTID set does not contain
 */
public record ConnectorUse(
        String version, long unread, String firstUnread, long payloads, long largestEventBytes, long taggedGtids) {

    public static final ConnectorUse NONE = new ConnectorUse("", 0, "", 0, 0, 0);
}
