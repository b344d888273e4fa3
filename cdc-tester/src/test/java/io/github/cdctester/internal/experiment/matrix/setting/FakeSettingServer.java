// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.RestartableServer;
import io.github.cdctester.stop.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Simulates a server with variables, persisted variables and Performance Schema consumers. Records executed statements, and
 * supports only the statements that the tests use.
 */
public final class FakeSettingServer implements SettingServer, RestartableServer {

    private static final Pattern SET =
            Pattern.compile("SET (GLOBAL|PERSIST|PERSIST_ONLY) (\\w+) = ('.*'|-?[\\d.]+|NULL)");
    private static final Pattern COUNT =
            Pattern.compile("SELECT COUNT\\(\\*\\)(?:, SUM\\(COALESCE\\(enabled = \\(('\\w+')\\), TRUE\\)\\),.*)?"
                    + " FROM performance_schema\\.setup_consumers(?: WHERE name = '(\\w+)')?");
    private static final Pattern ROWS =
            Pattern.compile("UPDATE performance_schema.setup_consumers SET (.*?)(?: WHERE \\(NAME\\) IN \\((.*)\\))?");

    public final List<String> log = new ArrayList<>();
    public final Map<String, String> variables = new TreeMap<>(Map.of("x", "1", "y", "'old'"));
    public final Map<String, String> persistedVariables = new TreeMap<>();
    public final Map<String, String> consumers = new TreeMap<>(Map.of("a", "'YES'", "b", "'NO'", "c", "'YES'"));
    public final Set<String> rejectedStatements = new HashSet<>();

    /** Statements that the server accepts but that have no effect. */
    public final Set<String> ignoredStatements = new HashSet<>();

    public boolean isDown;
    public boolean staysDown;
    private long startedAtSeconds = 1_000;

    /** Values of the variables after each start. */
    public final Map<String, String> valuesAtStart = new TreeMap<>(variables);

    @Override
    public String address() {
        return "db:3306";
    }

    @Override
    public Rows query(String sql) throws SQLException {
        failIfUnreachable(sql);
        if (sql.startsWith("SELECT @@GLOBAL.")) {
            String name = sql.substring("SELECT @@GLOBAL.".length());
            if (!variables.containsKey(name)) {
                throw new SQLException("Unknown system variable '" + name + "'");
            }
            return new Rows(List.of("V"), List.of(Arrays.asList(variables.get(name))));
        }
        if (sql.contains("persisted_variables")) {
            String name = sql.substring(sql.indexOf('\'') + 1, sql.length() - 1);
            String value = persistedVariables.get(name);
            return new Rows(List.of("V"), value == null ? List.of() : List.of(List.of("'" + value + "'")));
        }
        if (sql.equals("SELECT * FROM performance_schema.setup_consumers")) {
            return new Rows(
                    List.of("NAME", "ENABLED"),
                    consumers.entrySet().stream()
                            .map(row -> Arrays.asList("'" + row.getKey() + "'", row.getValue()))
                            .toList());
        }
        Matcher count = COUNT.matcher(sql);
        if (count.matches()) {
            List<String> matchingNames = consumers.keySet().stream()
                    .filter(name -> count.group(2) == null || name.equals(count.group(2)))
                    .toList();
            String changedCount = String.valueOf(matchingNames.stream()
                    .filter(name -> Objects.equals(consumers.get(name), count.group(1)))
                    .count());
            return new Rows(
                    List.of("N", "S", "T"),
                    List.of(Arrays.asList(String.valueOf(matchingNames.size()), changedCount, changedCount)));
        }
        if (sql.startsWith("SHOW GLOBAL VARIABLES WHERE Variable_name = ")) {
            String name = sql.substring(sql.indexOf('\'') + 1, sql.length() - 1);
            return new Rows(
                    List.of("N", "V"),
                    variables.containsKey(name) ? List.of(Arrays.asList(name, variables.get(name))) : List.of());
        }
        throw new SQLException("unknown: " + sql);
    }

    @Override
    public void execute(List<String> statements) throws SQLException {
        for (String sql : statements) {
            failIfUnreachable(sql);
            log.add(sql);
            if (!ignoredStatements.contains(sql)) {
                execute(sql);
            }
        }
    }

    private void execute(String sql) {
        Matcher set = SET.matcher(sql);
        Matcher rows = ROWS.matcher(sql);
        if (set.matches()) {
            if (!set.group(1).equals("PERSIST_ONLY")) {
                variables.put(set.group(2), set.group(3).equals("NULL") ? null : set.group(3));
            }
            if (!set.group(1).equals("GLOBAL")) {
                persistedVariables.put(set.group(2), set.group(3).replace("'", ""));
            }
        } else if (sql.startsWith("RESET PERSIST IF EXISTS ")) {
            persistedVariables.remove(sql.substring("RESET PERSIST IF EXISTS ".length()));
        } else if (rows.matches()) {
            String value = rows.group(1).replaceAll(".* = ", "");
            Set<String> names = rows.group(2) == null
                    ? consumers.keySet()
                    : new HashSet<>(
                            List.of(rows.group(2).replaceAll("[()']", "").split(", ")));
            String storedValue = value.equals("NULL") ? null : value;
            consumers.replaceAll((name, old) -> names.contains(name) ? storedValue : old);
        }
    }

    private void failIfUnreachable(String sql) throws SQLException {
        if (isDown) {
            throw new SQLException("the server is away");
        }
        if (rejectedStatements.contains(sql)) {
            throw new SQLException("refused");
        }
    }

    @Override
    public long startedAtSeconds() throws SQLException {
        failIfUnreachable("uptime");
        return startedAtSeconds;
    }

    @Override
    public boolean awaitRecovery(Duration timeout, StopSignal stop) {
        if (!timeout.isZero() && !staysDown) {
            isDown = false;
        }
        return !isDown;
    }

    @Override
    public void restart(List<String> options) {
        log.add("restart " + options);
        crash();
    }

    /** Simulates a crash and a restart: variables and consumers return to their values at start. */
    public void crash() {
        variables.clear();
        variables.putAll(valuesAtStart);
        consumers.replaceAll((name, old) -> name.equals("b") ? "'NO'" : "'YES'");
        startedAtSeconds += 100;
    }
}
