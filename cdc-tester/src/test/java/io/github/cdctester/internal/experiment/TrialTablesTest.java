// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.Check;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A sweep creates tables only if a step needs new ones. */
final class TrialTablesTest {

    private final Recorder recorder = new Recorder();

    @Test
    void createsTablesOnceIfStepsShareData() {
        sweep(Sysbench.oltpInsert(), SweepAxis.threads(1, 2), true, true);
        assertThat(recorder.calls).containsExactly("make 1", "drop 1");
    }

    @Test
    void createsTablesPerStepIfDataDiffers() {
        sweep(Tpcc.warehouses(1), SweepAxis.warehouses(3, 4), true, true);
        assertThat(recorder.calls).containsExactly("make 3", "drop 3", "make 4", "drop 4");
    }

    @Test
    void createsTablesPerRunIfRowsAreUsedUp() {
        sweep(LargeTransactions.insert().kind(LargeTransactions.RowChange.DELETE), SweepAxis.threads(1, 2), true, true);
        assertThat(recorder.calls)
                .containsExactly("make 1", "drop 1", "make 1", "drop 1", "make 2", "drop 2", "make 2", "drop 2");
    }

    @Test
    void keepsLastTablesIfCleanupIsOff() {
        sweep(Tpcc.warehouses(1), SweepAxis.warehouses(3, 4), true, false);
        assertThat(recorder.calls).containsExactly("make 3", "drop 3", "make 4");
    }

    @Test
    void checksExistingTablesAndDropsThemAtEnd() {
        sweep(Sysbench.oltpInsert(), SweepAxis.threads(1, 2), false, true);
        assertThat(recorder.calls).containsExactly("refuse 1", "drop 1");
        recorder.calls.clear();
        sweep(Sysbench.oltpInsert(), SweepAxis.threads(1, 2), false, false);
        assertThat(recorder.calls).isEmpty();
    }

    @Test
    void retriesFailedCreationAndDropsNothing() {
        SweepPlan plan = plan(SweepAxis.threads(1, 2));
        RunSettings settings = settings(Sysbench.oltpInsert(), true, true);
        TrialTables tables = TrialTables.forAxis(plan.axis(), settings, recorder);
        List<PlannedTrial> trials = Sweep.trials(plan, settings.plan());
        recorder.failsCalls = true;
        assertThatThrownBy(() -> tables.createTablesFor(trials.get(0))).hasMessage("no");
        assertThat(tables.close()).isEmpty();
        recorder.failsCalls = false;
        assertThat(tables.createTablesFor(trials.get(2))).isTrue();
        assertThat(tables.createTablesFor(trials.get(3))).isFalse();
        recorder.failsCalls = true;
        assertThat(tables.close())
                .hasValueSatisfying(failure -> assertThat(failure).hasMessage("not everything was removed: no"));
    }

    @Test
    void dropsSharedTablesIfTablesOfTrialRemain() {
        RunSettings settings = settings(Tpcc.warehouses(1), true, true);
        TrialTables tables = new TrialTables(settings, recorder, settings.plan(), trial -> Optional.of(trial.number()));
        tables.createSharedTables(settings.plan());
        tables.createTablesFor(
                Sweep.trials(plan(SweepAxis.warehouses(3)), settings.plan()).get(0));
        recorder.failingCall = "drop 3";
        assertThat(tables.close()).isPresent();
        assertThat(recorder.calls).containsExactly("make 1", "make 3", "drop 1");
    }

    @Test
    void numbersDirectoriesByStepAndRun() {
        assertThat(Sweep.trials(
                        plan(SweepAxis.threads(1, 2)),
                        settings(Sysbench.oltpInsert(), false, false).plan()))
                .extracting(PlannedTrial::folder)
                .containsExactly("step-01/repeat-1", "step-01/repeat-2", "step-02/repeat-1", "step-02/repeat-2");
    }

    private void sweep(WorkloadSpec workload, SweepAxis axis, boolean shouldPrepare, boolean shouldCleanUp) {
        SweepPlan plan = plan(axis);
        RunSettings settings = settings(workload, shouldPrepare, shouldCleanUp);
        TrialTables tables = TrialTables.forAxis(axis, settings, recorder);
        tables.rejectForeignTables();
        Sweep.trials(plan, settings.plan()).forEach(tables::createTablesFor);
        assertThat(tables.close()).isEmpty();
    }

    private static SweepPlan plan(SweepAxis axis) {
        return new SweepPlan(axis, 2, List.of(), OnError.CONTINUE, Duration.ZERO);
    }

    private static RunSettings settings(WorkloadSpec workload, boolean shouldPrepare, boolean shouldCleanUp) {
        return RunSettings.of(
                RunResults.plan(workload, LoadSpec.closedLoop(1)),
                new TablePolicy(shouldPrepare, shouldCleanUp, false, false),
                new RunListener() {},
                new StopSignal());
    }

    private static final class Recorder implements StepTables {
        private final List<String> calls = new ArrayList<>();
        private boolean failsCalls;
        private String failingCall = "";

        @Override
        public List<Check> createTables(Plan plan) {
            return call("make", plan);
        }

        @Override
        public void drop(Plan plan) {
            call("drop", plan);
        }

        @Override
        public void rejectForeignTables(Plan plan) {
            call("refuse", plan);
        }

        private List<Check> call(String description, Plan plan) {
            int size = plan.loads().get(0).workload() instanceof Tpcc tpcc
                    ? tpcc.warehouses()
                    : plan.loads().get(0).load().threads();
            String call = description + " " + size;
            if (failsCalls || call.equals(failingCall)) {
                throw new RunFailedException("no");
            }
            calls.add(call);
            return List.of();
        }
    }
}
