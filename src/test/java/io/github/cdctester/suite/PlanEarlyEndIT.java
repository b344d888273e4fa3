// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Checks the command {@code plan} if a plan fails or is ended early: messages, exit codes and files. */
@Timeout(120)
final class PlanEarlyEndIT extends PlanSuite {

    private CliProcess start(Path directory, String text, String... options) throws IOException {
        return CommandLines.start(directory, server, writePlanAndGetArguments(directory, text, options));
    }

    /** The tables are missing. The command detects this only after connecting. */
    @Test
    void failedStartLeavesNoFiles(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = """
            probes: {one: {sql: "SELECT 1"}}
            phases: [{loads: {main: {workload: oltp_insert, tables: 7, time: 1s}}}]
            """;
        try (CliCall cli = callPlan(directory, text, "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
        }
        assertThat(out).doesNotExist();
    }

    @Test
    void failedActionKeepsMeasuredPart(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            phases:
              - loads: {first: {workload: oltp_insert, rate: 100, time: 1s}}
              - loads: {main: {workload: oltp_insert, threads: 2, rate: 100, time: 60s}}
            actions:
              - {at: 1500ms, phase: loads-2, sql: "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no luck'"}
            fail-if: ["loads.first.latency.p99 > 100s", "loads.main.latency.p99 > 1us", "delay.p99 > 100s"]
            """;
        try (CliCall cli = callPlan(directory, text, "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines())
                    .containsExactly("cdc-tester: the action 'SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no luck''"
                            + " failed: no luck");
            assertThat(cli.out())
                    .contains("# preparing tables for first, main")
                    .contains("Phase loads-2 was cut short, so 2 limits were not judged:")
                    .containsOnlyOnce("failed: no luck");
        }
        JsonNode plan = json(out.resolve("plan.json"));
        assertThat(plan.get("interrupted").asBoolean()).isTrue();
        assertThat(plan.get("actions").get(0).get("failure").asString()).isEqualTo("no luck");
        assertThat(plan.get("whole").get("checks"))
                .singleElement()
                .satisfies(check ->
                        assertThat(check.get("expression").asString()).isEqualTo("loads.first.latency.p99 > 100s"));
        assertThat(plan.get("steps")
                        .get(0)
                        .get("result")
                        .get("summary")
                        .get("write")
                        .get("transactions")
                        .asLong())
                .isPositive();
    }

    /** The killed process neither cleans up nor writes anything more, like after a power failure. */
    @Test
    void reportsMeasuredPartAfterKill(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            phases:
              - {name: rest, observe: 1s}
              - name: load
                loads: {main: {workload: oltp_insert, threads: 2, rate: 100, time: 60s}}
            actions:
              - {at: 1s, phase: load, sql: "SET @a = 1"}
            """;
        try (CliProcess cli = start(directory, text, "--out=" + out)) {
            cli.awaitOutput("# action: SET @a = 1").awaitOutput("[   3s ]");
            try (CliCall report = CliCall.of("report", out.toString())) {
                assertThat(report.exitCode()).as(report.err()).isZero();
                assertThat(report.out()).contains("result     Still running").containsPattern("\nload .*under way\n");
            }
            cli.kill();
            assertThat(cli.exitCode()).isNotZero();
        }
        try (CliCall report = CliCall.of("report", out.toString())) {
            assertThat(report.exitCode()).as(report.err()).isZero();
            assertThat(report.err()).isEmpty();
            assertThat(report.out())
                    .startsWith("main (oltp_insert, 2 threads)\nplan.yaml · not finished · ")
                    .contains("verdict    none", "result     Not finished", "SET @a = 1")
                    .containsPattern("\nrest .*1 s\n")
                    .containsPattern("\nload .*under way\n")
                    .containsPattern("\nload +[1-9]\\.\\d +[1-9]\\d*\\.\\d +[1-9]");
        }
        try (CliCall report = CliCall.of("report", out.toString(), "--html")) {
            assertThat(report.exitCode()).as(report.err()).isZero();
        }
        assertThat(out.resolve("report.html")).content().contains("Not finished: there is no result", "chart-bps");
        assertThat(out.resolve("plan.json")).doesNotExist();
        server.queryRows("SHOW TABLES").forEach(row -> server.execute("DROP TABLE " + row.get(0)));
    }

    /** The plan aborts the action. */
    @Test
    void runningActionDoesNotFailPlanAtItsEnd(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            phases: [{loads: {main: {workload: oltp_insert, rate: 100, time: 2s}}}]
            actions:
              - {at: 1s, sql: "SELECT SLEEP(60)"}
              - {at: 1s, command: [sleep, "60"]}
            """;
        try (CliCall cli = callPlan(directory, text, "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.err()).isEmpty();
            assertThat(cli.out()).containsPattern("SELECT SLEEP\\(60\\) +ended with the plan");
        }
        JsonNode plan = json(out.resolve("plan.json"));
        assertThat(plan.get("interrupted").asBoolean()).isFalse();
        assertThat(plan.get("actions")).hasSize(2).allSatisfy(action -> {
            assertThat(action.get("started").asBoolean()).isTrue();
            assertThat(action.get("failure").isNull()).isTrue();
        });
    }

    @Test
    void runningActionDoesNotHideFailure(@TempDir Path directory) throws IOException {
        String text = """
            probes: {level: {sql: "SELECT 5"}}
            phases:
              - wait-for: {probe: level, above: 7, timeout: 2s}
            actions:
              - {at: 1s, phase: wait-for-1, sql: "SELECT SLEEP(60)"}
            """;
        try (CliCall cli = callPlan(directory, text, "--quiet")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.err()).contains("level is 5, wanted above 7").doesNotContain("SLEEP");
        }
    }

    @Test
    void waitTimeoutFailsPlan(@TempDir Path directory) throws IOException {
        String text = """
            probes: {level: {sql: "SELECT 5"}}
            phases:
              - wait-for: {probe: level, above: 7, timeout: 1s}
            """;
        try (CliCall cli = callPlan(directory, text, "--quiet")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.err()).contains("level is 5, wanted above 7").doesNotContain("\tat ");
        }
    }

    @Test
    void endsIfSideProgramEnds(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            beside: {helper: {command: [sh, -c, "sleep 6; echo no room >&2; exit 7"]}}
            phases: [{loads: {main: {workload: oltp_insert, rate: 50, threads: 2, time: 60s}}}]
            """;
        try (CliCall cli = callPlan(directory, text, "--quiet", "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err()).contains("helper ended by itself with code 7: no room");
        }
        JsonNode plan = json(out.resolve("plan.json"));
        assertThat(plan.get("failure").asString()).startsWith("helper ended by itself");
        assertThat(plan.get("steps")).hasSize(1);
        JsonNode wholeRun = json(out.resolve("result.json"));
        assertThat(wholeRun.get("samples")).isNotEmpty();
        assertThat(wholeRun.get("verdict").get("status").asString())
                .as(wholeRun.get("verdict").toString())
                .isEqualTo("LOSSLESS");
        assertThat(wholeRun.get("interruptedBecause").asString()).startsWith("helper ended by itself");
        assertThat(wholeRun.get("notes").toString()).doesNotContain("was not seen");
    }

    @Test
    void ctrlCInObservePhaseKeepsMeasuredPart(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            beside: {helper: {command: [sleep, "1379"]}}
            phases:
              - loads: {main: {workload: oltp_insert, rate: 100, time: 1s}}
              - observe: 60s
            actions:
              - {at: 100ms, phase: observe-2, sql: "SELECT SLEEP(60)"}
            """;
        try (CliProcess cli = start(directory, text, "--out=" + out)) {
            cli.awaitOutput("# phase observe-2");
            cli.interrupt();
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
        }
        JsonNode plan = json(out.resolve("plan.json"));
        assertThat(plan.get("steps")).hasSize(2);
        assertThat(plan.get("whole").get("verdict").get("status").asString()).isEqualTo("LOSSLESS");
        assertThat(plan.get("failure").isNull())
                .as("failure of the aborted action")
                .isTrue();
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(List.of("sleep 1379")::contains))
                .isEmpty();
    }
}
