// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The result of one phase of a plan with two loads. */
class PhasePageTest {

    private static final Plan PLAN = Plan.of(
            Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", ""),
            new Window(Duration.ZERO, Duration.ofSeconds(20), 0, Duration.ofSeconds(30)),
            List.of(load("main", 4), load("late", 1)));

    private static NamedLoad load(String name, int threads) {
        return NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(threads)).named(name);
    }

    private static PhaseSpan span(PhaseSpan.PhaseType kind, List<String> loads) {
        return new PhaseSpan("phase", kind, 0, 10, 1, 10, loads, "10 s", null, List.of());
    }

    private static List<String> lines(PhaseSpan... spans) {
        RunResult run = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        return Formats.TABLE
                .text(PageSeconds.with(run, PLAN, run.server(), run.summary(), List.of(), List.of(), List.of(spans)))
                .lines()
                .toList();
    }

    @Test
    void namesOnlyLoadsOfPhase() {
        List<String> lines = lines(span(PhaseSpan.PhaseType.LOADS, List.of("late")));
        assertThat(lines.get(0)).isEqualTo("late, 1 thread, closed loop");
        assertThat(lines).noneMatch(line -> line.contains("main"));
    }

    @Test
    void namesAllLoadsOfPhase() {
        assertThat(lines(span(PhaseSpan.PhaseType.LOADS, List.of("main", "late")))
                        .get(0))
                .isEqualTo("main (oltp_insert, 4 threads), late (oltp_insert, 1 thread)");
    }

    @Test
    void namesNoLoadOfPhaseWithoutLoads() {
        List<String> lines = lines(span(PhaseSpan.PhaseType.OBSERVE, List.of()));
        assertThat(lines.get(0)).isEqualTo("The stream of db:3306");
        assertThat(lines).anyMatch(line -> line.matches("load +none in this phase"));
    }

    @Test
    void wholePlanHasNoBackground() {
        assertThat(lines(
                                span(PhaseSpan.PhaseType.LOADS, List.of("main")),
                                span(PhaseSpan.PhaseType.LOADS, List.of("late")))
                        .get(0))
                .isEqualTo("main (oltp_insert, 4 threads), late (oltp_insert, 1 thread)");
    }
}
