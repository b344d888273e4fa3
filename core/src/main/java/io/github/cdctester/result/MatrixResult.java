// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.RunResult.ServerSummary;
import io.github.cdctester.result.SweepResult.Spread;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a matrix: settings by threads or rates by workloads, each cell several times, against a baseline.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt start of its first cell, also if it was stopped and continued later
 * @param server the server's information in the first cell; {@code null} if no cell has a result
 * @param address the server to write to: {@code host:port}
 * @param baseline the reference setting
 * @param settings all settings, in the plan's order
 * @param axis {@code threads} or {@code rate}
 * @param values its values in the user's form, in ascending order
 * @param workloads the names of the workloads, in the plan's order
 * @param repeats runs of each cell
 * @param seed seed of the order of the cells
 * @param seconds the measured time of a cell
 * @param warmUp warm-up of a cell, as text
 * @param summaryAt value of the axis for the summary
 * @param interrupted whether it was stopped early
 * @param failure the failure outside of the cells, such as a setting that could not be undone; {@code null} for none
 * @param notes remarks: one sentence each
 * @param checks consistency conditions after making the tables
 * @param cells each cell of each repeat, in the order of execution
 * @param table one row for each workload, value and setting
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

    /** Distinguishes a matrix from other results. */
    public static final String KIND = "matrix";

    public MatrixResult {
        settings = List.copyOf(settings);
        values = List.copyOf(values);
        workloads = List.copyOf(workloads);
        notes = List.copyOf(notes);
        checks = List.copyOf(checks);
        cells = List.copyOf(cells);
        table = List.copyOf(table);
    }

    @Override
    public boolean hasFailed() {
        return interrupted
                || failure != null
                || cells.stream().anyMatch(cell -> cell.status() != CellResult.Status.DONE);
    }

    @Override
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held) && cells.stream().allMatch(CellResult::held);
    }

    /**
     * A setting of the server.
     *
     * @param name its name
     * @param what its actions on the server, in order: statements, options, commands; empty for none
     */
    public record SettingSummary(String name, List<String> what) {
        public SettingSummary {
            what = List.copyOf(what);
        }
    }

    /**
     * One run of the matrix.
     *
     * @param cell its number in the order of execution, from 1
     * @param setting the setting's name
     * @param workload the workload's name
     * @param value the axis' value: workers, or starts per second
     * @param label the same in the user's form
     * @param repeat number of the run of this combination, from 1
     * @param status its outcome
     * @param reason why it failed; {@code null} if it did not
     * @param folder directory of its files, below the matrix'
     * @param attempts number of starts; 2 if the first run failed and was repeated
     * @param startedAt start of the counted run; {@code null} for none
     * @param seconds its time, with warm-up, waits and further attempts
     * @param warmUpSeconds length of the warm-up
     * @param warm whether the warm-up met its condition; {@code null} for a fixed time
     * @param beganAtRest whether the stream was idle at the start; {@code null} if unknown
     * @param verdict the verdict on the stream as text; {@code null} for none
     * @param verdictStatus its status; {@code null} likewise
     * @param held whether all checks passed, and the verdict is not bad
     * @param remarks remarks about the numbers
     * @param values each number by its name in result.json, such as {@code write.queriesPerSecond}, and the mean of each probe as
     *     {@code probes.…}
     * @param checks the checks of its run; empty for none
     */
    public record CellResult(
            int cell,
            String setting,
            String workload,
            double value,
            String label,
            int repeat,
            Status status,
            @Nullable String reason,
            String folder,
            int attempts,
            @Nullable Instant startedAt,
            double seconds,
            double warmUpSeconds,
            @Nullable Boolean warm,
            @Nullable Boolean beganAtRest,
            @Nullable String verdict,
            Verdict.@Nullable Status verdictStatus,
            boolean held,
            List<Note> remarks,
            Map<String, Double> values,
            List<Check> checks) {

        public CellResult {
            remarks = List.copyOf(remarks);
            checks = List.copyOf(checks);
        }

        /** Outcome of a cell. */
        public enum Status {
            /** It ran to its end. */
            DONE,
            /** It failed, and failed again. */
            FAILED,
            /** It was not run yet. */
            MISSING
        }
    }

    /**
     * All runs of one combination in numbers.
     *
     * @param workload the workload's name
     * @param value the axis' value
     * @param label the same in the user's form
     * @param setting the setting's name
     * @param runs number of runs
     * @param queriesPerSecond the geometric mean of their statements per second, the base of {@code reduced}; {@code null} for none
     * @param spread their median, lowest and highest; {@code null} likewise
     * @param reduced its reduction compared with the baseline; {@code null} for the baseline itself, and if one of the two has no
     *     run
     * @param values the mean of each other number over the runs, by its name
     */
    public record MatrixRow(
            String workload,
            double value,
            String label,
            String setting,
            int runs,
            @Nullable Double queriesPerSecond,
            @Nullable Spread spread,
            @Nullable Reduction reduced,
            Map<String, Double> values) {}

    /**
     * The reduction compared with the baseline.
     *
     * @param percent of the baseline's geometric mean; negative for an increase
     * @param lowPercent the lower end of its interval, with 95 % for all comparisons of the matrix together (Holm's procedure);
     *     {@code null} for single runs, whose noise is unknown
     * @param highPercent its upper end; {@code null} likewise
     * @param pValue probability of such a difference by noise alone, independent of the others; {@code null} likewise
     * @param insideNoise whether it is within noise: the interval contains 0; {@code null} likewise
     */
    public record Reduction(
            double percent,
            @Nullable Double lowPercent,
            @Nullable Double highPercent,
            @Nullable Double pValue,
            @Nullable Boolean insideNoise) {

        /**
         * Returns the extent of the interval towards no difference. The interval is computed from ratios, so the other side
         * differs; an extent above the reduction means noise.
         *
         * @return the distance from the reduction to the end of its interval on the side of 0, in percentage points; {@code null}
         *     if unknown
         */
        public @Nullable Double plusMinus() {
            Double low = lowPercent;
            Double high = highPercent;
            return low == null || high == null ? null : percent < 0 ? high - percent : percent - low;
        }
    }
}
