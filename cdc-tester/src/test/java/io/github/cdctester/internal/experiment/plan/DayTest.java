// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A one-day experiment with 20 probes and a simulated clock. Runs only in the nightly build; {@code DurationsSumTest} and {@code
 * SampleFileTest} run in each build.
 */
@Tag("nightly")
class DayTest {

    /** A tenth of the memory for the samples of all seconds. */
    private static final String HEAP_OPTION = "-Xmx48m";

    @Test
    @Timeout(180)
    void dayLongPhaseIsExactInLittleMemory(@TempDir Path directory) throws IOException, InterruptedException {
        Path output = directory.resolve("said.txt");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP_OPTION,
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DayProgram.class.getName(),
                        directory.toString()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains(DayProgram.DONE);
    }
}
