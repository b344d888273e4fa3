// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Most results are compared with their publication. */
@Nightly
@Timeout(600)
final class EmbeddedPublishedPlansIT {

    private static final Path EXAMPLES = Path.of("../../examples");
    private static final String PACKAGE = "io.github.cdctester.examples.consumer";

    @TempDir
    private static Path directory;

    /** Replaces Java and the class path in the consumer's command. */
    @BeforeAll
    static void copyPlansAndCompileConsumer() throws IOException {
        Path source = EXAMPLES.resolve("consumers/java/connector/src/main/java")
                .resolve(PACKAGE.replace('.', '/'))
                .resolve("ConnectorConsumer.java");
        Path classes = Files.createDirectory(directory.resolve("classes"));
        String libraries = System.getProperty("java.class.path");
        int exitCode = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", libraries, "-d", classes.toString(), source.toString());
        assertThat(exitCode).isZero();
        PublishedPlansTest.copyTo(directory);
        Path pipeline = directory.resolve("pipeline.yaml");
        String java = ProcessHandle.current().info().command().orElseThrow();
        String text = Files.readString(pipeline);
        String adaptedText = text.replaceFirst("exec java ", Matcher.quoteReplacement("exec '" + java + "' "))
                .replaceFirst("-cp '[^']*'", Matcher.quoteReplacement("-cp '" + classes + ":" + libraries + "'"));
        assertThat(adaptedText).contains(classes.toString(), PACKAGE);
        Files.writeString(pipeline, adaptedText);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "conduit-2025      | conduit-2025/conduit       | drain.transactions/s +\\(all\\) +89,873",
                "conduit-2025      | conduit-2025/kafka-connect | drain.transactions/s +\\(all\\) +133,663",
                "deltaforge        | deltaforge/at-least-once   | drain.transactions/s +\\(all\\) +151,000",
                "deltaforge        | deltaforge/exactly-once    | drain.transactions/s +\\(all\\) +134,000",
                "sequin            | sequin/sequin              | delay.p99 ms +\\(all\\) +33",
                "sequin            | sequin/debezium            | delay.p99 ms +\\(all\\) +499",
                "deltaforge-chaos  |                            |",
                "streamkap-2025    |                            |",
            })
    void losesNothingAndComparesWithPublication(String plan, String publication, String row) {
        Path out = run(plan);
        RunResult runResult = Results.read(out.resolve("result.json"));
        assertThat(runResult.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(runResult.faults()).allMatch(fault -> fault.failure() == null);
        ConsumerResult consumer = runResult.consumers().get(0);
        assertThat(consumer.identity()).isEqualTo(ConsumerResult.Identity.ROW);
        assertThat(consumer.verdict().missing()).isZero();
        assertThat(consumer.verdict().committed()).isPositive();
        assertThat(consumer.delivery())
                .isIn(ConsumerResult.Delivery.EXACTLY_ONCE, ConsumerResult.Delivery.AT_LEAST_ONCE);
        if (publication != null) {
            assertComparedWith(publication, out, "consumers\\.pipeline\\." + row + "(\\.\\d+)? +[0-9.,M]+ +[0-9.,]+");
        }
    }

    @Test
    void comparesDebeziumMatrixWithPublication() {
        MatrixResult matrix = matrix("debezium-2026");
        assertThat(matrix.workloads()).containsExactly("ycsb-1-table", "ycsb-2-tables");
        assertComparedWith(
                "debezium-2026/ycsb",
                directory.resolve("out-debezium-2026"),
                "write.transactions/s +ycsb-1-table, base, 100 +100.0\\d* +[0-9.]+ +[0-9.]+");
    }

    @Test
    void runsRedpandaMatrixOfCores() {
        MatrixResult matrix = matrix("redpanda-2026");
        assertThat(matrix.cells()).hasSize(2);
    }

    private static MatrixResult matrix(String plan) {
        MatrixResult matrix = Results.read(run(plan).resolve("matrix.json"), MatrixResult.class);
        assertThat(matrix.hasFailed()).as("%s", matrix.failure()).isFalse();
        assertThat(matrix.cells()).allMatch(cell -> cell.trial().status() == Trial.Status.DONE && cell.held());
        return matrix;
    }

    private static Path run(String plan) {
        Path out = directory.resolve("out-" + plan);
        String file = directory.resolve(plan + "-small.yaml").toString();
        try (CliCall cli = CliCall.of("plan", file, "--out=" + out, "--overwrite", "--quiet")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        }
        return out;
    }

    private static void assertComparedWith(String publication, Path out, String rowRegex) {
        try (CliCall cli = CliCall.of("compare", out.toString(), "--published=" + publication)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("result     Side by side, not judged")
                    .containsPattern(rowRegex);
        }
    }

    @Test
    void testsCoverAllSmallPlans() throws IOException {
        assertThat(PublishedPlansTest.plans().stream().filter(name -> name.endsWith("-small.yaml")))
                .containsExactlyInAnyOrderElementsOf(List.of(
                        "conduit-2025-small.yaml",
                        "debezium-2026-small.yaml",
                        "deltaforge-chaos-small.yaml",
                        "deltaforge-small.yaml",
                        "redpanda-2026-small.yaml",
                        "sequin-small.yaml",
                        "streamkap-2025-small.yaml"));
    }
}
