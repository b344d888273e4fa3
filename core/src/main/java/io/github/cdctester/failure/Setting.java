// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A setting or an action that a message speaks of, by the name that it has in the library. In the message it stands between
 * single angle quotes, as in "‹sslCa› ca.pem does not exist", whichever failure, note or result the message goes on in. A front
 * end that calls settings otherwise, such as a command line, puts in {@linkplain #inWordsOf its own names}.
 */
public enum Setting {
    /** Where the server is, as a URL. */
    URL("url"),
    /** The server's name or address. */
    HOST("host"),
    /** Who logs in. */
    USER("user"),
    /** That account's password. */
    PASSWORD("password"),
    /** What TLS is asked for, and checked. */
    SSL_MODE("sslMode"),
    /** The authorities that are trusted. */
    SSL_CA("sslCa"),
    /** The server's RSA key. */
    SERVER_PUBLIC_KEY("serverPublicKey"),
    /** Which driver writes. */
    JDBC_DRIVER("jdbcDriver"),
    /** The number of tables. */
    TABLES("tables"),
    /** The rows of each table. */
    TABLE_SIZE("tableSize"),
    /** The number of workers. */
    THREADS("threads"),
    /** Whether statements are prepared in the server. */
    PS_MODE("psMode"),
    /** The scale of the workload like TPC-C. */
    WAREHOUSES("warehouses"),
    /** The number of accounts that are transferred between. */
    ACCOUNTS("accounts"),
    /** The size of a large transaction. */
    TRX_SIZE("trxSize"),
    /** The number of large transactions. */
    TRX_COUNT("trxCount"),
    /** The size of a large transaction's row. */
    ROW_SIZE("rowSize"),
    /** The number of a large transaction's rows. */
    ROWS("rows"),
    /** Where in the log a stream begins. */
    FROM("from"),
    /** What the delay is measured by. */
    DELAY_SOURCE("delaySource"),
    /** Servers that a broken stream may go on at. */
    FAILOVER("failover"),
    /** The replay of the stream. */
    REPLAY("replay"),
    /** Whether a consumer that has not shown all when the waiting ends has lost the rest. */
    ASSUME_ENDED("assumeEnded"),
    /** The directory that results are written to. */
    OUT("out"),
    /** Whether an earlier result in that directory is removed first. */
    OVERWRITE("overwrite"),
    /** Making the tables before the run. */
    PREPARE_FIRST("prepareFirst"),
    /** Dropping tables that the tester did not make. */
    DROP_FOREIGN_TABLES("dropForeignTables"),
    /** The action that makes the tables. */
    PREPARE("prepare"),
    /** The action that drops the tables. */
    CLEANUP("cleanup");

    private static final Pattern REFERENCE = Pattern.compile("‹(\\w+)(?: of ([^›]+))?›");

    private final String property;

    Setting(String property) {
        this.property = property;
    }

    /**
     * Names it.
     *
     * @return its name in the library, in the plan's spelling ({@code sslMode})
     */
    public String property() {
        return property;
    }

    /**
     * Refers to an action on a workload.
     *
     * @param workload the workload's name
     * @return the reference, for a message
     */
    public String of(String workload) {
        return "‹" + property + " of " + workload + "›";
    }

    /**
     * Refers to it.
     *
     * @return the reference, for a message
     */
    @Override
    public String toString() {
        return "‹" + property + "›";
    }

    /**
     * Puts other names into a message.
     *
     * @param message any text
     * @param names makes the name of each setting that it refers to, and of the workload behind it, which may be empty
     * @return the text without references
     */
    public static String inWordsOf(String message, BiFunction<Setting, String, String> names) {
        return REFERENCE
                .matcher(message)
                .replaceAll(found -> Matcher.quoteReplacement(Arrays.stream(values())
                        .filter(setting -> setting.property.equals(found.group(1)))
                        .findFirst()
                        .map(setting -> names.apply(setting, found.group(2) == null ? "" : found.group(2)))
                        .orElse(found.group())));
    }
}
