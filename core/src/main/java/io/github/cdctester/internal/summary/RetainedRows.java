// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Keeps one row per second in little memory, for a run of any length: the last {@link #MAX_ROWS}, a day. Several streams and
 * consumers share this number, so that more of them need no more memory: their single rows are dropped first. If all compressed
 * histograms together exceed {@link #MAX_BYTES}, the oldest are dropped. Not thread-safe.
 */
public final class RetainedRows implements SampleLog {

    private static final int MAX_ROWS = 86_400;

    /** Some five hours of one open loop and one stream. */
    static final long MAX_BYTES = 32L << 20;

    private final int most;
    private final int mostWithStreams;
    private final long mostBytes;
    private final List<SampleRow> rows = new ArrayList<>();

    private long bytes;
    private int firstWithStreams;
    private int firstWithHistograms;
    private long dropped;

    /** Keeps the last day of this many streams and consumers, at least 1, within {@link #MAX_BYTES}. */
    public RetainedRows(int streams) {
        this(streams, MAX_ROWS, MAX_BYTES);
    }

    /**
     * Begins with none.
     *
     * @param streams how many streams and consumers there are, from 1
     */
    public RetainedRows(int streams, int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
        mostWithStreams = Math.max(1, most / streams);
    }

    @Override
    public void append(SampleRow row) {
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

    @Override
    public List<SampleRow> rows() {
        return List.copyOf(rows);
    }

    @Override
    public List<Note> notes() {
        List<Note> notes = new ArrayList<>();
        if (dropped > 0) {
            notes.add(Note.of(Code.SAMPLES_DROPPED, "count", dropped));
        }
        if (firstWithHistograms > 0) {
            notes.add(Note.of(Code.HISTOGRAMS_DROPPED)
                    .with(
                            "second",
                            firstWithHistograms < rows.size()
                                    ? rows.get(firstWithHistograms).second()
                                    : rows.get(rows.size() - 1).second() + 1)
                    .with("limitMegabytes", mostBytes >> 20));
        }
        return notes;
    }
}
