// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.ResultPlaces;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the two that are compared: repeats of a run, or of each step of a sweep.
 *
 * @param name what it is called
 * @param axis what differs from step to step; {@code null} where it is a run
 * @param steps the runs by the step's label, in order; a run's label is empty
 */
public record ComparedSide(String name, @Nullable String axis, Map<String, List<RunResult>> steps) {

    /**
     * Reads a side.
     *
     * @param property whose value it is
     * @param path a result.json or a sweep.json, a directory that has one, or a directory of such directories, which are repeats
     * @return the side
     * @throws InvalidPlanException if there is none, there are several kinds, or it is no run's and no sweep's
     * @throws io.github.cdctester.failure.RunFailedException if a file cannot be read or is no whole result
     */
    public static ComparedSide read(String property, Path path) {
        List<RunResult> runs = new ArrayList<>();
        List<SweepResult> sweeps = new ArrayList<>();
        for (Path file : ResultPlaces.all(property, path)) {
            StoredResult stored = StoredResult.read(file);
            if (stored.isComparison()) {
                throw new InvalidPlanException(property, file, "a run's result or a sweep's, not a comparison");
            }
            if (stored.isSweep()) {
                sweeps.add(stored.sweep());
            } else {
                runs.add(stored.run());
            }
        }
        if (!runs.isEmpty() && !sweeps.isEmpty()) {
            throw new InvalidPlanException(property, path, "a directory of runs or of sweeps, not of both");
        }
        return sweeps.isEmpty() ? ofRuns(path.toString(), runs) : ofSweeps(property, path.toString(), sweeps);
    }

    /**
     * Takes runs for repeats of one.
     *
     * @param name what to call them
     * @param runs one or more
     * @return the side
     * @throws InvalidPlanException if there is none
     */
    public static ComparedSide ofRuns(String name, List<RunResult> runs) {
        if (runs.isEmpty()) {
            throw new InvalidPlanException(name, "empty", "one run or more");
        }
        return new ComparedSide(name, null, Map.of("", List.copyOf(runs)));
    }

    /**
     * Takes sweeps for repeats of one. Of a step, only runs that were done count.
     *
     * @param property whose value it is
     * @param name what to call them
     * @param sweeps one or more
     * @return the side
     * @throws InvalidPlanException if they are not over the same
     */
    public static ComparedSide ofSweeps(String property, String name, List<SweepResult> sweeps) {
        String axis = sweeps.get(0).axis();
        Map<String, List<RunResult>> steps = new LinkedHashMap<>();
        for (SweepResult sweep : sweeps) {
            if (!sweep.axis().equals(axis)) {
                throw new InvalidPlanException(
                        property, name, "sweeps over the same, not over " + axis + " and " + sweep.axis());
            }
            for (StepResult step : sweep.steps()) {
                RunResult result = step.result();
                if (result != null && step.status() == StepResult.Status.DONE) {
                    steps.computeIfAbsent(step.label(), any -> new ArrayList<>())
                            .add(result);
                }
            }
        }
        return new ComparedSide(name, axis, steps);
    }

    /** All runs of all steps. */
    List<RunResult> runs() {
        return steps.values().stream().flatMap(List::stream).toList();
    }

    /** What it is, for a message. */
    String what() {
        return axis == null ? "a run" : "a sweep over " + axis;
    }
}
