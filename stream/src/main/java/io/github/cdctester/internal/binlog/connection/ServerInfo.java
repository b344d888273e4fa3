// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.mysql.ConnectionSecurity;

/**
 * Properties that a server reports; a text is empty if the server does not report it.
 *
 * @param gtidMode {@code @@global.gtid_mode} of MySQL. On MariaDB {@code OFF} if the stream has no GTIDs, else empty.
 * @param compression {@code @@global.binlog_transaction_compression} (MySQL) or {@code log_bin_compress} (MariaDB)
 * @param netBufferLength {@code @@global.net_buffer_length}: the size of the pieces in which the server sends the stream
 */
public record ServerInfo(
        Flavor flavor,
        String version,
        String serverUuid,
        String serverId,
        String hostname,
        String logBin,
        String binlogFormat,
        String rowImage,
        String checksum,
        String gtidMode,
        String compression,
        String netBufferLength,
        Durability durability,
        ConnectionSecurity security) {

    public enum Flavor {
        MYSQL,
        MARIADB,
        /** PolarDB-X, whose CDC nodes generate the stream. */
        POLARDBX
    }

    /**
     * Settings that determine the duration of a commit.
     *
     * @param syncBinlog number of commits per sync of the log; 0 for no sync
     */
    public record Durability(String syncBinlog, String flushLogAtTrxCommit, String bufferPoolBytes) {

        public static final Durability UNKNOWN = new Durability("", "", "");
    }

    /** Returns true for MariaDB's event types and GTIDs. */
    public boolean isMariaDb() {
        return flavor == Flavor.MARIADB;
    }

    public boolean hasChecksums() {
        return checksum.equalsIgnoreCase("CRC32");
    }

    /** GTID events contain the commit time in µs: MySQL 8.0.1 and newer, but not PolarDB-X. */
    public boolean hasCommitTimestamps() {
        if (flavor != Flavor.MYSQL) {
            return false;
        }
        String[] numbers = version.split("[^0-9]+");
        int major = number(numbers, 0);
        int release = major * 10_000 + number(numbers, 1) * 100 + number(numbers, 2);
        return release >= 80_001;
    }

    public boolean hasGtids() {
        return isMariaDb() ? !gtidMode.equals("OFF") : flavor == Flavor.MYSQL && gtidMode.equals("ON");
    }

    /**
     * Positions in the log of the same server are comparable. MariaDB has no {@code server_uuid}; {@code server_id} and host name
     * distinguish servers behind one address.
     */
    public boolean isSameServerAs(ServerInfo other) {
        return flavor == other.flavor
                && (isMariaDb()
                        ? serverId.equals(other.serverId) && hostname.equals(other.hostname)
                        : serverUuid.equals(other.serverUuid));
    }

    public String identity() {
        return serverUuid.isEmpty() ? "server_id " + serverId + " on " + hostname : "server_uuid " + serverUuid;
    }

    private static int number(String[] numbers, int index) {
        return index < numbers.length && numbers[index].matches("\\d{1,4}") ? Integer.parseInt(numbers[index]) : 0;
    }
}
