// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Trial.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server accepts the settings, but their cells fail. */
final class IneffectiveSettingTest {

    @TempDir
    private Path directory;

    private final FakeRuns runs = new FakeRuns();

    @Test
    void failsOnlyCellsOfIneffectiveSetting() {
        runs.server.ignoredStatements.add("SET GLOBAL x = 2");
        MatrixResult result = runs.run(
                FakeRuns.plan(FakeRuns.TWO_SETTINGS, 2, OnError.CONTINUE, Duration.ZERO),
                directory,
                new ExperimentListener() {});
        assertThat(result.cells())
                .filteredOn(cell -> cell.setting().equals("base"))
                .allMatch(cell -> cell.trial().status() == Status.DONE);
        assertThat(result.cells())
                .filteredOn(cell -> cell.setting().equals("other"))
                .hasSize(8)
                .allMatch(cell -> cell.trial().status() == Status.FAILED
                        && cell.attempts() == 1
                        && cell.trial().reason().startsWith("setting other: SET GLOBAL x = 2: x is 1 instead of 2"));
        assertThat(result.hasFailed()).isTrue();
        assertThat(runs.runs()).hasSize(8).allMatch(run -> run.endsWith("x=1"));

        MatrixResult stoppedMatrix = runs.run(
                FakeRuns.plan(FakeRuns.TWO_SETTINGS, 2, OnError.STOP, Duration.ZERO),
                directory.resolve("stop"),
                new ExperimentListener() {});
        assertThat(stoppedMatrix.failure()).matches("cell \\d+ failed");
    }

    @Test
    void repeatsCellWhoseSettingWasReverted() {
        List<String> failures = new ArrayList<>();
        runs.failureOfRun = number -> {
            if (runs.server.variables.get("x").equals("2") && failures.isEmpty()) {
                runs.server.variables.put("x", "5");
            }
            return null;
        };
        MatrixResult result = runs.run(
                FakeRuns.plan(FakeRuns.TWO_SETTINGS, 2, OnError.CONTINUE, Duration.ZERO),
                directory,
                new ExperimentListener() {
                    @Override
                    public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                        failures.add(reason);
                    }
                });
        assertThat(failures)
                .containsExactly("undone meanwhile at db:3306: setting other: SET GLOBAL x = 2: x is 5 instead of 2");
        assertThat(result.cells()).allMatch(cell -> cell.trial().status() == Status.DONE);
        assertThat(result.cells()).filteredOn(cell -> cell.attempts() == 2).hasSize(1);
    }
}
