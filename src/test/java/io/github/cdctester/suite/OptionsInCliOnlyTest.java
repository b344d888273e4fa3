// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the library names no options and commands, because its users have neither. */
final class OptionsInCliOnlyTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern OPTION_OR_COMMAND =
            Pattern.compile("\"[^\"]*(--[a-z]|'?cdc-tester (run|sweep|prepare|cleanup|subscribe|drain)\\b)");

    /** The embedded server and recommendations use options of database servers. */
    private static final Set<String> FILES_WITH_SERVER_OPTIONS = Set.of(
            "EmbeddedMariaDb.java",
            "InstalledServer.java",
            "Options.java",
            "MariaDb4jServer.java",
            "ServerDirectory.java",
            "ServerFamily.java",
            "StreamPreflight.java");

    /** These files declare the options of workloads and loads as data, for the command line and for plan files. */
    private static final List<String> DECLARING_FILES = List.of(
            "Family.java", "RowStamp.java", "SharedOptions.java", "Choice.java", "LoadKeys.java", "LoadReader.java");

    @Test
    void otherModulesContainNoOptions() throws IOException {
        List<String> violations = new ArrayList<>();
        int fileCount = 0;
        for (Path file : sources()) {
            fileCount++;
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (OPTION_OR_COMMAND.matcher(lines.get(i)).find()) {
                    violations.add(ROOT.relativize(file) + ":" + (i + 1) + " "
                            + lines.get(i).strip());
                }
            }
        }
        assertThat(fileCount).isGreaterThan(100);
        assertThat(violations)
                .as("refer to settings and actions by io.github.cdctester.failure.Setting")
                .isEmpty();
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of(
                "core", "stream", "measure", "workloads", "recording", "judge", "report", "cdc-tester", "testkit")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !FILES_WITH_SERVER_OPTIONS.contains(
                                file.getFileName().toString()))
                        .filter(file -> DECLARING_FILES.stream().noneMatch(file.toString()::endsWith))
                        .forEach(sources::add);
            }
        }
        return sources;
    }
}
