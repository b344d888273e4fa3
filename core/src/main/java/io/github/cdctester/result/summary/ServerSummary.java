// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

/**
 * Properties that a server reported when the stream was connected; an unknown property is an empty string.
 *
 * @param flavor server family
 * @param version {@code @@version}
 * @param serverUuid {@code @@server_uuid}; MySQL only
 * @param serverId {@code @@server_id}
 * @param hostname {@code @@hostname}
 * @param logBin {@code @@log_bin}
 * @param binlogFormat {@code @@global.binlog_format}
 * @param rowImage {@code @@global.binlog_row_image}
 * @param checksum {@code @@global.binlog_checksum}
 * @param gtidMode {@code @@global.gtid_mode} of MySQL. On MariaDB {@code OFF} if the stream has no GTIDs, else empty.
 * @param compression {@code @@global.binlog_transaction_compression} (MySQL) or {@code log_bin_compress} (MariaDB)
 * @param netBufferLength {@code @@global.net_buffer_length}: the size of the pieces in which the server sends the stream
 * @param tls whether the stream's connection is encrypted
 * @param tlsVersion for example {@code TLSv1.3}; empty without TLS
 * @param tlsCipher standard name of the cipher suite; empty without TLS
 * @param loginPlugin authentication plugin of the account, for example {@code caching_sha2_password}
 * @param rsaKeyFetched whether the password was encrypted with an RSA key that the server sent and that was not verified
 */
public record ServerSummary(
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
        boolean tls,
        String tlsVersion,
        String tlsCipher,
        String loginPlugin,
        boolean rsaKeyFetched) {

    /** Server families that differ in their binlog streams. */
    public enum Flavor {
        /** MySQL and its derivatives. */
        MYSQL,
        /** MariaDB. */
        MARIADB,
        /** PolarDB-X. Its CDC nodes generate the stream. */
        POLARDBX
    }
}
