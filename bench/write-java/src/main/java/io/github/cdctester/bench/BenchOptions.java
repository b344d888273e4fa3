// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.util.Map;

/**
 * Options of a compared Java program that writes to sysbench's tables.
 *
 * @param port the server's port on the loopback address
 * @param connectorJ true for MySQL Connector/J, false for the MariaDB driver
 * @param workload {@code oltp_insert}, {@code oltp_write_only} or {@code oltp_read_write}
 * @param prepared true for statements prepared on the server, false for text
 * @param threads number of connections
 * @param warmupSeconds load before the measured part
 * @param seconds length of the measured part
 */
record BenchOptions(
        int port, boolean connectorJ, String workload, boolean prepared, int threads, int warmupSeconds, int seconds) {

    static final int TABLES = 4;
    static final int TABLE_SIZE = 10_000;
    static final String DATABASE = "sbtest";

    static BenchOptions of(String... arguments) {
        Map<String, String> options = Target.options(arguments);
        return new BenchOptions(
                Integer.parseInt(options.get("port")),
                options.get("driver").equals("connector-j"),
                options.get("workload"),
                options.get("mode").equals("prepared"),
                Integer.parseInt(options.get("threads")),
                Integer.parseInt(options.get("warmup")),
                Integer.parseInt(options.get("time")));
    }
}
