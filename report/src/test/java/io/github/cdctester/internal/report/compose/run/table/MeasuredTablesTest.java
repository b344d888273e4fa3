// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.DurationSummary;
import org.junit.jupiter.api.Test;

class MeasuredTablesTest {

    private static final RunResult RUN = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);

    @Test
    void delaysOfDividedLogCountParts() {
        DurationSummary delay = RUN.summary().stream().delay();
        assertThat(MeasuredTables.delays(delay, RUN, false).title()).endsWith(" of 1,000 transactions");
        assertThat(MeasuredTables.delays(delay, RUN, true).title()).endsWith(" of 1,000 transaction parts");
    }
}
