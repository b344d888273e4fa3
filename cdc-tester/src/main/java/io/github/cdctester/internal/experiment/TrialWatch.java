// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Ends a trial early if the rate is clearly too high, because a larger backlog needs a longer wait. Used by the run's thread only. */
final class TrialWatch implements RunListener, WaitCondition {

    /** The watch ends no trial earlier, so that the stream can catch up after a stall. */
    private static final double MIN_TIME_SHARE = 0.5;

    /** Share of the commits. A certain growth by this share means an excessive rate. */
    private static final double EXCESSIVE_SHARE = 0.2;

    private final double plannedSeconds;
    private final List<SampleRow> rows = new ArrayList<>();
    private double seconds;
    private boolean isRateTooHigh;

    TrialWatch(Duration measure) {
        plannedSeconds = measure.toNanos() / 1e9;
    }

    @Override
    public void sample(SampleRow sample) {
        if (isRateTooHigh || sample.phase() != SampleRow.RunPart.MEASURE) {
            return;
        }
        rows.add(sample);
        seconds += sample.seconds();
        if (seconds >= MIN_TIME_SHARE * plannedSeconds && seconds < plannedSeconds) {
            isRateTooHigh = Stream.concat(Backlog.of(rows).stream(), Backlog.ofConsumers(rows).values().stream())
                    .anyMatch(backlog -> backlog.isRiseCertain() && backlog.share() >= EXCESSIVE_SHARE);
        }
    }

    @Override
    public boolean isMet() {
        return isRateTooHigh;
    }

    @Override
    public String state() {
        return note().text();
    }

    Note note() {
        return Note.of(Code.TRIAL_ENDED_EARLY, "seconds", seconds, "plannedSeconds", plannedSeconds);
    }
}
