// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnfinishedConsumersTest {

    private static final DurationSummary NO_DELAY =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);
    private static final DurationSummary DELAY = new DurationSummary(null, 90, 3.0, 2.0, 4.0, 5.0, null, 6.0, 0, 0);
    private static final List<SampleRow> ROWS =
            LongStream.rangeClosed(1, 6).mapToObj(UnfinishedConsumersTest::row).toList();

    @Test
    void drawsSameChartsAsFinishedPage(@TempDir Path directory) {
        RunResult finishedResult = JudgedResult.of(ROWS, List.of(), JudgedResult.lossless("orders"));
        try (SampleFile file = SampleFile.create(directory, finishedResult.plan(), Map.of())) {
            ROWS.forEach(file::append);
        }
        UnfinishedPlan.UnfinishedSamples unfinished =
                UnfinishedPlan.find(directory, Map.of()).orElseThrow();
        Document page = Documents.page(unfinished.run(), ROWS, "measuring");

        assertThat(section(page).blocks()).hasOnlyElementsOfType(Chart.class).hasSize(3);
        assertThat(commitsPerSecond(page)).contains(90.0).isEqualTo(commitsPerSecond(Documents.page(finishedResult)));
    }

    private static SampleRow row(long second) {
        SampleRow.Cdc cdc = SecondFixtures.cdc(
                NO_DELAY, 9_000, 9_000, 450, 450, 90, 90, 0, SampleRow.Motion.FLOWING, 0L, 0, Map.of(), null);
        SampleRow.Consumer consumer = new SampleRow.Consumer(
                "orders",
                DELAY,
                SecondFixtures.values("transactions", 90, "transactionsPerSecond", 90, "behind", second));
        return new SampleRow(
                second, SampleRow.RunPart.MEASURE, 1, null, cdc, List.of(), List.of(), Map.of(), List.of(consumer));
    }

    private static Section section(Document page) {
        return page.sections().stream()
                .filter(section -> section.id().equals("consumers"))
                .findFirst()
                .orElseThrow();
    }

    private static double[] commitsPerSecond(Document page) {
        return section(page).blocks().stream()
                .filter(Chart.class::isInstance)
                .map(Chart.class::cast)
                .filter(chart -> chart.id().equals("consumers-tps"))
                .flatMap(chart -> chart.series().stream())
                .filter(series -> series.name().equals("orders"))
                .map(Series::y)
                .findFirst()
                .orElseThrow();
    }
}
