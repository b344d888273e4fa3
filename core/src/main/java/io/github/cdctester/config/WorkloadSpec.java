// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A workload: the traffic to write, and its properties. The built-in ones are in {@code io.github.cdctester.workload}; custom
 * workloads come from a provider or a file.
 */
public interface WorkloadSpec {

    /** For how long the tables that were made for a run serve other runs of a sweep. */
    enum TableLife {
        /** All runs write to the same tables. */
        SWEEP,
        /** Each value needs its own. */
        STEP,
        /** Each run needs newly prepared tables. */
        RUN
    }

    /**
     * The form of a workload in the plan of result.json.
     *
     * @param key the object's name there, such as {@code tpcc}; empty if the workload has no options
     * @param options its fields, in order: numbers, texts, truth values, lists and maps of these, or {@code null}
     */
    record DisplayedSpec(String key, Map<String, @Nullable Object> options) {}

    /**
     * Defines which transactions count as new orders.
     *
     * @param transactionKind the kind of the transactions; rolled back transactions count as well
     * @param mostPerMinute upper limit per minute; {@code null} if workers do not wait between transactions
     */
    record NewOrderRate(String transactionKind, @Nullable Double mostPerMinute) {}

    /** The name on the command line and in results, such as {@code oltp_insert}. */
    String name();

    /**
     * Returns the property that makes workers pace themselves, which excludes an open loop.
     *
     * @return for example {@code thinkTimes}; empty if a load may decide when transactions start
     */
    default Optional<String> ownPace() {
        return Optional.empty();
    }

    /**
     * Returns the property that requires an order of transactions, which several workers would not keep.
     *
     * @return for example {@code stormOnly}; empty if any number of workers is possible
     */
    default Optional<String> ordered() {
        return Optional.empty();
    }

    /** The number of transactions of all workers after which the load ends; 0 for no limit. */
    default long transactions() {
        return 0;
    }

    /**
     * Returns true if the rows that it writes are stamped, so that changes at a consumer can be identified by their content:
     * {@code cdc_seq} is the transaction's unique number, {@code cdc_at} the time just before the statement, in µs since the epoch
     * by the tester's clock.
     */
    default boolean stamped() {
        return false;
    }

    /**
     * Fits a window to the workload: it ends after the workload's own number of transactions. Its own time limit is kept.
     *
     * @return a copy with the number of transactions, unless it has one; without the default time limit
     */
    default Window fitted(Window given) {
        if (transactions() == 0) {
            return given;
        }
        Duration measure = given.equals(Window.DEFAULT) ? Duration.ZERO : given.measure();
        long events = given.events() == 0 ? transactions() : given.events();
        return new Window(given.warmUp(), measure, events, given.drainTimeout());
    }

    /** The rate that it was learned with, all workers together; empty if it was not learned. */
    default Optional<Rate> rate() {
        return Optional.empty();
    }

    /** How starts are spread around {@link #rate()}. */
    default LoadSpec.Arrivals arrivals() {
        return LoadSpec.Arrivals.POISSON;
    }

    /** The size of each transaction in bytes of the log; 0 if transactions are not of a given size. */
    default long transactionBytes() {
        return 0;
    }

    /** Returns true if another workload writes to the same tables, which then are made and dropped once. */
    default boolean sharesTablesWith(WorkloadSpec other) {
        return false;
    }

    /** Returns true if another workload would need other tables of the same names. */
    default boolean needsOtherTablesThan(WorkloadSpec other) {
        return false;
    }

    /**
     * The properties that a sweep can change, in addition to threads and rates: whole numbers, named as
     * {@link io.github.cdctester.failure.InvalidPlanException#property()} names them.
     */
    default Set<String> sweepable() {
        return Set.of();
    }

    /**
     * Changes a property that a sweep goes over.
     *
     * @param property one of {@link #sweepable()}
     * @throws io.github.cdctester.failure.InvalidPlanException if the value is out of range
     */
    default WorkloadSpec swept(String property, double value) {
        throw new IllegalArgumentException(name() + " has no " + property + " to sweep");
    }

    /**
     * Returns how long prepared tables can be used in a sweep.
     *
     * @param property the property that the sweep changes, of this workload or another part of the plan
     */
    default TableLife tableLife(String property) {
        return TableLife.SWEEP;
    }

    /**
     * Returns the same workload, which writes its own report next to the run's result.
     *
     * @param directory the directory of the result
     */
    default WorkloadSpec keptIn(Path directory) {
        return this;
    }

    /** The options as the plan of result.json shows them. No secrets. */
    default DisplayedSpec displayed() {
        return new DisplayedSpec("", Map.of());
    }

    /**
     * Texts of one line above the table of a result, by their label of at most ten characters, such as {@code tables};
     * in order.
     */
    default Map<String, String> remarks() {
        return Map.of();
    }

    /** The transactions that are counted as new orders, as TPC-C does; empty if there are none. */
    default Optional<NewOrderRate> newOrders() {
        return Optional.empty();
    }
}
