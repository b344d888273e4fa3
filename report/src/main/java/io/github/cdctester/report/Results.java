// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.summary.DurationsSum;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.summary.DurationSummary;
import java.nio.file.Path;
import java.util.List;

/** Shows, writes and reads results, in the forms of the command line. Each text ends with a line end. */
public final class Results {

    private Results() {}

    /**
     * Returns the final table of a command as plain text. The table of a run, a plan or a search fits 80 columns; others have any
     * width.
     */
    public static String table(Result result) {
        boolean wide = result instanceof SweepResult || result instanceof MatrixResult || result instanceof Comparison;
        return (wide ? Formats.text(Formats.UNLIMITED) : Formats.TABLE).of(result);
    }

    /** Returns the text of result.json, or of the JSON file of another kind of result. */
    public static String json(Result result) {
        return Formats.JSON.of(result);
    }

    /** Returns the text of report.html: one file with all that it needs, which opens without a network. */
    public static String html(Result result) {
        return Formats.HTML.of(result);
    }

    /**
     * Writes the seconds of a run as CSV (RFC 4180, with LF).
     *
     * @param result the result
     * @return the text of samples.csv: a line of names, and a line a second
     */
    public static String samplesCsv(RunResult result) {
        return Formats.SAMPLES_CSV.of(result);
    }

    /**
     * Writes the files of a result, with summary.md and report.html: for a run result.json, samples.csv and histograms.hlog, for
     * others sweep.json, sweep.md and sweep.csv, find-max.json, matrix.json, matrix.md and matrix.csv, plan.json or compare.json.
     * Each run of a sweep, a search or a plan has its own directory. A file is replaced as a whole or not at all; a symbolic link
     * is replaced, not followed.
     *
     * @param directory the target; created if it is missing
     * @throws RunFailedException if a directory cannot be created or is a link, or a file cannot be written
     */
    public static void write(Result result, Path directory) {
        ResultFiles files = ResultFiles.in(directory);
        if (result instanceof ExperimentResult experiment) {
            experiment.trials().forEach(files::write);
        }
        files.write(result);
    }

    /**
     * Reads the result of a run. Additions of a later version are ignored.
     *
     * @param file a result.json
     * @return the stored record; only passwords of its plan are missing
     * @throws RunFailedException if it cannot be read, is no result of one run, has another {@code schemaVersion}, or lacks
     *     something; the message names the place
     */
    public static RunResult read(Path file) {
        return StoredResult.read(file).run();
    }

    /**
     * Reads a result of another kind; as above.
     *
     * @param file a sweep.json, find-max.json, matrix.json, plan.json or compare.json
     * @throws RunFailedException as above, or if it is of another kind
     */
    public static <T extends Result> T read(Path file, Class<T> kind) {
        return StoredResult.read(file).as(kind);
    }

    /**
     * Puts seconds of a stream together: percentiles of all that was recorded in them, within 2 %, which no percentiles of the
     * seconds can give.
     *
     * @param seconds seconds of one stream, or of all together
     * @return DT of all that arrived in them
     * @throws IllegalArgumentException if a histogram is broken, or was given up because the run was long
     */
    public static DurationSummary delay(List<SampleRow.Cdc> seconds) {
        return DurationsSum.delay(seconds);
    }

    /**
     * Puts seconds of a load together, as above.
     *
     * @param seconds seconds of one load, or of all together
     * @return the latency of all transactions that ended in them
     * @throws IllegalArgumentException as above
     */
    public static DurationSummary latency(List<SampleRow.Write> seconds) {
        return DurationsSum.latency(seconds);
    }

    /**
     * Puts seconds of a load together, as above.
     *
     * @param seconds seconds of one load, or of all together
     * @return the start delay of all transactions that ended in them; of nothing in a closed loop
     * @throws IllegalArgumentException as above
     */
    public static DurationSummary startDelay(List<SampleRow.Write> seconds) {
        return DurationsSum.startDelay(seconds);
    }
}
