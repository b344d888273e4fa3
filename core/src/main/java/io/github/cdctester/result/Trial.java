// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of an experiment.
 *
 * @param step number of the step in a sweep, or of the trial in a search or a matrix, from 1
 * @param repeat number of the repeat, from 1
 * @param value value of the axis: workers, starts per second, bytes or warehouses
 * @param label the value as the user wrote it
 * @param status how the trial ended
 * @param reason reason for a failure or skip; {@code null} for none
 * @param folder folder of the run's files, below the experiment's directory
 * @param startedIdle true if the stream was idle at the start; {@code null} if unknown
 * @param settling the wait after the run; {@code null} if none was needed, for example after the last trial
 * @param remarks remarks about the values, for example why a rate failed; empty in a sweep, whose rows contain them
 * @param checks results of the limits
 * @param values values by their names in result.json, and the mean of each probe as {@code probes.…}; in a sweep or a
 *     search also the names in {@link SweepResult.SweepRow#values()}
 * @param result result of the run; partial if the run failed, {@code null} if nothing was measured, and {@code null} in
 *     a matrix, whose results are in the folders
 */
@RecordBuilder
public record Trial(
        int step,
        int repeat,
        double value,
        String label,
        Status status,
        @Nullable String reason,
        String folder,
        @Nullable Boolean startedIdle,
        @Nullable Settling settling,
        List<Note> remarks,
        List<Check> checks,
        Map<String, Double> values,
        @Nullable RunResult result) {

    public Trial {
        remarks = List.copyOf(remarks);
        checks = List.copyOf(checks);
    }

    /** How a trial ended. */
    public enum Status {
        /** The trial is complete. */
        DONE,
        /** The trial failed, could not start, or was interrupted. */
        FAILED,
        /** The trial was skipped. */
        SKIPPED,
        /** The trial has not started yet. */
        MISSING
    }

    /**
     * Returns a copy with the wait after this run.
     *
     * @param after the wait; {@code null} for none
     * @return the copy
     */
    public Trial withSettling(@Nullable Settling after) {
        return TrialCopy.of(this).settling(after).build();
    }

    /**
     * Returns a copy with measured values.
     *
     * @param notes the {@code remarks}
     * @param limits the {@code checks}
     * @param numbers the {@code values}
     * @return the copy
     */
    public Trial with(List<Note> notes, List<Check> limits, Map<String, Double> numbers) {
        return TrialCopy.of(this).remarks(notes).checks(limits).values(numbers).build();
    }

    /**
     * The wait after a run until the stream has caught up and its delay is back at the idle value, checked once per second.
     *
     * @param settled whether the stream settled before the timeout
     * @param seconds length of the wait in seconds
     * @param delayMillis median delay of heartbeats in the last second; {@code null} if none arrived
     * @param reason reason if the wait failed; {@code null} if it succeeded
     */
    public record Settling(
            boolean settled,
            double seconds,
            @Nullable Double delayMillis,
            @Nullable String reason) {}

    /** The bottleneck if a stream or a consumer does not keep up with the writes or, in a search, if writes are late. */
    public enum LimitedBy {
        /** The stream kept up. */
        NONE,
        /** The server or the network, because the tester's reader or its workers waited for them. */
        SERVER,
        /** The server, the network, or the tester's machine, whose processors were busy; the run cannot distinguish them. */
        MACHINE,
        /** The tester or its machine: the reader used at least 80 % of a CPU, or the workers were too slow. */
        TESTER,
        /** A judged consumer, although the stream kept up. */
        CONSUMER
    }

    /**
     * The spread of a value over the runs of a step.
     *
     * @param median the median
     * @param min the minimum
     * @param max the maximum
     */
    public record Spread(double median, double min, double max) {

        /**
         * Calculates the spread of values.
         *
         * @param values at least one value
         * @return the spread
         */
        public static Spread of(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int middle = sorted.size() / 2;
            double median =
                    sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
            return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
        }
    }
}
