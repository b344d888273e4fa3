// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note.Severity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** ReportPageIT checks layout and behaviour in a browser. */
final class HtmlReportTest {

    private static final String HOSTILE_TEXT = "</script><img src=x onerror='alert(1)'>\"&\u2028\u202e\ud800\u0000";
    private static final Axis X_AXIS = new Axis("time", "s", Scale.SECONDS, List.of(), null, null);
    private static final Axis Y_AXIS = new Axis("delay", "ms", Scale.LOG, List.of(), null, null);

    @Test
    void escapesEveryText() throws IOException {
        String html = html(pageWithTextInEachField(HOSTILE_TEXT));
        String body = html.substring(html.indexOf("<body>"), html.indexOf("<script"));
        assertThat(body).doesNotContain("<img", "</script", "\u0000");
        // the text is in more than 20 places, and escaped in each
        assertThat(body.split("&lt;/script&gt;&lt;img src=x", -1)).hasSizeGreaterThan(20);
        assertThat(html.split("<script", -1))
                .as("our script, ECharts, charts, a file")
                .hasSize(5);
        assertThat(html.split("</script>", -1)).hasSize(5);
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(html)).isTrue();
    }

    @Test
    void chartsContainTextsAndNumbers() throws IOException {
        JsonNode chart = chartData(html(pageWithTextInEachField(HOSTILE_TEXT)))
                .get("charts")
                .get(0);
        assertThat(chart.get("title").asString()).isEqualTo(HOSTILE_TEXT);
        assertThat(chart.get("series").get(0).get("labels").get(1).asString()).isEqualTo(HOSTILE_TEXT);
        assertThat(chart.get("marks").get(0).get("name").asString()).isEqualTo(HOSTILE_TEXT);
        assertThat(chart.get("bands").get(0).get("to").asDouble()).isEqualTo(2.5);
    }

    @Test
    void writesNonFiniteNumbersAsNull() throws IOException {
        double[] x = {1, 2, 4};
        double[] y = {Double.NaN, 12.3456789, Double.POSITIVE_INFINITY};
        JsonNode series = chartData(html(page(chart(Shape.LINE, x, y, null))))
                .get("charts")
                .get(0)
                .get("series")
                .get(0);
        assertThat(series.get("y").toString()).isEqualTo("[null,12.3457,null]");
    }

    @Test
    void compressesSharedAndEvenlySpacedX() throws IOException {
        double[] evenlySpacedX =
                IntStream.range(0, 3_600).mapToDouble(i -> i / 3.0).toArray();
        double[] irregularX = {0, 1, 5};
        JsonNode xs = chartData(html(page(
                        chart(Shape.LINE, evenlySpacedX, evenlySpacedX, null),
                        chart(Shape.STEP, evenlySpacedX.clone(), evenlySpacedX, null),
                        chart(Shape.LINE, irregularX, irregularX, null))))
                .get("xs");
        assertThat(xs).hasSize(2);
        assertThat(xs.get(0).get("count").asInt()).isEqualTo(3_600);
        assertThat(xs.get(0).get("from").asDouble()
                        + 3_599 * xs.get(0).get("step").asDouble())
                .isCloseTo(evenlySpacedX[3_599], within(1e-5));
        assertThat(xs.get(1).toString()).isEqualTo("[0,1,5]");
    }

    @Test
    void chartWithoutPointsShowsNoData() throws IOException {
        double[] x = {1, 2};
        String html = html(page(
                chart(Shape.LINE, x, new double[] {Double.NaN, Double.NaN}, null),
                chart(Shape.SCATTER, x, new double[] {0, -1}, null), // on a logarithmic axis
                chart(Shape.LINE, new double[0], new double[0], null)));
        assertThat(html.split("no data</p>", -1)).hasSize(4);
        assertThat(chartData(html).get("charts")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void chartMayContainSeriesWithoutPoints(Shape shape) throws IOException {
        Series empty = series("empty", shape, new double[0]);
        Series series = series("a", shape, new double[] {1, 2});
        Chart chart = new Chart(
                "c", "C", null, null, X_AXIS, List.of(Y_AXIS), List.of(empty, series), List.of(), List.of(), 200);
        JsonNode data = chartData(html(page(chart)));
        assertThat(data.get("xs").toString()).isEqualTo("[[],[1,2]]");
        assertThat(data.get("charts").get(0).get("series")).hasSize(2);
    }

    private static Series series(String name, Shape shape, double[] numbers) {
        boolean hasWeight = shape == Shape.HEAT || shape == Shape.ERROR_BARS;
        return new Series(name, shape, "p50", 0, numbers, numbers, hasWeight ? numbers : null, List.of());
    }

    @Test
    void packedFilesCanBeUnpacked() throws IOException {
        String text = "second,tps\n" + "1,ä€😀\n".repeat(10_000);
        Document page = new Document(
                "t",
                "s",
                headlineWith("a"),
                List.of(),
                List.of(),
                List.of(new Download("samples.csv", "rows", "text/csv", text)),
                "f");
        String html = html(page);
        assertThat(html).contains("data-name=\"samples.csv\"").contains("71 kB");
        assertThat(unpacked(html, "packed-0")).isEqualTo(text);
    }

    @Test
    void omitsTooLargeFile() throws IOException {
        StringBuilder text = new StringBuilder();
        new Random(1).ints(1_500_000, 'a', 'z').forEach(text::appendCodePoint);
        Download largeFile = new Download("large.csv", "rows", "text/csv", text.toString());
        String html = html(new Document("t", "s", headlineWith("a"), List.of(), List.of(), List.of(largeFile), "f"));
        assertThat(html).contains("too large for this page").doesNotContain("packed-0");
        assertThat(html.length()).isLessThan(600_000);
    }

    @Test
    void loadsNothingAndAllowsOnlyItsScripts() throws IOException {
        String html = html(pageWithTextInEachField("a"));
        String markup = html.replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "");
        assertThat(markup).doesNotContain("src=", "http:", "https:", "<link", "@import", "url(");
        assertThat(html.substring(html.indexOf("<style>"), html.indexOf("</style>")))
                .doesNotContain("@import", "url(");
        Matcher script = Pattern.compile("(?s)<script>(.*?)</script>").matcher(html);
        assertThat(script.find()).isTrue();
        String engine = unpacked(html, "engine");
        for (String allowedScript : List.of(script.group(1), engine)) {
            assertThat(markup).contains(PageResources.hash(allowedScript).replace("'", "&#39;"));
        }
        assertThat(script.find()).isFalse();
        assertThat(engine).contains("Licensed to the Apache Software Foundation");
        assertThat(html.length()).isLessThan(600_000);
    }

    @Test
    void headlineNeedsNoScript() throws IOException {
        String html = html(page());
        String body = html.substring(html.indexOf("<body>"), html.indexOf("<script"));
        assertThat(body)
                .contains("Nothing was lost")
                .contains("DT p99")
                .contains("3.1")
                .contains("delay.p99&lt;5ms")
                .contains("broken:")
                .contains("<noscript>");
    }

    private static String html(Document page) throws IOException {
        StringWriter text = new StringWriter();
        HtmlReport.write(page, text);
        return text.toString();
    }

    private static String unpacked(String html, String id) throws IOException {
        Matcher packedText = Pattern.compile("id=\"" + id + "\">([^<]+)<").matcher(html);
        assertThat(packedText.find()).isTrue();
        byte[] bytes = Base64.getDecoder().decode(packedText.group(1));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JsonNode chartData(String html) {
        Matcher chartData = Pattern.compile("(?s)id=\"charts\">(.*?)</script>").matcher(html);
        assertThat(chartData.find()).isTrue();
        assertThat(chartData.group(1)).isASCII();
        return JsonMapper.shared().readTree(chartData.group(1));
    }

    private static Headline headlineWith(String headline) {
        return new Headline(
                Tone.GOOD,
                headline,
                "All that was committed has arrived.",
                List.of(new Figure("DT p99", "3.1", "ms", null)),
                List.of(new CheckedLimit("delay.p99<5ms", "3.1 ms", true), new CheckedLimit("TPS>100", "99", false)),
                List.of());
    }

    private static Document page(Chart... charts) {
        return new Document(
                "A run",
                "today",
                headlineWith("Nothing was lost"),
                List.of(new Section("all", "All", null, List.of(charts))),
                List.of(),
                List.of(),
                "made by a test");
    }

    private static Chart chart(Shape shape, double[] x, double[] y, double[] weight) {
        Series series = new Series("a", shape, "p50", 0, x, y, weight, List.of());
        return new Chart("c", "C", null, null, X_AXIS, List.of(Y_AXIS), List.of(series), List.of(), List.of(), 200);
    }

    private static Document pageWithTextInEachField(String text) {
        double[] numbers = {1, 2};
        Chart chart = new Chart(
                text,
                text,
                text,
                text,
                new Axis(text, text, Scale.CATEGORY, List.of(text, text), null, null),
                List.of(new Axis(text, text, Scale.LINEAR, List.of(), 0.0, 10.0)),
                List.of(
                        new Series(text, Shape.LINE, text, 0, numbers, numbers, null, List.of(text, text)),
                        new Series(text, Shape.HEAT, text, 0, numbers, numbers, numbers, List.of())),
                List.of(new Mark(1, text, text)),
                List.of(new Band(1, 2.5, text, text)),
                200);
        List<Block> blocks = List.of(
                chart,
                new Prose(text),
                new Facts(List.of(new Facts.Fact(text, text, Tone.GOOD)), Detail.SUMMARY),
                new Table(
                        text,
                        text,
                        text,
                        List.of(Column.text(text, text), Column.count(text, text)),
                        List.of(
                                Row.of(Cell.of(text, Tone.BAD).below(text), Cell.spread(1, 0, 2)),
                                Row.remark(text, text, Tone.BAD)),
                        Detail.PAGE));
        return new Document(
                text,
                text,
                new Headline(
                        Tone.UNSURE,
                        text,
                        text,
                        List.of(new Figure(text, text, text, text)),
                        List.of(new CheckedLimit(text, text, null)),
                        List.of(new Warning(text, Severity.HIGH, text, text, text))),
                List.of(new Section(text, text, text, blocks)),
                List.of(),
                List.of(new Download(text, text, text, text)),
                text);
    }
}
