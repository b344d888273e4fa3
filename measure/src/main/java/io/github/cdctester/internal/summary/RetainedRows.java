// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Keeps the last {@link #MAX_ROWS} rows, one day, in limited memory. With n streams and consumers, only the last {@code MAX_ROWS
 * / n} rows keep values of single streams and consumers. If the compressed histograms exceed {@link #MAX_BYTES}, the oldest are
 * dropped. Not thread-safe.
 */
public final class RetainedRows implements SampleLog {

    private static final int MAX_ROWS = 86_400;

    /** Enough for the histograms of one open loop and one stream over about five hours. */
    static final long MAX_BYTES = 32L << 20;

    private final int maxRows;
    private final int maxRowsWithStreams;
    private final long maxBytes;
    private final List<SampleRow> rows = new ArrayList<>();

    private long bytes;
    private int firstRowWithStreams;
    private int firstRowWithHistograms;
    private long droppedRows;

    public RetainedRows(int streamCount) {
        this(streamCount, MAX_ROWS, MAX_BYTES);
    }

    /** {@code streamCount} is the number of streams and consumers, at least 1. */
    public RetainedRows(int streamCount, int maxRows, long maxBytes) {
        this.maxRows = maxRows;
        this.maxBytes = maxBytes;
        maxRowsWithStreams = Math.max(1, maxRows / streamCount);
    }

    @Override
    public void append(SampleRow row) {
        rows.add(row);
        bytes += Histograms.sizeBytes(row);
        if (rows.size() - firstRowWithStreams > maxRowsWithStreams) {
            replace(firstRowWithStreams++, SampleRow::withoutStreams);
        }
        while (bytes > maxBytes) {
            replace(firstRowWithHistograms++, Histograms::removeFrom);
        }
        if (rows.size() > maxRows) {
            bytes -= Histograms.sizeBytes(rows.remove(0)); // shifts 86,400 references: about 10 µs, once per second
            firstRowWithStreams = Math.max(0, firstRowWithStreams - 1);
            firstRowWithHistograms = Math.max(0, firstRowWithHistograms - 1);
            droppedRows++;
        }
    }

    private void replace(int index, UnaryOperator<SampleRow> reduce) {
        SampleRow row = rows.get(index);
        SampleRow reducedRow = reduce.apply(row);
        rows.set(index, reducedRow);
        bytes -= Histograms.sizeBytes(row) - Histograms.sizeBytes(reducedRow);
    }

    @Override
    public List<SampleRow> rows() {
        return List.copyOf(rows);
    }

    @Override
    public List<Note> notes() {
        List<Note> notes = new ArrayList<>();
        if (droppedRows > 0) {
            notes.add(Note.of(Code.SAMPLES_DROPPED, "count", droppedRows));
        }
        if (firstRowWithHistograms > 0) {
            notes.add(Note.of(Code.HISTOGRAMS_DROPPED)
                    .with(
                            "second",
                            firstRowWithHistograms < rows.size()
                                    ? rows.get(firstRowWithHistograms).second()
                                    : rows.get(rows.size() - 1).second() + 1)
                    .with("limitMegabytes", maxBytes >> 20));
        }
        return notes;
    }
}
