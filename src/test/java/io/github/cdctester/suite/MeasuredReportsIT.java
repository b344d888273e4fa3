// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.suite.browser.Browser;
import io.github.cdctester.suite.browser.RequiresChromium;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Opens pages of all result kinds in a real browser, including pages that {@code report} writes again. */
@Nightly
@Timeout(180)
@RequiresChromium
final class MeasuredReportsIT extends ServerContract {

    private static final String HOSTILE_NAME =
            "<img src=x onerror=\"window.hacked=1\"></script><script>window.hacked=1</script>'\"&amp;\u202e\u05d0";

    @TempDir
    private static Path directory;

    private static Browser browser;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(directory);
    }

    @AfterAll
    static void stopBrowser() {
        browser.close();
    }

    @Test
    void drawsRun() {
        assertDraws(run("run"), "result.json");
    }

    @Test
    void drawsSweep() {
        assertDraws(experiment("sweep", "sweep", "--threads=1,2", "--time=2", "--settle-timeout=0"), "sweep.json");
    }

    @Test
    void drawsFindMax() {
        assertDraws(
                experiment(
                        "find-max",
                        "find-max",
                        "--limit=delay.p99<60s",
                        "--threads=2",
                        "--rate=100",
                        "--max-rate=200",
                        "--confirm=1",
                        "--time=5",
                        "--settle-timeout=0"),
                "find-max.json");
    }

    @Test
    void drawsPlan() throws IOException {
        assertDraws(plan("""
                probes:
                  level: {sql: "SELECT @@GLOBAL.max_error_count", every: 200ms}
                prepare: {workload: oltp_insert, table-size: 10}
                cleanup: true
                phases:
                  - {name: load, loads: {main: {workload: oltp_insert, threads: 2, rate: 200, time: 4s}}}
                  - {name: after, observe: 2s}
                """), "plan.json");
    }

    @Test
    void drawsMatrix() throws IOException {
        assertDraws(plan("""
                prepare: {workload: oltp_insert, table-size: 10}
                cleanup: true
                matrix:
                  baseline: base
                  settings: {base: , less: {before: ["SET GLOBAL max_error_count = 32"]}}
                  threads: [1, 2, 4, 8]
                  workloads: [oltp_insert]
                  repeats: 1
                  time: 1s
                  warm-up: 0s
                """), "matrix.json");
    }

    @Test
    void drawsComparison() {
        Path outBefore = run("before");
        Path outAfter = run("after");
        Path out = directory.resolve("comparison");
        try (CliCall cli = CliCall.of("compare", outBefore.toString(), outAfter.toString(), "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        }
        assertDraws(out, "compare.json");
    }

    private static void assertDraws(Path out, String resultFile) {
        int chartCount = assertDraws(out.resolve(Formats.PAGE_FILE));
        Path page = out.resolve("stored.html");
        try (CliCall cli = CliCall.of("report", out.resolve(resultFile).toString(), "--html=" + page)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        }
        assertThat(assertDraws(page)).isEqualTo(chartCount);
    }

    /** Returns the number of charts. */
    private static int assertDraws(Path page) {
        browser.open(page);
        int chartCount = browser.elements("[data-chart]").size();
        assertThat(chartCount).isPositive();
        ReportChecks.assertDrawn(browser, chartCount);
        ReportChecks.assertFitsPhone(browser);
        ReportChecks.assertSilent(browser);
        assertThat(browser.element("#headline").getText()).isNotBlank();
        return chartCount;
    }

    private Path run(String name) {
        return experiment(name, "run", "--threads=2", "--rate=100", "--time=8");
    }

    private Path experiment(String name, String command, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of(command, "--prepare", "--cleanup", "--table-size=10", "--warmup-time=0"));
        arguments.addAll(List.of(options));
        return runCommand(name, arguments);
    }

    private Path plan(String text) throws IOException {
        return runCommand(
                "plan",
                List.of(
                        "plan",
                        Files.writeString(directory.resolve("plan.yaml"), text).toString()));
    }

    private Path runCommand(String name, List<String> command) {
        Path out = directory.resolve(name);
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("--out=" + out, "--overwrite"));
        try (CliCall cli = CommandLines.call(server, arguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        }
        return out;
    }

    @Test
    void summaryShowsNumbersOfResult() throws IOException {
        Path out = run("run");
        browser.open(out.resolve(Formats.PAGE_FILE));
        RunResult result = Results.read(out.resolve("result.json"));
        CdcSummary cdc = result.summary().cdc();
        WriteSummary write = result.summary().write();
        DurationSummary delay = cdc.delay().withoutUnreliablePercentiles();
        DurationSummary latency = write.omitsStarts() ? write.latencyWithWaiting() : write.latency();
        Map<String, Double> expectedNumbers = Map.of(
                "DT p50", delay.p50Millis(),
                "DT p99", delay.p99Millis(),
                "DT max", delay.maxMillis(),
                "BPS", cdc.bytesPerSecond() / 1e6,
                "EPS", cdc.eventsPerSecond(),
                "TPS", cdc.transactionsPerSecond(),
                "write TPS", write.transactionsPerSecond(),
                "write latency p99", latency.withoutUnreliablePercentiles().p99Millis());
        Map<String, String> displayedValues = browser.eval("""
            return Object.fromEntries([...document.querySelectorAll(".figure")].map((figure) =>
              [figure.querySelector("dt").textContent, figure.querySelector(".value").textContent]));
            """);
        assertThat(displayedValues.keySet()).containsAll(expectedNumbers.keySet());
        expectedNumbers.forEach((name, number) -> assertThat(
                        Double.parseDouble(displayedValues.get(name).replace(",", "")))
                .as(name)
                .isCloseTo(number, within(Math.max(0.05, number / 200))));
    }

    /** A stored result may contain any text as a consumer's name. */
    @Test
    void listsConsumersWithHostileNames() throws IOException {
        Path json = directory.resolve("judged.json");
        RunResult run = Results.read(run("run").resolve("result.json"));
        Files.writeString(json, Results.json(SimulatedConsumerResults.withConsumers(run, "orders", HOSTILE_NAME)));
        RunResult storedRun = Results.read(json);
        ResultFiles.in(directory).write(Formats.REPORT, storedRun);
        browser.open(directory.resolve(Formats.PAGE_FILE));

        List<List<String>> rows = browser.eval("""
            return [...document.querySelector("#section-consumers tbody").rows].map((row) =>
              [...row.cells].map((cell) => (cell.childNodes[0]?.textContent ?? "").trim()));
            """);
        assertThat(rows).hasSize(4);
        CdcSummary cdc = storedRun.summary().cdc();
        assertRow(rows.get(1), cdc.transactionsPerSecond(), storedRun.verdict().observed(), cdc.delay());
        for (int i = 0; i < 2; i++) {
            ConsumerResult consumer = storedRun.consumers().get(i);
            assertRow(rows.get(2 + i), consumer.transactionsPerSecond(), consumer.transactions(), consumer.delay());
        }
        assertThat(browser.element("#section-consumers").getText())
                .contains("LOST 17", "AT_MOST_ONCE", "stall 2s 3.5 6.3 4,321", "<img src=x onerror=");
        assertThat(browser.element("#headline").getText()).contains("Consumer <img src=x");
        assertThat(browser.elements("#section-consumers [data-chart]")).hasSize(3);
        ReportChecks.assertDrawn(browser, browser.elements("[data-chart]").size());
        assertThat(browser.<Object>eval("return window.hacked ?? null")).isNull();
        assertThat(browser.elements("img, iframe, object")).isEmpty();
        ReportChecks.assertFitsPhone(browser);
        ReportChecks.assertSilent(browser);
    }

    private static void assertRow(List<String> cells, double perSecond, long transactions, DurationSummary delay) {
        assertThat(Double.parseDouble(cells.get(3))).isEqualTo(delay.p50Millis(), within(0.00051));
        assertThat(Double.parseDouble(cells.get(4))).isEqualTo(delay.p99Millis(), within(0.00051));
        assertThat(Double.parseDouble(cells.get(5))).isEqualTo(delay.maxMillis(), within(0.00051));
        assertThat(Double.parseDouble(cells.get(2))).isEqualTo(perSecond, within(0.051));
        assertThat(Long.parseLong(cells.get(6))).isEqualTo(transactions);
    }
}
