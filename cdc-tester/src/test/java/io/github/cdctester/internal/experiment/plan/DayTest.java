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
 * Tests an experiment of a day with twenty probes and a simulated clock. Runs only at night; for each commit, {@code StretchTest} and
 * {@code SampleFileTest} test that memory does not grow with time.
 */
@Tag("nightly")
class DayTest {

    /** The samples of all seconds would need ten times as much memory. */
    private static final String HEAP = "-Xmx48m";

    @Test
    @Timeout(180)
    void dayLongPhaseIsExactInLittleMemory(@TempDir Path directory) throws IOException, InterruptedException {
        Path output = directory.resolve("said.txt");
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
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(day.waitFor()).as(Files.readString(output)).isZero();
        } finally {
            day.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains(DayProgram.DONE);
    }
}
