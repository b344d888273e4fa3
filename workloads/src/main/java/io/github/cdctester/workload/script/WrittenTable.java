// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.workload.StatementTally;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The only table of the file that a statement writes. It is known only if the update count equals the number of rows in the binlog: not
 * for several tables, REPLACE or ON DUPLICATE KEY UPDATE.
 */
record WrittenTable(String table, Change change) {

    enum Change {
        INSERT,
        UPDATE,
        DELETE
    }

    private static final int FLAGS = Pattern.CASE_INSENSITIVE;
    private static final String NAME = "(`?)([A-Za-z0-9_$]+)\\1";
    private static final String MODIFIERS = "(?:LOW_PRIORITY\\s+|HIGH_PRIORITY\\s+|QUICK\\s+|IGNORE\\s+)*";

    private static final Pattern INSERT =
            Pattern.compile("INSERT\\s+" + MODIFIERS + "(?:INTO\\s+)?" + NAME + "(?=[\\s(])(?!\\s*\\.)", FLAGS);
    private static final Pattern UPDATE = Pattern.compile("UPDATE\\s+" + MODIFIERS + NAME + "\\s+SET\\s", FLAGS);
    private static final Pattern DELETE = Pattern.compile(
            "DELETE\\s+" + MODIFIERS + "FROM\\s+" + NAME + "\\s*(?:$|\\s(?:WHERE|ORDER|LIMIT)\\s)", FLAGS);

    /** Matches even inside literals: a false match only makes the written rows unknown. */
    private static final Pattern UNCERTAIN_WORDS = Pattern.compile("\\b(?:DUPLICATE|RETURNING|PORTION)\\b", FLAGS);

    /** Logged rows of system-versioned tables, temporary tables and views may differ from update counts. */
    private static final Pattern SPECIAL_TABLES = Pattern.compile("\\b(?:VERSIONING|TEMPORARY|VIEW)\\b", FLAGS);

    /**
     * Returns empty if the text is ambiguous.
     *
     * @param statement not a SELECT
     */
    static Optional<WrittenTable> of(SqlTemplate statement, Collection<Script.Table> tables) {
        String text = statement.preparedText();
        if (UNCERTAIN_WORDS.matcher(text).find()) {
            return Optional.empty();
        }
        return of(INSERT, Change.INSERT, text, tables)
                .or(() -> of(UPDATE, Change.UPDATE, text, tables))
                .or(() -> of(DELETE, Change.DELETE, text, tables));
    }

    private static Optional<WrittenTable> of(
            Pattern pattern, Change change, String text, Collection<Script.Table> tables) {
        Matcher matcher = pattern.matcher(text);
        return matcher.lookingAt()
                ? tables.stream()
                        .filter(table -> table.name().equals(matcher.group(2)))
                        .filter(table -> !SPECIAL_TABLES.matcher(table.create()).find())
                        .map(table -> new WrittenTable(table.name(), change))
                        .findFirst()
                : Optional.empty();
    }

    void record(StatementTally tally, long rows) {
        switch (change) {
            case INSERT -> tally.inserted(table, rows);
            case UPDATE -> tally.updated(table, rows);
            case DELETE -> tally.deleted(table, rows);
        }
    }
}
