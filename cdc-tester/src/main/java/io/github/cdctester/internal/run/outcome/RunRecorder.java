// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.internal.summary.RetainedRows;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.SampleRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps a row a second in little memory, as {@link RetainedRows} does. Where a log was given, it has all of them, and the memory none. */
public final class RunRecorder {

    private final String delaySource;
    private final @Nullable SampleLog log;
    private final RetainedRows kept;
    private long busySeconds;

    public RunRecorder(String delaySource, int streams) {
        this(delaySource, streams, RetainedRows.MOST_ROWS, RetainedRows.MOST_BYTES);
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
        kept = new RetainedRows(streams, most, mostBytes);
    }

    /** Where the delays come from. */
    public String delaySource() {
        return delaySource;
    }

    /** Keeps a second, with what happened at consumers, and tells it in the words of the result. */
    public SampleRow add(Sample sample, Map<String, Double> probes, List<ConsumerSecond> consumers) {
        SampleRow row = SampleRows.of(sample, delaySource, probes, consumers);
        busySeconds += row.phase() != SampleRow.Part.WARM_UP && ReaderShare.busiest(row) >= ReaderShare.BUSY ? 1 : 0;
        if (log == null) {
            keep(row);
        } else {
            log.append(row);
        }
        return row;
    }

    void keep(SampleRow row) {
        kept.add(row);
    }

    List<SampleRow> rows() {
        return log == null ? kept.rows() : log.rows();
    }

    /** Those after the warm-up in which a reader was at its limit. */
    long busySeconds() {
        return busySeconds;
    }

    /** Notes on what is not in the rows. */
    List<Note> notes() {
        return kept.notes();
    }

    /**
     * The samples of a run.
     *
     * @param recorder has the seconds
     * @param missed seconds for which no sample could be taken in time
     */
    public record Samples(Sampler sampler, RunRecorder recorder, long missed, Map<String, String> probeUnits) {}
}
