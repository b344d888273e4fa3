// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.summary.DurationsSum;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.nio.file.Path;
import java.util.List;

/** Formats, writes and reads results, in the formats of the command line. */
public final class Results {

    private Results() {}

    /**
     * Returns the final table of a command as plain text. Tables of a run, a plan or a search fit 80 columns; other tables may be
     * wider.
     */
    public static String table(Result result) {
        boolean isWide =
                result instanceof SweepResult || result instanceof MatrixResult || result instanceof Comparison;
        return (isWide ? Formats.text(Formats.UNLIMITED_WIDTH) : Formats.TABLE).text(result);
    }

    /** Returns the text of result.json, or of the JSON file of another kind of result. */
    public static String json(Result result) {
        return Formats.JSON.text(result);
    }

    /** Returns the text of report.html: a single self-contained file that opens without a network. */
    public static String html(Result result) {
        return Formats.HTML.text(result);
    }

    /** Returns the samples of a run as CSV (RFC 4180, with LF): a header line, and one line per second. */
    public static String samplesCsv(RunResult result) {
        return Formats.SAMPLES_CSV.text(result);
    }

    /**
     * Writes the files of a result. Each kind has summary.md and report.html. A run also has result.json, samples.csv, histograms.hlog
     * and, after losses, lost.csv. A sweep has sweep.json, sweep.md and sweep.csv; a matrix has matrix.json, matrix.md and matrix.csv.
     * Other kinds have find-max.json, compare.json, or plan.json with the files of the whole run. Each run of a sweep, a search or a
     * plan has its own directory. Files are replaced atomically; symbolic links are replaced, not followed.
     *
     * @param directory the target; created if it is missing
     * @throws InvalidPlanException if a run is writing into the directory
     * @throws RunFailedException if a directory cannot be created or is a link, or a file cannot be written
     */
    public static void write(Result result, Path directory) {
        try (OutputLock lock = OutputLock.acquire(directory)) {
            ResultFiles files = ResultFiles.in(directory);
            if (result instanceof ExperimentResult experiment) {
                experiment.trials().forEach(files::write);
            }
            files.write(result);
        }
    }

    /**
     * Reads the result of a run. Additions from later versions are ignored.
     *
     * @param file a result.json
     * @return the stored result; only the passwords of its plan are missing
     * @throws RunFailedException if the file cannot be read, is not the result of a single run, has another
     *     {@code schemaVersion}, or lacks a value; the message names its location
     */
    public static RunResult read(Path file) {
        return StoredResult.read(file).run();
    }

    /**
     * Reads a result of another kind; a plan is read without its samples. Additions from later versions are ignored.
     *
     * @param file a sweep.json, find-max.json, matrix.json, plan.json or compare.json
     * @throws RunFailedException if the file cannot be read, is of another kind, has another {@code schemaVersion}, or lacks a
     *     value
     */
    public static <T extends Result> T read(Path file, Class<T> kind) {
        return StoredResult.read(file).as(kind);
    }

    /**
     * Merges the delay times of several seconds of a stream. The error of the percentiles is at most 2 %.
     *
     * @param seconds seconds of one stream, or of all streams together
     * @return the delay time (DT) of all measured transactions or heartbeats that arrived in these seconds
     * @throws IllegalArgumentException if a histogram is invalid, or is missing because the run was long
     */
    public static DurationSummary delay(List<SampleRow.Cdc> seconds) {
        return DurationsSum.delay(seconds);
    }

    /**
     * Merges the latencies of several seconds of a load. The error of the percentiles is at most 2 %.
     *
     * @param seconds seconds of one load, or of all loads together
     * @return the latency of all transactions that ended in these seconds
     * @throws IllegalArgumentException if a histogram is invalid, or is missing because the run was long
     */
    public static DurationSummary latency(List<SampleRow.Write> seconds) {
        return DurationsSum.latency(seconds);
    }

    /**
     * Merges the start delays of several seconds of a load. The error of the percentiles is at most 2 %.
     *
     * @param seconds seconds of one load, or of all loads together
     * @return the start delay of all transactions that ended in these seconds; it has no values for a closed loop
     * @throws IllegalArgumentException if a histogram is invalid, or is missing because the run was long
     */
    public static DurationSummary startDelay(List<SampleRow.Write> seconds) {
        return DurationsSum.startDelay(seconds);
    }
}
