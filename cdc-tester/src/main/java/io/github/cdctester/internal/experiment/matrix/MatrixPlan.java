// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.yaml.NearNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A matrix: each setting with each workload and each consumer at each value of the axis, several times.
 *
 * @param consumers consumers of which each cell runs one; empty to run the same consumers in each cell
 * @param repeats runs of each combination, 1 to {@value #MAX_REPEATS}
 * @param seed seed for the order of the cells
 * @param time the measured time of a cell, 1 s to a day
 * @param settleTimeout how long to wait before a cell for the stream to be idle, at most a day; zero not to wait
 * @param recoveryTimeout how long to wait for a server that went away, at most a day
 * @param summaryAt value of the axis for the summary, in the user's form; {@code null} for 32 if it is a value, else the last
 */
public record MatrixPlan(
        String baseline,
        List<MatrixSetting> settings,
        SweepAxis axis,
        List<MatrixWorkload> workloads,
        List<MatrixConsumer> consumers,
        int repeats,
        long seed,
        Duration time,
        CellWarmUp warmUp,
        Duration settleTimeout,
        Duration recoveryTimeout,
        OnError onError,
        @Nullable String summaryAt) {

    public static final int MAX_REPEATS = 1_000;

    public static final int MAX_CELLS = 100_000;

    private static final int MAX_FILLERS = 16;
    private static final String USUAL_SUMMARY = "32";
    private static final Duration LONGEST = Duration.ofDays(1);

    public MatrixPlan {
        settings = List.copyOf(settings);
        workloads = List.copyOf(workloads);
        consumers = List.copyOf(consumers);
        refuseTwice("settings", settings.stream().map(MatrixSetting::name).toList());
        refuseTwice("workloads", workloads.stream().map(MatrixWorkload::name).toList());
        if (!consumers.isEmpty()) {
            refuseTwice(
                    "consumers", consumers.stream().map(MatrixConsumer::name).toList());
        }
        if (settings.stream().map(MatrixSetting::name).noneMatch(baseline::equals)) {
            throw new InvalidPlanException(
                    "baseline",
                    baseline,
                    "one of the settings "
                            + NearNames.oneOf(
                                    baseline,
                                    settings.stream().map(MatrixSetting::name).toList()));
        }
        if (!axis.parameter().equals(SweepAxis.Parameter.THREADS)
                && !axis.parameter().equals(SweepAxis.Parameter.RATE)) {
            throw new InvalidPlanException("matrix", axis.parameter().property(), "over threads or rates");
        }
        if (repeats < 1 || repeats > MAX_REPEATS) {
            throw new InvalidPlanException("repeats", repeats, "a whole number from 1 to " + MAX_REPEATS);
        }
        check("time", time, Duration.ofSeconds(1));
        check("settleTimeout", settleTimeout, Duration.ZERO);
        check("recoveryTimeout", recoveryTimeout, Duration.ZERO);
        long cells = (long) settings.size()
                * workloads.size()
                * axis.points().size()
                * Math.max(1, consumers.size())
                * repeats;
        if (cells > MAX_CELLS) {
            throw new InvalidPlanException("matrix", cells + " cells", "of at most " + MAX_CELLS);
        }
        String at = summaryAt;
        if (at != null
                && axis.points().stream().noneMatch(point -> point.label().equals(at))) {
            throw new InvalidPlanException("summaryAt", at, "one of " + axis);
        }
    }

    private static void refuseTwice(String property, List<String> names) {
        if (names.isEmpty()) {
            throw new InvalidPlanException(property, "empty", "a list of one or more");
        }
        Set<String> known = new HashSet<>();
        for (String name : names) {
            if (!known.add(name)) {
                throw new InvalidPlanException(property, name, "given once: each needs a name of its own");
            }
        }
    }

    private static void check(String property, Duration duration, Duration least) {
        if (duration.compareTo(least) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new InvalidPlanException(
                    property, duration, "a duration from " + least.toSeconds() + " s to one day");
        }
    }

    /** Returns true if one of the settings sets this variable, so that its earlier value is irrelevant. */
    public boolean changes(String variable) {
        return settings.stream().anyMatch(setting -> setting.changes(variable));
    }

    /** Returns some of the workloads as loads of one plan. Their tables can exist at the same time. */
    Plan plan(Plan base, Predicate<MatrixWorkload> which) {
        int most = (int) axis.points().get(axis.points().size() - 1).value();
        LoadSpec fillers = LoadSpec.closedLoop(Math.max(1, Math.min(MAX_FILLERS, most)));
        return base.loads(together(workloads.stream()
                .filter(which)
                .map(workload -> workload.load(fillers))
                .toList()));
    }

    /** Returns a load for each workload. */
    public List<NamedLoad> loads(LoadSpec load) {
        return workloads.stream().map(workload -> workload.load(load)).toList();
    }

    /** Returns the loads whose tables can exist at the same time as the tables of the loads before them. */
    public static List<NamedLoad> together(List<NamedLoad> loads) {
        List<NamedLoad> together = new ArrayList<>();
        for (NamedLoad load : loads) {
            if (together.stream().noneMatch(load::needsOtherTablesThan)) {
                together.add(load);
            }
        }
        return together;
    }

    /**
     * Returns the key of a workload's own tables: the first workload with the same tables. Empty if its tables can exist at the same
     * time as all others.
     */
    Optional<MatrixWorkload> ownTables(MatrixWorkload workload) {
        NamedLoad load = workload.load(LoadSpec.closedLoop(1));
        return workloads.stream().anyMatch(other -> load.needsOtherTablesThan(other.load(load.load())))
                ? workloads.stream()
                        .filter(other -> load.sharesTablesWith(other.load(load.load()))
                                && !load.needsOtherTablesThan(other.load(load.load())))
                        .findFirst()
                : Optional.empty();
    }

    /** Returns true if workloads need different tables of the same names, which are created before their cells. */
    public boolean createsTablesForCells() {
        return workloads.stream().anyMatch(workload -> ownTables(workload).isPresent());
    }

    public int cells() {
        return settings.size() * workloads.size() * axis.points().size() * Math.max(1, consumers.size()) * repeats;
    }

    public String summaryPoint() {
        String said = summaryAt;
        if (said != null) {
            return said;
        }
        List<String> labels = axis.labels();
        return labels.contains(USUAL_SUMMARY) ? USUAL_SUMMARY : labels.get(labels.size() - 1);
    }

    /**
     * A workload of a matrix.
     *
     * @param name by which tables and results know it, different from all others of the matrix
     */
    public record MatrixWorkload(String name, WorkloadSpec spec) {

        private static final Pattern NOT_OF_LOADS = Pattern.compile("[^\\p{L}\\p{N}._-]+");

        public static MatrixWorkload of(WorkloadSpec spec) {
            return new MatrixWorkload(spec.name(), spec);
        }

        /** Returns a load with this name; other characters than a load's are replaced by {@code -}. */
        NamedLoad load(LoadSpec how) {
            return NamedLoad.of(spec, how).named(NOT_OF_LOADS.matcher(name).replaceAll("-"));
        }
    }

    /**
     * A consumer of a matrix.
     *
     * @param name the consumer's name with the values of its settings, different from all others of the matrix
     */
    public record MatrixConsumer(String name, ConsumerSpec spec) {

        /** Returns the consumer with these settings. */
        public static MatrixConsumer of(ConsumerSpec spec, Map<String, String> settings) {
            StringBuilder name = new StringBuilder(spec.name());
            settings.forEach(
                    (key, value) -> name.append(' ').append(key).append('=').append(value));
            return new MatrixConsumer(name.toString(), spec.withSettings(settings));
        }
    }
}
