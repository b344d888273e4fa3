// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(180)
final class SweepCommandLineIT extends ServerContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @AfterEach
    void assertNoTablesLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void sweepsSizesAndWritesFiles(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (CliCall cli = CommandLines.call(
                server,
                "sweep",
                "--prepare",
                "--cleanup",
                "--workload=large_transaction",
                "--trx-size=2MB,0.004GB",
                "--repeats=2",
                "--json",
                "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            JsonNode json = RoundTripChecks.json(cli.out());
            assertThat(json).isEqualTo(sweepJson(out));
            assertThat(json.get("kind").asString()).isEqualTo("sweep");
            assertThat(json.get("table")).hasSize(2);
            assertThat(json.get("steps")).hasSize(4);
            assertThat(medianTransactionBytes(json, 0)).isCloseTo(2e6, withinPercentage(1));
            assertThat(medianTransactionBytes(json, 1)).isCloseTo(4e6, withinPercentage(1));
            assertThat(json.get("steps").get(3).get("folder").asString()).isEqualTo("step-02/repeat-2");
            assertThat(JsonMapper.shared()
                            .readTree(
                                    out.resolve("step-02/repeat-2/result.json").toFile()))
                    .isEqualTo(json.get("steps").get(3).get("result"));
            assertThat(out.resolve("step-01/repeat-1/samples.csv")).isNotEmptyFile();
            assertThat(Files.readAllLines(out.resolve("sweep.csv"))).hasSize(3);
            assertThat(Files.readAllLines(out.resolve("sweep.md"))).anyMatch(line -> line.startsWith("| 0.004GB |"));
            assertThat(cli.err())
                    .contains("# step 2 of 2: --trx-size=0.004GB, run 1 of 2")
                    .contains("# idle after");
        }
    }

    @Test
    void showsReasonForTooLargeTransaction(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (TestServer smallCacheServer = EmbeddedTestServer.shared("max_binlog_cache_size=1048576");
                CliCall cli = CommandLines.call(
                        smallCacheServer,
                        "sweep",
                        "--prepare",
                        "--cleanup",
                        "--workload=large_transaction",
                        "--trx-size=0.5MB,0.6MB,5MB",
                        "--settle-timeout=0",
                        "--out=" + out)) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.errLines().get(0))
                    .startsWith("cdc-tester: step 3 of 3 (--trx-size=5MB) failed: ")
                    .contains("max_binlog_cache_size is 1048576 bytes");
            assertThat(cli.out()).containsPattern("\n5MB +failed: .*max_binlog_cache_size");
            assertThat(statuses(sweepJson(out))).containsExactly("DONE", "DONE", "FAILED");
            assertThat(out.resolve("step-03")).doesNotExist();
            assertThat(smallCacheServer.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    /** The failed step has no value. The table shows ratios, but not 'better' or 'worse'. */
    private static void assertComparedWithPublication(Path out) {
        try (CliCall cli = CliCall.of("compare", out.toString(), "--published=polardb-x/oltp_write_only")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .containsPattern("\nworkload +published: oltp_write_only\n +ours: oltp_insert\n")
                    .containsPattern("\nwrite.queries/s +2 \\(threads 2\\) +215,321 +[\\d,.]+ +0\\.00\\d+\n")
                    .containsPattern("\nwrite.queries/s +3 \\(threads 3\\) +302,062 +- +-\n")
                    .doesNotContain("worse", "better");
        }
    }

    @Test
    void serverCrashInStepThreeKeepsFirstTwoSteps(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        TestServer crashingServer = EmbeddedTestServer.start();
        try (CliProcess cli = CommandLines.start(
                directory,
                crashingServer,
                "sweep",
                "--prepare",
                "--threads=1,2,3,4,5",
                "--rate=50",
                "--time=2",
                "--settle-timeout=0",
                "--resume-timeout=1",
                "--table-size=100",
                "--out=" + out)) {
            cli.awaitOutput("# step 3 of 5: --threads=3");
            String writtenBefore = Files.readString(out.resolve("sweep.json"));
            crashingServer.kill();
            assertThat(statuses(RoundTripChecks.json(writtenBefore))).containsExactly("DONE", "DONE");

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(3).allMatch(line -> line.contains(" failed: "));
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: step 3 of 5 (--threads=3) failed: ");
            assertThat(cli.err()).contains(crashingServer.endpoint().address()).doesNotContain("\tat ");
            JsonNode json = sweepJson(out);
            assertThat(statuses(json)).containsExactly("DONE", "DONE", "FAILED", "FAILED", "FAILED");
            assertThat(json.get("steps").get(1).get("result").get("interrupted").asBoolean())
                    .isFalse();
            assertThat(out.resolve("step-01/result.json")).isNotEmptyFile();
            assertThat(out.resolve("step-02/samples.csv")).isNotEmptyFile();
            assertComparedWithPublication(out);
        } finally {
            crashingServer.close();
        }
    }

    /** The tables are missing, so each step fails immediately. */
    @Test
    void shorterSweepReplacesFilesOfLongerOne(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        Files.createDirectories(out.resolve("step-03"));
        Files.writeString(out.resolve("step-03/result.json"), "{}");
        Path otherFile = Files.writeString(out.resolve("notes.txt"), "mine");
        String[] sweep = {"sweep", "--threads=1,2", "--time=1", "--settle-timeout=0", "--out=" + out};
        try (CliCall cli = CommandLines.call(server, sweep)) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("--out: " + out + " holds a result (step-03)", "--overwrite");
        }
        assertThat(out.resolve("sweep.json")).doesNotExist();
        List<String> overwriteArguments = new ArrayList<>(List.of(sweep));
        overwriteArguments.add("--overwrite");
        try (CliCall cli = CommandLines.call(server, overwriteArguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).isEqualTo(1);
        }
        assertThat(out.resolve("step-03")).doesNotExist();
        assertThat(out.resolve("sweep.json")).exists();
        assertThat(otherFile).hasContent("mine");
    }

    @Test
    void onErrorStopSkipsLaterSteps(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        // fails because the tables are missing
        try (CliCall cli = CommandLines.call(
                server,
                "sweep",
                "--threads=1,2,3",
                "--on-error=stop",
                "--settle-timeout=0",
                "--time=1",
                "--out=" + out)) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err()).contains("step 1 of 3 (--threads=1) failed").contains("cdc-tester prepare");
            assertThat(statuses(sweepJson(out))).containsExactly("FAILED", "SKIPPED", "SKIPPED");
            assertThat(cli.out()).contains("step 1 failed; skipped: 2, 3");
        }
    }

    @Test
    void ctrlCWritesFinishedSteps(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (CliProcess cli = CommandLines.start(
                directory,
                server,
                "sweep",
                "--prepare",
                "--cleanup",
                "--threads=1,2,3",
                "--rate=50",
                "--time=4",
                "--settle-timeout=0",
                "--table-size=100",
                "--out=" + out)) {
            cli.awaitOutput("# step 2 of 3").interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).containsExactly("cdc-tester: a signal ended the command early");
            assertThat(cli.out()).contains("(interrupted)").contains("interrupted; skipped: 3");
            JsonNode json = sweepJson(out);
            assertThat(json.get("interrupted").asBoolean()).isTrue();
            assertThat(statuses(json)).containsExactly("DONE", "FAILED", "SKIPPED");
            assertThat(json.get("steps").get(1).get("reason").asString()).isEqualTo("interrupted");
        }
    }

    @Test
    void brokenLimitExitsWith3() {
        try (CliCall cli = CommandLines.call(
                server,
                "sweep",
                "--prepare",
                "--cleanup",
                "--threads=1,2",
                "--events=50",
                "--table-size=100",
                "--settle-timeout=0",
                "--quiet",
                "--fail-if=verdict.observed=50")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            assertThat(cli.errLines()).isEmpty();
            assertThat(cli.out())
                    .contains("1: failed verdict.observed=50: verdict.observed is 50")
                    .contains("2: failed verdict.observed=50: verdict.observed is 50")
                    .startsWith("Sweep: oltp_insert, ")
                    .doesNotContain("# ");
        }
    }

    @Test
    @Nightly
    void oneEmbeddedServerServesAllSteps(@TempDir Path directory) throws IOException {
        Path temporaryDirectory = Files.createDirectory(directory.resolve("tmp"));
        try (CliProcess cli = CliProcess.start(
                directory,
                CliProcess.javaOptions("-Djava.io.tmpdir=" + temporaryDirectory),
                Map.of(),
                "sweep",
                "--threads=1,2",
                "--events=100",
                "--settle-timeout=0",
                "--table-size=100")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.errLines()).isEmpty();
            assertThat(cli.out().lines().filter(line -> line.startsWith("# preparing")))
                    .hasSize(1);
            assertThat(cli.out()).containsPattern("threads +QPS +DT ms +BPS MB/s +EPS +TPS +.*DT max");
            assertEmpty(temporaryDirectory);
        }
    }

    @Test
    void ctrlCLeavesNoProcessOrDirectory(@TempDir Path directory) throws IOException {
        Path temporaryDirectory = Files.createDirectory(directory.resolve("tmp"));
        try (CliProcess cli = CliProcess.start(
                directory,
                CliProcess.javaOptions("-Djava.io.tmpdir=" + temporaryDirectory),
                Map.of(),
                "sweep",
                "--threads=1,2",
                "--rate=50",
                "--settle-timeout=0",
                "--time=600")) {
            cli.awaitOutput("[   1s ]");
            List<ProcessHandle> children =
                    ProcessHandle.of(cli.pid()).orElseThrow().descendants().toList();
            assertThat(children).isNotEmpty();
            cli.interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.out()).contains("(interrupted)");
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertEmpty(temporaryDirectory);
        }
    }

    private static void assertEmpty(Path temporaryDirectory) throws IOException {
        try (Stream<Path> files = Files.list(temporaryDirectory)) {
            assertThat(files.filter(path -> !path.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
    }

    private static JsonNode sweepJson(Path out) throws IOException {
        return RoundTripChecks.json(Files.readString(out.resolve("sweep.json")));
    }

    private static List<String> statuses(JsonNode json) {
        return json.get("steps")
                .valueStream()
                .map(step -> step.get("status").asString())
                .toList();
    }

    private static double medianTransactionBytes(JsonNode json, int row) {
        return json.get("table")
                .get(row)
                .get("values")
                .get("transactionBytes")
                .get("median")
                .asDouble();
    }
}
