// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.result.Check;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import java.sql.SQLException;
import java.util.List;

/** A workload's consistency conditions, as checks of the result. */
public final class ConsistencyCheck {

    private final ConsistentWorkload workload;

    private ConsistencyCheck(ConsistentWorkload workload) {
        this.workload = workload;
    }

    /**
     * Finds out whether a workload has consistency conditions.
     *
     * @param workload the workload
     * @return its conditions
     * @throws InvalidPlanException if it has none
     */
    public static ConsistencyCheck of(Workload workload) {
        if (workload instanceof ConsistentWorkload consistent) {
            return new ConsistencyCheck(consistent);
        }
        throw new InvalidPlanException(
                "workload",
                workload.name(),
                "tpcc, transfer, or one of your own with checks, where consistency is to be checked");
    }

    /**
     * Asks the server whether the conditions hold.
     *
     * @param target the server
     * @param threads how many parts of the tables may be looked at at once
     * @param stop raised when somebody wants it to end early
     * @param moment whether the tables are fresh
     * @return each condition with what was found
     * @throws RunFailedException if the server refuses a statement, or it was stopped
     */
    public List<Check> ask(WriteTarget target, int threads, StopSignal stop, Condition.Moment moment) {
        try (ConnectionPool pool = target.openPool(threads)) {
            Preparation work = new Preparation(pool, threads, stop, Preparation.Progress.SILENT);
            String when = moment == Condition.Moment.AFTER_LOAD ? " after the load: " : " after the run: ";
            return workload.conditions(work, moment).stream()
                    .map(condition -> new Check(
                            condition.name() + when + condition.statement(),
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
