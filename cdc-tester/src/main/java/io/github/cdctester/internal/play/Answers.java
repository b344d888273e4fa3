// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.recording.RecordedServer;
import io.github.cdctester.internal.recording.Recording;
import io.github.cdctester.internal.recording.Recording.Block;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers the statements that consumers of a log send, from what the recording has of its server. Safe for use by several threads. */
final class Answers {

    private static final Pattern ASSIGNMENT =
            form("(?<!@)@([\\w.$]+)\\s*:?=\\s*('(?:[^'\\\\]|''|\\\\.)*'|\"[^\"]*\"|@?@?[\\w.+-]+)");
    private static final Pattern VARIABLES =
            form("SHOW\\s+(?:(?:GLOBAL|SESSION|LOCAL)\\s+)?VARIABLES(?:\\s+(?:LIKE|WHERE)\\s+(.+))?");
    private static final Pattern TOO_MUCH = form(".*\\b(NOT|REGEXP|RLIKE|VALUE)\\b.*");
    private static final Pattern END = form("SHOW\\s+(?:MASTER|BINARY\\s+LOG)\\s+STATUS\\b.*");
    private static final Pattern LOGS = form("SHOW\\s+(?:BINARY|MASTER)\\s+LOGS\\b.*");
    private static final Pattern EMPTY = form(
            "SHOW\\s+((?:(?:GLOBAL|SESSION)\\s+)?STATUS|WARNINGS|DATABASES|(?:FULL\\s+)?TABLES|TABLE\\s+STATUS)\\b.*");
    private static final Pattern AUTOCOMMIT = form("\\bautocommit\\s*=\\s*(\\w+)");
    private static final Pattern GRANTS = form("SHOW\\s+GRANTS\\b.*");
    private static final Pattern COMMENT_OR_LIMIT = form("/\\*.*?\\*/|^\\s*SET\\s+STATEMENT\\s.*?\\sFOR\\s");
    private static final Pattern DONE =
            form("(?:SET|BEGIN|COMMIT|ROLLBACK|START\\s+TRANSACTION|USE|FLUSH|(?:UN)?LOCK\\s+TABLES)\\b.*");
    private static final Pattern TABLES = form("SELECT\\s+(.+?)\\s+FROM\\s+information_schema\\b.*");
    private static final Pattern SELECT = form("SELECT\\s+(.+?)(?:\\s+FROM\\s+DUAL)?(?:\\s+LIMIT\\s+\\d+)?");
    private static final Pattern ALIAS = form("(.+?)\\s+(?:AS\\s+)?[`'\"]?(\\w+)[`'\"]?");
    private static final Pattern SYSTEM = form("@@(?:(?:global|session|local)\\s*\\.\\s*)?(\\w+)");
    private static final Pattern GTIDS = form("GTID_(SUBSET|SUBTRACT)\\s*\\((.+)\\)");
    private static final Pattern QUOTED = form("'((?:[^'\\\\]|''|\\\\.)*)'|\"([^\"]*)\"");
    private static final int LONGEST_SHOWN = 200;
    private static final int MOST = 250;

    private final Recording recording;
    private final RecordedServer server;
    private final PlayClock clock;
    private final Gtids all;
    private final Map<String, String> variables;

    Answers(Recording recording, PlayClock clock) {
        this.recording = recording;
        this.clock = clock;
        server = recording.server();
        variables = new TreeMap<>(server.variables());
        Gtids union = recording.gtids(before());
        for (Block block : recording.blocks()) {
            union = union.followedBy(recording.gtids(block.gtids()));
        }
        all = union;
    }

    private static Pattern form(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    private String before() {
        String known = server.gtidsBefore();
        return known == null ? "" : known;
    }

    /** The GTIDs before the recording, and of all of it. */
    Gtids all() {
        return all;
    }

    /**
     * Answers one.
     *
     * @param own the user variables of the connection, by names in lower case
     */
    void answer(String statement, Map<String, String> own, ClientPackets packets) throws IOException, RefusedException {
        String sql = COMMENT_OR_LIMIT.matcher(statement).replaceAll(" ").strip().replaceAll("[;\\s]+$", "");
        Matcher shown = VARIABLES.matcher(sql);
        Matcher selected = SELECT.matcher(sql);
        Matcher ofTables = TABLES.matcher(sql);
        if (shown.matches()) {
            packets.rows(List.of("Variable_name", "Value"), variables(shown.group(1), sql));
        } else if (END.matcher(sql).matches()) {
            end(packets);
        } else if (LOGS.matcher(sql).matches()) {
            logs(packets);
        } else if (GRANTS.matcher(sql).matches()) {
            packets.rows(List.of("Grants"), List.of(List.of("GRANT ALL PRIVILEGES ON *.* TO CURRENT_USER")));
        } else if (EMPTY.matcher(sql).matches()) { // it has a log, and no tables
            packets.rows(List.of("Variable_name", "Value"), List.of());
        } else if (sql.regionMatches(
                true, 0, "KILL", 0, 4)) { // a dump of its own that has ended, as a consumer makes sure
            packets.refuse(new RefusedException(RefusedException.THREAD, "Unknown thread id"));
        } else if (ofTables.matches()) {
            packets.rows(split(ofTables.group(1)), List.of());
        } else if (selected.matches()) {
            select(selected.group(1), own, packets, sql);
        } else if (DONE.matcher(sql).matches()) {
            Matcher assignment = ASSIGNMENT.matcher(sql.regionMatches(true, 0, "SET", 0, 3) ? sql : "");
            while (assignment.find() && own.size() < MOST) {
                String value = value(assignment.group(2), own, sql);
                own.put(assignment.group(1).toLowerCase(Locale.ROOT), value == null ? "" : value);
            }
            Matcher commits = AUTOCOMMIT.matcher(sql);
            if (commits.find()) {
                packets.commits(commits.group(1).matches("1|(?i)ON"));
            }
            packets.ok();
        } else {
            throw notAnswered(sql);
        }
    }

    private static RefusedException notAnswered(String sql) {
        String text = sql.replaceAll("\\s+", " ");
        return new RefusedException(
                RefusedException.STATEMENT,
                "play has a log and no tables, and does not answer "
                        + (text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text));
    }

    private void end(ClientPackets packets) throws IOException {
        LogEnd end = clock.end();
        List<String> columns = List.of("File", "Position", "Binlog_Do_DB", "Binlog_Ignore_DB", "Executed_Gtid_Set");
        List<String> row =
                List.of(end.position().file(), Long.toString(end.position().offset()), "", "", end.gtidSet());
        int count = server.mariaDb() ? 4 : 5;
        packets.rows(columns.subList(0, count), List.of(row.subList(0, count)));
    }

    private void logs(ClientPackets packets) throws IOException {
        LogEnd end = clock.end();
        Map<String, Long> sizes = new LinkedHashMap<>();
        for (Block block : recording.blocks()) {
            if (end.position().isAtOrAfter(block.file(), block.end())) {
                sizes.put(block.file(), block.end());
            }
        }
        sizes.put(end.position().file(), end.position().offset());
        int count = server.mariaDb() ? 2 : 3;
        List<List<String>> rows = new ArrayList<>();
        sizes.forEach((file, size) ->
                rows.add(List.of(file, Long.toString(size), "No").subList(0, count)));
        packets.rows(List.of("Log_name", "File_size", "Encrypted").subList(0, count), rows);
    }

    private List<List<String>> variables(@Nullable String names, String sql) throws RefusedException {
        if (names != null && TOO_MUCH.matcher(names).matches()) {
            throw notAnswered(sql);
        }
        StringBuilder wanted = new StringBuilder(names == null ? ".*" : "\\b");
        Matcher quoted = QUOTED.matcher(names == null ? "" : names);
        while (quoted.find()) {
            String like = unquoted(quoted.group()).replace("\\_", "_").replaceAll("[^\\w%]", "");
            wanted.append('|').append(like.replace("%", ".*").replace('_', '.'));
        }
        Pattern pattern = form(wanted.toString());
        List<List<String>> rows = new ArrayList<>();
        variables.keySet().stream()
                .filter(name -> pattern.matcher(name).matches())
                .forEach(name -> rows.add(List.of(name, variable(name))));
        return rows;
    }

    private String variable(String name) {
        return switch (name) {
            case "gtid_executed", "gtid_binlog_pos", "gtid_current_pos" ->
                clock.end().gtidSet();
            case "gtid_purged" -> before();
            default -> variables.getOrDefault(name, "");
        };
    }

    private void select(String list, Map<String, String> own, ClientPackets packets, String sql)
            throws IOException, RefusedException {
        List<String> columns = new ArrayList<>();
        List<@Nullable String> row = new ArrayList<>();
        for (String item : split(list)) {
            Matcher alias = ALIAS.matcher(item);
            columns.add(alias.matches() ? alias.group(2) : item);
            row.add(value(alias.matches() ? alias.group(1) : item, own, sql));
        }
        if (columns.size() > MOST) {
            throw notAnswered(sql);
        }
        packets.rows(columns, List.of(row));
    }

    /** At the commas outside of quotes and parentheses. */
    private static List<String> split(String list) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int from = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i == list.length() ? ',' : list.charAt(i);
            if (quote != 0 && i < list.length()) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == ',' && (depth <= 0 || i == list.length())) {
                items.add(list.substring(from, i).strip());
                from = i + 1;
            } else {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
        }
        return items;
    }

    private @Nullable String value(String expression, Map<String, String> own, String sql) throws RefusedException {
        Matcher system = SYSTEM.matcher(expression);
        if (system.matches()) {
            String name = system.group(1).toLowerCase(Locale.ROOT);
            if (!variables.containsKey(name)) {
                throw new RefusedException(RefusedException.VARIABLE, "Unknown system variable '" + name + "'");
            }
            return variable(name);
        }
        if (expression.matches("@\\w+")) {
            return own.get(expression.substring(1).toLowerCase(Locale.ROOT));
        }
        if (expression.matches("-?[\\d.]+|(?i)ON|OFF|CRC32|NONE")) {
            return expression;
        }
        if (QUOTED.matcher(expression).matches()) {
            return unquoted(expression);
        }
        Matcher gtids = GTIDS.matcher(expression);
        if (gtids.matches() && !server.mariaDb()) {
            return compared(gtids.group(1), split(gtids.group(2)), own, sql);
        }
        Instant now = Instant.now();
        return switch (expression.toUpperCase(Locale.ROOT).replaceAll("\\s", "")) {
            case "VERSION()" -> server.variable("version");
            case "UNIX_TIMESTAMP()" -> Long.toString(now.getEpochSecond());
            case "UNIX_TIMESTAMP(NOW(6))" ->
                String.format(Locale.ROOT, "%d.%06d", now.getEpochSecond(), now.getNano() / 1_000);
            case "CURRENT_USER()", "USER()", "CONNECTION_ID()", "DATABASE()", "SCHEMA()" -> "";
            default -> throw notAnswered(sql);
        };
    }

    private String compared(String how, List<String> sets, Map<String, String> own, String sql)
            throws RefusedException {
        if (sets.size() != 2) {
            throw notAnswered(sql);
        }
        try {
            GtidSet left = GtidSet.parse(String.valueOf(value(sets.get(0), own, sql)));
            GtidSet right = GtidSet.parse(String.valueOf(value(sets.get(1), own, sql)));
            return how.equalsIgnoreCase("SUBSET")
                    ? left.isSubsetOf(right) ? "1" : "0"
                    : left.subtract(right).toString();
        } catch (IllegalArgumentException e) {
            throw new RefusedException(RefusedException.STATEMENT, String.valueOf(e.getMessage()));
        }
    }

    private static String unquoted(String quoted) {
        return quoted.substring(1, quoted.length() - 1).replace("''", "'").replace("\\'", "'");
    }
}
