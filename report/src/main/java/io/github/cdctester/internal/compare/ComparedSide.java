// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.RecordedSettings;
import io.github.cdctester.internal.report.ResultPaths;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.summary.WriteSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One side of a comparison: the repeats of a run, search, sweep, matrix or plan. A step is a step of a sweep, a cell of a
 * matrix, or a phase of a plan.
 *
 * @param kind text for messages; both sides must have the same kind
 * @param axis name of the setting that changes from step to step; {@code null} without steps
 * @param steps the repeats by the step's label, in order; without steps, one entry with an empty label
 * @param labelComponents by label and component name; empty if labels have one component
 * @param runs number of runs, completed matrix cells, plans, or trials of the searches
 * @param planned number of planned runs, cells or plans; 0 for searches
 * @param digests of the contents of the result files; empty for results that are not read from files
 */
public record ComparedSide(
        String name,
        String kind,
        String workload,
        @Nullable String axis,
        Map<String, List<ComparedRun>> steps,
        Map<String, Map<String, String>> labelComponents,
        List<String> defaultValues,
        List<Map<String, String>> settings,
        int runs,
        int planned,
        Set<String> digests) {

    private static final String WHOLE_PLAN = "(all)";

    /** A probe can have a thousand series. Later series are compared only if they are named explicitly. */
    private static final int MAX_PROBE_SERIES = 20;

    private static final List<ResultValue> LOAD_VALUES = List.of(
            ResultValues.WRITE_TPS,
            ResultValues.WRITE_QPS,
            ResultValues.LATENCY.p50(),
            ResultValues.LATENCY.p95(),
            ResultValues.LATENCY.p99());

    /**
     * Treats several results as repeats.
     *
     * @param path a result file, a directory with such a file, or a directory of such directories
     * @throws InvalidPlanException if there is no result, the results differ in kind or axis, a result is a copy of another one, or
     *     the result is a comparison
     * @throws io.github.cdctester.failure.RunFailedException if a file cannot be read or is incomplete
     */
    public static ComparedSide read(String property, Path path) {
        StoredRepeats repeats = StoredRepeats.read(property, path);
        return of(property, path.toString(), repeats.results()).with(repeats.digests());
    }

    public static ComparedSide of(String property, String name, List<? extends Result> results) {
        Result first = results.get(0);
        if (first instanceof SweepResult) {
            return ofSweeps(property, name, castAll(results, SweepResult.class));
        } else if (first instanceof MatrixResult) {
            return ofMatrices(property, name, castAll(results, MatrixResult.class));
        } else if (first instanceof PlanResult) {
            return ofPlans(name, castAll(results, PlanResult.class));
        } else if (first instanceof FindMaxResult) {
            return ofSearches(name, castAll(results, FindMaxResult.class));
        } else if (first instanceof RunResult) {
            return ofRuns(name, castAll(results, RunResult.class));
        }
        throw new InvalidPlanException(property, name, "a run, sweep, matrix, plan or search, not a comparison");
    }

    private static <T extends Result> List<T> castAll(List<? extends Result> results, Class<T> kind) {
        return results.stream().map(kind::cast).toList();
    }

    public static ComparedSide ofRuns(String name, List<RunResult> runs) {
        if (runs.isEmpty()) {
            throw new InvalidPlanException(name, "empty", "one run or more");
        }
        return ofSteps(
                name,
                "a run",
                null,
                Map.of("", runs.stream().map(ComparedRun::of).toList()),
                runs,
                runs.size());
    }

    /**
     * A failed trial has no values, but its losses count. A step without a started trial is not planned, because a condition of
     * the sweep may have ended it.
     */
    public static ComparedSide ofSweeps(String property, String name, List<SweepResult> sweeps) {
        String axis = sweeps.get(0).axis();
        Map<String, List<ComparedRun>> steps = new LinkedHashMap<>();
        List<RunResult> runs = new ArrayList<>();
        int planned = 0;
        for (SweepResult sweep : sweeps) {
            requireSameAxis(property, name, "sweeps", axis, sweep.axis());
            for (Trial trial : sweep.steps()) {
                RunResult result = trial.result();
                if (result != null && trial.status() == Trial.Status.DONE) {
                    runsOfStep(steps, trial.label()).add(ComparedRun.of(result));
                    runs.add(result);
                } else if (trial.status() == Trial.Status.FAILED) {
                    runsOfStep(steps, trial.label()).add(ComparedRun.failed("", result));
                }
            }
            planned += plannedRuns(sweep);
        }
        return ofSteps(name, "a sweep over " + axis, axis, steps, runs, planned);
    }

    private static int plannedRuns(SweepResult sweep) {
        Set<Integer> startedSteps = sweep.steps().stream()
                .filter(trial -> trial.status() != Trial.Status.SKIPPED)
                .map(Trial::step)
                .collect(Collectors.toSet());
        return (int) sweep.steps().stream()
                .filter(trial -> startedSteps.contains(trial.step()))
                .count();
    }

    private static ComparedSide ofSteps(
            String name,
            String kind,
            @Nullable String axis,
            Map<String, List<ComparedRun>> steps,
            List<RunResult> runs,
            int planned) {
        Stream<String> probes = runs.stream()
                .flatMap(run -> run.summary().probes().stream())
                .map(probe -> ComparedValue.PROBES + probe.series())
                .distinct()
                .limit(MAX_PROBE_SERIES);
        return new ComparedSide(
                name,
                kind,
                runs.isEmpty() ? "" : workload(runs.get(0)),
                axis,
                steps,
                Map.of(),
                Stream.concat(ComparisonSpec.DEFAULT_VALUES.stream(), probes).toList(),
                runs.stream().map(RecordedSettings::of).toList(),
                runs.size(),
                planned,
                Set.of());
    }

    private static void requireSameAxis(String property, String name, String kind, String axis, String otherAxis) {
        if (!otherAxis.equals(axis)) {
            throw new InvalidPlanException(
                    property, name, kind + " over the same, not over " + axis + " and " + otherAxis);
        }
    }

    /** Each combination of workload, setting and value is a step. Failed cells have no values. */
    public static ComparedSide ofMatrices(String property, String name, List<MatrixResult> matrices) {
        String axis = matrices.get(0).axis();
        Map<String, List<ComparedRun>> steps = new LinkedHashMap<>();
        Map<String, Map<String, String>> components = new LinkedHashMap<>();
        int planned = 0;
        for (MatrixResult matrix : matrices) {
            requireSameAxis(property, name, "matrices", axis, matrix.axis());
            components.putAll(labelComponents(matrix));
            components.keySet().forEach(label -> runsOfStep(steps, label));
            for (CellResult cell : matrix.cells()) {
                String label = label(cell.load(), cell.setting(), cell.trial().label());
                if (cell.trial().status() == Trial.Status.DONE) {
                    runsOfStep(steps, label).add(ComparedRun.of(cell));
                } else if (cell.trial().status() == Trial.Status.FAILED) {
                    runsOfStep(steps, label).add(ComparedRun.failed(cell.workload(), null));
                }
            }
            planned += matrix.cells().size();
        }
        steps.values().removeIf(List::isEmpty);
        return new ComparedSide(
                name,
                "a matrix over " + axis,
                String.join(", ", matrices.get(0).workloads()),
                "workload, setting, " + axis,
                steps,
                components,
                List.of(ResultValues.WRITE_QPS.name()),
                matrices.stream().map(RecordedSettings::of).toList(),
                (int) steps.values().stream()
                        .flatMap(List::stream)
                        .filter(run -> !run.isFailed())
                        .count(),
                planned,
                Set.of());
    }

    /** Keeps the order of the plan, because cells are stored in random order. */
    private static Map<String, Map<String, String>> labelComponents(MatrixResult matrix) {
        Map<String, Map<String, String>> components = new LinkedHashMap<>();
        for (String workload : matrix.loads()) {
            for (MatrixResult.SettingSummary setting : matrix.settings()) {
                for (String value : matrix.values()) {
                    Map<String, String> componentsOfLabel = new LinkedHashMap<>();
                    componentsOfLabel.put("workload", workload);
                    componentsOfLabel.put("setting", setting.name());
                    componentsOfLabel.put(matrix.axis(), value);
                    components.put(label(workload, setting.name(), value), componentsOfLabel);
                }
            }
        }
        return components;
    }

    private static String label(String workload, String setting, String value) {
        return workload + ", " + setting + ", " + value;
    }

    private static List<ComparedRun> runsOfStep(Map<String, List<ComparedRun>> steps, String label) {
        return steps.computeIfAbsent(label, key -> new ArrayList<>());
    }

    /**
     * Each phase and the whole plan are steps. Only the step of the whole plan has the numbers of each load, the drain rates,
     * and the times of climbs and descents.
     */
    public static ComparedSide ofPlans(String name, List<PlanResult> plans) {
        Map<String, List<ComparedRun>> steps = new LinkedHashMap<>();
        Set<String> defaultValues = new LinkedHashSet<>(ComparisonSpec.DEFAULT_VALUES);
        for (PlanResult plan : plans) {
            Map<String, Double> climbs = PlanValues.climbs(plan.series());
            Map<String, Double> otherValues = new LinkedHashMap<>(climbs);
            otherValues.putAll(PlanValues.drainRates(plan.whole().consumers()));
            runsOfStep(steps, WHOLE_PLAN).add(ComparedRun.of(plan, otherValues, WHOLE_PLAN));
            plan.steps().forEach(phase -> runsOfStep(steps, phase.name()).add(ComparedRun.of(phase)));
            WriteSummary write = plan.whole().summary().write();
            if (write != null) {
                write.workloads()
                        .forEach(load -> LOAD_VALUES.forEach(value -> defaultValues.add(
                                ResultValues.ofLoad(load.name(), value).name())));
            }
            defaultValues.addAll(climbs.keySet());
        }
        return new ComparedSide(
                name,
                "a plan",
                ComparedSide.workload(plans.get(0).whole()),
                "phase",
                steps,
                Map.of(),
                List.copyOf(defaultValues),
                plans.stream().map(RecordedSettings::of).toList(),
                plans.size(),
                plans.size(),
                Set.of());
    }

    public static ComparedSide ofSearches(String name, List<FindMaxResult> searches) {
        return new ComparedSide(
                name,
                "a search for the highest rate",
                searches.get(0).workload(),
                null,
                Map.of("", searches.stream().map(ComparedRun::of).toList()),
                Map.of(),
                List.of(ComparedValue.HIGHEST_RATE.name()),
                searches.stream().map(RecordedSettings::of).toList(),
                searches.stream().mapToInt(search -> search.steps().size()).sum(),
                0,
                Set.of());
    }

    static String workload(RunResult run) {
        return run.plan().loads().stream().map(NamedLoad::name).collect(Collectors.joining(", "));
    }

    private ComparedSide with(Set<String> newDigests) {
        return new ComparedSide(
                name, kind, workload, axis, steps, labelComponents, defaultValues, settings, runs, planned, newDigests);
    }

    List<ComparedRun> allRuns() {
        return steps.values().stream().flatMap(List::stream).toList();
    }

    /** @return empty if the side has several runs or is not a run */
    public static List<RunResult> singleRun(Comparison comparison, String property, Path path) {
        List<Path> files = ResultPaths.repeats(property, path);
        if (comparison.axis() != null || files.size() > 1) {
            return List.of();
        }
        StoredResult storedResult = StoredResult.read(files.get(0));
        return storedResult.kind().isEmpty() ? List.of(storedResult.run()) : List.of();
    }
}
