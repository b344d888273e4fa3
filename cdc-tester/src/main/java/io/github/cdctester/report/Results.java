// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.summary.DurationsSum;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult;
import java.nio.file.Path;
import java.util.List;

/** Shows, writes and reads results, in the forms of the command line. Each text ends with a line end. */
public final class Results {

    private Results() {}

    /**
     * Shows a run.
     *
     * @param result the result
     * @return the table at the end of a run: plain text that fits 80 columns
     */
    public static String table(RunResult result) {
        return Formats.TABLE.of(result);
    }

    /**
     * Shows a sweep.
     *
     * @param sweep the sweep
     * @return the table at the end of a sweep: plain text, a row a step, as wide as it is
     */
    public static String table(SweepResult sweep) {
        return Formats.text(Formats.UNLIMITED).of(sweep);
    }

    /**
     * Shows a search for the highest rate.
     *
     * @param search the search
     * @return its answer, and a row a trial: plain text that fits 80 columns
     */
    public static String table(FindMaxResult search) {
        return Formats.TABLE.of(search);
    }

    /**
     * Shows a comparison.
     *
     * @param comparison the comparison
     * @return what differs, and a row a value: plain text
     */
    public static String table(Comparison comparison) {
        return Formats.text(Formats.UNLIMITED).of(comparison);
    }

    /**
     * Shows a matrix.
     *
     * @param matrix the matrix
     * @return the tables at the end of a matrix: plain text, as wide as they are
     */
    public static String table(MatrixResult matrix) {
        return Formats.text(Formats.UNLIMITED).of(matrix);
    }

    /**
     * Writes a run as JSON.
     *
     * @param result the result
     * @return the text of result.json
     */
    public static String json(RunResult result) {
        return Formats.JSON.of(result);
    }

    /** As above, of a sweep: the text of sweep.json. */
    public static String json(SweepResult sweep) {
        return Formats.JSON.of(sweep);
    }

    /** As above, of a search for the highest rate: the text of find-max.json. */
    public static String json(FindMaxResult search) {
        return Formats.JSON.of(search);
    }

    /** As above, of a comparison: the text of compare.json. */
    public static String json(Comparison comparison) {
        return Formats.JSON.of(comparison);
    }

    /** As above, of a matrix: the text of matrix.json. */
    public static String json(MatrixResult matrix) {
        return Formats.JSON.of(matrix);
    }

    /**
     * Draws a run.
     *
     * @param result the result
     * @return the text of report.html: one file with all that it needs, which opens without a network
     */
    public static String html(RunResult result) {
        return Formats.HTML.of(result);
    }

    /** As above, of a sweep. */
    public static String html(SweepResult sweep) {
        return Formats.HTML.of(sweep);
    }

    /** As above, of a search for the highest rate. */
    public static String html(FindMaxResult search) {
        return Formats.HTML.of(search);
    }

    /** As above, of a comparison. */
    public static String html(Comparison comparison) {
        return Formats.HTML.of(comparison);
    }

    /** As above, of a matrix. */
    public static String html(MatrixResult matrix) {
        return Formats.HTML.of(matrix);
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
     * Writes result.json, samples.csv, histograms.hlog, summary.md and report.html. A file of that name is replaced as a whole or not
     * at all; a link of that name is replaced, too, and what it points to is left alone.
     *
     * @param result the result
     * @param directory where to; created if it is missing
     * @throws RunFailedException if the directory cannot be created, or a file not be written
     */
    public static void write(RunResult result, Path directory) {
        ResultFiles.in(directory).write(result);
    }

    /**
     * Writes sweep.json, sweep.md, sweep.csv, summary.md and report.html, and the files of each run into a folder of its own; as above.
     *
     * @param sweep the sweep
     * @param directory where to; created if it is missing
     * @throws RunFailedException if a directory cannot be created or is a link, or a file cannot be written
     */
    public static void write(SweepResult sweep, Path directory) {
        ResultFiles files = ResultFiles.in(directory);
        sweep.steps().forEach(files::write);
        files.write(sweep);
    }

    /**
     * Writes find-max.json, summary.md and report.html, and the files of each run into a folder of its own; as above.
     *
     * @param search the search
     * @param directory where to; created if it is missing
     * @throws RunFailedException as above
     */
    public static void write(FindMaxResult search, Path directory) {
        ResultFiles files = ResultFiles.in(directory);
        search.steps().forEach(files::write);
        files.write(search);
    }

    /**
     * Writes compare.json, summary.md and report.html; as above.
     *
     * @param comparison the comparison
     * @param directory where to; created if it is missing
     * @throws RunFailedException as above
     */
    public static void write(Comparison comparison, Path directory) {
        ResultFiles.in(directory).write(comparison);
    }

    /**
     * Reads the result of a run. What a later version added is not looked at.
     *
     * @param file a result.json
     * @return the record that was written; its plan lacks the passwords only
     * @throws RunFailedException if it cannot be read, is no result of one run, has another {@code schemaVersion}, or lacks
     *     something; the message names the place
     */
    public static RunResult read(Path file) {
        return StoredResult.read(file).run();
    }

    /**
     * Reads the result of a sweep; as above.
     *
     * @param file a sweep.json
     * @return the record that was written
     * @throws RunFailedException as above, or if it is no sweep's
     */
    public static SweepResult readSweep(Path file) {
        return StoredResult.read(file).as(SweepResult.class);
    }

    /**
     * Reads the result of a search for the highest rate; as above.
     *
     * @param file a find-max.json
     * @return the record that was written
     * @throws RunFailedException as above, or if it is no such search's
     */
    public static FindMaxResult readFindMax(Path file) {
        return StoredResult.read(file).as(FindMaxResult.class);
    }

    /**
     * Reads a comparison; as above.
     *
     * @param file a compare.json
     * @return the record that was written
     * @throws RunFailedException as above, or if it is no comparison's
     */
    public static Comparison readComparison(Path file) {
        return StoredResult.read(file).as(Comparison.class);
    }

    /**
     * Reads the result of a matrix; as above.
     *
     * @param file a matrix.json
     * @return the record that was written
     * @throws RunFailedException as above, or if it is no matrix'
     */
    public static MatrixResult readMatrix(Path file) {
        return StoredResult.read(file).as(MatrixResult.class);
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
