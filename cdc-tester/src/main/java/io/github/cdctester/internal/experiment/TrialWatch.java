// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks each second of a trial, and ends the measured part early if the rate is clearly too high: a larger backlog would only
 * take longer to drain. For the run's thread.
 */
final class TrialWatch implements RunListener, WaitCondition {

    /** Minimum part of the measured time, so that the stream can catch up after a stall. */
    private static final double MIN_PART = 0.5;

    /** Growth of the backlog, as a share of the commits, that ends the trial. */
    private static final double CLEAR_SHARE = 0.2;

    private final double plannedSeconds;
    private final List<SampleRow> rows = new ArrayList<>();
    private double seconds;
    private boolean tooHigh;

    TrialWatch(Duration measure) {
        plannedSeconds = measure.toNanos() / 1e9;
    }

    @Override
    public void sample(SampleRow sample) {
        if (tooHigh || sample.phase() != SampleRow.RunPart.MEASURE) {
            return;
        }
        rows.add(sample);
        seconds += sample.seconds();
        if (seconds >= MIN_PART * wholeSeconds && seconds < wholeSeconds) {
            plain = Stream.concat(Backlog.of(rows).stream(), Backlog.ofConsumers(rows).values().stream())
                    .anyMatch(one -> one.certain() && one.share() >= PLAIN_SHARE);
        }
    }

    @Override
    public boolean isMet() {
        return tooHigh;
    }

    @Override
    public String state() {
        return note().text();
    }

    Note note() {
        return Note.of(Code.TRIAL_ENDED_EARLY, "seconds", seconds, "plannedSeconds", plannedSeconds);
    }
}
