// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.connection.HiddenColumns;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.binlog.rows.RowTableParser;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Queries the server for a table's definition when the table first appears in a recorded log, or when it changes. Queries run
 * outside the reader's thread.
 */
final class RecordedTables {

    static final String COLUMNS = "SHOW FULL COLUMNS FROM";
    /** Queries with the columns of their answers. Older servers lack the last columns. */
    static final Map<String, String> QUERIES = Map.of(
            "SHOW CREATE TABLE",
            "Table,Create Table",
            COLUMNS,
            "Field,Type,Collation,Null,Key,Default,Extra,Privileges,Comment",
            "SHOW INDEX FROM",
            "Table,Non_unique,Key_name,Seq_in_index,Column_name,Collation,Cardinality,Sub_part,"
                    + "Packed,Null,Index_type,Comment,Index_comment,Visible,Expression");

    private static final int COLUMN_BYTES = 500;

    /** The account may not use the database, the table, or one of its columns. */
    private static final Set<Integer> PRIVILEGE_ERRORS = Set.of(1044, 1142, 1143);

    /** Number of columns of all tables after which no further definition is queried; limits the memory. */
    private static final int MAX_COLUMNS = 50_000;

    /** Maximum number of tables that are listed without a query. */
    private static final int MAX_OMITTED_TABLES = 1 << 14;

    /** Maximum number of characters of all answers. */
    private static final long MAX_ANSWER_CHARACTERS = 16 << 20;

    /** In log order. Guarded by itself, because the thread of a query sets the answers. */
    private final List<RecordedTable> definitions = new ArrayList<>();

    private final Endpoint endpoint;
    private final Duration answerTimeout;
    private final long[] recentTableNumbers = new long[1 << 10];
    private final Map<String, RowTable> lastTables = new HashMap<>();
    private CompletableFuture<?> lastQuery = CompletableFuture.completedFuture(null);
    private int remainingColumns = MAX_COLUMNS;
    private final Set<String> omittedTables = new HashSet<>();

    private final Budget answerBudget = new Budget(MAX_ANSWER_CHARACTERS);

    /** Valid from a log position: the answers by query, or the reason if they are missing. */
    record RecordedTable(
            String name, LogPosition from, Map<String, List<List<@Nullable String>>> answers, String missing) {

        /** The server's answer separates both names, because they may contain dots. */
        List<String> schemaAndTable() {
            List<List<@Nullable String>> createAnswer = answers.getOrDefault("SHOW CREATE TABLE", List.of());
            String suffix =
                    "." + (createAnswer.isEmpty() ? "" : createAnswer.get(0).get(0));
            int dot = name.endsWith(suffix) ? name.length() - suffix.length() : name.indexOf('.');
            return List.of(name.substring(0, dot), name.substring(dot + 1));
        }
    }

    /**
     * Creates an empty list of definitions.
     *
     * @param answerTimeout time that {@link #close} waits for the last answer
     */
    RecordedTables(Endpoint endpoint, Duration answerTimeout) {
        this.endpoint = endpoint;
        this.answerTimeout = answerTimeout;
    }

    /** Table numbers are unique only per file, because a restarted server reuses them. {@code prefixBytes} excludes the checksum. */
    void onTableMap(String file, long offset, ByteBuffer buffer, int index, int prefixBytes) {
        int definitionStart = index + RowTableParser.DEFINITION_OFFSET;
        int bytes = prefixBytes - RowTableParser.DEFINITION_OFFSET;
        long number = bytes < 0 ? 0 : buffer.getLong(definitionStart - Long.BYTES) ^ (long) file.hashCode() << 48;
        int slot = (int) number & recentTableNumbers.length - 1;
        boolean isKnown = recentTableNumbers[slot] == number || omittedTables.size() == MAX_OMITTED_TABLES;
        RowTable table = isKnown ? null : RowTableParser.parse(0, buffer, definitionStart, bytes);
        recentTableNumbers[slot] = number;
        RowTable previousTable = table == null ? null : lastTables.get(table.name());
        if (table != null && (previousTable == null || !previousTable.isAnnouncedBy(buffer, definitionStart, bytes))) {
            add(table, new LogPosition(file, offset), bytes);
        }
    }

    private void add(RowTable table, LogPosition from, int definitionBytes) {
        if (remainingColumns < 0) {
            // play answers for a known table with its previous columns
            if (!lastTables.containsKey(table.name()) && omittedTables.add(table.name())) {
                String missing =
                        String.format(Locale.ROOT, "there are more than %,d columns in all tables", MAX_COLUMNS);
                append(new RecordedTable(table.name(), from, Map.of(), missing));
            }
            return;
        }
        lastTables.put(table.name(), table);
        remainingColumns -= table.columnCount() + 1 + definitionBytes / COLUMN_BYTES;
        int index = append(new RecordedTable(table.name(), from, Map.of(), "the server did not answer in time"));
        lastQuery = lastQuery.thenRunAsync(() -> replace(index, query(table, from)), RecordedTables::runInThread);
    }

    /** Appends a definition and returns its index. */
    private int append(RecordedTable definition) {
        synchronized (definitions) {
            definitions.add(definition);
            return definitions.size() - 1;
        }
    }

    private void replace(int index, RecordedTable definition) {
        synchronized (definitions) {
            definitions.set(index, definition);
        }
    }

    /** Returns the definitions known so far, in log order. */
    List<RecordedTable> definitions() {
        synchronized (definitions) {
            return List.copyOf(definitions);
        }
    }

    private static void runInThread(Runnable task) {
        Thread thread = new Thread(task, "cdc-tester-table-definitions");
        thread.setDaemon(true);
        thread.start();
    }

    private RecordedTable query(RowTable table, LogPosition from) {
        String name = Quoted.name(table.schema()) + "." + Quoted.name(table.table());
        Map<String, List<List<@Nullable String>>> answers = new HashMap<>();
        String missing = "";
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            connection.queryIfPossible("SET SESSION " + HiddenColumns.GENERATED_KEYS);
            for (String statement : QUERIES.keySet()) {
                answers.put(statement, connection.queryWithNulls(statement + " " + name));
            }
            boolean fits = HiddenColumns.matchesColumnCount(
                    connection, table, answers.getOrDefault(COLUMNS, List.of()).size());
            missing = fits ? "" : "the server has other columns than in the log";
            long characters = answers.values().stream()
                    .flatMap(List::stream)
                    .flatMap(List::stream)
                    .mapToLong(value -> value == null ? 1 : value.length() + 1)
                    .sum();
            missing = answerBudget.take(characters)
                    ? missing
                    : "the definitions of other tables fill the memory for them";
        } catch (IOException | RunFailedException e) {
            missing = reason(e);
        }
        return new RecordedTable(table.name(), from, missing.isEmpty() ? answers : Map.of(), missing);
    }

    static String reason(Exception failure) {
        boolean isDenied = failure instanceof ServerErrorException error && PRIVILEGE_ERRORS.contains(error.code());
        return (isDenied ? "the definition requires SELECT on the table: " : "") + failure.getMessage();
    }

    /** Waits for the last answer until the timeout. */
    void close() {
        lastQuery
                .completeOnTimeout(null, answerTimeout.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }
}
