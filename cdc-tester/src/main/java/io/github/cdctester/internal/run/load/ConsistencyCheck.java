// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.result.Check;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Evaluates the consistency conditions of workloads. */
public record ConsistencyCheck(List<ConsistentWorkload> workloads) {

    /** @throws InvalidPlanException if no workload has conditions */
    public static ConsistencyCheck of(List<NamedLoad> loads, LoadWorkloads loadWorkloads) {
        List<Workload> distinctWorkloads = loads.stream()
                .map(load -> loadWorkloads.of(load.workload()))
                .distinct()
                .toList();
        List<ConsistentWorkload> consistentWorkloads = distinctWorkloads.stream()
                .filter(ConsistentWorkload.class::isInstance)
                .map(ConsistentWorkload.class::cast)
                .toList();
        if (consistentWorkloads.isEmpty()) {
            throw new InvalidPlanException(
                    "workload",
                    distinctWorkloads.stream().map(Workload::name).collect(Collectors.joining(", ")),
                    "tpcc, transfer, or a workload of your own with checks, to check consistency");
        }
        return new ConsistencyCheck(consistentWorkloads);
    }

    public List<Check> check(WriteTarget target, int threads, StopSignal stop, Condition.Moment moment) {
        return workloads.stream()
                .flatMap(workload -> check(workload, target, threads, stop, moment).stream())
                .toList();
    }

    private static List<Check> check(
            ConsistentWorkload workload, WriteTarget target, int threads, StopSignal stop, Condition.Moment moment) {
        try (ConnectionPool pool = target.openPool(threads)) {
            Preparation preparation = new Preparation(pool, threads, stop, Preparation.Progress.SILENT);
            String momentText = moment == Condition.Moment.AFTER_LOAD ? " after the load: " : " after the run: ";
            return workload.conditions(preparation, moment).stream()
                    .map(condition -> new Check(
                            condition.name() + momentText + condition.statement(),
                            (double) condition.violations(),
                            condition.holds(),
                            condition.offender().orElse(null)))
                    .toList();
        } catch (SQLException e) {
            throw target.failed("checking the consistency of " + workload.name() + " on " + target.address(), e);
        } catch (InterruptedException e) {
            if (!stop.isRaised()) {
                Thread.currentThread().interrupt();
            }
            throw new RunFailedException("stopped while checking the consistency", e);
        }
    }
}
