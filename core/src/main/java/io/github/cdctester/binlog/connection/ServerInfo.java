// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.connection;

/**
 * What a server says about itself; what it does not know reads as the empty string.
 *
 * @param flavor whose server it is
 * @param version {@code @@version}
 * @param serverUuid {@code @@server_uuid}; MySQL only
 * @param logBin {@code @@log_bin}
 * @param binlogFormat {@code @@global.binlog_format}
 * @param rowImage {@code @@global.binlog_row_image}
 * @param checksum {@code @@global.binlog_checksum}
 * @param gtidMode {@code @@global.gtid_mode}; MySQL only
 * @param compression {@code @@global.binlog_transaction_compression} (MySQL) or {@code log_bin_compress} (MariaDB)
 * @param netBufferLength {@code @@global.net_buffer_length}: the pieces in which the stream is sent
 * @param tls whether this connection to it is encrypted
 * @param tlsVersion such as {@code TLSv1.3}; empty without TLS
 * @param tlsCipher the cipher suite by its standard name; empty without TLS
 * @param loginPlugin the authentication plugin of the account, such as {@code caching_sha2_password}
 * @param rsaKeyFetched whether the password travelled under an RSA key that the server sent and nobody verified
 */
public record ServerInfo(
        Flavor flavor,
        String version,
        String serverUuid,
        String logBin,
        String binlogFormat,
        String rowImage,
        String checksum,
        String gtidMode,
        String compression,
        String netBufferLength,
        boolean tls,
        String tlsVersion,
        String tlsCipher,
        String loginPlugin,
        boolean rsaKeyFetched) {

    /** The families of servers, as far as the stream differs. */
    public enum Flavor {
        /** MySQL and what is built from it. */
        MYSQL,
        /** MariaDB. */
        MARIADB,
        /** PolarDB-X, whose stream is made by its CDC nodes. */
        POLARDBX
    }

    /**
     * Tells whether its stream is of MariaDB's kind.
     *
     * @return whether it is MariaDB
     */
    public boolean isMariaDb() {
        return flavor == Flavor.MARIADB;
    }

    /**
     * Tells whether the events end with a checksum.
     *
     * @return whether {@code binlog_checksum} is CRC32
     */
    public boolean hasChecksums() {
        return checksum.equalsIgnoreCase("CRC32");
    }

    /**
     * Tells whether events carry the commit time in µs.
     *
     * @return whether it is MySQL from 8.0.1, or PolarDB-X on top of it is not
     */
    public boolean hasCommitTimestamps() {
        if (flavor != Flavor.MYSQL) {
            return false;
        }
        String[] numbers = version.split("[^0-9]+");
        int major = number(numbers, 0);
        int release = major * 10_000 + number(numbers, 1) * 100 + number(numbers, 2);
        return release >= 80_001;
    }

    private static int number(String[] numbers, int index) {
        return index < numbers.length && numbers[index].matches("\\d{1,4}") ? Integer.parseInt(numbers[index]) : 0;
    }
}
