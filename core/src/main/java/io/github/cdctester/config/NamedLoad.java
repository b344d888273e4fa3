// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * One load of a plan: a workload, its workers, and the part of the measured time in which it runs.
 *
 * <p>Two loads of a plan may write to the same tables: sysbench's workloads with the same tables, or the same workload with the
 * same options. Such tables are created and dropped once. Workers of loads with the same workload are numbered like the workers
 * of a single load.
 *
 * @param name name in results, limits and meters, unique in the plan; letters, digits, and {@code . _ -} in between
 * @param workload the workload
 * @param load the load's workers, and the start times of their transactions
 * @param start time from the start of the measured part to the start of the load. A load that starts at zero also takes part in
 *     the warm-up, unless it is a background load.
 * @param length duration of the load; zero to run until the end of the measured part. Open transactions are finished afterwards.
 * @param transactions number of measured transactions after which the load ends; 0 for no limit
 * @param background whether the load runs in the background of the other loads, for example a large transaction. A background
 *     load has no warm-up. At the end, its transactions are finished while the other loads continue.
 */
public record NamedLoad(
        String name,
        WorkloadSpec workload,
        LoadSpec load,
        Duration start,
        Duration length,
        long transactions,
        boolean background) {

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}]([\\p{L}\\p{N}._-]{0,98}[\\p{L}\\p{N}])?");

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if the name has another form, a time or the number is negative, an open loop has a workload
     *     with its own pace, or a workload that requires an order has several workers
     */
    public NamedLoad {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidPlanException("load", name, "a name of 1 to 100 letters, digits, '.', '_' and '-'");
        }
        if (start.isNegative() || length.isNegative()) {
            throw new InvalidPlanException("load", name, "with a start and a length from 0 s");
        }
        if (transactions < 0) {
            throw new InvalidPlanException("transactions", transactions, "a whole number from 0 (0: no limit)");
        }
        if (load.threads() > 1) {
            workload.ordered().ifPresent(property -> {
                throw new InvalidPlanException(
                        property,
                        "needs one worker, as several send steps in another order; "
                                + (background ? Setting.BACKGROUND_THREADS : Setting.THREADS) + " must be 1, not "
                                + load.threads());
            });
        }
        if (load instanceof LoadSpec.OpenLoop) {
            workload.ownPace().ifPresent(property -> {
                throw new InvalidPlanException(property, "on", "off with a rate: an open loop has its own schedule");
            });
        }
    }

    /**
     * Creates a load for the complete run, with the name of its workload.
     *
     * @return the load; it ends early only if its workload limits the number of transactions
     */
    public static NamedLoad of(WorkloadSpec workload, LoadSpec load) {
        return new NamedLoad(
                workload.name(), workload, load, Duration.ZERO, Duration.ZERO, workload.transactions(), false);
    }

    /** Creates a background load with the name of its workload. */
    public static NamedLoad background(WorkloadSpec workload, LoadSpec load) {
        return new NamedLoad(
                workload.name(), workload, load, Duration.ZERO, Duration.ZERO, workload.transactions(), true);
    }

    /** Returns a copy with another name. */
    public NamedLoad named(String newName) {
        return new NamedLoad(newName, workload, load, start, length, transactions, background);
    }

    /**
     * Returns a copy with another start and duration.
     *
     * @param from time from the start of the measured part to the start of the load
     * @param during duration; zero to run until the end of the measured part
     */
    public NamedLoad between(Duration from, Duration during) {
        return new NamedLoad(name, workload, load, from, during, transactions, background);
    }

    /** Returns a copy with another workload and load, for example in a sweep. */
    public NamedLoad writing(WorkloadSpec newWorkload, LoadSpec newLoad) {
        boolean usesWorkloadLimit = transactions == workload.transactions();
        return new NamedLoad(
                name,
                newWorkload,
                newLoad,
                start,
                length,
                usesWorkloadLimit ? newWorkload.transactions() : transactions,
                background);
    }

    /** Returns true if both loads write to the same tables. */
    public boolean sharesTablesWith(NamedLoad other) {
        return workload.equals(other.workload) || workload.sharesTablesWith(other.workload);
    }

    /** Returns true if both loads need different tables with the same names. */
    public boolean needsOtherTablesThan(NamedLoad other) {
        return workload.name().equals(other.workload.name()) && !sharesTablesWith(other)
                || workload.needsOtherTablesThan(other.workload);
    }

    /** Returns true if the load also runs during the warm-up. */
    public boolean warmsUp() {
        return start.isZero() && !background;
    }
}
