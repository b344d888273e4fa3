// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.util.ServiceLoader;

/**
 * A setting or an action in a message, for example "sslCa ca.pem does not exist". A program with other names, like the command
 * line, provides {@link Names} as a service; the default is the names of the library's methods.
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
    /** That account's password. */
    PASSWORD("password"),
    /** The TLS mode. */
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
    /** Errors after which a transaction is retried. */
    IGNORE_ERRORS("ignoreErrors"),
    /** The number of workers in the background. */
    BACKGROUND_THREADS("backgroundThreads"),
    /** Server-side prepared statements. */
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
    /** The existence of a stream. */
    STREAM("stream"),
    /** The start position in the log. */
    FROM("from"),
    /** The source of commit times. */
    DELAY_SOURCE("delaySource"),
    /** Servers that a broken stream may continue at. */
    FAILOVER("failover"),
    /** How several streams divide a log. */
    STREAMS_SHARE("streamsShare"),
    /** The replay of the stream. */
    REPLAY("replay"),
    /** If true, a consumer that has not reported everything at the end has lost the rest. */
    ASSUME_ENDED("assumeEnded"),
    /** The check of a consumer's snapshot. */
    JUDGE_SNAPSHOT("judgeSnapshot"),
    /** Stamps: rows contain the number of their transaction. */
    STAMP("stamp"),
    /** The table of a consumer's lines that name none. */
    TABLE_NAME("tableName"),
    /** The column that has the table's name. */
    TABLE_COLUMN("tableColumn"),
    /** The directory that results are written to. */
    OUT("out"),
    /** The removal of an earlier result in the directory. */
    OVERWRITE("overwrite"),
    /** Making the tables before the run. */
    PREPARE_FIRST("prepareFirst"),
    /** Dropping tables that the tester did not make. */
    DROP_FOREIGN_TABLES("dropForeignTables"),
    /** The action that makes the tables. */
    PREPARE("prepare"),
    /** The action that drops the tables. */
    CLEANUP("cleanup");

    /** A program's names of settings and actions; found by {@link ServiceLoader}. */
    @FunctionalInterface
    public interface Names {

        /**
         * Names a setting or an action.
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
                .orElse(Setting::inTheLibrary);
    }

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
     * Names an action on a workload, for a message.
     *
     * @param workload the workload's name
     * @return the name, in the program's words
     */
    public String of(String workload) {
        return LazyNames.NAMES.of(this, workload);
    }

    /**
     * Names it for a message.
     *
     * @return the name, in the program's words
     */
    @Override
    public String toString() {
        return of("");
    }

    private String inTheLibrary(String workload) {
        return switch (this) {
            case PREPARE_FIRST, DROP_FOREIGN_TABLES, PREPARE, CLEANUP, REPLAY, ASSUME_ENDED, JUDGE_SNAPSHOT ->
                property + "()" + (workload.isEmpty() ? "" : " of " + workload);
            default -> property;
        };
    }
}
