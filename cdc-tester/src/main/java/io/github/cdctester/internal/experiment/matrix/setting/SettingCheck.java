// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.internal.experiment.matrix.setting.ServerOption.PerformanceSchema;
import io.github.cdctester.internal.experiment.matrix.setting.SettingStatement.Assignments;
import io.github.cdctester.internal.experiment.matrix.setting.SettingStatement.Scope;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.SettingWithoutEffectException;
import io.github.cdctester.internal.experiment.matrix.setting.UndoEntry.VariableBefore;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks that the server shows the effect of a setting's statements. Not thread-safe. */
final class SettingCheck {

    @FunctionalInterface
    private interface StateCheck {
        void check(Consumer<String> notes) throws SQLException;
    }

    private final SettingServer server;
    private final MatrixSetting setting;
    private final Consumer<String> notes;
    private final Map<Object, StateCheck> stateChecks = new LinkedHashMap<>();

    SettingCheck(SettingServer server, MatrixSetting setting, Consumer<String> notes) {
        this.server = server;
        this.setting = setting;
        this.notes = notes;
    }

    /** The server evaluates requested expressions before the statement runs. */
    void execute(String sql, List<UndoEntry> before) throws SQLException {
        SettingStatement statement = SettingStatement.of(sql);
        Map<Object, StateCheck> checks = new LinkedHashMap<>();
        if (statement instanceof SettingStatement.Variables) {
            List<@Nullable String> values = values(sql);
            for (int i = 0; i < values.size(); i++) {
                addVariableChecks(
                        sql, values.get(i), Objects.requireNonNull(before.get(i).variable()), checks);
            }
        } else if (statement instanceof SettingStatement.SetupRows update) {
            checks.put(update.table(), rowCheck(sql, update.table()));
        }
        server.execute(List.of(sql));
        for (StateCheck check : checks.values()) {
            check.check(notes);
        }
        stateChecks.putAll(checks); // replaces checks of earlier statements on the same variable or table
    }

    void checkAgain() throws SQLException {
        for (StateCheck check : stateChecks.values()) {
            check.check(ignored -> {});
        }
    }

    /** Checks that a restarted server shows its option values. Ignores paths, and options without a variable. */
    void checkOptions(List<String> options) throws SQLException {
        for (String optionText : options) {
            ServerOption option = effectiveOption(options, optionText);
            if (option == null) {
                continue;
            }
            String value = option.value();
            Optional<String> currentValue = option.currentValue(server);
            if (currentValue.isEmpty() && option.isLoose()) {
                notes.accept("setting " + setting.name() + ": restart with " + optionText
                        + ": not checked, because the restarted server has no variable " + option.variable());
            }
            String shown = currentValue.orElse(value);
            boolean isPath = value.contains("/") || shown.contains("/"); // the server may show a path in another form
            if (!isPath && DisplayedValue.of(value, shown, shown) == DisplayedValue.DIFFERENT) {
                throw noEffect("restart with " + optionText, "the restarted server shows " + shown);
            }
        }
    }

    /** Returns the last option for the variable that {@code optionText} sets; {@code null} if its form is not recognized. */
    private @Nullable ServerOption effectiveOption(List<String> options, String optionText) throws SQLException {
        ServerOption last = null;
        for (ServerOption reading : ServerOption.readings(optionText)) {
            last = ServerOption.lastOption(options, reading.variable()).orElse(reading);
            if (reading.currentValue(server).isPresent()) {
                return last;
            }
        }
        return last;
    }

    /** Returns the values for server variables; {@code null} if a SELECT cannot compute a value in advance, such as DEFAULT. */
    private List<@Nullable String> values(String sql) throws SQLException {
        List<@Nullable String> values = new ArrayList<>();
        List<SqlWords.Word> statement = SqlWords.of(sql);
        for (List<SqlWords.Word> assignment : Assignments.split(statement.subList(1, statement.size()))) {
            List<SqlWords.Word> words =
                    assignment.subList(Assignments.indexOfEquals(assignment) + 1, assignment.size());
            SqlWords.Word firstWord = words.get(0);
            boolean isWord = words.size() == 1
                    && firstWord.form() == SqlWords.Word.Form.NAME
                    && !firstWord.text().startsWith("@");
            if (Assignments.isUserVariable(assignment.get(0).text())) {
                continue;
            }
            if (firstWord.upperCaseName().equals("DEFAULT")
                    || words.stream().anyMatch(word -> Assignments.isUserVariable(word.text()))) {
                values.add(null);
            } else if (isWord || words.size() == 1 && firstWord.text().matches("'[\\w.,=]*'")) {
                values.add(firstWord.text()); // not with a SELECT: a bare word such as ROW is not an expression
            } else {
                values.add(server.query("SELECT " + text(sql, words))
                        .literals()
                        .get(0)
                        .get(0));
            }
        }
        return values;
    }

    private void addVariableChecks(
            String sql, @Nullable String requested, VariableBefore before, Map<Object, StateCheck> checks) {
        ServerState state = new ServerState(server);
        String name = before.name();
        if (before.scope() != Scope.PERSIST_ONLY) {
            checks.put(name, notes -> compare(sql, name, requested, state.currentValue(name), before.value(), notes));
        }
        if (before.scope() != Scope.GLOBAL) {
            String persistedName = name + " for the next start";
            checks.put(
                    persistedName,
                    notes -> compare(
                            sql, persistedName, requested, state.persistedValue(name), before.persisted(), notes));
        }
    }

    private void compare(
            String sql,
            String name,
            @Nullable String requested,
            @Nullable String shown,
            @Nullable String before,
            Consumer<String> notes) {
        DisplayedValue match = requested == null ? DisplayedValue.EQUAL : DisplayedValue.of(requested, shown, before);
        if (match == DisplayedValue.DIFFERENT) {
            throw noEffect(sql, name + " is " + shown + " instead of " + requested);
        }
        if (match == DisplayedValue.SIMILAR) {
            notes.accept("setting " + setting.name() + ": " + sql + ": " + name + " is " + shown);
        }
    }

    /** A comparison that yields NULL is treated as equal. */
    private StateCheck rowCheck(String sql, SetupTable table) throws SQLException {
        if (new PerformanceSchema(server).isOff()) {
            throw noEffect(sql, "performance_schema is OFF, so it changes nothing; start the server with it ON");
        }
        List<SqlWords.Word> words = SqlWords.of(sql);
        int setIndex = index(words, Set.of("SET"));
        int endIndex = index(words, Set.of("WHERE", "ORDER", "LIMIT"));
        List<String> comparisons = new ArrayList<>();
        for (List<SqlWords.Word> assignment : Assignments.split(words.subList(setIndex + 1, endIndex))) {
            List<SqlWords.Word> value =
                    assignment.subList(Assignments.indexOfEquals(assignment) + 1, assignment.size());
            String column = assignment.get(0).text();
            boolean refersToItself = value.stream()
                    .anyMatch(word ->
                            word.upperCaseName().equals(assignment.get(0).upperCaseName()));
            comparisons.add(refersToItself ? "TRUE" : "COALESCE(" + column + " = (" + text(sql, value) + "), TRUE)");
        }
        String from = " FROM " + table.sqlName()
                + (endIndex == words.size() ? "" : " " + text(sql, words.subList(endIndex, words.size())));
        if (count("SELECT COUNT(*)" + from, 0) == 0) {
            throw noEffect(sql, "there is no such row in " + table.sqlName());
        }
        // MySQL always keeps these instruments enabled
        String exemptCondition =
                table == SetupTable.SETUP_INSTRUMENTS ? "name LIKE 'memory/performance_schema/%'" : "FALSE";
        String condition = String.join(" AND ", comparisons);
        String query =
                "SELECT COUNT(*), SUM(" + condition + "), SUM(" + condition + " OR " + exemptCondition + ")" + from;
        return notes -> {
            long rows = count(query, 0); // a WHERE clause on changed values may now select fewer rows
            if (rows > 0 && count(query, 1) == 0) {
                throw noEffect(sql, "none of " + rows + " rows of " + table.sqlName() + " has the new values");
            }
            if (rows > 0 && count(query, 2) < rows) {
                notes.accept("setting " + setting.name() + ": " + sql + ": not set in " + (rows - count(query, 2))
                        + " of " + rows + " rows");
            }
        };
    }

    private long count(String sql, int column) throws SQLException {
        return Long.parseLong(String.valueOf(server.query(sql).literals().get(0).get(column)));
    }

    private static int index(List<SqlWords.Word> words, Set<String> keywords) {
        int index = 0;
        while (index < words.size() && !keywords.contains(words.get(index).upperCaseName())) {
            index++;
        }
        return index;
    }

    private static String text(String sql, List<SqlWords.Word> words) {
        return sql.substring(words.get(0).from(), words.get(words.size() - 1).to());
    }

    private SettingWithoutEffectException noEffect(String step, String reason) {
        return new SettingWithoutEffectException("setting " + setting.name() + ": " + step + ": " + reason);
    }

    enum DisplayedValue {
        EQUAL,
        /** For example, the server has rounded a size to whole blocks. */
        SIMILAR,
        DIFFERENT;

        private static final String NUMBER = "-?\\d*\\.?\\d+(e[+-]?\\d+)?";
        private static final Map<String, String> BOOLEANS = Map.of("on", "1", "true", "1", "off", "0", "false", "0");

        static DisplayedValue of(String requested, @Nullable String shown, @Nullable String before) {
            String requestedText = unquoted(requested);
            String shownText = unquoted(String.valueOf(shown));
            boolean isBoolean = BOOLEANS.containsKey(shownText) && BOOLEANS.containsValue(requestedText);
            if (requestedText.matches(NUMBER) && !shownText.matches(NUMBER) && !isBoolean) {
                return EQUAL; // the requested number is an index into the server's list of names
            }
            String value = BOOLEANS.getOrDefault(requestedText, requestedText);
            String shownValue = BOOLEANS.getOrDefault(shownText, shownText);
            if (value.matches(NUMBER) && shownValue.matches(NUMBER)) {
                double number = new BigDecimal(value).doubleValue();
                double difference = Math.abs(number - new BigDecimal(shownValue).doubleValue());
                return difference <= 1e-6 ? EQUAL : difference <= Math.abs(number) / 100 ? SIMILAR : DIFFERENT;
            }
            boolean containsRequested = requestedText.isEmpty()
                    ? shownText.isEmpty()
                    : List.of(shownText.split(","))
                            .containsAll(List.of(requestedText.split(","))); // the server may add elements
            return containsRequested ? EQUAL : Objects.equals(shown, before) ? DIFFERENT : SIMILAR;
        }

        private static String unquoted(String literal) {
            String text = literal.toLowerCase(Locale.ROOT).replace("utf8mb3", "utf8");
            return text.startsWith("'") ? text.substring(1, text.length() - 1).replace("''", "'") : text;
        }
    }
}
