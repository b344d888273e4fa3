// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessUsageTest {

    /** Concurrent collectors work concurrently with the program, so their cycles are no pauses. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseZGC", "-XX:+UseG1GC", "-XX:+UseSerialGC"})
    @Timeout(60)
    void countsPausesOnly(String collector, @TempDir Path directory) throws IOException, InterruptedException {
        Path output = directory.resolve("said.txt");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        collector,
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CollectingProgram.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output)).endsWith(CollectingProgram.DONE + System.lineSeparator());
    }
}
