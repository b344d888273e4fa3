// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.run.load.ConsistencyCheck;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.result.Check;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.Condition;
import io.github.cdctester.workload.Workload;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables that a plan's workloads write to, outside of a run.
 *
 * @param plan a plan with a workload
 * @param listener who is told how it goes
 * @param stop raised when somebody wants it to end early
 */
public record PlannedTables(Plan plan, RunListener listener, StopSignal stop) {

    public List<Check> make(boolean checkConsistency) {
        Workload wanted = Workloads.of(plan.workload().orElseThrow());
        int threads = plan.load().threads();
        if (checkConsistency) {
            ConsistencyCheck.of(wanted); // or it fails, before anything is made
        }
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            target.loginNote().ifPresent(listener::note);
            target.prepare(wanted, threads, stop, listener);
            plan.ownTablesBeside()
                    .ifPresent(beside -> target.prepareBeside(
                            List.of(wanted),
                            Workloads.of(beside.workload()),
                            beside.load().threads(),
                            stop,
                            listener));
            return checkConsistency
                    ? ConsistencyCheck.of(wanted).ask(target, threads, stop, Condition.Moment.AFTER_LOAD)
                    : List.of();
        }
    }

    public int drop(boolean foreignToo) {
        // one that was raised before has ended what came before: that is cleaned up after
        StopSignal meanwhile = stop.isRaised() ? new StopSignal() : stop;
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            target.loginNote().ifPresent(listener::note);
            List<Workload> wanted = workloads();
            wanted.forEach(foreignToo ? target::refuseToDropViews : target::refuseToDropForeign);
            return wanted.stream()
                    .mapToInt(workload -> target.cleanup(workload, meanwhile))
                    .sum();
        }
    }

    public void refuseToDropForeign() {
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            target.loginNote().ifPresent(listener::note);
            workloads().forEach(target::refuseToDropForeign);
        }
    }

    List<String> foreign(boolean inWholeSchema) {
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            // the server may know the account from here on, so that no later login has anything to say
            target.loginNote().ifPresent(listener::note);
            return workloads().stream()
                    .flatMap(workload -> target.strangers(workload, inWholeSchema).stream())
                    .distinct()
                    .toList();
        }
    }

    private List<Workload> workloads() {
        return Stream.concat(
                        plan.workload().stream(),
                        plan.ownTablesBeside().stream().map(beside -> beside.workload()))
                .map(Workloads::of)
                .toList();
    }
}
