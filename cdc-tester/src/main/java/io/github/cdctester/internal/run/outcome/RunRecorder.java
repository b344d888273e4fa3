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

    /** Keeps a second, with what happened at consumers, and tells it in the words of the result. */
    public SampleRow add(Sample sample, Map<String, Double> probes, List<ConsumerSecond> consumers) {
        SampleRow row = SampleRows.of(sample, delaySource, probes, consumers);
        busySeconds += row.phase() != SampleRow.Part.WARM_UP && ReaderShare.busiest(row) >= ReaderShare.BUSY ? 1 : 0;
        seconds += row.seconds();
        Double oldest = row.cdc() == null ? null : row.cdc().delay().maxMillis();
        olderLog |= oldest != null && oldest / 1_000 > seconds + OLDER_SECONDS;
        log.append(row);
        return row;
    }

    List<SampleRow> rows() {
        return log.rows();
    }

    /** Those after the warm-up in which a reader was at its limit. */
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

    /** What takes a run's seconds, and those that were missed. */
    public record Samples(
            Sampler sampler, RunRecorder recorder, long missed, ProbeTotals probed, ProbeTotals.Told told) {}
}
