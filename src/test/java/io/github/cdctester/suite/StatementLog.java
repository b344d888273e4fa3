// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The general log is stored in a table. Only one client may run at a time. */
record StatementLog(TestServer server) {

    /**
     * @param prepared in alphabetical order
     * @param executed command type, and text without literals and table numbers, of complete transactions
     */
    record SentStatements(List<String> prepared, List<String> executed) {}

    void clear() {
        server.execute("TRUNCATE TABLE mysql.general_log");
    }

    /** Excludes connections that did not use the workload's tables. Sorted by the start of the connection. */
    List<SentStatements> connections() {
        Map<Long, List<List<String>>> byThread = new TreeMap<>();
        for (List<String> row : server.queryRows("SELECT thread_id, command_type, CONVERT(argument USING utf8mb4)"
                + " FROM mysql.general_log WHERE thread_id <> CONNECTION_ID()")) {
            byThread.computeIfAbsent(Long.parseLong(row.get(0)), thread -> new ArrayList<>())
                    .add(List.of(row.get(1), normalise(row.get(2))));
        }
        return byThread.values().stream()
                .filter(rows -> rows.stream().anyMatch(StatementLog::belongsToTransaction))
                .map(StatementLog::sentStatements)
                .toList();
    }

    private static SentStatements sentStatements(List<List<String>> rows) {
        List<String> prepared = new ArrayList<>();
        List<String> executed = new ArrayList<>();
        int endIndex = 0;
        for (List<String> row : rows) {
            if (row.get(0).equals("Prepare")) {
                prepared.add(row.get(1));
            } else if (belongsToTransaction(row)) {
                executed.add(row.get(0) + " " + row.get(1));
                endIndex = executed.size();
            } else if (!executed.isEmpty()) {
                executed.add(row.get(0) + " " + row.get(1));
            }
        }
        return new SentStatements(prepared.stream().sorted().toList(), List.copyOf(executed.subList(0, endIndex)));
    }

    private static boolean belongsToTransaction(List<String> row) {
        return List.of("Query", "Execute").contains(row.get(0))
                && row.get(1).matches("BEGIN|COMMIT|ROLLBACK|.* sbtestN .*");
    }

    private static String normalise(String sql) {
        return sql.replaceAll("\\bsbtest\\d+", "sbtestN")
                .replaceAll("'\\d{11}(-\\d{11})+'", "S")
                .replaceAll("(?<=[=( ])-?\\d+\\b", "#");
    }
}
