// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary.ServerFigure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeTablesTest {

    /** The run has heartbeats. */
    private static @Nullable String noteOfComparison(String metric) {
        RunResult run = RunResults.of(1_000, 0, 0.1, Verdict.Status.LOSSLESS);
        ProbeSummary probe = new ProbeSummary("log", 10, 5, 5, 5, new ServerFigure(metric, 5.0, 5, 1.0));
        RunResult runWithProbe = RunResultCopy.of(run)
                .summary(run.summary().withProbes(List.of(probe)))
                .build();
        Table figures = (Table) ProbeTables.of(runWithProbe, Detail.ESSENTIAL).get(0);
        assertThat(figures.id()).isEqualTo("own-figures");
        return figures.note();
    }

    @Test
    void numberOfTargetsHasNoUnit() {
        RunResult run = RunResults.of(1_000, 0, 0.1, Verdict.Status.LOSSLESS);
        List<ProbeSummary> probes = List.of(
                new ProbeSummary("nodes.a", 10, 4e6, 3e6, 5e6, null),
                new ProbeSummary("nodes.count", 10, 2, 1, 3, null));
        RunResult runWithProbes = RunResultCopy.of(run)
                .summary(run.summary().withProbes(probes))
                .probeUnits(Map.of("nodes", "bytes"))
                .build();
        Table means = (Table) ProbeTables.of(runWithProbes, Detail.ESSENTIAL).get(0);
        assertThat(TableTexts.row(means, 0)).containsExactly("nodes.a", "4 MB", "3 MB", "5 MB", "10");
        assertThat(TableTexts.row(means, 1)).containsExactly("nodes.count", "2", "1", "3", "10");
    }

    @ParameterizedTest
    @CsvSource({
        "cdc.bytesPerSecond, true",
        "cdc.rowsPerSecond, true",
        "cdc.delay.meanMillis, false",
        "write.transactionsPerSecond, false"
    })
    void comparisonOfStreamRatesMentionsHeartbeats(String metric, boolean hasNote) {
        String note = noteOfComparison(metric);
        assertThat(note == null ? "" : note)
                .isEqualTo(
                        hasNote
                                ? "BPS, EPS, TPS and rows/s include the tester's heartbeats, like the server's values."
                                : "");
    }
}
