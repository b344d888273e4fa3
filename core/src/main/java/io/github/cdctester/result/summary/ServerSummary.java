// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

/**
 * A server's own description when the stream was connected; unknown values are empty strings.
 *
 * @param flavor whose server it is
 * @param version {@code @@version}
 * @param serverUuid {@code @@server_uuid}; MySQL only
 * @param serverId {@code @@server_id}
 * @param hostname {@code @@hostname}
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
 * @param rsaKeyFetched whether the password travelled under an RSA key that the server sent and that was not verified
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

    /** The families of servers with different streams. */
    public enum Flavor {
        /** MySQL and its derivatives. */
        MYSQL,
        /** MariaDB. */
        MARIADB,
        /** PolarDB-X, whose stream is made by its CDC nodes. */
        POLARDBX
    }
}
