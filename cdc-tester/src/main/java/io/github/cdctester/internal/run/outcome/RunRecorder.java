// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.summary.Histograms;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a row a second in little memory, however long the run: the last {@value #MOST_ROWS} rows. Of several streams together
 * it keeps as many, so that more streams need no more memory: their single rows go first. Where all histograms together, which
 * are compressed, would take more than {@value #MOST_BYTES} bytes, those of the oldest seconds go. Where a log was given, it has
 * all of them, and the memory none.
 */
public final class RunRecorder {

    /** A day. */
    static final int MOST_ROWS = 86_400;

    /** Some five hours of one open loop and one stream. */
    static final long MOST_BYTES = 32L << 20;

    private final String delaySource;
    private final int most;
    private final int mostWithStreams;
    private final long mostBytes;
    private final @Nullable SampleLog log;
    private final List<SampleRow> rows = new ArrayList<>();

    private long bytes;
    private int firstWithStreams;
    private int firstWithHistograms;
    private long dropped;

    public RunRecorder(String delaySource, int streams) {
        this(delaySource, streams, MOST_ROWS, MOST_BYTES);
    }

    /** Keeps all rows elsewhere. */
    public RunRecorder(String delaySource, SampleLog log) {
        this(delaySource, 1, 0, 0, log);
    }

    RunRecorder(String delaySource, int streams, int most, long mostBytes) {
        this(delaySource, streams, most, mostBytes, null);
    }

    private RunRecorder(String delaySource, int streams, int most, long mostBytes, @Nullable SampleLog log) {
        this.log = log;
        this.delaySource = delaySource;
        this.most = most;
        this.mostBytes = mostBytes;
        mostWithStreams = Math.max(1, most / streams);
    }

    /** Where the delays come from. */
    public String delaySource() {
        return delaySource;
    }

    /** Keeps a second, and tells it in the words of the result. */
    public SampleRow add(Sample sample, Map<String, Double> probes) {
        SampleRow row = SampleRows.of(sample, delaySource, probes);
        if (log == null) {
            keep(row);
        } else {
            log.append(row);
        }
        return row;
    }

    void keep(SampleRow row) {
        rows.add(row);
        bytes += Histograms.bytes(row);
        if (rows.size() - firstWithStreams > mostWithStreams) {
            replace(firstWithStreams++, SampleRow::withoutStreams);
        }
        while (bytes > mostBytes) {
            replace(firstWithHistograms++, Histograms::without);
        }
        if (rows.size() > most) {
            bytes -= Histograms.bytes(rows.remove(0)); // moves a day's references: some 10 µs, once a second
            firstWithStreams = Math.max(0, firstWithStreams - 1);
            firstWithHistograms = Math.max(0, firstWithHistograms - 1);
            dropped++;
        }
    }

    private void replace(int index, UnaryOperator<SampleRow> smaller) {
        SampleRow row = rows.get(index);
        SampleRow left = smaller.apply(row);
        rows.set(index, left);
        bytes -= Histograms.bytes(row) - Histograms.bytes(left);
    }

    List<SampleRow> rows() {
        return log == null ? List.copyOf(rows) : log.rows();
    }

    /** What is not in the rows. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (dropped > 0) {
            notes.add("the first " + Notes.counted(dropped, "sample is", "samples are")
                    + " not in this result; the totals hold them");
        }
        if (firstWithHistograms > 0) {
            notes.add("the samples have their histograms from second "
                    + (firstWithHistograms < rows.size()
                            ? rows.get(firstWithHistograms).second()
                            : rows.get(rows.size() - 1).second() + 1)
                    + " on only: all of them would be more than " + (mostBytes >> 20) + " MB");
        }
        return notes;
    }
}
