// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * The property that a sweep changes, and its values.
 *
 * @param parameter the property that changes
 * @param points one or more values in ascending order
 */
public record SweepAxis(Parameter parameter, List<Point> points) {

    /**
     * A property that a sweep can change.
     *
     * @param property name of the property, such as {@code threads}
     * @param workload workload with this property, such as {@code tpcc}; empty for properties of the load
     */
    public record Parameter(String property, String workload) {

        /** Number of workers of the plan's first load. */
        public static final Parameter THREADS = new Parameter("threads", "");

        /** Transactions started per second by the plan's first load. */
        public static final Parameter RATE = new Parameter("rate", "");

        /** Size of a large transaction in bytes, in all loads with the workload {@code large_transaction}. */
        public static final Parameter TRX_SIZE = new Parameter("trxSize", "large_transaction");

        /** Number of warehouses of the TPC-C-like workload, in all loads with this workload. */
        public static final Parameter WAREHOUSES = new Parameter("warehouses", "tpcc");
    }

    /**
     * A value of the parameter.
     *
     * @param value number of workers, transactions started per second, bytes, or number of warehouses
     * @param label the value in the user's form, such as {@code 0.5GB}
     */
    public record Point(double value, String label) {}

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if the list is empty, contains a value twice, is not in ascending order, or contains a
     *     fraction (allowed only for rates)
     */
    public SweepAxis {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new InvalidPlanException(parameter.property(), "empty", "a list of values with commas between");
        }
        requireAscendingValues(parameter, points);
        for (Point point : points) {
            if (!parameter.equals(Parameter.RATE) && point.value() != Math.rint(point.value())) {
                throw new InvalidPlanException(parameter.property(), labels(points), "a list of whole numbers");
            }
        }
    }

    private static void requireAscendingValues(Parameter parameter, List<Point> points) {
        TreeSet<Point> sorted = new TreeSet<>(Comparator.comparingDouble(Point::value));
        boolean hasDuplicates = false;
        boolean isUnsorted = false;
        double highestValue = Double.NEGATIVE_INFINITY;
        for (Point point : points) {
            hasDuplicates |= !sorted.add(point);
            isUnsorted |= point.value() < highestValue;
            highestValue = Math.max(highestValue, point.value());
        }
        if (hasDuplicates || isUnsorted) {
            throw new InvalidPlanException(
                    parameter.property(),
                    labels(points),
                    "a list" + (hasDuplicates ? " of different values" : "") + (isUnsorted ? " in ascending order" : "")
                            + ": " + labels(List.copyOf(sorted)));
        }
    }

    /**
     * Creates an axis over numbers of workers.
     *
     * @param threads numbers of workers, each at least 1
     */
    public static SweepAxis threads(int... threads) {
        return over(Parameter.THREADS, Arrays.stream(threads).asLongStream().toArray());
    }

    /**
     * Creates an axis over rates of an open loop.
     *
     * @param perSecond transactions started per second, each above 0
     */
    public static SweepAxis rates(double... perSecond) {
        return new SweepAxis(
                Parameter.RATE,
                DoubleStream.of(perSecond)
                        .mapToObj(rate -> new Point(rate, label(rate)))
                        .toList());
    }

    private static String label(double rate) {
        return Double.isFinite(rate)
                ? BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString()
                : String.valueOf(rate);
    }

    /**
     * Creates an axis over sizes of large transactions.
     *
     * @param bytes sizes of a transaction in the log
     */
    public static SweepAxis trxBytes(long... bytes) {
        return over(Parameter.TRX_SIZE, bytes);
    }

    /**
     * Creates an axis over scales of the TPC-C-like workload.
     *
     * @param warehouses numbers of warehouses, each at least 1
     */
    public static SweepAxis warehouses(int... warehouses) {
        return over(
                Parameter.WAREHOUSES, Arrays.stream(warehouses).asLongStream().toArray());
    }

    /** Creates an axis over whole-number values of a property. */
    public static SweepAxis over(Parameter parameter, long... values) {
        return new SweepAxis(
                parameter,
                LongStream.of(values)
                        .mapToObj(value -> new Point(value, String.valueOf(value)))
                        .toList());
    }

    /**
     * Rejects invalid values. Needs no server.
     *
     * @param loads the loads; threads and rates apply to the first load
     * @throws InvalidPlanException if a value is out of range, or no workload has the parameter
     */
    public void check(List<NamedLoad> loads) {
        if (!parameter.workload().isEmpty() && loads.stream().noneMatch(load -> isSweepable(load.workload()))) {
            throw new InvalidPlanException(
                    parameter.property(), labels(points), "left out without " + parameter.workload());
        }
        points.forEach(point -> withPoint(loads, point));
    }

    private boolean isSweepable(WorkloadSpec workload) {
        return workload.sweepable().contains(parameter.property());
    }

    /**
     * Creates the plan of each step.
     *
     * @param base a plan with a workload
     * @return one plan per value, in order
     * @throws InvalidPlanException if a value is out of range, or does not fit the plan
     */
    public List<Plan> plans(Plan base) {
        check(base.loads());
        return points.stream()
                .map(point -> base.loads(withPoint(base.loads(), point)))
                .toList();
    }

    private List<NamedLoad> withPoint(List<NamedLoad> loads, Point point) {
        List<NamedLoad> changedLoads = new ArrayList<>();
        for (NamedLoad load : loads) {
            LoadSpec spec = changedLoads.isEmpty() ? withPoint(load.load(), point) : load.load();
            changedLoads.add(load.writing(withPoint(load.workload(), point), spec));
        }
        return changedLoads;
    }

    private WorkloadSpec withPoint(WorkloadSpec workload, Point point) {
        return isSweepable(workload) ? workload.swept(parameter.property(), point.value()) : workload;
    }

    private LoadSpec withPoint(LoadSpec load, Point point) {
        LoadSpec.OpenLoop openLoop = load instanceof LoadSpec.OpenLoop paced ? paced : null;
        if (parameter.equals(Parameter.THREADS)) {
            return openLoop == null
                    ? LoadSpec.closedLoop((int) point.value())
                    : LoadSpec.openLoop((int) point.value(), openLoop.rate(), openLoop.arrivals());
        }
        return parameter.equals(Parameter.RATE)
                ? LoadSpec.openLoop(
                        load.threads(),
                        Rate.perSecond(point.value()),
                        openLoop == null ? Defaults.ARRIVALS : openLoop.arrivals())
                : load;
    }

    /** Returns the values in the user's form. */
    public List<String> labels() {
        return points.stream().map(Point::label).toList();
    }

    private static String labels(List<Point> points) {
        return points.stream().map(Point::label).collect(Collectors.joining(","));
    }

    /** Returns the values in the form of the command line: {@code 16,32,64}. */
    @Override
    public String toString() {
        return labels(points);
    }
}
