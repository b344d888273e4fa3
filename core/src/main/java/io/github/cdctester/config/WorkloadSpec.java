// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What traffic to write, and its properties for running, sweeping and showing it. The built-in ones are in
 * {@code io.github.cdctester.workload}; your own come from a provider or a file.
 */
public interface WorkloadSpec {

    /** For how long the tables that were made for a run serve other runs of a sweep. */
    enum TableLife {
        /** All runs write to the same. */
        SWEEP,
        /** Each value needs its own. */
        STEP,
        /** A run uses up what was prepared. */
        RUN
    }

    /**
     * How a workload is shown in the plan of result.json.
     *
     * @param key the object's name there, such as {@code tpcc}; empty where the workload's name says it all
     * @param options its fields, in order: numbers, texts, truth values, lists and maps of these, or {@code null}
     */
    record Shown(String key, Map<String, @Nullable Object> options) {}

    /**
     * What is counted as a new order.
     *
     * @param transactionKind the kind of the transactions; each that was rolled back is one of it
     * @param mostPerMinute how many there can be a minute; {@code null} where workers do not wait in between
     */
    record NewOrderRate(String transactionKind, @Nullable Double mostPerMinute) {}

    /** The name on the command line and in results, such as {@code oltp_insert}. */
    String name();

    /**
     * Whether workers pace themselves, so that an open loop cannot.
     *
     * @return the property that makes them, such as {@code thinkTimes}; empty where a load may say when transactions start
     */
    default Optional<String> ownPace() {
        return Optional.empty();
    }

    /**
     * Whether its transactions are to be sent in a given order, which several workers would not keep.
     *
     * @return the property that requests it, such as {@code stormOnly}; empty where any number of workers will do
     */
    default Optional<String> ordered() {
        return Optional.empty();
    }

    /** The number of transactions after which the load ends, all workers together; 0 for no limit of its own. */
    default long transactions() {
        return 0;
    }

    /**
     * Returns true if the rows that it writes are stamped, so that a consumer can name the changes that it sees by what is in them: {@code
     * cdc_seq} is a number of the transaction's own, {@code cdc_at} the time just before the statement, in µs since the epoch by the
     * tester's clock.
     */
    default boolean stamped() {
        return false;
    }

    /**
     * Fits a window to the workload: it ends after the workload's own number of transactions. A time limit of its own stays.
     *
     * @return the same with the number of transactions, unless it has one already; without the default's time limit
     */
    default Window fitted(Window given) {
        if (transactions() == 0) {
            return given;
        }
        Duration measure = given.equals(Window.DEFAULT) ? Duration.ZERO : given.measure();
        long events = given.events() == 0 ? transactions() : given.events();
        return new Window(given.warmUp(), measure, events, given.drainTimeout());
    }

    /** The rate that it was learned with, all workers together; empty where it was not learned. */
    default Optional<Rate> rate() {
        return Optional.empty();
    }

    /** How starts are spread around {@link #rate()}. */
    default LoadSpec.Arrivals arrivals() {
        return LoadSpec.Arrivals.POISSON;
    }

    /** The size of each transaction in bytes of the log; 0 where transactions are not of a given size. */
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
     * The properties that a sweep can go over beside threads and rates: whole numbers, named as {@link
     * io.github.cdctester.failure.InvalidPlanException#property()} names them.
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
     * Tells for how long tables serve in a sweep.
     *
     * @param property what the sweep goes over, of this workload or of something else
     */
    default TableLife tableLife(String property) {
        return TableLife.SWEEP;
    }

    /**
     * The same workload, with what it has to say of itself written beside the run's result.
     *
     * @param directory that of the result
     */
    default WorkloadSpec keptIn(Path directory) {
        return this;
    }

    /** The options as the plan of result.json shows them. No secrets. */
    default Shown shown() {
        return new Shown("", Map.of());
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
