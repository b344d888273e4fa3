// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.summary.ServerSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a matrix: each combination of setting, threads or rate, workload, and consumer if any, run several times and
 * compared with a baseline.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt start of the matrix, even if it was stopped and continued later
 * @param server information about the server, from the first cell; {@code null} if no cell has a result
 * @param address address of the server that receives the load: {@code host:port}
 * @param baseline the reference setting
 * @param settings all settings, in the plan's order
 * @param axis {@code threads} or {@code rate}
 * @param values values of the axis as the user wrote them, in ascending order
 * @param workloads the names of the workloads, in the plan's order
 * @param consumers the consumers of the axis {@code consumers}, with their settings, in the plan's order; empty without that axis
 * @param repeats number of runs of each cell
 * @param seed seed of the order of the cells
 * @param seconds the measured time of a cell
 * @param warmUp warm-up of a cell, as text
 * @param summaryAt value of the axis that the summary uses
 * @param interrupted whether the matrix was stopped early
 * @param failure the failure outside the cells, for example while undoing a setting; {@code null} for none
 * @param notes remarks: one sentence each
 * @param checks consistency conditions, checked after creating the tables
 * @param cells each cell of each repeat, in the order of execution
 * @param table one row for each combination of workload, value, setting and consumer
 */
public record MatrixResult(
        int schemaVersion,
        String kind,
        Instant startedAt,
        @Nullable ServerSummary server,
        String address,
        String baseline,
        List<SettingSummary> settings,
        String axis,
        List<String> values,
        List<String> workloads,
        List<String> consumers,
        int repeats,
        long seed,
        double seconds,
        String warmUp,
        String summaryAt,
        boolean interrupted,
        @Nullable String failure,
        List<Note> notes,
        List<Check> checks,
        List<CellResult> cells,
        List<MatrixRow> table)
        implements ExperimentResult {

    /** The kind of a matrix. */
    public static final String KIND = "matrix";

    public MatrixResult {
        settings = List.copyOf(settings);
        values = List.copyOf(values);
        workloads = List.copyOf(workloads);
        consumers = List.copyOf(consumers);
        notes = List.copyOf(notes);
        checks = List.copyOf(checks);
        cells = List.copyOf(cells);
        table = List.copyOf(table);
    }

    @Override
    public List<Trial> trials() {
        return cells.stream().map(CellResult::trial).toList();
    }

    @Override
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held) && cells.stream().allMatch(CellResult::held);
    }

    /** Returns each workload; with the axis {@code consumers}, each workload with each consumer. */
    public List<String> loads() {
        return workloads.stream()
                .flatMap(workload -> consumers.isEmpty()
                        ? Stream.of(workload)
                        : consumers.stream().map(consumer -> load(workload, consumer)))
                .toList();
    }

    private static String load(String workload, @Nullable String consumer) {
        return consumer == null ? workload : workload + ", " + consumer;
    }

    /**
     * A server setting of the matrix.
     *
     * @param name name of the setting
     * @param what actions that apply the setting, in order: statements, options, commands; empty for none
     */
    public record SettingSummary(String name, List<String> what) {
        public SettingSummary {
            what = List.copyOf(what);
        }
    }

    /**
     * One run of the matrix.
     *
     * @param trial the run; its {@code step} is the number of the cell in execution order
     * @param setting the setting's name
     * @param workload the workload's name
     * @param consumer the consumer of the axis {@code consumers}; {@code null} without that axis
     * @param attempts the number of starts; 2 if the first run failed and was repeated
     * @param startedAt start of the last attempt; {@code null} without a result
     * @param seconds total duration, including warm-up, waits and further attempts
     * @param warmUpSeconds duration of the warm-up
     * @param warm true if the warm-up reached its condition; {@code null} for a warm-up of fixed length
     * @param verdict the verdict on the stream as text; {@code null} for none
     * @param verdictStatus status of the verdict; {@code null} for none
     * @param held true if all checks and consumers passed and the verdict is not bad; also true without a result
     * @param consumerVerdicts the verdict on each consumer by its name
     * @param heldConsumers names of the consumers that passed, for example because their repeats are allowed
     * @param delaySources the delay source of each value that is a delay, by the value's name
     */
    public record CellResult(
            Trial trial,
            String setting,
            String workload,
            @Nullable String consumer,
            int attempts,
            @Nullable Instant startedAt,
            double seconds,
            double warmUpSeconds,
            @Nullable Boolean warm,
            @Nullable String verdict,
            Verdict.@Nullable Status verdictStatus,
            boolean held,
            Map<String, Verdict.Status> consumerVerdicts,
            List<String> heldConsumers,
            Map<String, String> delaySources) {

        public CellResult {
            heldConsumers = List.copyOf(heldConsumers);
        }

        /** Returns the workload, and the consumer of the axis {@code consumers}. */
        public String load() {
            return MatrixResult.load(workload, consumer);
        }
    }

    /**
     * Values over all runs of one combination.
     *
     * @param workload the workload's name
     * @param value the axis' value
     * @param label the value as the user wrote it
     * @param setting the setting's name
     * @param consumer the consumer of the axis {@code consumers}; {@code null} without that axis
     * @param runs number of completed runs, without runs that committed nothing; all values are of these runs
     * @param queriesPerSecond geometric mean of the runs' statements per second, the basis of {@code reduced}; {@code null} for
     *     none
     * @param spread median, minimum and maximum of the runs' statements per second; {@code null} for none
     * @param reduced reduction compared with the baseline; {@code null} for the baseline itself, or if {@code runs} of
     *     one of the two is 0
     * @param values the mean of each number that all runs contain, by the number's name
     * @param consumers each consumer that the runs judged
     */
    public record MatrixRow(
            String workload,
            double value,
            String label,
            String setting,
            @Nullable String consumer,
            int runs,
            @Nullable Double queriesPerSecond,
            @Nullable Spread spread,
            @Nullable Reduction reduced,
            Map<String, Double> values,
            List<ConsumerRow> consumers) {

        public MatrixRow {
            consumers = List.copyOf(consumers);
        }

        /** Returns the workload, and the consumer of the axis {@code consumers}. */
        public String load() {
            return MatrixResult.load(workload, consumer);
        }
    }

    /**
     * A consumer in all runs of one combination.
     *
     * @param name the consumer's name
     * @param verdicts the number of runs by verdict
     * @param values median, minimum and maximum over the runs for each number, by the number's name in {@link
     *     ConsumerResult}. {@code cost.cpuCores} is the mean number of processors in use.
     */
    public record ConsumerRow(String name, Map<Verdict.Status, Integer> verdicts, Map<String, Spread> values) {}

    /**
     * The reduction compared with the baseline.
     *
     * @param percent reduction in percent of the baseline's geometric mean; negative for an increase
     * @param lowPercent lower end of the confidence interval, with 95 % for all comparisons of the matrix together (Holm's
     *     procedure). {@code null} for single runs, whose noise is unknown.
     * @param highPercent upper end of the interval; {@code null} for single runs
     * @param pValue probability of such a difference by noise alone, for this comparison alone; {@code null} for single runs
     * @param insideNoise whether the reduction is within noise, because the interval contains 0; {@code null} for single runs
     */
    public record Reduction(
            double percent,
            @Nullable Double lowPercent,
            @Nullable Double highPercent,
            @Nullable Double pValue,
            @Nullable Boolean insideNoise) {

        /**
         * Returns the half width of the interval on the side of 0. The interval is computed from ratios, so the other
         * half has another width. If the half width exceeds the reduction, the reduction is within noise.
         *
         * @return distance from the reduction to the end of the interval on the side of 0, in percentage points; {@code
         *     null} if unknown
         */
        public @Nullable Double plusMinus() {
            Double low = lowPercent;
            Double high = highPercent;
            return low == null || high == null ? null : percent < 0 ? high - percent : percent - low;
        }
    }
}
