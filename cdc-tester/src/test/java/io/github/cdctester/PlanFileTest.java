// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanFileTest {

    private static final Endpoint UNREACHABLE_SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:1/sbtest", "root", "");

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(
                directory.resolve("plan.yaml"),
                "phases: [{loads: {a: {workload: oltp_insert, threads: 3, time: 5s}}}]\n");
    }

    @Test
    void checksWithoutServer() {
        assertThat(CdcTester.planFile(file).check())
                .contains("phase      loads-1: a: oltp_insert, 3 threads, rand-type uniform, for 5 s");
    }

    @Test
    void reportsLineAndKeyOfError() throws IOException {
        Files.writeString(file, "phases:\n  - loads: {a: {time: 5s, treads: 3}}\n");

        assertThatThrownBy(() -> CdcTester.planFile(file).check())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("plan.yaml:2: phases[1].loads.a.treads: unknown key; did you mean threads?");
    }

    @Test
    void rejectsRunWithoutEndpoint() {
        assertThatThrownBy(() -> CdcTester.planFile(file).run())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("endpoint: missing, must be given with endpoint(…)");
    }

    @Test
    void rejectsPlanWithLoads() {
        PlanBuilder plan = CdcTester.plan().endpoint(UNREACHABLE_SERVER).workload(Sysbench.oltpInsert());

        assertThatThrownBy(() -> CdcTester.planFile(file).plan(plan).run())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("workload: oltp_insert, must be left out: the plan file has the loads");
    }

    static Stream<Arguments> ignoredSettings() {
        return Stream.of(
                Arguments.of("window", CdcTester.plan().window(Window.UNLIMITED)),
                Arguments.of("load", CdcTester.plan().load(LoadSpec.closedLoop(8))),
                Arguments.of("inject", CdcTester.plan().inject(FaultSchedule.parse("at 1s: cut 1s"))),
                Arguments.of("replay", CdcTester.plan().replay()),
                Arguments.of("checkConsistency", CdcTester.plan().checkConsistency()),
                Arguments.of("record", CdcTester.plan().record(Path.of("recording"))));
    }

    @ParameterizedTest
    @MethodSource("ignoredSettings")
    void rejectsIgnoredSettings(String property, PlanBuilder plan) {
        assertThatThrownBy(() -> CdcTester.planFile(file).plan(plan).check())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage(property + ": given, must be left out with a plan file");
    }

    @Test
    void rejectsLimitOnUnknownLoad() {
        PlanBuilder plan = CdcTester.plan().failIf("loads.b.transactions < 1").endpoint(UNREACHABLE_SERVER);

        assertThatThrownBy(() -> CdcTester.planFile(file).plan(plan).run())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("failIf: 'loads.b.transactions < 1'");
    }

    @Test
    void rejectsMatrixWithoutDirectory() throws IOException {
        Files.writeString(file, "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [oltp_insert]}\n");

        assertThatThrownBy(() ->
                        CdcTester.planFile(file).endpoint(UNREACHABLE_SERVER).run())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("out: missing, must be given for a matrix");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "phases: [{loads: {a: {workload: oltp_insert, threads: 3, time: 5s}}}]",
                "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [oltp_insert]}"
            })
    void rejectsDirectoryOfOtherRun(String plan) throws IOException {
        Files.writeString(file, plan);
        Path out = directory.resolve("out");
        PlanFile planFile =
                CdcTester.planFile(file).endpoint(UNREACHABLE_SERVER).out(out);

        try (OutputLock lock = OutputLock.acquire(out)) {
            assertThatThrownBy(planFile::run)
                    .isInstanceOf(InvalidPlanException.class)
                    .hasMessage("out: " + out
                            + ", must be a directory that no other run uses: another run is writing there");
        }
        assertThat(out).doesNotExist();
    }

    @Test
    void failedRunLeavesNoDirectory() {
        PlanFile planFile =
                CdcTester.planFile(file).endpoint(UNREACHABLE_SERVER).out(directory.resolve("a/out"));

        assertThatThrownBy(planFile::run).hasMessageContaining("127.0.0.1");
        assertThatThrownBy(planFile::run).hasMessageContaining("127.0.0.1");
        assertThat(directory.resolve("a")).doesNotExist();
    }
}
