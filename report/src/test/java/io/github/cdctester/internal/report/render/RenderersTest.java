// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Quantity;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note.Severity;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenderersTest {

    private static final Table STEPS = new Table(
            "steps",
            null,
            null,
            List.of(
                    Column.text("label", "threads"),
                    Column.number("bps", "BPS", Unit.MEGABYTES_PER_SECOND, 2),
                    Column.millis("p99", "DT p99").inGroup(1),
                    Column.text("", "verdict").inGroup(1),
                    Column.count("heap", "heap").onPage()),
            List.of(
                    Row.of("1", Cell.spread(2.5e6, 2e6, 3e6), 1.25, "LOSSLESS", 7),
                    Row.of("16", new Quantity(5e6, Unit.MEGABYTES, 1), null, Cell.of("LOST 1", Tone.BAD), 7),
                    Row.remark("64", "failed: it is gone, and nobody knows why", Tone.BAD)),
            Detail.ESSENTIAL);

    private static String text(int width) {
        return String.join("\n", new TextTable(STEPS, width).render());
    }

    @Test
    void keepsTableThatFits() {
        assertThat(text(TextRenderer.UNLIMITED).lines().map(String::stripTrailing))
                .containsExactly(
                        "threads  BPS MB/s  DT p99 ms  verdict",
                        "1            2.50      1.250  LOSSLESS",
                        "  min        2.00",
                        "  max        3.00",
                        "16         5.0 MB          -  LOST 1",
                        "64       failed: it is gone, and nobody knows why");
    }

    @Test
    void dividesTooWideTableBetweenGroups() {
        assertThat(text(30).lines().map(String::stripTrailing))
                .containsExactly(
                        "threads  BPS MB/s",
                        "1            2.50",
                        "  min        2.00",
                        "  max        3.00",
                        "16         5.0 MB",
                        "64       failed: it is gone, …",
                        "",
                        "threads  DT p99 ms  verdict",
                        "1            1.250  LOSSLESS",
                        "  min",
                        "  max",
                        "16               -  LOST 1",
                        "64       failed: it is gone, …");
    }

    @Test
    void csvContainsColumnIdsAndAllDigits() throws IOException {
        StringWriter out = new StringWriter();
        CsvRenderer.write(STEPS, out);
        assertThat(out).hasToString("""
            label,bps,bps.min,bps.max,p99,heap
            1,2500000,2000000,3000000,1.25,7
            16,5000000,,,,7
            64,,,,,
            """);
    }

    private static Document document(Detail factsDetail) {
        return new Document(
                "title",
                "where",
                new Headline(
                        Tone.BAD,
                        "It broke",
                        "Because.",
                        List.of(),
                        List.of(new CheckedLimit("a<1", "2", false), new CheckedLimit("b<1", "0", true)),
                        List.of(new Warning("CODE", Severity.HIGH, "What", "why", "Do this."))),
                List.of(new Section(
                        "one",
                        "One",
                        "Lead.",
                        List.of(
                                STEPS,
                                new Facts.Builder()
                                        .add("label", "words " + "and more ".repeat(12))
                                        .add("none", null)
                                        .build(factsDetail),
                                new Prose("Only the page says that.")))),
                List.of(),
                List.of(),
                "footer");
    }

    @Test
    void textEndsWithResult() {
        String text = TextRenderer.render(document(Detail.SUMMARY), 80);
        assertThat(text)
                .startsWith("title\nwhere\n\nthreads  BPS")
                .contains("\n\nlabel      words and more ", "\n           and more")
                .doesNotContain("Only the page")
                .endsWith("checks     1 of 2 held\nfailed     a<1: 2\nresult     It broke\nnote       What: why\n");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void wrapsWordsAtTerminalWidth() {
        String text = TextRenderer.render(document(Detail.SUMMARY), 40);
        assertThat(text.lines()).allMatch(line -> line.length() <= 40);
        String narrowerText = TextRenderer.render(document(Detail.SUMMARY), 12);
        assertThat(narrowerText).endsWith(text.substring(text.indexOf("label ")));
    }

    @Test
    void markdownFoldsDetails() {
        String markdown = MarkdownRenderer.render(document(Detail.SUMMARY));
        assertThat(markdown)
                .startsWith("# title\n\nwhere\n\n**✗ It broke** Because.\n")
                .contains("| a\\<1 | 2 | ✗ broken |\n| b\\<1 | 0 | ✓ held |")
                .contains("| 1 | 2.50 (2.00 to 3.00) | 1.250 | LOSSLESS |")
                .contains("| 64 | failed: it is gone, and nobody knows why |  |  |")
                .contains("- What: why")
                .containsPattern("(?s)<summary>All figures</summary>.*- label: words")
                .doesNotContain("Only the page", "heap");
        assertThat(MarkdownRenderer.render(document(Detail.PAGE))).doesNotContain("<details>");
    }

    @Test
    void numbersHaveFourSignificantDigits() {
        assertThat(List.of(12345.6, 123.456, 1.23456, 0.00012345, 5.0, Double.NaN))
                .extracting(value -> CellText.number(value, Column.SIGNIFICANT))
                .containsExactly("12,346", "123.5", "1.235", "0.000123", "5", "-");
    }
}
