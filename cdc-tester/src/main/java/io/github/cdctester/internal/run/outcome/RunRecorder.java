// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.sample.SampleRow;
import java.util.List;
import java.util.Map;

/** Converts each sample to a row and stores the row. */
public final class RunRecorder {

    /** Commit times may be rounded to seconds. */
    private static final double OLDER_TOLERANCE_SECONDS = 2;

    private final String delaySource;
    private final SampleLog log;
    private long busySeconds;
    private double seconds;
    private boolean hasOlderTransactions;

    public RunRecorder(String delaySource, SampleLog log) {
        this.delaySource = delaySource;
        this.log = log;
    }

    public String delaySource() {
        return delaySource;
    }

    public SampleRow add(Sample sample, Map<String, Double> probes, List<ConsumerSecond> consumers) {
        SampleRow row = SampleRows.of(sample, delaySource, probes, consumers);
        busySeconds += row.phase() != SampleRow.RunPart.WARM_UP
                        && ReaderShare.busiestShare(row) >= ReaderShare.MIN_BOTTLENECK_SHARE
                ? 1
                : 0;
        seconds += row.seconds();
        Double maxDelayMillis = row.cdc() == null ? null : row.cdc().delay().maxMillis();
        hasOlderTransactions |= maxDelayMillis != null && maxDelayMillis / 1_000 > seconds + OLDER_TOLERANCE_SECONDS;
        log.append(row);
        return row;
    }

    List<SampleRow> rows() {
        return log.rows();
    }

    /** Returns the busy seconds after the warm-up. */
    long busySeconds() {
        return busySeconds;
    }

    /** A delay that is longer than the run shows a commit before its start. */
    boolean hasOlderTransactions() {
        return hasOlderTransactions;
    }

    List<Note> notes() {
        return log.notes();
    }

    public record Samples(
            Sampler sampler, RunRecorder recorder, ProbeTotals probeTotals, ProbeTotals.ProbeReport probeReport) {}
}
