// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * One load of a plan: its workload, its start times, and its part of the measured time.
 *
 * <p>Two loads of a plan may write to the same tables: sysbench's workloads with the same tables, and the same workload with the
 * same options. Such tables are made and dropped once. The workers of loads with the same workload are numbered on, as if they were
 * of one load.
 *
 * @param name unique in the plan, used in results, limits and meters; letters, digits, and {@code . _ -} in between
 * @param workload the workload
 * @param load how its transactions are started, by its own workers
 * @param start how long after the beginning of the measured part it begins. A load that begins with it makes the warm-up as well,
 *     unless it is in the background
 * @param length how long it writes; zero until the end of the measured part. Then the transactions under way are finished
 * @param transactions after how many measured ones it ends; 0 for no limit
 * @param background whether it runs in the background of the others, such as a large transaction: it is not in the warm-up, and
 *     when the time is up, its transactions are finished while the others continue
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
     * @throws InvalidPlanException if the name has another form, a time or the number is negative, workers that pace
     *     themselves meet an open loop, or several have an order to keep
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
                throw new InvalidPlanException(
                        property, "on", "off where a rate is given: an open loop has its own schedule");
            });
        }
    }

    /**
     * A load for the whole run, named after its workload.
     *
     * @return the load, which ends by itself only if its workload has a number of transactions of its own
     */
    public static NamedLoad of(WorkloadSpec workload, LoadSpec load) {
        return new NamedLoad(
                workload.name(), workload, load, Duration.ZERO, Duration.ZERO, workload.transactions(), false);
    }

    /** A load in the background of the others, named after its workload. */
    public static NamedLoad background(WorkloadSpec workload, LoadSpec load) {
        return new NamedLoad(
                workload.name(), workload, load, Duration.ZERO, Duration.ZERO, workload.transactions(), true);
    }

    /** Changes the name. */
    public NamedLoad named(String other) {
        return new NamedLoad(other, workload, load, start, length, transactions, background);
    }

    /**
     * Sets when it writes.
     *
     * @param from how long after the beginning of the measured part it begins
     * @param during for how long it writes; zero until the end of the measured part
     */
    public NamedLoad between(Duration from, Duration during) {
        return new NamedLoad(name, workload, load, from, during, transactions, background);
    }

    /** Replaces workload and load, for example in a sweep. */
    public NamedLoad writing(WorkloadSpec what, LoadSpec how) {
        boolean own = transactions == workload.transactions();
        return new NamedLoad(name, what, how, start, length, own ? what.transactions() : transactions, background);
    }

    /** Returns true if it writes to the same tables as another one. */
    public boolean sharesTablesWith(NamedLoad other) {
        return workload.equals(other.workload) || workload.sharesTablesWith(other.workload);
    }

    /** Returns true if both loads need different tables of the same names. */
    public boolean needsOtherTablesThan(NamedLoad other) {
        return workload.name().equals(other.workload.name()) && !sharesTablesWith(other)
                || workload.needsOtherTablesThan(other.workload);
    }

    /** Returns true if it makes the warm-up as well. */
    public boolean warmsUp() {
        return start.isZero() && !background;
    }
}
