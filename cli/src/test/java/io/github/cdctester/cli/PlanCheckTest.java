// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCheckTest {

    private static final String PLAN = """
            probes:
              pool: {sql: "SHOW VARIABLES LIKE 'innodb_buffer_pool_size'"}
              busy: {machine: memory of this process}
              program: {command: "exit 1"}
            phases: [{observe: 5s}]
            beside: {sleeper: {command: [%s, "1"]}}
            actions: [{at: 1s, sql: FLUSH LOGS}]
            """;

    @Test
    void rejectsEmptyFileName() {
        CommandResult result = CommandResult.of("plan", "");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines().get(0)).contains("(FILE): empty, must be the name of a file or directory");
    }

    @Test
    void skipsServerChecksWithoutServer(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), PLAN.formatted("sleep"));
        CommandResult result = CommandResult.of("plan", file.toString(), "--check");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out())
                .contains(
                        "not tried  needs a server: probes.pool, probes.program, plan.yaml:7; give --url, or a run tries it first")
                .doesNotContain("probes.busy:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"main-and-stress", "scale-up", "scale-out", "performance-schema"})
    void publishedPlansPassCheck(String name) {
        CommandResult result = CommandResult.of("plan", "../examples/plans/" + name + ".yaml", "--check");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("\ntakes ");
    }

    @Test
    void detectsMissingProgramWithoutServer(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), PLAN.formatted("no-such-program"));
        CommandResult result = CommandResult.of("plan", file.toString(), "--check");

        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err())
                .startsWith(
                        "cdc-tester: plan.yaml:6: beside.sleeper.command: cannot start 'no-such-program': there is none on the PATH");
    }
}
