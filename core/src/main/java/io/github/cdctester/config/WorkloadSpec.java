// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a workload. Built-in workloads are in {@code io.github.cdctester.workload}; custom workloads come
 * from a provider or a file.
 */
public interface WorkloadSpec {

    /** Lifetime of prepared tables in a sweep. */
    enum TableLife {
        /** All runs use the same tables. */
        SWEEP,
        /** Each value of the axis needs new tables. */
        STEP,
        /** Each run needs new tables. */
        RUN
    }

    /**
     * The workload as an object in the plan of result.json.
     *
     * @param key name of the object, for example {@code tpcc}; empty if the workload has no options
     * @param options fields of the object, in order: numbers, texts, booleans, lists and maps of these, or {@code null}
     */
    record DisplayedSpec(String key, Map<String, @Nullable Object> options) {}

    /**
     * Defines which transactions are new orders in the sense of TPC-C.
     *
     * @param transactionKind kind of the transactions; rolled back transactions are included
     * @param mostPerMinute upper limit of new orders per minute; {@code null} without think times
     */
    record NewOrderRate(String transactionKind, @Nullable Double mostPerMinute) {}

    /** Returns the name on the command line and in results, for example {@code oltp_insert}. */
    String name();

    /**
     * Returns the property that gives workers their own pace, which excludes an open loop.
     *
     * @return for example {@code thinkTimes}; empty if an open loop is possible
     */
    default Optional<String> ownPace() {
        return Optional.empty();
    }

    /**
     * Returns the property that requires a fixed order of transactions, which excludes several workers.
     *
     * @return for example {@code stormOnly}; empty if any number of workers is possible
     */
    default Optional<String> ordered() {
        return Optional.empty();
    }

    /**
     * Rejects a number of worker nodes that is too large for the workload.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if a node would have nothing to do
     */
    default void checkProcesses(int processes) {}

    /** Returns the number of transactions, of all workers together, after which the load ends; 0 for no limit. */
    default long transactions() {
        return 0;
    }

    /**
     * Returns true if written rows are stamped, so that changes at a consumer can be identified by their content.
     * {@code cdc_seq} is the unique number of the transaction. {@code cdc_at} is the time just before the statement, in
     * µs since the epoch on the tester's clock.
     */
    default boolean stamped() {
        return false;
    }

    /**
     * Adapts a window to the workload, so that the measured part ends after the workload's number of transactions. Only {@link
     * Window#DEFAULT} loses its time limit.
     *
     * @return a window without the default time limit, limited to the workload's number of transactions unless it already has
     *     such a limit; the same window if the workload has no number of transactions
     */
    default Window fitted(Window window) {
        if (transactions() == 0) {
            return window;
        }
        Duration measure = window.equals(Window.DEFAULT) ? Duration.ZERO : window.measure();
        long events = window.events() == 0 ? transactions() : window.events();
        return new Window(window.warmUp(), measure, events, window.drainTimeout());
    }

    /** Returns the total rate of all workers if the workload defines one, like a workload learned from traffic; else empty. */
    default Optional<Rate> rate() {
        return Optional.empty();
    }

    /** Returns the spacing of starts for {@link #rate()}. */
    default LoadSpec.Arrivals arrivals() {
        return LoadSpec.Arrivals.POISSON;
    }

    /** Returns the size of each transaction in the log in bytes; 0 if transactions have no fixed size. */
    default long transactionBytes() {
        return 0;
    }

    /** Returns true if another workload writes to the same tables, which are then created and dropped once. */
    default boolean sharesTablesWith(WorkloadSpec other) {
        return false;
    }

    /** Returns true if another workload needs different tables with the same names. */
    default boolean needsOtherTablesThan(WorkloadSpec other) {
        return false;
    }

    /**
     * Returns the properties that a sweep can change in addition to threads and rates. The values are whole numbers;
     * the names have the form of {@link io.github.cdctester.failure.InvalidPlanException#property()}.
     */
    default Set<String> sweepable() {
        return Set.of();
    }

    /**
     * Returns a copy with another value of a property, for a sweep.
     *
     * @param property one of {@link #sweepable()}
     * @throws io.github.cdctester.failure.InvalidPlanException if the value is out of range
     */
    default WorkloadSpec swept(String property, double value) {
        throw new IllegalArgumentException(name() + " has no " + property + " to sweep");
    }

    /**
     * Returns the lifetime of prepared tables in a sweep.
     *
     * @param property the property that the sweep changes, in this workload or elsewhere in the plan
     */
    default TableLife tableLife(String property) {
        return TableLife.SWEEP;
    }

    /**
     * Returns a copy that writes an additional report of the workload next to the run's result.
     *
     * @param directory the directory of the result
     */
    default WorkloadSpec keptIn(Path directory) {
        return this;
    }

    /** Returns the options for the plan in result.json, without secrets. */
    default DisplayedSpec displayed() {
        return new DisplayedSpec("", Map.of());
    }

    /**
     * Returns one-line remarks to print above the table of a result, in order. The keys are the labels of the remarks, such as
     * {@code tables}. A label has at most ten characters.
     */
    default Map<String, String> remarks() {
        return Map.of();
    }

    /** Returns the kind of transactions that are new orders in the sense of TPC-C; empty if there is none. */
    default Optional<NewOrderRate> newOrders() {
        return Optional.empty();
    }
}
