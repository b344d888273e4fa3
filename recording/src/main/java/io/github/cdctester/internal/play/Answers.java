// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.play.RecordedTables.RecordedTable;
import io.github.cdctester.internal.play.Recording.RecordedServer;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers the SQL statements of one connection with the recorded data of the original server. Not thread-safe. */
final class Answers {

    private static final String QUOTED_TEXT = "'(?:[^'\\\\]++|''|\\\\.)*+'|\"[^\"]*+\"";
    private static final Pattern QUOTED = ignoringCase(QUOTED_TEXT);
    private static final Pattern SEPARATOR = ignoringCase(QUOTED_TEXT + "|[(),]");
    private static final Pattern ASSIGNMENT =
            ignoringCase("(?<!@)@([\\w.$]+)\\s*:?=\\s*(" + QUOTED_TEXT + "|@?@?[\\w.+-]+)");
    private static final Pattern UNSUPPORTED_FILTER = ignoringCase(".*\\b(NOT|REGEXP|RLIKE|VALUE)\\b.*");
    private static final Pattern AUTOCOMMIT = ignoringCase("\\bautocommit\\s*=\\s*(\\w+)");
    private static final Pattern IGNORED_PARTS =
            ignoringCase("/\\*.*?\\*/|^\\s*SET\\s+STATEMENT\\s.*?\\sFOR\\s|[;\\s]++$");
    private static final Pattern ALIAS = ignoringCase("(.+?)\\s+(?:AS\\s+)?[`'\"]?(\\w+)[`'\"]?");
    private static final Pattern SYSTEM_VARIABLE = ignoringCase("@@(?:(?:global|session|local)\\s*\\.\\s*)?(\\w+)");
    private static final Pattern GTID_FUNCTION = ignoringCase("GTID_(SUBSET|SUBTRACT)\\s*\\((.+)\\)");
    private static final String NAME = "`?([^`]+?)`?";
    private static final List<String> VARIABLE_COLUMNS = List.of("Variable_name", "Value");
    private static final int MAX_SHOWN_CHARACTERS = 200;
    private static final int MAX_COLUMNS = 250;

    @FunctionalInterface
    private interface Answer {
        void send(MatchResult statement) throws IOException;
    }

    private final Map<Pattern, Answer> answers = new LinkedHashMap<>();
    private final Recording recording;
    private final RecordedServer server;
    private final PlayClock clock;
    private final ClientPackets packets;
    private final Map<String, String> userVariables = new HashMap<>();
    private final Budget userVariableBytes = new Budget(1 << 20);

    Answers(Recording recording, PlayClock clock, ClientPackets packets) {
        this.recording = recording;
        this.clock = clock;
        this.packets = packets;
        server = recording.server();
        addAnswer(
                "SHOW\\s+(?:(?:GLOBAL|SESSION|LOCAL)\\s+)?VARIABLES(?:\\s+(?:LIKE|WHERE)\\s+(.+))?",
                this::sendVariables);
        addAnswer("SHOW\\s+(?:MASTER|BINARY\\s+LOG)\\s+STATUS\\b.*", statement -> sendLogStatus());
        addAnswer("SHOW\\s+(?:BINARY|MASTER)\\s+LOGS\\b.*", statement -> sendLogs());
        List<String> grant = List.of("GRANT ALL PRIVILEGES ON *.* TO CURRENT_USER");
        addAnswer("SHOW\\s+GRANTS\\b.*", statement -> packets.sendRows(List.of("Grants"), List.of(grant)));
        RecordedTables.QUERIES.forEach((query, columns) -> {
            String names = columns.replace("Visible", server.mariaDb() ? "Ignored" : "Visible");
            String tableRegex = query.replace(" ", "\\s+") + "\\s+" + NAME + "\\s*\\.\\s*" + NAME;
            addAnswer(tableRegex, statement -> sendTable(statement, query, List.of(names.split(","))));
        });
        List<List<String>> knownTables = server.tables().stream()
                .filter(table -> table.missing().isEmpty())
                .map(RecordedTable::schemaAndTable)
                .distinct()
                .toList();
        List<List<String>> databases =
                knownTables.stream().map(name -> name.subList(0, 1)).distinct().toList();
        addAnswer("SHOW\\s+DATABASES", statement -> packets.sendRows(List.of("Database"), databases));
        String databaseRegex = "(?:FROM|IN)\\s+" + NAME + "(?:\\s+WHERE\\s+Table_Type\\s*=\\s*'BASE TABLE')?";
        addAnswer("SHOW\\s+(FULL\\s+)?TABLES\\s+" + databaseRegex, statement -> {
            int count = statement.group(1) == null ? 1 : 2;
            List<String> columns = List.of("Tables_in_" + statement.group(2), "Table_type");
            Stream<List<String>> tablesInDatabase =
                    knownTables.stream().filter(name -> name.get(0).equals(statement.group(2)));
            Stream<List<String>> rows = tablesInDatabase.map(
                    name -> List.of(name.get(1), "BASE TABLE").subList(0, count));
            packets.sendRows(columns.subList(0, count), rows.toList());
        });
        String tableStatements = knownTables.isEmpty() ? "|DATABASES|(FULL\\s+)?TABLES" : "";
        String emptyStatements = "((GLOBAL|SESSION)\\s+)?STATUS|WARNINGS|TABLE\\s+STATUS" + tableStatements;
        addAnswer("SHOW\\s+(" + emptyStatements + ")\\b.*", statement -> packets.sendRows(VARIABLE_COLUMNS, List.of()));
        String schemaQueryRegex = "SELECT\\s+(.+?)\\s+FROM\\s+information_schema\\b(?!.*\\bTABLE_NAME\\s*=).*";
        addAnswer(schemaQueryRegex, statement -> packets.sendRows(split(statement.group(1)), List.of()));
        addAnswer("SELECT\\s+(.+?)(?:\\s+FROM\\s+DUAL)?(?:\\s+LIMIT\\s+\\d+)?", this::answerSelect);
        addAnswer("SET\\b.*", this::answerSet);
        // KILL: some consumers kill their own previous dump
        String acknowledgedStatements = "BEGIN|COMMIT|ROLLBACK|START\\s+TRANSACTION|USE|FLUSH|(UN)?LOCK\\s+TABLES|KILL";
        addAnswer("(" + acknowledgedStatements + ")\\b.*", statement -> packets.sendOk());
    }

    private void addAnswer(String regex, Answer answer) {
        answers.put(ignoringCase(regex), answer);
    }

    private static Pattern ignoringCase(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    /** Names are in lower case. */
    Map<String, String> userVariables() {
        return userVariables;
    }

    void answer(String statement) throws IOException {
        String sql = IGNORED_PARTS.matcher(statement).replaceAll(" ").strip();
        for (Map.Entry<Pattern, Answer> entry : answers.entrySet()) {
            Matcher match = entry.getKey().matcher(sql);
            if (match.matches()) {
                entry.getValue().send(match);
                return;
            }
        }
        throw unsupported(sql);
    }

    private static ServerErrorException unsupported(String sql) {
        String text = sql.replaceAll("\\s+", " ");
        return new ServerErrorException(
                ServerErrorException.ER_NOT_SUPPORTED,
                "play serves a log and table definitions only, and does not answer "
                        + (text.length() > MAX_SHOWN_CHARACTERS
                                ? text.substring(0, MAX_SHOWN_CHARACTERS) + "…"
                                : text));
    }

    /** Uses the definition at the current end of the played log, or the first later one. */
    private void sendTable(MatchResult statement, String query, List<String> columns) throws IOException {
        List<String> name = List.of(statement.group(1), statement.group(2));
        LogPosition end = clock.end().position();
        List<List<@Nullable String>> rows = server.tables().stream()
                .filter(table ->
                        table.missing().isEmpty() && table.schemaAndTable().equals(name))
                .reduce((earlier, table) ->
                        end.isAtOrAfter(table.from().file(), table.from().offset()) ? table : earlier)
                .map(table -> table.answers().get(query))
                .orElseThrow(() -> unsupported(statement.group()));
        int count = rows.stream().mapToInt(List::size).findFirst().orElse(1);
        packets.sendRows(columns.subList(0, count), rows);
    }

    private void sendLogStatus() throws IOException {
        LogEnd end = clock.end();
        String offset = Long.toString(end.position().offset());
        sendRows(
                "File Position Binlog_Do_DB Binlog_Ignore_DB Executed_Gtid_Set",
                List.of(List.of(end.position().file(), offset, "", "", end.gtidSet())));
    }

    private void sendLogs() throws IOException {
        LogPosition end = clock.end().position();
        Map<String, Long> sizes = new LinkedHashMap<>();
        recording.blocks().stream()
                .filter(block -> end.isAtOrAfter(block.file(), block.end()))
                .forEach(block -> sizes.put(block.file(), block.end()));
        sizes.put(end.file(), end.offset());
        List<List<String>> rows = new ArrayList<>();
        sizes.forEach((file, size) -> rows.add(List.of(file, Long.toString(size), "No")));
        sendRows("Log_name File_size Encrypted", rows);
    }

    /** MariaDB lacks the last column. */
    private void sendRows(String names, List<List<String>> rows) throws IOException {
        List<String> columns = List.of(names.split(" "));
        int count = columns.size() - (server.mariaDb() ? 1 : 0);
        packets.sendRows(
                columns.subList(0, count),
                rows.stream().map(row -> row.subList(0, count)).toList());
    }

    private void sendVariables(MatchResult statement) throws IOException {
        String filter = statement.group(1);
        if (filter != null && UNSUPPORTED_FILTER.matcher(filter).matches()) {
            throw unsupported(statement.group());
        }
        StringBuilder namePattern = new StringBuilder(filter == null ? ".*" : "\\b");
        Matcher quoted = QUOTED.matcher(filter == null ? "" : filter);
        while (quoted.find()) {
            String like = unquoted(quoted.group()).replace("\\_", "_").replaceAll("[^\\w%]", "");
            namePattern.append('|').append(like.replace("%", ".*").replace('_', '.'));
        }
        Pattern pattern = ignoringCase(namePattern.toString());
        List<List<String>> rows = new ArrayList<>();
        server.variables().keySet().stream()
                .filter(name -> pattern.matcher(name).matches())
                .forEach(name -> rows.add(List.of(name, variable(name))));
        packets.sendRows(VARIABLE_COLUMNS, rows);
    }

    private String variable(String name) {
        return switch (name) {
            case "gtid_executed", "gtid_binlog_pos", "gtid_current_pos" ->
                clock.end().gtidSet();
            case "gtid_purged" -> recording.gtids(0).toString();
            default -> server.variable(name);
        };
    }

    private void answerSet(MatchResult statement) throws IOException {
        Matcher assignment = ASSIGNMENT.matcher(statement.group());
        while (assignment.find() && userVariableBytes.take(100 + assignment.end() - assignment.start())) {
            String value = value(assignment.group(2), statement);
            userVariables.put(assignment.group(1).toLowerCase(Locale.ROOT), value == null ? "" : value);
        }
        Matcher autocommit = AUTOCOMMIT.matcher(statement.group());
        if (autocommit.find()) {
            packets.setAutocommit(autocommit.group(1).matches("1|(?i)ON"));
        }
        packets.sendOk();
    }

    private void answerSelect(MatchResult statement) throws IOException {
        List<String> columns = new ArrayList<>();
        List<@Nullable String> row = new ArrayList<>();
        for (String item : split(statement.group(1))) {
            Matcher alias = ALIAS.matcher(item);
            columns.add(alias.matches() ? alias.group(2) : item);
            row.add(value(alias.matches() ? alias.group(1) : item, statement));
        }
        if (columns.size() > MAX_COLUMNS) {
            throw unsupported(statement.group());
        }
        packets.sendRows(columns, List.of(row));
    }

    private static List<String> split(String list) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        int from = 0;
        Matcher separator = SEPARATOR.matcher(list);
        while (separator.find()) {
            depth += separator.group().equals("(") ? 1 : separator.group().equals(")") ? -1 : 0;
            if (depth <= 0 && separator.group().equals(",")) {
                items.add(list.substring(from, separator.start()).strip());
                from = separator.end();
            }
        }
        items.add(list.substring(from).strip());
        return items;
    }

    private @Nullable String value(String expression, MatchResult statement) throws ServerErrorException {
        Matcher system = SYSTEM_VARIABLE.matcher(expression);
        if (system.matches()) {
            String name = system.group(1).toLowerCase(Locale.ROOT);
            if (!server.variables().containsKey(name)) {
                throw new ServerErrorException(
                        ServerErrorException.ER_UNKNOWN_SYSTEM_VARIABLE, "Unknown system variable '" + name + "'");
            }
            return variable(name);
        }
        if (expression.matches("@\\w+")) {
            return userVariables.get(expression.substring(1).toLowerCase(Locale.ROOT));
        }
        if (expression.matches("-?[\\d.]+|(?i)ON|OFF|CRC32|NONE")) {
            return expression;
        }
        if (QUOTED.matcher(expression).matches()) {
            return unquoted(expression);
        }
        Matcher gtids = GTID_FUNCTION.matcher(expression);
        if (gtids.matches() && !server.mariaDb()) {
            return compareGtids(gtids.group(1), split(gtids.group(2)), statement);
        }
        Instant now = Instant.now();
        return switch (expression.toUpperCase(Locale.ROOT).replaceAll("\\s", "")) {
            case "VERSION()" -> server.variable("version");
            case "UNIX_TIMESTAMP()" -> Long.toString(now.getEpochSecond());
            case "UNIX_TIMESTAMP(NOW(6))" ->
                String.format(Locale.ROOT, "%d.%06d", now.getEpochSecond(), now.getNano() / 1_000);
            case "CURRENT_USER()", "USER()", "CONNECTION_ID()", "DATABASE()", "SCHEMA()" -> "";
            default -> throw unsupported(statement.group());
        };
    }

    private String compareGtids(String function, List<String> sets, MatchResult statement) throws ServerErrorException {
        if (sets.size() != 2) {
            throw unsupported(statement.group());
        }
        try {
            GtidSet left = GtidSet.parse(String.valueOf(value(sets.get(0), statement)));
            GtidSet right = GtidSet.parse(String.valueOf(value(sets.get(1), statement)));
            return function.equalsIgnoreCase("SUBSET")
                    ? left.isSubsetOf(right) ? "1" : "0"
                    : left.subtract(right).toString();
        } catch (IllegalArgumentException e) {
            throw new ServerErrorException(ServerErrorException.ER_NOT_SUPPORTED, String.valueOf(e.getMessage()));
        }
    }

    private static String unquoted(String quoted) {
        return quoted.substring(1, quoted.length() - 1).replace("''", "'").replace("\\'", "'");
    }
}
