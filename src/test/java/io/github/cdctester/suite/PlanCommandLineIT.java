// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.StoredSamples;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Checks the command {@code plan}: its single stream, its files and its faults. */
@Timeout(120)
final class PlanCommandLineIT extends PlanSuite {

    /** Returns the number of samples that were skipped because the machine was busy. */
    private static int missedSamples(JsonNode result) {
        Matcher matcher = Pattern.compile("(\\d+) samples? (was|were) missed")
                .matcher(result.get("notes").toString());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    @Test
    void runsAllPhasesOnOneStream(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            probes:
              level: {sql: "SELECT @@GLOBAL.max_error_count", every: 200ms}
            phases:
              - name: rest
                wait-for: {probe: level, below: 1000, timeout: 60s}
              - name: load
                loads:
                  main: {workload: oltp_insert, threads: 2, rate: 200, time: 4s}
                  stress: {workload: oltp_insert, rate: 50, threads: 1, start: 1s, time: 2s, events: 100}
              - name: after
                observe: 4s
            actions:
              - {at: 2s, phase: load, sql: "SET GLOBAL max_error_count = 99"}
              - {at: 1s, phase: after, sql: "SET GLOBAL max_error_count = DEFAULT"}
            fail-if: ["loads.stress.transactions > 100"]
            """;
        try (CliCall cli = callPlan(directory, text, "--out=" + out, "--elasticity-csv=level")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out())
                    .contains(
                            "# phase load\n",
                            "# action: SET GLOBAL max_error_count = 99",
                            "\nRates\n",
                            "checks     1 of 1 held");
        }

        JsonNode plan = json(out.resolve("plan.json"));
        assertThat(plan.get("kind").asString()).isEqualTo("plan");
        assertThat(plan.get("text").asString()).isEqualTo(text);
        assertThat(plan.get("steps"))
                .extracting(step -> step.get("name").asString())
                .containsExactly("rest", "load", "after");
        assertThat(plan.get("actions"))
                .hasSize(2)
                .allMatch(action -> action.get("failure").isNull());
        JsonNode wholeRun = json(out.resolve("result.json"));
        assertThat(wholeRun.get("verdict").get("status").asString()).isEqualTo("LOSSLESS");
        JsonNode loads = wholeRun.get("summary").get("write").get("workloads");
        assertThat(loads).extracting(load -> load.get("name").asString()).containsExactly("main", "stress");
        assertThat(loads.get(0).get("transactions").asLong()
                        + loads.get(1).get("transactions").asLong())
                .isEqualTo(wholeRun.get("verdict").get("committed").asLong());
        JsonNode load = json(out.resolve("phase-02/result.json"));
        assertThat(load.at("/summary/write/transactions").longValue())
                .isEqualTo(wholeRun.at("/summary/write/transactions").longValue());
        assertThat(load.get("samples").size()).isLessThanOrEqualTo(5);
        assertThat(load.get("samples").size() + missedSamples(wholeRun)).isGreaterThanOrEqualTo(3);
        assertThat(Files.readAllLines(out.resolve("probe-level.csv"))).hasSizeGreaterThan(20);
        assertThat(load.get("samples"))
                .anyMatch(sample -> sample.get("probes").path("level").isNumber());
        assertThat(StoredSamples.read(out.resolve("samples.jsonl")).rows())
                .hasSize(wholeRun.get("samples").size());
        assertElasticityCsv(directory, out);
    }

    /** Asserts that the CSV file lists each second of each load, and that {@code report} writes the same file later. */
    private static void assertElasticityCsv(Path directory, Path out) throws IOException {
        Path file = out.resolve("elasticity.csv");
        List<String> runLines = Files.readAllLines(file);
        assertThat(runLines.get(0)).isEqualTo("time_now,times,command_type,innodb_buffer_pool_size,rt");
        assertThat(runLines)
                .filteredOn(line -> line.contains(",main,"))
                .extracting(line -> line.split(",")[1])
                .containsExactly("1", "2", "3", "4");
        assertThat(runLines)
                .filteredOn(line -> line.contains(",sub,"))
                .allMatch(line -> line.matches(".*,[12],sub,\\d+,[0-9.]*"))
                .as("on a busy machine, one of the two seconds may have no finished transaction")
                .anyMatch(line -> line.matches(".*,sub,\\d+,[0-9.]+"))
                .hasSize(2);
        Files.delete(file);
        try (CliProcess report = CliProcess.start(directory, "report", out.toString(), "--elasticity-csv=level")) {
            assertThat(report.exitCode()).as(report.err()).isZero();
            assertThat(report.out().strip()).endsWith("elasticity.csv");
        }
        assertThat(Files.readAllLines(file)).isEqualTo(runLines);
    }

    /** The load {@code never} waits for a load that ends only with the phase. It never starts, and delays nothing. */
    @Test
    void phasesEndByProbesAndLoads(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            probes:
              level: {sql: "SELECT @@GLOBAL.max_error_count", every: 100ms}
            phases:
              - name: grow
                loads:
                  main: {workload: oltp_insert, rate: 50, time: 60s, until: {probe: level, unchanged-for: 1s, above: 90}}
                  next: {workload: oltp_insert, rate: 50, time: 1s, after: load main ends}
                  beside: {workload: oltp_insert, rate: 50, time: 60s}
                  never: {workload: oltp_insert, rate: 50, time: 60s, after: load beside ends}
              - name: back
                after: load next ends
                observe: 60s
                until: {probe: level, below: 90, for: 500ms}
              - name: short
                observe: 1s
                until: {probe: level, at-least: 1000}
            actions:
              - {at: 500ms, sql: "SET GLOBAL max_error_count = 99"}
              - {after: load next ends, at: 300ms, sql: "SET GLOBAL max_error_count = DEFAULT"}
            """;
        try (CliCall cli = callPlan(directory, text, "--out=" + out, "--price=level=36/error-second")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out())
                    .contains("level is 99, wanted above 90 and unchanged for 1.0 s, after ")
                    .containsPattern("level +phase grow .* error-h");
        }
        JsonNode spans = json(out.resolve("plan.json")).get("scaling").get(0).get("stretches");
        JsonNode wholeSpan = spans.get(spans.size() - 1);
        assertThat(wholeSpan.get("transactions").asLong()).isGreaterThan(50);
        assertThat(wholeSpan.get("cost").asDouble()).isBetween(64 * 36 * 3.0, 99 * 36 * 60.0);
        JsonNode firstProbe = json(out.resolve("plan.json")).at("/steps/0/result/summary/probes/0");
        assertThat(firstProbe.get("series").asString()).isEqualTo("level");
        assertThat(firstProbe.get("max").asDouble()).isEqualTo(99);
        assertThat(Files.readAllLines(out.resolve("scaling.csv"))).hasSize(spans.size() + 1);
        assertReportAcceptsPrices(out);
        JsonNode wholeRun = json(out.resolve("result.json"));
        assertThat(wholeRun.get("verdict").get("status").asString()).isEqualTo("LOSSLESS");
        assertThat(endCauses(wholeRun))
                .containsExactly(
                        "LOAD next",
                        "main PROBE level",
                        "next TIME",
                        "beside PHASE",
                        "never PHASE",
                        "PROBE level",
                        "TIME");
        assertThat(json(out.resolve("plan.json")).get("actions"))
                .hasSize(2)
                .allMatch(action -> action.get("failure").isNull());
    }

    private static void assertReportAcceptsPrices(Path out) {
        try (CliCall cli = CliCall.of("report", out.toString(), "--price=levl=1/error-hour")) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("--price: levl, must be a price of one of the probes level");
        }
        try (CliCall cli = CliCall.of("report", out.toString(), "--price=level=1 CNY/error-hour")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).containsPattern("level +all .* CNY");
        }
    }

    /** Returns why each load and phase ended, in phase order. */
    private static List<String> endCauses(JsonNode result) {
        return result.get("phases")
                .valueStream()
                .flatMap(phase -> phase.get("ends").valueStream())
                .map(end -> end.get("load").asString() + " " + end.get("cause").asString() + " "
                        + end.get("by").asString())
                .map(String::strip)
                .toList();
    }

    @Test
    void injectsAndRecordsFaults(@TempDir Path directory) throws IOException {
        String text = PREPARE_KEYS + """
            inject: "at 500ms: kill-dump; at 2s: cut 500ms"
            phases:
              - loads: {main: {workload: oltp_insert, rate: 50, threads: 2, time: 3s}}
              - observe: 1s
            """;
        Path firstOut = directory.resolve("first");
        try (CliCall cli = callPlan(directory, text, "--out=" + firstOut, "--quiet")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
        }
        JsonNode wholeRun = json(firstOut.resolve("result.json"));
        assertThat(wholeRun.get("verdict").get("status").asString()).isEqualTo("LOSSLESS");
        assertThat(wholeRun.get("faults"))
                .allMatch(fault ->
                        fault.get("failure") == null || fault.get("failure").isNull())
                .extracting(fault -> fault.get("fault").asString())
                .containsExactly("kill-dump", "cut 0.5s");
        assertThat(wholeRun.get("plan").get("inject").asString()).isEqualTo("at 0.5s: kill-dump; at 2s: cut 0.5s");
        JsonNode plan = json(firstOut.resolve("plan.json"));
        assertThat(plan.get("whole").get("plan").get("inject"))
                .isEqualTo(wholeRun.get("plan").get("inject"));

        Path secondOut = directory.resolve("second");
        try (CliCall cli =
                callPlan(directory, text.replace("at 2s: cut", "at 1s: cut"), "--out=" + secondOut, "--quiet")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
        }
        try (CliCall compare = CliCall.of(
                "compare",
                firstOut.resolve("result.json").toString(),
                secondOut.resolve("result.json").toString())) {
            assertThat(compare.exitCode()).as(compare.err()).isZero();
            assertThat(compare.out().replaceAll("\\s+", " "))
                    .contains("plan.inject at 0.5s: kill-dump; at 2s: cut 0.5s at 0.5s: kill-dump; at 1s: cut 0.5s");
        }
    }

    @Test
    void rejectsFaultLongerThanPhases(@TempDir Path directory) throws IOException {
        String text = PREPARE_KEYS + """
            inject: "at 2s: cut 5s"
            phases: [{loads: {main: {workload: oltp_insert, time: 3s}}}]
            """;
        try (CliCall cli = callPlan(directory, text)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.err())
                    .contains(
                            "inject",
                            "'at 2s: cut 5s'",
                            "finished before the end of the measured part, which lasts 3s");
        }
    }
}
