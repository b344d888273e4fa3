// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Runs each small example plan unchanged, and checks that the result shows the demonstrated effect. */
@Nightly
@Timeout(600)
final class SmallPlansIT {

    private static final Path PLANS = Path.of("../../examples/plans");
    private static final long MIB = 1_048_576;

    /**
     * @param series the probe whose value shows each scaling step
     * @param levels expected last values of the probe, in order
     * @param ends expected ends of loads and phases, each with load, cause and trigger
     */
    private record ExpectedResult(String series, List<Long> levels, List<String> ends, int actions) {}

    static Stream<Arguments> plansWithPhases() {
        return Stream.of(
                Arguments.of(
                        "main-and-stress-small.yaml",
                        new ExpectedResult(
                                "pool",
                                mebibytes(64, 128, 256, 512, 256, 128, 64),
                                List.of("PROBE pool", "main TIME", "stress TIME", "TIME"),
                                7)),
                Arguments.of(
                        "scale-out-small.yaml",
                        new ExpectedResult(
                                "nodes",
                                List.of(1L, 2L, 3L, 4L, 3L, 2L, 1L),
                                List.of("eight PROBE nodes", "sixteen PROBE nodes", "PROBE nodes"),
                                6)),
                Arguments.of(
                        "scale-up-small.yaml",
                        new ExpectedResult(
                                "pool",
                                mebibytes(64, 128, 256, 128, 64, 128, 256, 512, 128, 64),
                                List.of("PROBE pool", "eight PROBE pool", "TIME", "sixteen PROBE pool", "TIME"),
                                10)));
    }

    private static List<Long> mebibytes(long... levels) {
        return LongStream.of(levels).map(level -> level * MIB).boxed().toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plansWithPhases")
    void runsAllSteps(String file, ExpectedResult expected, @TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        run(file, out);
        JsonNode plan = PlanSuite.json(out.resolve("plan.json"));
        assertThat(plan.get("actions"))
                .hasSize(expected.actions())
                .allMatch(action -> action.get("failure").isNull());
        RunResult runResult = Results.read(out.resolve("result.json"));
        assertThat(runResult.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(runResult.phases().stream().flatMap(phase -> phase.ends().stream()))
                .extracting(end -> (end.load() + " " + end.cause() + " " + end.by()).strip())
                .containsExactlyElementsOf(expected.ends());
        assertThat(runResult.phases())
                .filteredOn(phase -> phase.kind() == PhaseSpan.PhaseType.LOADS)
                .allMatch(phase -> runResult.samples().stream()
                        .filter(sample -> sample.second() > phase.fromSecond() && sample.second() < phase.toSecond())
                        .anyMatch(sample ->
                                sample.write() != null && sample.write().transactions() > 0));

        JsonNode scaling = plan.get("scaling")
                .valueStream()
                .filter(series -> series.get("series").asString().equals(expected.series()))
                .findFirst()
                .orElseThrow();
        List<JsonNode> steps = scaling.get("stretches")
                .valueStream()
                .filter(span ->
                        List.of("LEVEL", "STEP").contains(span.get("kind").asString()))
                .toList();
        assertThat(steps)
                .extracting(span -> span.get("to").asLong())
                .endsWith(expected.levels().toArray(Long[]::new));
        assertThat(steps.subList(1, steps.size()))
                .allSatisfy(
                        step -> assertThat(step.get("scaleSeconds").asDouble()).isBetween(0.0, 4.0));
        assertThat(out.resolve("scaling.csv")).content().contains(expected.series());
        if (file.startsWith("scale-")) {
            assertCapacitySeries(out);
        }
    }

    private static void assertCapacitySeries(Path out) throws IOException {
        RunResult runResult = Results.read(out.resolve("result.json"));
        Map<String, ProbeSummary> probes =
                runResult.summary().probes().stream().collect(Collectors.toMap(ProbeSummary::series, probe -> probe));
        assertThat(probes).containsKeys("pcu", "cpu", "memory");
        assertThat(probes.get("pcu").max()).isBetween(1.0, 8.0);
        assertThat(probes.get("cpu").max()).isBetween(1.0, 100.0);
        assertThat(probes.get("memory").max()).isBetween(1.0, 100.0);
        assertThat(out.resolve("report.html")).content().contains("\"pcu\"", "\"cpu\"", "\"memory\"");
    }

    @Test
    void buildsBacklogAndCatchesUp(@TempDir Path directory) {
        Path out = directory.resolve("out");
        run("backlog-small.yaml", out);
        RunResult runResult = Results.read(out.resolve("result.json"));
        assertThat(runResult.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(runResult.phases()).singleElement().satisfies(phase -> {
            assertThat(phase.backlog().piledUpBytes()).isGreaterThan(50_000_000);
            assertThat(phase.backlog().catchUpSeconds()).isBetween(0.0, 60.0);
            assertThat(phase.backlog().readBytes()).isGreaterThan(50_000_000);
            assertThat(phase.backlog().stretches()).hasSizeGreaterThan(2);
        });
    }

    @Test
    void measuresEachSetting(@TempDir Path directory) {
        Path out = directory.resolve("out");
        run("performance-schema-small.yaml", out);
        MatrixResult matrix = Results.read(out.resolve("matrix.json"), MatrixResult.class);
        assertThat(matrix.hasFailed()).as("%s", matrix.failure()).isFalse();
        assertThat(matrix.cells())
                .hasSize(12)
                .extracting(cell -> cell.trial().status())
                .containsOnly(Status.DONE);
        assertThat(matrix.table()).hasSize(6).allMatch(row -> row.runs() == 2);
        double actualSeconds =
                matrix.cells().stream().mapToDouble(CellResult::seconds).sum();
        assertThat(estimatedSeconds("performance-schema-small.yaml")).isBetween(actualSeconds / 2, actualSeconds * 2);
    }

    /** Includes restarts. */
    private static double estimatedSeconds(String file) {
        try (CliCall cli = CliCall.of("plan", PLANS.resolve(file).toString(), "--check")) {
            Matcher estimate = Pattern.compile("takes +about (\\d+) s").matcher(cli.out());
            assertThat(estimate.find()).as(cli.out() + cli.err()).isTrue();
            return Double.parseDouble(estimate.group(1));
        }
    }

    @Test
    void coversEachSmallPlan() throws IOException {
        try (Stream<Path> files = Files.list(PLANS)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith("-small.yaml")))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    plansWithPhases()
                                            .map(arguments -> (String) arguments.get()[0]),
                                    Stream.of("backlog-small.yaml", "performance-schema-small.yaml"))
                            .toList());
        }
    }

    private static void run(String file, Path out) {
        try (CliCall cli = CliCall.of("plan", PLANS.resolve(file).toString(), "--out=" + out, "--quiet")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        }
    }
}
