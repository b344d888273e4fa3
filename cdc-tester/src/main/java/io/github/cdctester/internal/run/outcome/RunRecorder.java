// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.SampleRow;
import java.util.List;
import java.util.Map;

/** Makes a row of each second, and keeps it. */
public final class RunRecorder {

    /** A commit older than this before the first second was made before it, even if its time is rounded to seconds. */
    private static final double OLDER_SECONDS = 2;

    private final String delaySource;
    private final SampleLog log;
    private long busySeconds;
    private double seconds;
    private boolean olderLog;

    public RunRecorder(String delaySource, SampleLog log) {
        this.delaySource = delaySource;
        this.log = log;
    }

    public String delaySource() {
        return delaySource;
    }

    /** Stores a second, with its consumers, and reports it in the form of the result. */
    public SampleRow add(Sample sample, Map<String, Double> probes, List<ConsumerSecond> consumers) {
        SampleRow row = SampleRows.of(sample, delaySource, probes, consumers);
        busySeconds += row.phase() != SampleRow.RunPart.WARM_UP && ReaderShare.busiest(row) >= ReaderShare.BUSY ? 1 : 0;
        seconds += row.seconds();
        Double oldest = row.cdc() == null ? null : row.cdc().delay().maxMillis();
        olderLog |= oldest != null && oldest / 1_000 > seconds + OLDER_SECONDS;
        log.append(row);
        return row;
    }

    List<SampleRow> rows() {
        return log.rows();
    }

    /** Seconds after the warm-up in which a reader was saturated. */
    long busySeconds() {
        return busySeconds;
    }

    /** Returns true if a delay was longer than the run: its transaction was committed before the run began. */
    boolean isOfOlderLog() {
        return olderLog;
    }

    List<Note> notes() {
        return log.notes();
    }

    /** The recorders of a run's seconds, and the number of missed ones. */
    public record Samples(
            Sampler sampler, RunRecorder recorder, long missed, ProbeTotals probed, ProbeTotals.ProbeReport told) {}
}
