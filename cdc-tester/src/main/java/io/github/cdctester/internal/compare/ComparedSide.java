// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.RecordedSettings;
import io.github.cdctester.internal.report.ResultPlaces;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One of the two that are compared: repeats of a run, of each step of a sweep, of each cell of a matrix, of a plan with its phases,
 * or of a search for the highest rate.
 *
 * @param name what it is called
 * @param kind what it is, for a message: only what is of one kind is compared
 * @param axis what differs from step to step; {@code null} where there are no steps
 * @param steps the repeats by the step's label, in order; where there are no steps, the label is empty
 * @param parts of each step's label, by the label; empty where it has one
 * @param usual the names of the values that are compared unless somebody names others
 * @param settings what each was made with, by name
 * @param runs how many runs there are in all
 * @param planned how many runs there were to be
 */
public record ComparedSide(
        String name,
        String kind,
        @Nullable String axis,
        Map<String, List<ComparedRun>> steps,
        Map<String, Map<String, String>> parts,
        List<String> usual,
        List<Map<String, String>> settings,
        int runs,
        int planned) {

    /**
     * Reads a side.
     *
     * @param path a result.json or the file of another kind of result, a directory that has one, or a directory of such directories,
     *     which are repeats
     * @throws InvalidPlanException if there is none, there are several kinds, or it is a comparison
     * @throws io.github.cdctester.failure.RunFailedException if a file cannot be read or is no whole result
     */
    public static ComparedSide read(String property, Path path) {
        List<StoredResult> stored = ResultPlaces.all(property, path).stream()
                .map(StoredResult::read)
                .toList();
        String name = path.toString();
        StoredResult first = stored.get(0);
        for (StoredResult other : stored) {
            if (other.is(Comparison.class)) {
                throw new InvalidPlanException(property, name, "what was measured, not a comparison");
            }
            if (!other.kind().equals(first.kind())) {
                throw new InvalidPlanException(
                        property,
                        path,
                        "a directory of results of one kind, not of "
                                + stored.stream()
                                        .map(one -> one.kind().isEmpty() ? "run" : one.kind())
                                        .collect(Collectors.toCollection(TreeSet::new))
                                        .stream()
                                        .collect(Collectors.joining(" and ")));
            }
        }
        if (first.is(SweepResult.class)) {
            return ofSweeps(
                    property,
                    name,
                    stored.stream().map(one -> one.as(SweepResult.class)).toList());
        }
        if (first.is(MatrixResult.class)) {
            return ofMatrices(
                    property,
                    name,
                    stored.stream().map(one -> one.as(MatrixResult.class)).toList());
        }
        if (first.is(PlanResult.class)) {
            return ofPlans(
                    name, stored.stream().map(one -> one.as(PlanResult.class)).toList());
        }
        return first.is(FindMaxResult.class)
                ? ofSearches(
                        name,
                        stored.stream().map(one -> one.as(FindMaxResult.class)).toList())
                : ofRuns(name, stored.stream().map(StoredResult::run).toList());
    }

    /** Takes runs for repeats of one. Throws {@code InvalidPlanException} if there is none. */
    public static ComparedSide ofRuns(String name, List<RunResult> runs) {
        if (runs.isEmpty()) {
            throw new InvalidPlanException(name, "empty", "one run or more");
        }
        return ofSteps(
                name,
                "a run",
                null,
                Map.of("", runs.stream().<ComparedRun>map(ComparedResult::new).toList()),
                runs);
    }

    /**
     * Takes sweeps for repeats of one. Of a step, only runs that were done count.
     *
     * @throws InvalidPlanException if they are not over the same
     */
    public static ComparedSide ofSweeps(String property, String name, List<SweepResult> sweeps) {
        String axis = sweeps.get(0).axis();
        Map<String, List<ComparedRun>> steps = new LinkedHashMap<>();
        List<RunResult> runs = new ArrayList<>();
        for (SweepResult sweep : sweeps) {
            if (!sweep.axis().equals(axis)) {
                throw new InvalidPlanException(
                        property, name, "sweeps over the same, not over " + axis + " and " + sweep.axis());
            }
            for (StepResult step : sweep.steps()) {
                RunResult result = step.result();
                if (result != null && step.status() == StepResult.Status.DONE) {
                    steps.computeIfAbsent(step.label(), any -> new ArrayList<>())
                            .add(new ComparedResult(result));
                    runs.add(result);
                }
            }
        }
        return ofSteps(name, "a sweep over " + axis, axis, steps, runs);
    }

    private static ComparedSide ofSteps(
            String name,
            String kind,
            @Nullable String axis,
            Map<String, List<ComparedRun>> steps,
            List<RunResult> runs) {
        return new ComparedSide(
                name,
                kind,
                axis,
                steps,
                Map.of(),
                ComparisonSpec.USUAL,
                runs.stream().map(RecordedSettings::of).toList(),
                runs.size(),
                runs.size());
    }

    /**
     * Takes matrices for repeats of one. Of a combination, only cells that were done count.
     *
     * @throws InvalidPlanException if they are not over the same
     */
    public static ComparedSide ofMatrices(String property, String name, List<MatrixResult> matrices) {
        return MatrixSide.of(property, name, matrices);
    }

    /** Takes plans for repeats of one. */
    public static ComparedSide ofPlans(String name, List<PlanResult> plans) {
        return PlanSide.of(name, plans);
    }

    /** Takes searches for the highest rate for repeats of one. */
    public static ComparedSide ofSearches(String name, List<FindMaxResult> searches) {
        return SearchSide.of(name, searches);
    }

    /** All repeats of all steps. */
    List<ComparedRun> all() {
        return steps.values().stream().flatMap(List::stream).toList();
    }

    /**
     * A run.
     *
     * @param run its result
     */
    record ComparedResult(RunResult run) implements ComparedRun {

        @Override
        public @Nullable Double value(ComparedValue value) {
            return value.in(run);
        }

        @Override
        public boolean speaksOf(ComparedValue value) {
            return value.number() != null;
        }

        @Override
        public Optional<Repeats> within(String name, double value) {
            return WithinRun.of(name, value, run);
        }

        @Override
        public Verdict.Status verdict() {
            return run.verdict().status();
        }

        @Override
        public boolean interrupted() {
            return run.interrupted();
        }
    }

    /**
     * Reads the run again.
     *
     * @param path what was compared, as {@link ComparedSide#read(String, Path)} takes it
     * @return the run; nothing where there are several, or where something else was compared
     * @throws RunFailedException if it cannot be read
     */
    public static List<RunResult> singleRun(Comparison comparison, String property, Path path) {
        List<Path> files = ResultPlaces.all(property, path);
        if (comparison.axis() != null || files.size() > 1) {
            return List.of();
        }
        StoredResult stored = StoredResult.read(files.get(0));
        return stored.kind().isEmpty() ? List.of(stored.run()) : List.of();
    }
}
