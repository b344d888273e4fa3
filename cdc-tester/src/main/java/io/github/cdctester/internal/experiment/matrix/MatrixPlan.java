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
 * The plan of a matrix: each combination of setting, workload, consumer and axis value runs {@code repeats} times.
 *
 * @param consumers each cell runs one; if empty, each cell runs the consumers of the base plan
 * @param time measured time of a cell, 1 s to one day
 * @param settleTimeout maximum wait for an idle stream before a cell, at most one day; zero: no wait
 * @param recoveryTimeout maximum wait for a server that does not answer, at most one day
 * @param summaryAt axis label that the summary shows; {@code null}: {@code 32} if the axis contains it, otherwise the last value
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

    private static final int MAX_FILL_THREADS = 16;
    private static final String DEFAULT_SUMMARY_POINT = "32";
    private static final Duration MAX_DURATION = Duration.ofDays(1);

    public MatrixPlan {
        settings = List.copyOf(settings);
        workloads = List.copyOf(workloads);
        consumers = List.copyOf(consumers);
        requireUniqueNames(
                "settings", settings.stream().map(MatrixSetting::name).toList());
        requireUniqueNames(
                "workloads", workloads.stream().map(MatrixWorkload::name).toList());
        if (!consumers.isEmpty()) {
            requireUniqueNames(
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
        checkDuration("time", time, Duration.ofSeconds(1));
        checkDuration("settleTimeout", settleTimeout, Duration.ZERO);
        checkDuration("recoveryTimeout", recoveryTimeout, Duration.ZERO);
        long cells = (long) settings.size()
                * workloads.size()
                * axis.points().size()
                * Math.max(1, consumers.size())
                * repeats;
        if (cells > MAX_CELLS) {
            throw new InvalidPlanException("matrix", cells + " cells", "of at most " + MAX_CELLS);
        }
        String requestedPoint = summaryAt;
        if (requestedPoint != null
                && axis.points().stream().noneMatch(point -> point.label().equals(requestedPoint))) {
            throw new InvalidPlanException("summaryAt", requestedPoint, "one of " + axis);
        }
    }

    private static void requireUniqueNames(String property, List<String> names) {
        if (names.isEmpty()) {
            throw new InvalidPlanException(property, "empty", "a list of one or more");
        }
        Set<String> usedNames = new HashSet<>();
        for (String name : names) {
            if (!usedNames.add(name)) {
                throw new InvalidPlanException(property, name, "given once: each needs a name of its own");
            }
        }
    }

    private static void checkDuration(String property, Duration duration, Duration min) {
        if (duration.compareTo(min) < 0 || duration.compareTo(MAX_DURATION) > 0) {
            throw new InvalidPlanException(property, duration, "a duration from " + min.toSeconds() + " s to one day");
        }
    }

    /** The server's value of such a variable is not checked before the run. */
    public boolean changes(String variable) {
        return settings.stream().anyMatch(setting -> setting.changes(variable));
    }

    /** Omits each load whose tables conflict with the tables of an earlier load. */
    Plan planWithWorkloads(Plan base, Predicate<MatrixWorkload> selection) {
        int maxValue = (int) axis.points().get(axis.points().size() - 1).value();
        LoadSpec fillLoad = LoadSpec.closedLoop(Math.max(1, Math.min(MAX_FILL_THREADS, maxValue)));
        return base.loads(withoutTableConflicts(workloads.stream()
                .filter(selection)
                .map(workload -> workload.load(fillLoad))
                .toList()));
    }

    public List<NamedLoad> loads(LoadSpec load) {
        return workloads.stream().map(workload -> workload.load(load)).toList();
    }

    /** Omits each load whose tables conflict with the tables of an earlier load. */
    public static List<NamedLoad> withoutTableConflicts(List<NamedLoad> loads) {
        List<NamedLoad> compatibleLoads = new ArrayList<>();
        for (NamedLoad load : loads) {
            if (compatibleLoads.stream().noneMatch(load::needsOtherTablesThan)) {
                compatibleLoads.add(load);
            }
        }
        return compatibleLoads;
    }

    /** Returns the first workload with the same tables. Empty if these tables conflict with no other workload. */
    Optional<MatrixWorkload> tableOwner(MatrixWorkload workload) {
        NamedLoad load = workload.load(LoadSpec.closedLoop(1));
        return workloads.stream().anyMatch(other -> load.needsOtherTablesThan(other.load(load.load())))
                ? workloads.stream()
                        .filter(other -> load.sharesTablesWith(other.load(load.load()))
                                && !load.needsOtherTablesThan(other.load(load.load())))
                        .findFirst()
                : Optional.empty();
    }

    /** Returns true if some workloads need different tables with the same names. */
    public boolean createsTablesForCells() {
        return workloads.stream().anyMatch(workload -> tableOwner(workload).isPresent());
    }

    public int cellCount() {
        return settings.size() * workloads.size() * axis.points().size() * Math.max(1, consumers.size()) * repeats;
    }

    public String summaryPoint() {
        String requestedPoint = summaryAt;
        if (requestedPoint != null) {
            return requestedPoint;
        }
        List<String> labels = axis.labels();
        return labels.contains(DEFAULT_SUMMARY_POINT) ? DEFAULT_SUMMARY_POINT : labels.get(labels.size() - 1);
    }

    public record MatrixWorkload(String name, WorkloadSpec spec) {

        private static final Pattern INVALID_NAME_CHARACTERS = Pattern.compile("[^\\p{L}\\p{N}._-]+");

        /** A load's name cannot contain all characters: other characters become {@code -}. */
        NamedLoad load(LoadSpec load) {
            return NamedLoad.of(spec, load)
                    .named(INVALID_NAME_CHARACTERS.matcher(name).replaceAll("-"));
        }
    }

    /** @param name the consumer's name and the values of its settings */
    public record MatrixConsumer(String name, ConsumerSpec spec) {

        public static MatrixConsumer of(ConsumerSpec spec, Map<String, String> settings) {
            StringBuilder name = new StringBuilder(spec.name());
            settings.forEach(
                    (key, value) -> name.append(' ').append(key).append('=').append(value));
            return new MatrixConsumer(name.toString(), spec.withSettings(settings));
        }
    }
}
