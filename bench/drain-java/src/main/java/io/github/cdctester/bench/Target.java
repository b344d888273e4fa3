// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.util.HashMap;
import java.util.Map;

/**
 * The log to read, from the start of a file to the end of the log. Nothing is written meanwhile.
 *
 * @param port the server's port on the loopback address
 * @param tls true for TLS without verification of the server
 * @param file the first log file
 * @param wireBytes bytes that the server sends up to the last event, or 0 if still unknown
 */
record Target(int port, boolean tls, String file, long wireBytes) {

    static final String HOST = "127.0.0.1";
    static final String USER = "bench";

    /** Reads {@code name=value} arguments. */
    static Target of(String... arguments) {
        Map<String, String> options = options(arguments);
        return new Target(
                Integer.parseInt(options.get("port")),
                Boolean.parseBoolean(options.getOrDefault("tls", "false")),
                options.getOrDefault("file", "binlog.000001"),
                Long.parseLong(options.getOrDefault("wire", "0")));
    }

    static Map<String, String> options(String... arguments) {
        Map<String, String> options = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals > 0) {
                options.put(argument.substring(0, equals), argument.substring(equals + 1));
            }
        }
        return options;
    }
}
