// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.html.HtmlReport;
import io.github.cdctester.suite.browser.AllChartsPage;
import io.github.cdctester.suite.browser.Browser;
import io.github.cdctester.suite.browser.RequiresChromium;
import io.github.cdctester.suite.server.Eventually;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

@Timeout(120)
@RequiresChromium
final class ReportPageIT {

    private static final String HOSTILE_NAME =
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

    @Test
    void drawsEachChartWithoutNetwork() throws IOException {
        open(AllChartsPage.page());
        ReportChecks.assertDrawn(browser, 9);
        ReportChecks.assertSilent(browser);
        assertThat(browser.elements(".no-data")).hasSize(1);
    }

    @Test
    @Nightly
    void fitsPhoneColourSchemeAndPaper() throws IOException {
        open(AllChartsPage.page());
        ReportChecks.assertDrawn(browser, 9);
        ReportChecks.assertFitsPhone(browser);
        ReportChecks.assertDarkMode(browser);
        ReportChecks.assertPrinted(browser, 9);
        ReportChecks.assertSilent(browser);
    }

    @Test
    void escapesHostileNames() throws IOException {
        open(AllChartsPage.page(HOSTILE_NAME));
        ReportChecks.assertDrawn(browser, 9);
        browser.element("[data-chart='0'] .canvas").sendKeys(Keys.ARROW_RIGHT);
        browser.eval("document.querySelectorAll('details').forEach((numbers) => { numbers.open = true; })");
        browser.await("numbers", "return document.querySelectorAll('details table').length === 9");
        assertThat(browser.<Object>eval("return window.hacked ?? null")).isNull();
        assertThat(browser.elements("img, iframe, object")).isEmpty();
        assertThat(browser.elements("script"))
                .as("scripts of the page, and ECharts")
                .hasSize(5);
        assertThat(browser.element("h1").getText()).contains("<img src=x onerror=\"window.hacked=1\"></script>");
        assertThat(browser.<String>eval("return document.querySelector('.legend').textContent"))
                .contains("</script><script>");
        assertThat(browser.<String>eval("return document.querySelector('.tooltip').textContent"))
                .contains("<img src=x");
        ReportChecks.assertSilent(browser);
    }

    @Test
    void chartsOfGroupShareZoomAndCursor() throws IOException {
        open(AllChartsPage.page());
        WebElement firstChart = browser.element("[data-chart='0'] .canvas");
        ReportChecks.awaitChart(browser, 0);
        browser.drag(firstChart, 0.4, 0.6);
        List<Double> zoomRange = ReportChecks.visibleRange(browser, 0);
        assertThat(zoomRange.get(0)).isBetween(80_000.0, 130_000.0);
        assertThat(zoomRange.get(1)).isBetween(160_000.0, 210_000.0);
        ReportChecks.assertDrawn(browser, 9); // includes charts that were not drawn before
        for (int chart = 1; chart <= 4; chart++) {
            assertThat(ReportChecks.visibleRange(browser, chart))
                    .as("chart " + chart)
                    .isEqualTo(zoomRange);
        }
        firstChart.sendKeys(Keys.ARROW_RIGHT);
        double cursor = ReportChecks.cursorPosition(browser, 0);
        assertThat(cursor).isBetween(zoomRange.get(0), zoomRange.get(1));
        for (int chart = 1; chart <= 4; chart++) {
            assertThat(ReportChecks.cursorPosition(browser, chart))
                    .as("chart " + chart)
                    .isCloseTo(cursor, within(1_000.0));
        }
        assertThat(browser.element("#cursor").getAttribute("textContent")).contains("p99", " ms");
        firstChart.sendKeys("0");
        assertThat(ReportChecks.visibleRange(browser, 3)).containsExactly(0.0, 299_500.0);
        browser.hover(browser.element("[data-chart='1'] .canvas"), 0.5);
        browser.await(
                "a tooltip with units",
                "return /TPS.*trx\\/s/.test(document.querySelector('[data-chart=\"1\"] .tooltip')?.textContent ?? '')");
        ReportChecks.assertSilent(browser);
    }

    @Test
    @Nightly
    void legendHidesSeriesByKeyboard() throws IOException {
        open(AllChartsPage.page());
        ReportChecks.awaitChart(browser, 0);
        WebElement entry = browser.elements("[data-chart='0'] .legend button").get(1);
        entry.sendKeys(Keys.SPACE);
        assertThat(entry.getAttribute("aria-pressed")).isEqualTo("false");
        assertThat(browser.<Boolean>eval(
                        "return " + ReportChecks.engineScript(0) + ".getOption().legend[0].selected['delay/1']"))
                .isFalse();
        assertThat(browser.<Object>eval("return document.activeElement.tagName"))
                .isEqualTo("BUTTON");
        assertThat(browser.elements("[data-chart='8'] .legend button")).isEmpty(); // drawn only near the visible area
    }

    @Test
    @Nightly
    void wrapsLongRowNamesOnPhone() throws IOException {
        String name = "oltp_read_write at threads 1024 against pfsoff";
        String completeName = "a setting with a long name: " + name;
        open(AllChartsPage.page(name));
        browser.setWidth(390);
        browser.eval("document.querySelector(\"[data-chart='7']\").scrollIntoView({ block: 'center' })");
        ReportChecks.awaitChart(browser, 7);
        String axis = ReportChecks.engineScript(7) + ".getOption().yAxis[0]";
        browser.await(
                "the chart is narrow", "return " + axis + ".axisLabel.formatter('" + completeName + "').includes('…')");
        assertThat(browser.<List<String>>eval(
                        "const axis = " + axis + "; return axis.data.map(axis.axisLabel.formatter)"))
                .containsExactly("a setting with a long…\nds 1024 against pfsoff", "two", "three");
        // hovers before each check, because a redrawn chart forgets the mouse position
        String hover = "const engine = " + ReportChecks.engineScript(7) + ";" + """
                const canvas = engine.getDom().querySelector("canvas");
                const { x, y } = canvas.getBoundingClientRect();
                const clientY = y + engine.convertToPixel({ yAxisIndex: 0 }, 0) - 5;
                for (let clientX = x; clientX < x + 150; clientX += 5) {
                  canvas.dispatchEvent(new MouseEvent("mousemove", { clientX, clientY, bubbles: true }));
                }
                """;
        browser.await(
                "the whole name",
                hover + "return document.querySelector(\"[data-chart='7'] .tooltip\")?.textContent.includes('"
                        + completeName + "') ?? false");
        browser.setWidth(1280);
        ReportChecks.assertSilent(browser);
    }

    /** On a phone, 300 points are dense until the user zooms in. */
    @Test
    @Nightly
    void denseLinesAreTransparent() throws IOException {
        open(AllChartsPage.page());
        ReportChecks.awaitChart(browser, 0);
        String opacity = "return " + ReportChecks.engineScript(0)
                + ".getOption().series.filter(({ type, areaStyle }) => type === 'line' && !areaStyle)"
                + ".slice(1).map(({ lineStyle }) => lineStyle.opacity)";
        assertThat(browser.<List<Number>>eval(opacity)).isNotEmpty().allMatch(value -> value.doubleValue() == 1);
        browser.setWidth(390);
        browser.await("thin lines", opacity + ".every((value) => value < 0.5)");
        browser.eval("document.querySelector(\"[data-chart='0'] .canvas\").focus()");
        browser.element("[data-chart='0'] .canvas").sendKeys("+", "+");
        browser.await("opaque lines", opacity + ".every((value) => value === 1)");
        browser.element("[data-chart='0'] .canvas").sendKeys("0");
        browser.await("thin lines again", opacity + ".every((value) => value < 0.5)");
        browser.setWidth(1280);
        ReportChecks.assertSilent(browser);
    }

    @Test
    void savesPicturesAndFiles() throws IOException {
        open(AllChartsPage.page());
        browser.element("[data-chart='0'] [data-tool=png]").click();
        browser.element("[data-chart='0'] [data-tool=csv]").click();
        browser.element("[data-download]").click();
        byte[] picture = awaitDownload("delay-orders.png", bytes -> text(bytes).contains("IEND"));
        assertThat(picture).hasSizeGreaterThan(10_000).startsWith(0x89, 'P', 'N', 'G');
        String header = "second,transactions orders,p50 (ms),p99 (ms),max (ms)\r\n0,";
        awaitDownload("delay-orders.csv", bytes -> text(bytes).startsWith(header));
        awaitDownload("samples.csv", bytes -> text(bytes).equals(AllChartsPage.CSV));
        ReportChecks.assertSilent(browser);
    }

    /** The confirmations of a search have the same rate. */
    @Test
    void numbersContainEachPointOfOneX() throws IOException {
        open(AllChartsPage.page());
        assertThat(browser.<List<List<Object>>>eval(
                        "return rowsOf(arguments[0]).rows",
                        Map.of(
                                "x", Map.of("scale", "LINEAR", "name", "rate", "unit", "/s"),
                                "ys", List.of(Map.of("scale", "LINEAR", "unit", "ms")),
                                "series",
                                        List.of(
                                                series("held", List.of(1_500, 1_500, 900), List.of(16.767, 4.551, 3)),
                                                series("failed", List.of(1_500, 1_800), List.of(2.167, 70))))))
                .containsExactly(
                        Arrays.asList(900L, 3L, null),
                        List.of(1_500L, 16.767, 2.167),
                        Arrays.asList(1_500L, 4.551, null),
                        Arrays.asList(1_800L, null, 70L));
        ReportChecks.assertSilent(browser);
    }

    private static Map<String, Object> series(String name, List<? extends Number> x, List<? extends Number> y) {
        return Map.of("name", name, "shape", "SCATTER", "axis", 0, "x", x, "y", y);
    }

    @Test
    void numbersContainEndsOfErrorBars() throws IOException {
        open(AllChartsPage.page());
        assertThat(numbers(5).lines())
                .startsWith("threads,off from (/s),off to (/s),off (/s),orders (/s)", "1,8,10,9,8", "2,17,19,18,16");
        assertThat(numbers(7).lines())
                .containsExactly(
                        "name,reduced by (%),from,to,result",
                        "three,-412.5,-431.25,16,less",
                        "two,9,7,11,less",
                        "a setting with a long name: orders,5,2,8,less");
        ReportChecks.assertSilent(browser);
    }

    private static String numbers(int chart) {
        return browser.eval("return csvOf([...shownCharts.places.values()][arguments[0]])", chart);
    }

    /** The browser first creates an empty file. */
    private static byte[] awaitDownload(String name, Predicate<byte[]> isComplete) {
        return Eventually.assertThat(Duration.ofSeconds(60), () -> bytes(directory.resolve(name)), isComplete);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void open(Document page) throws IOException {
        Path file = directory.resolve("report.html");
        try (Writer out = Files.newBufferedWriter(file)) {
            HtmlReport.write(page, out);
        }
        browser.open(file);
    }
}
