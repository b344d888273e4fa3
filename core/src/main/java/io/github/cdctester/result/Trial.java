// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of an experiment.
 *
 * @param step its step in a sweep, or its number in a search or a matrix, from 1
 * @param repeat number of the repeat, from 1
 * @param value the value of the axis: workers, starts a second, bytes or warehouses
 * @param label the value in the user's form
 * @param status how it ended
 * @param reason why it failed or was skipped; {@code null} if it did neither
 * @param folder the folder of its own files, below the experiment's directory
 * @param startedIdle true if the stream was idle at its start; {@code null} if not known
 * @param settling the wait after it; {@code null} if none was needed, as after the last trial
 * @param remarks what a reader of the numbers must know, such as why a rate did not hold; a sweep has its remarks in its rows
 * @param checks the result of each limit
 * @param values each number by the name that it has in result.json, and the mean of each probe as {@code probes.…}; in a sweep
 *     and a search also the names that {@link SweepResult.SweepRow#values()} lists
 * @param result the run's result; partial if the run failed, and {@code null} if nothing was measured. A matrix does not contain the
 *     results of its runs: they are in their folders.
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
        /** It ran to its end. */
        DONE,
        /** It broke, could not begin, or was interrupted. */
        FAILED,
        /** It was not started, and will not be. */
        SKIPPED,
        /** It was not started yet. */
        MISSING
    }

    /**
     * Adds the wait.
     *
     * @param after how the wait after this run ended
     * @return the same trial with it
     */
    public Trial withSettling(@Nullable Settling after) {
        return TrialCopy.of(this).settling(after).build();
    }

    /**
     * Adds the measured values.
     *
     * @param notes its {@code remarks}
     * @param limits its {@code checks}
     * @param numbers its {@code values}
     * @return the same trial with them
     */
    public Trial with(List<Note> notes, List<Check> limits, Map<String, Double> numbers) {
        return TrialCopy.of(this).remarks(notes).checks(limits).values(numbers).build();
    }

    /**
     * The wait after a run until the stream had caught up and its delay was back at its idle value, checked once a second.
     *
     * @param settled whether it succeeded in time
     * @param seconds length of the wait
     * @param delayMillis the last second's median delay of heartbeats; {@code null} if none arrived
     * @param reason why it failed; {@code null} if it succeeded
     */
    public record Settling(
            boolean settled,
            double seconds,
            @Nullable Double delayMillis,
            @Nullable String reason) {}

    /** The bottleneck of a stream or a consumer that does not keep up with the writes. */
    public enum LimitedBy {
        /** It kept up. */
        NONE,
        /** The server's dump thread, or the network: the tester's reader waited for bytes. */
        SERVER,
        /** The tester's reader, which was on a CPU nearly all of the time. */
        TESTER,
        /** A judged consumer: the stream kept up. */
        CONSUMER
    }

    /**
     * A number over the runs of a step.
     *
     * @param median the middle one; of an even number of runs, the mean of the two in the middle
     * @param min the lowest
     * @param max the highest
     */
    public record Spread(double median, double min, double max) {

        /**
         * Looks at the numbers.
         *
         * @param values one or more
         * @return how they are spread
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
