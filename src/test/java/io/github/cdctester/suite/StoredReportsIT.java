// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.suite.browser.Browser;
import io.github.cdctester.suite.browser.RequiresChromium;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page of each kind of result in a real browser. The run is measured; other results have the numbers of published
 * tables or made-up numbers.
 */
@Nightly
@Timeout(120)
@RequiresChromium
final class StoredReportsIT {

    private static final Path STORED = Path.of("resources", "results");
    private static final String HOSTILE =
            "<img src=x onerror=\"window.hacked=1\"></script><script>window.hacked=1</script>'\"&amp;\u202e\u05d0";

    @TempDir
    private static Path directory;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(directory);
    }

    @AfterAll
    static void stopBrowser() {
        browser.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "sweep", "find-max", "plan", "matrix", "compare"})
    void drawsChartsAndFitsPhone(String kind) throws IOException {
        open(kind);
        int charts = browser.elements("[data-chart]").size();
        assertThat(charts).isPositive();
        ReportChecks.assertDrawn(browser, charts);
        ReportChecks.assertFitsPhone(browser);
        ReportChecks.assertSilent(browser);
        assertThat(browser.element("#headline").getText()).isNotBlank();
    }

    @Test
    void summaryShowsNumbersOfResult() throws IOException {
        open("run");
        RunResult result = Results.read(directory.resolve("run.json"));
        CdcSummary cdc = result.summary().cdc();
        WriteSummary write = result.summary().write();
        Map<String, Double> numbers = Map.of(
                "DT p50", cdc.delay().p50Millis(),
                "DT p99", cdc.delay().p99Millis(),
                "DT max", cdc.delay().maxMillis(),
                "BPS", cdc.bytesPerSecond() / 1e6,
                "EPS", cdc.eventsPerSecond(),
                "TPS", cdc.transactionsPerSecond(),
                "write TPS", write.transactionsPerSecond(),
                "write latency p99", write.latency().p99Millis());
        Map<String, String> shown = browser.eval("""
            return Object.fromEntries([...document.querySelectorAll(".figure")].map((figure) =>
              [figure.querySelector("dt").textContent, figure.querySelector(".value").textContent]));
            """);
        assertThat(shown.keySet()).containsAll(numbers.keySet());
        numbers.forEach((name, number) -> assertThat(
                        Double.parseDouble(shown.get(name).replace(",", "")))
                .as(name)
                .isCloseTo(number, within(Math.max(0.05, number / 200))));
    }

    /** A stored result may contain any text as a consumer's name. */
    @Test
    void listsConsumersWithHostileNames() throws IOException {
        Path json = directory.resolve("judged.json");
        RunResult run = StoredResult.read(unpacked("run.json", "run.json")).run();
        Files.writeString(json, Results.json(JudgedRuns.withConsumers(run, "orders", HOSTILE)));
        RunResult stored = Results.read(json);
        ResultFiles.in(directory).write(Formats.REPORT, stored);
        browser.open(directory.resolve(Formats.PAGE));

        List<List<String>> rows = browser.eval("""
            return [...document.querySelector("#section-consumers tbody").rows].map((row) =>
              [...row.cells].map((cell) => (cell.childNodes[0]?.textContent ?? "").trim()));
            """);
        assertThat(rows).hasSize(4);
        CdcSummary cdc = stored.summary().cdc();
        assertRow(rows.get(1), cdc.transactionsPerSecond(), stored.verdict().observed(), cdc.delay());
        for (int i = 0; i < 2; i++) {
            ConsumerResult consumer = stored.consumers().get(i);
            assertRow(rows.get(2 + i), consumer.transactionsPerSecond(), consumer.transactions(), consumer.delay());
        }
        assertThat(browser.element("#section-consumers").getText())
                .contains("LOST 17", "AT_MOST_ONCE", "behind from 3.5 s to 6.3 s", "<img src=x onerror=");
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

    private static void open(String kind) throws IOException {
        Path file = unpacked(kind + ".json", kind + ".json");
        StoredResult stored = StoredResult.read(file);
        ResultFiles files = ResultFiles.in(directory);
        switch (kind) {
            case "sweep" -> files.write(Formats.REPORT, stored.as(SweepResult.class));
            case "find-max" -> files.write(Formats.REPORT, stored.as(FindMaxResult.class));
            case "plan" -> {
                unpacked("plan-seconds.json", "result.json");
                files.write(Formats.REPORT, stored.plan(file));
            }
            case "matrix" -> files.write(Formats.REPORT, stored.as(MatrixResult.class));
            case "compare" -> files.write(Formats.REPORT, stored.as(Comparison.class));
            default -> files.write(Formats.REPORT, stored.run());
        }
        browser.open(directory.resolve(Formats.PAGE));
    }

    private static Path unpacked(String name, String as) throws IOException {
        Path file = directory.resolve(as);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(STORED.resolve(name + ".gz")))) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }
}
