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
 * An experiment of a day with twenty probes, by a simulated clock. Runs each night: {@code StretchTest} and {@code SampleFileTest}
 * test per commit that memory does not grow with time.
 */
@Tag("nightly")
class DayTest {

    /** The samples of all seconds would need ten times as much memory. */
    private static final String HEAP = "-Xmx48m";

    @Test
    @Timeout(180)
    void dayLongPhaseIsExactInLittleMemory(@TempDir Path directory) throws IOException, InterruptedException {
        Path file = directory.resolve("said.txt");
        Process day = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DayProgram.class.getName(),
                        directory.toString()))
                .redirectErrorStream(true)
                .redirectOutput(file.toFile())
                .start();
        try {
            assertThat(day.waitFor()).as(Files.readString(file)).isZero();
        } finally {
            day.destroyForcibly();
        }
        assertThat(Files.readString(file)).contains(DayProgram.DONE);
    }
}
