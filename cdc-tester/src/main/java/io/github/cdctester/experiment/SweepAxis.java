// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import io.github.cdctester.config.BackgroundLoad;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.largetx.LargeTransactionSpec;
import io.github.cdctester.workload.tpcc.TpccSpec;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * What differs from step to step of a sweep, and its values in ascending order.
 *
 * @param parameter which property of the plan
 * @param points its values, one or more, each higher than the one before
 */
public record SweepAxis(Parameter parameter, List<Point> points) {

    /** A property that a sweep can go over. */
    public enum Parameter {
        /** Workers of the plan's own load. */
        THREADS("threads"),
        /** Starts a second of the plan's own load. */
        RATE("rate"),
        /** Bytes of a large transaction, of the workload or of the background. */
        TRX_SIZE("trxSize"),
        /** The scale of the workload like TPC-C, or of such a background. */
        WAREHOUSES("warehouses");

        private final String property;

        Parameter(String property) {
            this.property = property;
        }

        /**
         * Names the property.
         *
         * @return as {@link InvalidPlanException#property()} does
         */
        public String property() {
            return property;
        }
    }

    /**
     * A value of the parameter.
     *
     * @param value workers, starts a second, bytes or warehouses
     * @param label the same as it was written, such as {@code 0.5GB}
     */
    public record Point(double value, String label) {}

    /**
     * Checks the list.
     *
     * @throws InvalidPlanException if it is empty, or has a value twice, or is not in ascending order
     */
    public SweepAxis {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new InvalidPlanException(parameter.property, "empty", "a list of values with commas between");
        }
        refuseDisorder(parameter, points);
        for (Point point : points) {
            if (parameter != Parameter.RATE && point.value() != Math.rint(point.value())) {
                throw new InvalidPlanException(parameter.property, labels(points), "a list of whole numbers");
            }
        }
    }

    private static void refuseDisorder(Parameter parameter, List<Point> points) {
        TreeSet<Point> right = new TreeSet<>(Comparator.comparingDouble(Point::value));
        boolean doubled = false;
        boolean unsorted = false;
        double highest = Double.NEGATIVE_INFINITY;
        for (Point point : points) {
            doubled |= !right.add(point);
            unsorted |= point.value() < highest;
            highest = Math.max(highest, point.value());
        }
        if (doubled || unsorted) {
            throw new InvalidPlanException(
                    parameter.property,
                    labels(points),
                    "a list" + (doubled ? " of different values" : "") + (unsorted ? " in ascending order" : "") + ": "
                            + labels(List.copyOf(right)));
        }
    }

    /**
     * Goes over numbers of workers.
     *
     * @param threads each from 1
     * @return the axis
     */
    public static SweepAxis threads(int... threads) {
        return whole(Parameter.THREADS, Arrays.stream(threads).asLongStream());
    }

    /**
     * Goes over rates of an open loop.
     *
     * @param perSecond starts a second, each above 0
     * @return the axis
     */
    public static SweepAxis rates(double... perSecond) {
        return new SweepAxis(
                Parameter.RATE,
                DoubleStream.of(perSecond)
                        .mapToObj(rate -> new Point(
                                rate,
                                BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString()))
                        .toList());
    }

    /**
     * Goes over sizes of large transactions.
     *
     * @param bytes of one in the log
     * @return the axis
     */
    public static SweepAxis trxBytes(long... bytes) {
        return whole(Parameter.TRX_SIZE, LongStream.of(bytes));
    }

    /**
     * Goes over scales of the workload like TPC-C.
     *
     * @param warehouses each from 1
     * @return the axis
     */
    public static SweepAxis warehouses(int... warehouses) {
        return whole(Parameter.WAREHOUSES, Arrays.stream(warehouses).asLongStream());
    }

    private static SweepAxis whole(Parameter parameter, LongStream values) {
        return new SweepAxis(
                parameter,
                values.mapToObj(value -> new Point(value, String.valueOf(value)))
                        .toList());
    }

    /**
     * Refuses what cannot be swept, before there is a server.
     *
     * @param workload the plan's own workload
     * @param load its load
     * @param background what is written beside it
     * @throws InvalidPlanException if a value is out of range, or nothing that is written has the parameter
     */
    public void check(WorkloadSpec workload, LoadSpec load, Optional<BackgroundLoad> background) {
        boolean has = switch (parameter) {
            case THREADS, RATE -> true;
            case TRX_SIZE -> isWritten(LargeTransactionSpec.class, workload, background);
            case WAREHOUSES -> isWritten(TpccSpec.class, workload, background);
        };
        if (!has) {
            throw new InvalidPlanException(
                    parameter.property,
                    labels(points),
                    "left out where no " + (parameter == Parameter.TRX_SIZE ? LargeTransactionSpec.NAME : TpccSpec.NAME)
                            + " is written");
        }
        for (Point point : points) {
            changed(workload, point);
            changed(load, point);
            background.ifPresent(beside -> changed(beside.workload(), point));
        }
    }

    private static boolean isWritten(
            Class<? extends WorkloadSpec> kind, WorkloadSpec workload, Optional<BackgroundLoad> background) {
        return kind.isInstance(workload)
                || background
                        .map(BackgroundLoad::workload)
                        .filter(kind::isInstance)
                        .isPresent();
    }

    /**
     * Makes the plan of each step.
     *
     * @param base a plan with a workload
     * @return the same plan with each of the values, in order
     * @throws InvalidPlanException if a value is out of range, or does not fit the plan
     */
    List<Plan> plans(Plan base) {
        WorkloadSpec workload = base.workload().orElseThrow();
        check(workload, base.load(), base.background());
        return points.stream()
                .map(point -> new Plan(
                        base.endpoint(),
                        Optional.of(changed(workload, point)),
                        changed(base.load(), point),
                        base.ignoredErrors(),
                        base.window(),
                        base.subscriber(),
                        base.verification(),
                        base.background()
                                .map(beside -> new BackgroundLoad(changed(beside.workload(), point), beside.load())),
                        base.replay()))
                .toList();
    }

    private WorkloadSpec changed(WorkloadSpec workload, Point point) {
        if (parameter == Parameter.TRX_SIZE && workload instanceof LargeTransactionSpec large) {
            return large.trxBytes((long) point.value());
        }
        return parameter == Parameter.WAREHOUSES && workload instanceof TpccSpec tpcc
                ? new TpccSpec((int) point.value(), tpcc.mix(), tpcc.thinkTimes(), tpcc.randSeed())
                : workload;
    }

    private LoadSpec changed(LoadSpec load, Point point) {
        LoadSpec.OpenLoop open = load instanceof LoadSpec.OpenLoop paced ? paced : null;
        return switch (parameter) {
            case THREADS ->
                open == null
                        ? LoadSpec.closedLoop((int) point.value())
                        : LoadSpec.openLoop((int) point.value(), open.rate(), open.arrivals());
            case RATE ->
                LoadSpec.openLoop(
                        load.threads(),
                        Rate.perSecond(point.value()),
                        open == null ? Defaults.ARRIVALS : open.arrivals());
            case TRX_SIZE, WAREHOUSES -> load;
        };
    }

    private static String labels(List<Point> points) {
        return points.stream().map(Point::label).collect(Collectors.joining(","));
    }

    /** As the command line takes it: {@code 16,32,64}. */
    @Override
    public String toString() {
        return labels(points);
    }
}
