// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.TrialResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredPlanSecondsTest {

    private static final RunResult RUN = TrialResults.steadyRun();

    @TempDir
    private Path directory;

    private Path writePlan(Instant startedAt) throws IOException {
        PlanResult plan = new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                startedAt,
                "elastic.yaml",
                "",
                false,
                null,
                List.of(),
                List.of(),
                List.of(),
                RUN,
                List.of());
        Path file = directory.resolve("plan.json");
        Files.writeString(file, ResultJson.withoutSamples().text(plan));
        return file;
    }

    private static PlanResult read(Path file) {
        return StoredResult.read(file).plan(file);
    }

    @Test
    void readsSecondsOfResultInSameDirectory() throws IOException {
        Path file = writePlan(RUN.startedAt());
        Files.writeString(directory.resolve("result.json"), Formats.JSON.text(RUN));

        assertThat(read(file).whole()).isEqualTo(RUN);
    }

    @Test
    void hasNoSecondsIfResultFileIsMissing() throws IOException {
        assertThat(read(writePlan(RUN.startedAt())).whole().samples()).isEmpty();
    }

    @Test
    void ignoresResultFileOfOtherRun() throws IOException {
        Path file = writePlan(RUN.startedAt());
        Files.writeString(
                directory.resolve("result.json"),
                Formats.JSON.text(RUN).replace("\"startedAt\" : \"1970", "\"startedAt\" : \"1971"));

        assertThat(read(file).whole().samples()).isEmpty();
    }
}
