// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultReportTest {

    private static final RunResult RUN_WITHOUT_FAULTS = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
    private static final List<FaultMark> FAULTS = List.of(
            new FaultMark(2.25, "cut 2s", null, "1 connection reset, new ones refused", 2_000.5, null),
            new FaultMark(5, "rotate", null, null, null, "no privilege"));

    private static RunResult runWithFaults() {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= 10; second++) {
            rows.add(PageSeconds.second(second).row());
        }
        return new RunResult(
                RUN_WITHOUT_FAULTS.schemaVersion(),
                RUN_WITHOUT_FAULTS.tool(),
                RUN_WITHOUT_FAULTS.startedAt(),
                RUN_WITHOUT_FAULTS.plan(),
                RUN_WITHOUT_FAULTS.server(),
                RUN_WITHOUT_FAULTS.clock(),
                false,
                null,
                RUN_WITHOUT_FAULTS.notes(),
                RUN_WITHOUT_FAULTS.summary(),
                RUN_WITHOUT_FAULTS.verdict(),
                RUN_WITHOUT_FAULTS.checks(),
                rows,
                List.of(),
                Map.of(),
                FAULTS,
                List.of());
    }

    @Test
    void tableAndSummaryListFaults() {
        assertThat(Formats.TABLE.text(runWithFaults()))
                .containsPattern("\ncut 2s +2.3 +2,001 +1 connection reset, new ones refused\n")
                .containsPattern("\nrotate +5.0 +- +failed: no privilege\n");
        assertThat(Formats.SUMMARY.text(runWithFaults()))
                .contains("| cut 2s | 2.3 | 2,001 | 1 connection reset, new ones refused |");
        assertThat(Formats.SUMMARY.text(RUN_WITHOUT_FAULTS)).doesNotContain("on purpose");
    }

    @Test
    void jsonContainsFaultsIfThereAreAny() {
        String json = Formats.JSON.text(runWithFaults());
        assertThat(json).contains("\"faults\"");
        assertThat(StoredResult.of("result.json", json).run().faults()).isEqualTo(FAULTS);
        String jsonWithoutFaults = Formats.JSON.text(RUN_WITHOUT_FAULTS);
        assertThat(jsonWithoutFaults).doesNotContain("\"faults\"");
        assertThat(StoredResult.of("result.json", jsonWithoutFaults).run().faults())
                .isEmpty();
    }

    @Test
    void pageShowsFaultsAsMarksAndTable() {
        Document page = Documents.page(runWithFaults());

        PageParts.assertDrawable(page);
        assertThat(page.sections()).extracting(Section::id).contains("faults");
        assertThat(Documents.page(RUN_WITHOUT_FAULTS).sections())
                .extracting(Section::id)
                .doesNotContain("faults");
        List<Mark> marks = new ArrayList<>();
        for (Section section : page.sections()) {
            for (Block block : section.blocks()) {
                if (block instanceof Chart chart) {
                    marks.addAll(chart.marks());
                }
            }
        }
        assertThat(marks).extracting(Mark::name).contains("cut 2s", "failed: rotate");
    }
}
