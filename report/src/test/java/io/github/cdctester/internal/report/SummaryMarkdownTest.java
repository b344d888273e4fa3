// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pull requests contain this summary. */
final class SummaryMarkdownTest {

    @Test
    void startsWithOutcomeAndFoldsDetails() {
        String text = Formats.SUMMARY.text(RunResults.of(
                1_000,
                0.5,
                0.1,
                Verdict.Status.LOSSLESS,
                List.of(
                        new Check("delay.p99>500ms", 3.0, true, "cdc.delay.p99Millis is 3 ms"),
                        new Check("a|b", 12.0, false, null))));
        assertThat(text)
                .startsWith("# oltp_insert, 1 thread, closed loop\n\nMySQL 9.7.0 at db:3306 · 10.0 s measured · ")
                .contains("\n\n**✗ 1 of 2 limits broken; nothing lost, repeated or out of order** LOSSLESS, committed"
                        + " 1,000, observed 1,000.\n\n"
                        + "| DT p50 ms | DT p99 ms | DT max ms | BPS MB/s | EPS /s | TPS /s | write TPS /s |"
                        + " write QPS /s | write latency p50 ms | write latency p99 ms |\n"
                        + "| ---: | ---: |")
                .contains("\n| delay.p99\\>500ms | cdc.delay.p99Millis is 3 ms | ✓ held |\n")
                .contains("\n| a\\|b | 12.000 | ✗ broken |\n")
                .contains("\n## Warnings\n\n- A note. It was noted during the run.\n")
                .contains("\n<details>\n<summary>All figures</summary>\n\n**DT, by ")
                .contains("\n| EPS | 504.8 | 5,000 | ")
                .contains("\n| TPS | 104.8 | 1,000 | without 100 heartbeats |\n")
                .endsWith("\n</details>\n");
    }

    @Test
    void doesNotReportUncheckedRunAsPassed() {
        assertThat(Formats.SUMMARY.text(RunResults.of(1_000, 0.5, 0.1, Verdict.Status.NOT_CHECKED)))
                .contains("\n**? Not checked for loss** NOT_CHECKED");
        assertThat(Formats.SUMMARY.text(RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS)))
                .contains("\n**✓ Nothing lost, repeated or out of order** LOSSLESS");
        assertThat(Formats.SUMMARY.text(RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOST)))
                .contains("\n**✗ 1 transaction lost** LOST 1");
    }
}
