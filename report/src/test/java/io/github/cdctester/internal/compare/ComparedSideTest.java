// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedRuns.runs;
import static io.github.cdctester.internal.compare.ComparedRuns.sweep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComparedSideTest {

    private static final SweepResult SWEEP = sweep(List.of(runs(10_000), runs(20_000)));

    @TempDir
    private Path directory;

    @Test
    void collectsRunsOfAllSweepsByStep() {
        Results.write(SWEEP, directory.resolve("sweeps/1"));
        Results.write(sweep(List.of(runs(10_100), runs(20_100))), directory.resolve("sweeps/2"));
        ComparedSide side = ComparedSide.read("A", directory.resolve("sweeps"));
        assertThat(side.axis()).isEqualTo("threads");
        assertThat(side.steps()).containsOnlyKeys("1", "2");
        assertThat(side.steps().get("2")).hasSize(2);
        assertThat(side.runs()).isEqualTo(4);
        assertThat(side.allRuns()).hasSize(4);
    }

    /** The delay source determines which values include other clients. */
    @Test
    void valuesThatIncludeOtherClientsAreListedOnce() {
        List<RunResult> before = runs(10_000, 10_100, 10_200);
        List<RunResult> after = new ArrayList<>();
        for (String mixed : List.of("bytes and events per transaction", "DT, bytes and events per transaction")) {
            Note note = Note.of(Code.OTHERS_WROTE, "count", 7, "mixed", mixed);
            after.add(before.get(after.size()).withNotes(List.of(note)));
        }
        after.add(before.get(2));
        assertThat(Comparisons.of(before, after).notes())
                .extracting(Note::text)
                .contains("other clients wrote during 2 runs of B: BPS, EPS and TPS include all clients, sometimes also"
                        + " DT, bytes and events per transaction");
    }

    @Test
    void readsFileOfResultKind() throws IOException {
        write("matrices/1/matrix.json", Results.json(ComparedExperiments.matrix(new Random(3), 1)));
        write("matrices/2/matrix.json", Results.json(ComparedExperiments.matrix(new Random(4), 1)));
        assertThat(ComparedSide.read("A", directory.resolve("matrices")).steps().get(ComparedExperiments.CHANGED_CELL))
                .hasSize(10);
        write("search/find-max.json", Results.json(ComparedExperiments.search(Status.FOUND, 1_000.0, 1_050.0)));
        assertThat(ComparedSide.read("A", directory.resolve("search")).kind())
                .isEqualTo("a search for the highest rate");
        ResultFiles.in(directory.resolve("plan")).write(ComparedExperiments.plan(1_000, 20, ""));
        ComparedSide plan = ComparedSide.read("A", directory.resolve("plan"));
        assertThat(plan.kind()).as("not its run").isEqualTo("a plan");
        assertThat(plan.steps()).containsOnlyKeys("(all)", "load", "rest");
        assertThat(ComparedSide.read("A", directory.resolve("plan/result.json")).kind())
                .isEqualTo("a run");
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void rejectsMixedKinds() {
        Results.write(SWEEP, directory.resolve("mixed/1"));
        Results.write(runs(10_000).get(0), directory.resolve("mixed/2"));
        assertThatThrownBy(() -> ComparedSide.read("B", directory.resolve("mixed")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("B: " + directory.resolve("mixed")
                        + ", must be a directory of results of one kind, not of run and sweep");
        Results.write(SWEEP, directory.resolve("axes/1"));
        Results.write(sweep("rate", List.of(runs(10_000))), directory.resolve("axes/2"));
        assertThatThrownBy(() -> ComparedSide.read("B", directory.resolve("axes")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith("must be sweeps over the same, not over threads and rate");
        Results.write(Comparisons.of(SWEEP, SWEEP), directory.resolve("compared"));
        assertThatThrownBy(() -> ComparedSide.read("B", directory.resolve("compared")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith("must be a run, sweep, matrix, plan or search, not a comparison");
    }
}
