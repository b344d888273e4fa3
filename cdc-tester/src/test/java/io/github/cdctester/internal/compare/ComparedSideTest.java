// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedRuns.runs;
import static io.github.cdctester.internal.compare.ComparedRuns.sweep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.SweepResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComparedSideTest {

    private static final SweepResult SWEEP = sweep(List.of(runs(10_000), runs(20_000)));

    @TempDir
    private Path directory;

    @Test
    void ofSeveralSweepsEachStepHasTheRunsOfAll() {
        Results.write(SWEEP, directory.resolve("sweeps/1"));
        Results.write(SWEEP, directory.resolve("sweeps/2"));
        ComparedSide side = ComparedSide.read("A", directory.resolve("sweeps"));
        assertThat(side.axis()).isEqualTo("threads");
        assertThat(side.steps()).containsOnlyKeys("1", "2");
        assertThat(side.steps().get("2")).hasSize(2);
        assertThat(side.runs()).hasSize(4);
    }

    @Test
    void isOfOneKind() {
        Results.write(SWEEP, directory.resolve("mixed/1"));
        Results.write(runs(10_000).get(0), directory.resolve("mixed/2"));
        assertThatThrownBy(() -> ComparedSide.read("B", directory.resolve("mixed")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("B is " + directory.resolve("mixed")
                        + ", but must be a directory of runs or of sweeps, not of both");
        Results.write(SWEEP, directory.resolve("axes/1"));
        Results.write(sweep("rate", List.of(runs(10_000))), directory.resolve("axes/2"));
        assertThatThrownBy(() -> ComparedSide.read("B", directory.resolve("axes")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith("but must be sweeps over the same, not over threads and rate");
        Results.write(Results.compare(SWEEP, SWEEP), directory.resolve("compared"));
        assertThatThrownBy(() -> ComparedSide.read("B", directory.resolve("compared")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith("but must be a run's result or a sweep's, not a comparison");
    }
}
