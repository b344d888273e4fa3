// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.compose.experiment.Matrices;
import io.github.cdctester.internal.report.compose.experiment.PageRules;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Trial;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class MatrixComposerTest {

    private static final MatrixResult PUBLISHED_MATRIX = Matrices.published();

    @Test
    void headlineReportsMostExpensiveSetting() {
        Document page = PageRules.assertRules(Documents.page(PUBLISHED_MATRIX));
        assertThat(page.headline().tone()).isEqualTo(Tone.NEUTRAL);
        assertThat(page.headline().text())
                .matches("At 32 threads, pfson_con\\w+_inson costs most: oltp_\\w+ QPS reduced by \\d+\\.\\d\\d % ±"
                        + " \\d\\.\\d\\d");
        assertThat(page.headline().summary())
                .matches("Of 165 comparisons with pfsoff, 1[0-9]{2} are more than noise\\. 990 of 990 cells done\\.");
        assertThat(page.headline().figures()).hasSize(4);
        assertThat(page.headline().warnings()).extracting(Warning::what).noneMatch(what -> what.contains("Few"));
        assertThat(page.sections())
                .extracting(Section::title)
                .containsExactly(
                        "At 32 threads, against pfsoff",
                        "oltp_read_only",
                        "oltp_read_write",
                        "oltp_write_only",
                        "Cells",
                        "How it was measured");
        assertThat(page.downloads()).extracting(Download::fileName).containsExactly("matrix.csv", "matrix.md");
    }

    @Test
    void headlineReportsLargestGain() {
        MatrixResult matrix =
                Matrices.of(1, 5, List.of("oltp_read_only"), new Random(1), cell -> switch (cell.setting()) {
                    case "pfsoff" -> withSetting(cell, "pfson_conon_inson");
                    case "pfson_conon_inson" -> withSetting(cell, "pfsoff");
                    default -> cell;
                });
        assertThat(PageRules.assertRules(Documents.page(matrix)).headline().text())
                .matches("At 1 thread, pfson_conon_inson gains most: oltp_read_only QPS increased by 2\\d\\.\\d\\d %"
                        + " ± \\d\\.\\d\\d");
    }

    @Test
    void pageAndTextHaveSameCells() {
        Document page = Documents.page(PUBLISHED_MATRIX);
        String text = Formats.text(Formats.UNLIMITED_WIDTH).text(PUBLISHED_MATRIX);
        for (String section : List.of("summary", "workload-1", "workload-2", "workload-3")) {
            Table table = PageRules.table(page, section);
            table.rows().stream()
                    .flatMap(row -> row.cells().stream())
                    .flatMap(cell -> cell.below() == null
                            ? Stream.of(TableTexts.of(cell))
                            : Stream.of(TableTexts.of(cell), cell.below()))
                    .forEach(cellText -> assertThat(text).contains(cellText));
        }
        assertThat(TableTexts.headings(PageRules.table(page, "summary")))
                .containsExactly(
                        "setting",
                        "oltp_read_only QPS",
                        "Reduced by",
                        "oltp_read_write QPS",
                        "Reduced by",
                        "oltp_write_only QPS",
                        "Reduced by");
        assertThat(PageRules.table(page, "workload-1").rows()).hasSize(11);
    }

    @Test
    void changesInsideNoiseHaveNeutralTone() {
        List<Cell> cells = PageRules.table(Documents.page(PUBLISHED_MATRIX), "workload-1").rows().stream()
                .flatMap(row -> row.cells().stream())
                .toList();
        assertThat(cells.stream()
                        .filter(cell -> cell.below() != null && cell.below().endsWith("~")))
                .isNotEmpty()
                .allMatch(cell -> cell.tone() == Tone.NEUTRAL);
        assertThat(cells.stream().filter(cell -> cell.tone() == Tone.BAD))
                .isNotEmpty()
                .allMatch(cell -> !String.valueOf(cell.below()).endsWith("~"));
    }

    @Test
    void drawsLinePerSettingWithRangeBars() {
        Chart chart = PageRules.chart(Documents.page(PUBLISHED_MATRIX), "qps-1");
        assertThat(chart.x().categories()).hasSize(11).startsWith("1", "2", "4").endsWith("1024");
        assertThat(chart.series().stream().filter(series -> series.shape() == Shape.SCATTER_LINE))
                .extracting(Series::name)
                .containsExactlyElementsOf(PUBLISHED_MATRIX.settings().stream()
                        .map(MatrixResult.SettingSummary::name)
                        .toList());
        assertThat(PageRules.series(chart, "pfsoff", Shape.SCATTER_LINE).role()).isEqualTo("baseline");
        MatrixResult.MatrixRow row = PUBLISHED_MATRIX.table().get(0);
        Series bars = PageRules.series(chart, "pfsoff", Shape.ERROR_BARS);
        assertThat(PageRules.series(chart, "pfsoff", Shape.SCATTER_LINE).y()[0]).isEqualTo(row.queriesPerSecond());
        assertThat(bars.y()[0] - bars.weight()[0]).isCloseTo(row.spread().min(), within(1e-6));
        assertThat(bars.y()[0] + bars.weight()[0]).isCloseTo(row.spread().max(), within(1e-6));
    }

    @Test
    void drawsReductionsWithIntervals() {
        Chart chart = PageRules.chart(Documents.page(PUBLISHED_MATRIX), "reduction");
        assertThat(chart.ys().get(0).categories()).hasSize(15).endsWith("oltp_read_only: pfson_conoff_insoff");
        assertThat(chart.x().min()).isNegative();
        Series noiseBars = PageRules.series(chart, "within noise", Shape.ERROR_BARS);
        for (int i = 0; i < noiseBars.x().length; i++) {
            assertThat(noiseBars.x()[i] - noiseBars.weight()[i]).isNegative();
            assertThat(noiseBars.x()[i] + noiseBars.weight()[i]).isPositive();
        }
        Series reductionBars = PageRules.series(chart, "less", Shape.ERROR_BARS);
        for (int i = 0; i < reductionBars.x().length; i++) {
            assertThat(reductionBars.x()[i] - reductionBars.weight()[i]).isPositive();
        }
    }

    /** A cap is not a measured width. */
    @Test
    void showsHugeIntervalAsGreaterThanItsLimit() {
        String json = Results.json(PUBLISHED_MATRIX).replaceFirst("(\"lowPercent\" : )[0-9.]+", "$1-280749.0");
        MatrixResult matrix =
                (MatrixResult) StoredResult.of("matrix.json", json).result();
        Document page = Documents.page(matrix);
        assertThat(page.headline().warnings())
                .extracting(Warning::why)
                .contains("The widest interval is ± >999 percentage points.");
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(matrix))
                .contains("± >999")
                .contains("on the side of 0")
                .doesNotContain("999.0");
    }

    @Test
    void showsFailedAndMissingCells() {
        MatrixResult matrix = Matrices.of(2, 2, List.of("oltp_read_only"), new Random(1), cell -> {
            boolean isFailed = cell.setting().equals("pfson_conoff_insoff")
                    && cell.trial().label().equals("1");
            boolean isMissing =
                    cell.setting().equals("pfson_conon_inson") && cell.trial().repeat() == 2;
            return isFailed
                    ? withStatus(cell, Trial.Status.FAILED, "<b>gone</b>")
                    : isMissing ? withStatus(cell, Trial.Status.MISSING, null) : cell;
        });
        Document page = PageRules.assertRules(Documents.page(matrix));
        Table table = PageRules.table(page, "workload-1");
        assertThat(PageRules.row(table, 0).get(2)).isEqualTo("2 failed of 2");
        assertThat(PageRules.row(table, 0).get(6)).endsWith(" %; 1 missing of 2]");
        assertThat(table.rows().get(0).cells().get(2).tone()).isEqualTo(Tone.UNSURE);
        assertThat(page.headline().tone()).isEqualTo(Tone.UNSURE);
        assertThat(page.headline().warnings())
                .extracting(Warning::what)
                .startsWith("2 cells failed", "2 cells are missing", "Few repeats: 2");
        assertThat(page.headline().warnings().get(0).why()).contains("<b>gone</b>");
        assertThat(page.headline().warnings().get(2).remedy())
                .matches(
                        "At this noise \\([12345]\\.\\d % from run to run\\), a difference of 10 % nearly always shows with"
                                + " \\d+ repeats\\.");
        assertThat(PageRules.table(page, "cells").rows()).hasSize(4);
    }

    @Test
    void showsRunsThatCommittedNothing() {
        MatrixResult matrix = Matrices.of(2, 5, List.of("oltp_read_only"), new Random(1), cell -> {
            if (!cell.setting().equals("pfson_conoff_insoff")
                    || !cell.trial().label().equals("1")) {
                return cell;
            }
            return switch (cell.trial().repeat()) {
                case 3 -> withoutCommits(cell);
                case 4 -> withStatus(cell, Trial.Status.FAILED, "gone");
                default -> cell;
            };
        });
        Document page = PageRules.assertRules(Documents.page(matrix));
        assertThat(PageRules.row(PageRules.table(page, "workload-1"), 0).get(2))
                .endsWith("; 1 failed of 5; 1 of 5 committed nothing]");
        assertThat(page.headline().tone()).isEqualTo(Tone.UNSURE);
        assertThat(page.headline().text()).startsWith("1 cell failed, 1 cell committed nothing; at 2 threads, ");
    }

    @Test
    void headlineReportsSettingThatStopsWorkload() {
        MatrixResult matrix = Matrices.of(
                2,
                3,
                List.of("oltp_read_only"),
                new Random(1),
                cell -> cell.setting().equals("pfson_conoff_inson") ? withoutCommits(cell) : cell);
        Document page = PageRules.assertRules(Documents.page(matrix));
        assertThat(page.headline().text())
                .isEqualTo("6 cells committed nothing; at 2 threads, pfson_conoff_inson stops oltp_read_only:"
                        + " 3 of 3 committed nothing");
        assertThat(page.headline().tone()).isEqualTo(Tone.UNSURE);
        assertThat(page.headline().summary()).endsWith(" 36 of 36 cells done, 6 of them committed nothing.");
        assertThat(PageRules.row(PageRules.table(page, "summary"), 4))
                .containsExactly("pfson_conoff_inson", "3 of 3 committed nothing", "-");
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(matrix)).contains("3 of 3 committed nothing");
    }

    @Test
    void headlineReportsSettingsThatStopSeveralWorkloads() {
        MatrixResult matrix = Matrices.of(1, 1, List.of("a", "b"), new Random(1), cell -> {
            boolean stops = cell.setting().startsWith("pfson_conoff");
            return stops ? withoutCommits(cell) : cell;
        });
        assertThat(PageRules.assertRules(Documents.page(matrix)).headline().text())
                .isEqualTo("4 cells committed nothing; at 1 thread, pfson_conoff_insoff stops a: 1 of 1 committed"
                        + " nothing; 3 more combinations stop");
    }

    @Test
    void headlineReportsBaselineThatCommittedNothing() {
        MatrixResult matrix = Matrices.of(
                1,
                2,
                List.of("oltp_read_only"),
                new Random(1),
                cell -> cell.setting().equals("pfsoff") ? withoutCommits(cell) : cell);
        Document page = PageRules.assertRules(Documents.page(matrix));
        assertThat(page.headline().text())
                .isEqualTo("2 cells committed nothing; nothing to compare with pfsoff, which committed nothing");
    }

    @Test
    void singleRunsShowNoNoise() {
        MatrixResult matrix = Matrices.of(3, 1, List.of("oltp_read_only"), new Random(1), cell -> cell);
        Document page = PageRules.assertRules(Documents.page(matrix));
        assertThat(page.headline().text()).endsWith("%, which may be noise: one run each");
        assertThat(page.headline().warnings()).extracting(Warning::what).contains("One run each");
        assertThat(PageRules.chart(page, "qps-1").series()).noneMatch(series -> series.shape() == Shape.ERROR_BARS);
        List<Block> about = page.sections().get(page.sections().size() - 1).blocks();
        assertThat(((Prose) about.get(0)).text()).contains("seed 42");
        assertThat(((Prose) about.get(1)).text()).startsWith("With one run of each combination");
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(matrix) + Formats.MARKDOWN.text(matrix))
                .contains("Baseline value", "Reduced by ")
                .doesNotContain("interval", "within noise", "95 %", "±");
        assertThat(Results.html(matrix)).doesNotContain("95 %", "widens the intervals");
    }

    @Test
    void matrixWithoutRunsHasNoComparison() {
        MatrixResult matrix =
                Matrices.of(1, 1, List.of("w"), new Random(1), cell -> withStatus(cell, Trial.Status.MISSING, null));
        Document page = PageRules.assertRules(Documents.page(matrix));
        assertThat(page.headline().text()).isEqualTo("Nothing to compare with pfsoff yet");
        assertThat(page.headline().tone()).isEqualTo(Tone.UNSURE);
    }

    @Test
    void storedMatrixHasSamePage() {
        Document page = Documents.page(PUBLISHED_MATRIX);
        Document storedPage = Documents.page(StoredResult.of("matrix.json", Formats.JSON.text(PUBLISHED_MATRIX))
                .as(MatrixResult.class));
        assertThat(storedPage.headline()).isEqualTo(page.headline());
        assertThat(PageRules.table(storedPage, "workload-2")).isEqualTo(PageRules.table(page, "workload-2"));
    }

    private static CellResult withSetting(CellResult cell, String setting) {
        return new CellResult(
                cell.trial(),
                setting,
                cell.workload(),
                cell.consumer(),
                cell.attempts(),
                cell.startedAt(),
                cell.seconds(),
                cell.warmUpSeconds(),
                cell.warm(),
                cell.verdict(),
                cell.verdictStatus(),
                cell.held(),
                cell.consumerVerdicts(),
                cell.heldConsumers(),
                Map.of());
    }

    private static CellResult withoutCommits(CellResult cell) {
        return new CellResult(
                cell.trial().with(List.of(), List.of(), Map.of("write.queriesPerSecond", 0.0, "probes.cpu", 1.0)),
                cell.setting(),
                cell.workload(),
                cell.consumer(),
                cell.attempts(),
                cell.startedAt(),
                cell.seconds(),
                cell.warmUpSeconds(),
                cell.warm(),
                cell.verdict(),
                cell.verdictStatus(),
                cell.held(),
                cell.consumerVerdicts(),
                cell.heldConsumers(),
                Map.of());
    }

    private static CellResult withStatus(CellResult cell, Trial.Status status, String reason) {
        return new CellResult(
                new Trial(
                                cell.trial().step(),
                                cell.trial().repeat(),
                                cell.trial().value(),
                                cell.trial().label(),
                                status,
                                reason,
                                cell.trial().folder(),
                                null,
                                null,
                                List.of(),
                                List.of(),
                                Map.of(),
                                null)
                        .with(List.of(), List.of(), Map.of()),
                cell.setting(),
                cell.workload(),
                null,
                1,
                null,
                0,
                0,
                null,
                null,
                null,
                true,
                Map.of(),
                List.of(),
                Map.of());
    }
}
