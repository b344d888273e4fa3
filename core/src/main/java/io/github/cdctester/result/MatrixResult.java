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
 * @param startedAt when its first cell was begun, also where it was stopped and went on later
 * @param server what the server said about itself in the first cell; {@code null} where no cell has a result
 * @param address where it was written to: {@code host:port}
 * @param baseline the setting that the others are compared with
 * @param settings all settings, in the plan's order
 * @param axis {@code threads} or {@code rate}
 * @param values its values as they were written, in ascending order
 * @param workloads the names of the workloads, in the plan's order
 * @param repeats runs of each cell
 * @param seed what the order of the cells was drawn with
 * @param seconds the measured time of a cell
 * @param warmUp how long a cell is warmed up, in words
 * @param summaryAt the value of the axis that the summary is made at
 * @param interrupted whether somebody wanted it to end early
 * @param failure what went wrong outside of the cells, such as a setting that could not be undone; {@code null} where nothing did
 * @param notes what a reader must know of it: one sentence each
 * @param checks consistency conditions after making the tables
 * @param cells each cell of each repeat, in the order in which they are run
 * @param table a row for each workload, value and setting
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

    /** Tells a matrix from other results. */
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
    public List<Trial> trials() {
        return cells.stream().map(CellResult::trial).toList();
    }

    @Override
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held) && cells.stream().allMatch(CellResult::held);
    }

    /**
     * A setting of the server.
     *
     * @param name its name
     * @param what what is done to the server for it, in order: statements, options, commands; empty where nothing is
     */
    public record SettingSummary(String name, List<String> what) {
        public SettingSummary {
            what = List.copyOf(what);
        }
    }

    /**
     * One run of the matrix.
     *
     * @param trial the run; its {@code step} is the number of the cell in the order in which cells are run
     * @param setting the setting's name
     * @param workload the workload's name
     * @param attempts how often it was begun; 2 where the first run failed and it was tried again
     * @param startedAt when the run that counts was begun; {@code null} where none was
     * @param seconds how long it took, with warm-up, waits and further attempts
     * @param warmUpSeconds how long it was warmed up
     * @param warm whether the warm-up reached what it waits for; {@code null} where it is a fixed time
     * @param verdict the verdict on the stream in words; {@code null} where there is none
     * @param verdictStatus its status; {@code null} likewise
     * @param held whether all checks were held, and the verdict is not bad
     */
    public record CellResult(
            Trial trial,
            String setting,
            String workload,
            int attempts,
            @Nullable Instant startedAt,
            double seconds,
            double warmUpSeconds,
            @Nullable Boolean warm,
            @Nullable String verdict,
            Verdict.@Nullable Status verdictStatus,
            boolean held) {}

    /**
     * All runs of one combination in numbers.
     *
     * @param workload the workload's name
     * @param value the axis' value
     * @param label the same as it was written
     * @param setting the setting's name
     * @param runs how many runs the numbers are of
     * @param queriesPerSecond the geometric mean of their statements a second, from which {@code reduced} is made; {@code null}
     *     where there is none
     * @param spread their median, lowest and highest; {@code null} likewise
     * @param reduced how much less that is than with the baseline; {@code null} for the baseline itself, and where one of the two
     *     has no run
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
     * How much less there is than with the baseline.
     *
     * @param percent of the baseline's geometric mean; negative where there is more
     * @param lowPercent the lower end of the interval that it is in, with 95 % for all comparisons of the matrix together (Holm's
     *     procedure); {@code null} where a single run of each tells nothing of the noise
     * @param highPercent its upper end; {@code null} likewise
     * @param pValue how often noise alone would make such a difference here, whatever the others are; {@code null} likewise
     * @param insideNoise whether it is not to be told from noise: the interval has 0 in it; {@code null} likewise
     */
    public record Reduction(
            double percent,
            @Nullable Double lowPercent,
            @Nullable Double highPercent,
            @Nullable Double pValue,
            @Nullable Boolean insideNoise) {

        /**
         * How far the interval goes towards no difference. It is made of ratios, so it is not as far on the other side;
         * what is larger than the reduction is inside the noise.
         *
         * @return the distance from the reduction to the end of its interval on the side of 0, in percentage points; {@code null}
         *     where it is not known
         */
        public @Nullable Double plusMinus() {
            Double low = lowPercent;
            Double high = highPercent;
            return low == null || high == null ? null : percent < 0 ? high - percent : percent - low;
        }
    }
}
