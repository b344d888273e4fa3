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
 * Looks at each second of a trial, and ends its measured part when it is plain that the rate is too high: what piles up in the rest of
 * it would only have to be waited for. For the run's thread.
 */
final class TrialWatch implements RunListener, WaitCondition {

    /** So much of the measured part goes by in any case: a stall has had time to be caught up with. */
    private static final double MIN_PART = 0.5;

    /** Share of commits that clearly stay behind. */
    private static final double PLAIN_SHARE = 0.2;

    private final double wholeSeconds;
    private final List<SampleRow> rows = new ArrayList<>();
    private double seconds;
    private boolean plain;

    TrialWatch(Duration measure) {
        wholeSeconds = measure.toNanos() / 1e9;
    }

    @Override
    public void sample(SampleRow sample) {
        if (plain || sample.phase() != SampleRow.RunPart.MEASURE) {
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
        return plain;
    }

    @Override
    public String state() {
        return note().text();
    }

    Note note() {
        return Note.of(Code.TRIAL_ENDED_EARLY, "seconds", seconds, "plannedSeconds", wholeSeconds);
    }
}
