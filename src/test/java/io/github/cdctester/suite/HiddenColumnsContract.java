// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Some columns are only in the binlog, or only in the server's column list. */
@Timeout(120)
abstract class HiddenColumnsContract extends ServerContract {

    /** Updates 20 prepared rows of a table t (id, c, d, n), and inserts and deletes other rows. */
    private static final String WORKLOAD = """
            tables:
              t:
                create: %s
                rows: 20
                values: {id: {sequence: 1}, c: {uuid: random}, d: {sequence: 1}, n: 0}
            transactions:
              change:
                values: {id: {uniform: 1..20}, c: {uuid: random}, more: {uniform: 1000..999999999}}
                statements:
                  - UPDATE t SET c = :c, n = n + 1 WHERE id = :id
                  - INSERT INTO t (id, c, d, n) VALUES (:more, NULL, :more, 1)
                  - DELETE FROM t WHERE id = :more
            """;

    @TempDir
    Path directory;

    /** The keys are statements that create a table t. The values are the columns that {@code learn} must find. */
    abstract Map<String, List<String>> tables();

    @Test
    void learnsDescribedColumns() throws IOException {
        for (Map.Entry<String, List<String>> table : tables().entrySet()) {
            server.execute(table.getKey());
            String from = binlogEnd();
            List<String> columns = table.getValue().stream()
                    .filter(name -> name.matches("id|c|d"))
                    .toList();
            String values = String.join(", ", columns);
            server.execute(
                    "INSERT INTO t (" + values + ") VALUES (" + values.replaceAll("\\w+", "1") + ")",
                    "UPDATE t SET c = 2");
            Path file = directory.resolve("t" + table.getKey().hashCode() + ".yaml");
            CliCall learnCall = CommandLines.call(server, "learn", "--workload-file=" + file, "--from=" + from);
            assertThat(learnCall.exitCode()).as(learnCall.err()).isZero();
            server.execute("DROP TABLE t");
            assertThat(columns(file)).as(table.getKey()).isEqualTo(table.getValue());
            CliCall run = CommandLines.call(
                    server,
                    "run",
                    "--workload-file=" + file,
                    "--rate-factor=max",
                    "--prepare",
                    "--cleanup",
                    "--events=20",
                    "--time=0");
            assertThat(run.exitCode()).as(table.getKey() + "\n" + run.err()).isZero();
        }
    }

    @Test
    void recordsAllTables() {
        for (String create : tables().keySet()) {
            server.execute(create);
            String from = binlogEnd();
            server.execute("INSERT INTO t (c) VALUES (1)"
                    .replace("(c)", create.contains("id") ? "(id, c)" : "(c)")
                    .replace("(1)", create.contains("id") ? "(1, 1)" : "(1)"));
            Path out = directory.resolve("r" + create.hashCode());
            CliCall recordCall =
                    CommandLines.call(server, "record", "--from=" + from, "--time=1", "--quiet", "--out=" + out);
            server.execute("DROP TABLE t");
            assertThat(recordCall.exitCode()).as(recordCall.err()).isZero();
            assertThat(out.resolve("recording.json"))
                    .content()
                    .as(create)
                    .doesNotContain("has other columns than in the log");
        }
    }

    private static List<String> columns(Path file) throws IOException {
        return Files.readString(file)
                .lines()
                .filter(line -> line.startsWith("    columns: "))
                .map(line -> line.replaceAll("^.*\\{|}$", ""))
                .flatMap(line -> List.of(line.split(", (?=\\w+: )")).stream())
                .map(column -> column.replaceAll(":.*", ""))
                .toList();
    }

    private String binlogEnd() {
        List<String> end = server.queryRows(server.logStatusStatement()).get(0);
        return end.get(0) + ":" + end.get(1);
    }

    private CliCall replay(String create) {
        try {
            Path file = Files.writeString(directory.resolve("replayed.yaml"), WORKLOAD.formatted(create));
            return CommandLines.call(
                    server,
                    "run",
                    "--workload-file=" + file,
                    "--replay",
                    "--prepare",
                    "--cleanup",
                    "--threads=1",
                    "--events=200",
                    "--time=0",
                    "--json");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void assertReplayed(String create) {
        CliCall run = replay(create);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        JsonNode replay =
                JsonMapper.shared().readTree(run.out()).path("verdict").path("replay");
        assertThat(replay.path("transactions").asLong()).as(replay.toString()).isEqualTo(200);
        assertThat(replay.path("imageEqual").asBoolean()).as(replay.toString()).isTrue();
    }

    void assertRefused(String create, String reason) {
        CliCall run = replay(create);
        assertThat(run.exitCode()).as(run.out() + run.err()).isOne();
        assertThat(run.err()).contains(reason);
    }
}
