// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ActionsNotStartedTest {

    private static final String PHASE = "rest";

    private static final Duration LATE_TIME = Duration.ofHours(1);

    private final List<ActionMark> reportedMarks = new ArrayList<>();

    private final ExperimentListener listener = new ExperimentListener() {
        @Override
        public void actionEnded(ActionMark action) {
            reportedMarks.add(action);
        }
    };

    private static TimedAction sql(Optional<String> afterLoad, String statement) {
        return new TimedAction(PHASE, afterLoad, LATE_TIME, new TimedAction.Sql(statement));
    }

    private PlanResult run(List<TimedAction> actions) {
        PlannedRun run = new PlannedRun(
                RunSettings.of(
                        RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                        new TablePolicy(false, false, false, false),
                        listener,
                        new StopSignal()),
                new LoadWorkloads());
        Scenario scenario = new Scenario(
                "plan.yaml",
                "",
                List.of(),
                List.of(new PlannedPhase.Observe(PHASE, LATE_TIME, Optional.empty())),
                List.of(),
                List.of(),
                actions,
                List.of());
        return new PhasedRun(scenario, run, Optional::empty, Optional.empty(), (plannedRun, onPhasesCompleted) -> {
                    plannedRun.settings().listener().phaseBegins(PHASE);
                    return RunResults.of(10, 0, 0.1, Verdict.Status.LOSSLESS);
                })
                .run();
    }

    @Test
    void resultNamesEachActionThatDidNotStart() {
        PlanResult result = run(List.of(
                sql(Optional.of("never"), "SELECT 1"),
                sql(Optional.empty(), "SELECT 2"),
                sql(Optional.empty(), "SELECT 3"),
                new TimedAction(
                        PHASE, Optional.empty(), LATE_TIME, new TimedAction.Inject(Fault.cut(Duration.ofSeconds(2))))));

        assertThat(result.interrupted()).isFalse();
        assertThat(result.failure()).isNull();
        assertThat(result.actions())
                .isEqualTo(reportedMarks)
                .extracting(ActionMark::text)
                .containsExactly("SELECT 2", "SELECT 3", "cut 2s", "SELECT 1");
        assertThat(result.actions()).allSatisfy(mark -> {
            assertThat(mark.failure()).isEqualTo("the plan ended before");
            assertThat(mark.millis()).isNull();
        });
        assertThat(result.actions().get(3).second()).isBetween(0.0, 60.0);
        assertThat(result.whole().notes())
                .contains(Note.of(
                        Code.ACTIONS_NOT_STARTED,
                        "count",
                        4,
                        "actions",
                        List.of("SELECT 2", "SELECT 3", "cut 2s"),
                        "more",
                        1));
        assertThat(Formats.JUNIT.text(result))
                .as("exit code 0, so the actions are no failures")
                .contains("<skipped message=\"the plan ended before\"")
                .doesNotContain("<failure");
    }

    @Test
    void planWithoutActionsHasNoNote() {
        assertThat(run(List.of()).whole().notes()).extracting(Note::code).doesNotContain(Code.ACTIONS_NOT_STARTED);
    }
}
