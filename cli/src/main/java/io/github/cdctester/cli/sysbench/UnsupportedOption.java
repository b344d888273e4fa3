// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.sysbench;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * @param harmlessValues values with which sysbench behaves like this tool
 * @param isRefused true if any other value is an error, because a run without the option would measure something else
 * @param replacement the replacement, or the reason why there is none
 */
record UnsupportedOption(Set<String> harmlessValues, boolean isRefused, String replacement) {

    private static final Set<String> OFF_VALUES = Set.of("off", "0", "false", "no");

    private static final String ONLY_MYSQL = "cdc-tester speaks MySQL's protocol only";
    private static final String NO_LUA = "no Lua script is run here";
    private static final String VERBOSE = "--verbose shows the stack trace of a failure";

    private static final Map<String, UnsupportedOption> OPTIONS = Map.ofEntries(
            Map.entry("--db-driver", new UnsupportedOption(Set.of("mysql"), true, ONLY_MYSQL)),
            Map.entry(
                    "--mysql-storage-engine",
                    new UnsupportedOption(Set.of("innodb"), true, "tables are made with InnoDB")),
            Map.entry("--mysql-socket", refused("give --mysql-host and --mysql-port: servers are reached over TCP")),
            Map.entry("--mysql-compression", refused("connections are not compressed here")),
            Map.entry("--mysql-compression-algorithms", refused("connections are not compressed here")),
            Map.entry("--mysql-dry-run", refused("without a server there is nothing to measure")),
            Map.entry("--mysql-ssl-key", refused("there are no client certificates here")),
            Map.entry("--mysql-ssl-cert", refused("there are no client certificates here")),
            Map.entry("--mysql-ssl-cipher", refused("the cipher cannot be chosen here")),
            Map.entry("--config-file", refused("give the file after the equals sign, as in --config-file=sysb.conf")),
            Map.entry("--test", refused("give the script's name, as in 'cdc-tester oltp_read_write run'")),
            Map.entry("--histogram", ignored("with --out, result.json has the distributions of each second")),
            Map.entry("--report-checkpoints", ignored("with --out, samples.csv has a row for each second")),
            Map.entry("--verbosity", ignored("--quiet shows only the result")),
            Map.entry("--debug", ignored(VERBOSE)),
            Map.entry("--db-debug", ignored(VERBOSE)),
            Map.entry("--mysql-debug", ignored(VERBOSE)),
            Map.entry("--validate", ignored("sysbench's oltp scripts also ignore it")),
            Map.entry("--forced-shutdown", ignored("a run ends when the transactions under way have ended")),
            Map.entry("--luajit-cmd", ignored(NO_LUA)),
            Map.entry("--thread-stack-size", ignored(NO_LUA)),
            Map.entry("--thread-init-timeout", ignored(NO_LUA)));

    private static UnsupportedOption refused(String replacement) {
        return new UnsupportedOption(OFF_VALUES, true, replacement);
    }

    private static UnsupportedOption ignored(String replacement) {
        return new UnsupportedOption(OFF_VALUES, false, replacement);
    }

    String acceptedValues() {
        return harmlessValues.equals(OFF_VALUES) ? "left out" : String.join(" or ", harmlessValues);
    }

    static Optional<UnsupportedOption> of(String option) {
        if (option.startsWith("--pgsql-")) {
            return Optional.of(refused(ONLY_MYSQL));
        }
        if (option.startsWith("--oltp-")) {
            return Optional.of(refused("use the form of sysbench 1.0, without oltp, such as --table-size"));
        }
        return Optional.ofNullable(OPTIONS.get(option));
    }
}
