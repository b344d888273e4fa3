// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.util.ServiceLoader;

/**
 * A setting or an action in a message, for example "sslCa ca.pem does not exist". A program with other names, for example the
 * command line, provides {@link Names} as a service. By default, the names of the library's methods are used.
 */
public enum Setting {
    /** The server, as a URL. */
    URL("url"),
    /** The server's name or address. */
    HOST("host"),
    /** The schema of the tables. */
    DATABASE("database"),
    /** The account. */
    USER("user"),
    /** The account's password. */
    PASSWORD("password"),
    /** The TLS mode. */
    SSL_MODE("sslMode"),
    /** The trusted certificate authorities. */
    SSL_CA("sslCa"),
    /** The server's RSA key. */
    SERVER_PUBLIC_KEY("serverPublicKey"),
    /** The JDBC driver for the load. */
    JDBC_DRIVER("jdbcDriver"),
    /** The number of tables. */
    TABLES("tables"),
    /** The rows of each table. */
    TABLE_SIZE("tableSize"),
    /** The number of workers. */
    THREADS("threads"),
    /** Errors after which a transaction is retried. */
    IGNORE_ERRORS("ignoreErrors"),
    /** The number of background workers. */
    BACKGROUND_THREADS("backgroundThreads"),
    /** Server-side prepared statements. */
    PS_MODE("psMode"),
    /** The scale of the TPC-C-like workload. */
    WAREHOUSES("warehouses"),
    /** The number of accounts between which amounts are transferred. */
    ACCOUNTS("accounts"),
    /** The size of a large transaction. */
    TRX_SIZE("trxSize"),
    /** The number of large transactions. */
    TRX_COUNT("trxCount"),
    /** The size of a large transaction's row. */
    ROW_SIZE("rowSize"),
    /** The number of rows of a large transaction. */
    ROWS("rows"),
    /** Use of a stream. */
    STREAM("stream"),
    /** The start position in the log. */
    FROM("from"),
    /** The source of commit times. */
    DELAY_SOURCE("delaySource"),
    /** Servers at which a broken stream may continue. */
    FAILOVER("failover"),
    /** How several streams divide a log. */
    STREAMS_SHARE("streamsShare"),
    /** Replay of the stream. */
    REPLAY("replay"),
    /** If true, a consumer that has not reported everything at the end is judged to have lost the missing data. */
    ASSUME_ENDED("assumeEnded"),
    /** Check of a consumer's snapshot. */
    JUDGE_SNAPSHOT("judgeSnapshot"),
    /** Stamping of rows with the number of their transaction. */
    STAMP("stamp"),
    /** How a consumer's changes are matched with commits. */
    IDENTITY("identity"),
    /** The table for a consumer's lines without a table name. */
    TABLE_NAME("tableName"),
    /** The column with the table name. */
    TABLE_COLUMN("tableColumn"),
    /** The directory for results. */
    OUT("out"),
    /** Replacement of an earlier result in the directory. */
    OVERWRITE("overwrite"),
    /** Creation of the tables before the run. */
    PREPARE_FIRST("prepareFirst"),
    /** Permission to drop tables that the tester did not create. */
    DROP_FOREIGN_TABLES("dropForeignTables"),
    /** The action that creates the tables. */
    PREPARE("prepare"),
    /** The action that drops the tables. */
    CLEANUP("cleanup");

    /** Provides a program's names of settings and actions; found by {@link ServiceLoader}. */
    @FunctionalInterface
    public interface Names {

        /**
         * Returns the name of a setting or an action.
         *
         * @param setting the setting or action in a message
         * @param workload the workload that an action is for; empty for none
         * @return the name, as used in messages
         */
        String of(Setting setting, String workload);
    }

    private static final class LazyNames {
        private static final Names NAMES = ServiceLoader.load(Names.class, Names.class.getClassLoader())
                .findFirst()
                .orElse(Setting::libraryName);
    }

    private final String property;

    Setting(String property) {
        this.property = property;
    }

    /**
     * Returns the name in the library.
     *
     * @return the name in the plan's spelling ({@code sslMode})
     */
    public String property() {
        return property;
    }

    /**
     * Returns the program's name of an action on a workload, for a message.
     *
     * @param workload the workload's name
     * @return the name that the program uses
     */
    public String of(String workload) {
        return LazyNames.NAMES.of(this, workload);
    }

    /**
     * Returns the program's name, for a message.
     *
     * @return the name that the program uses
     */
    @Override
    public String toString() {
        return of("");
    }

    private String libraryName(String workload) {
        return switch (this) {
            case PREPARE_FIRST, DROP_FOREIGN_TABLES, PREPARE, CLEANUP, REPLAY, ASSUME_ENDED, JUDGE_SNAPSHOT ->
                property + "()" + (workload.isEmpty() ? "" : " of " + workload);
            default -> property;
        };
    }
}
