// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A run of 31 s, a slower run, and a sweep. */
abstract class StoredResults {

    private static final Pattern RATE = Pattern.compile("(\"write\" : \\{\\s+\"transactionsPerSecond\" : )([0-9.]+)");

    @TempDir
    Path directory;

    String json;
    RunResult run;

    @BeforeEach
    void writeResults() throws IOException {
        try (InputStream storedResult = StoredResults.class.getResourceAsStream("result.json")) {
            json = new String(storedResult.readAllBytes(), StandardCharsets.UTF_8);
        }
        run = Results.read(write("a/result.json", json));
        write("b/result.json", withHalfRate(json));
        SweepResult sweep = sweep();
        Results.write(sweep, directory.resolve("sweep"));
    }

    void assertRejectedInOneLine(String line, String message) throws IOException {
        Files.createDirectories(directory.resolve("empty"));
        String[] arguments = arguments(line);
        CommandResult commandResult = CommandResult.of(arguments);
        assertThat(commandResult.code()).as(commandResult.err()).isEqualTo(2);
        assertThat(commandResult.out()).isEmpty();
        assertThat(commandResult.err().lines()).as(commandResult.err()).hasSize(2);
        assertThat(commandResult.err())
                .startsWith("cdc-tester: ")
                .contains(message.replace("DIR", directory.toString()));
        assertThat(commandResult.err()).contains("\ntry 'cdc-tester " + arguments[0] + " --help'");
    }

    void assertIncompleteResult(String line) throws IOException {
        for (Map.Entry<String, String> contentAndReason : Map.of(
                        "not json",
                        "is not complete JSON (line 1",
                        "{}",
                        "has no schemaVersion, so it is not a result",
                        json.substring(0, json.length() / 2),
                        "is not complete JSON (line ",
                        json.replaceFirst("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"),
                        "has schemaVersion 2",
                        "{\"schemaVersion\": 1}",
                        "has no tool, so it is not a complete result")
                .entrySet()) {
            write("bad/result.json", contentAndReason.getKey());
            CommandResult commandResult = CommandResult.of(arguments(line));
            assertThat(commandResult.code()).as(commandResult.err()).isEqualTo(1);
            assertThat(commandResult.err().lines()).as(commandResult.err()).hasSize(1);
            assertThat(commandResult.err())
                    .startsWith("cdc-tester: " + pathOf("bad/result.json"))
                    .contains(contentAndReason.getValue());
        }
    }

    String[] arguments(String line) {
        String[] words = line.split(" ");
        for (int i = 1; i < words.length; i++) {
            words[i] = words[i].startsWith("--") ? words[i] : pathOf(words[i]);
        }
        return words;
    }

    /** Returns the result of another run with the same values. */
    static String repeat(String json, int number) {
        return json.replaceFirst("(\"startedAt\" : \"[^\"]*\\.)\\d+", "$1" + number);
    }

    static String withHalfRate(String json) {
        return RATE.matcher(json).replaceFirst(match -> match.group(1) + Double.parseDouble(match.group(2)) / 2);
    }

    SweepResult sweep() {
        return new SweepResult(
                RunResult.SCHEMA_VERSION,
                SweepResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                "threads",
                List.of("1"),
                1,
                List.of(),
                null,
                false,
                null,
                null,
                List.of(),
                List.of(new Trial(
                        1,
                        1,
                        1,
                        "1",
                        Trial.Status.DONE,
                        null,
                        "step-01",
                        true,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        run)),
                List.of(new SweepResult.SweepRow(
                        1,
                        1,
                        "1",
                        Trial.Status.DONE,
                        null,
                        1,
                        "LOSSLESS",
                        Verdict.Status.LOSSLESS,
                        null,
                        null,
                        List.of(),
                        Map.of("write.queriesPerSecond", new Trial.Spread(1, 1, 1)))));
    }

    String pathOf(String name) {
        return directory.resolve(name).toString();
    }

    Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
