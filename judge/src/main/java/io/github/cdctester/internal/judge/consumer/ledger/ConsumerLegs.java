// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.meter.duration.DurationRecorder;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.ConsumerResult.Moment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits the delay of transactions into legs at the timestamps in their reports. Callers hold the judge's lock. */
final class ConsumerLegs {

    private static final Moment[] MOMENTS = Moment.values();
    private static final long SECOND_MICROS = 1_000_000;
    private static final long MILLI_MICROS = 1_000;

    private final @Nullable DurationRecorder[][] legs = new DurationRecorder[MOMENTS.length][MOMENTS.length];

    /** 1 s, 1 ms or 1 µs: the coarsest resolution that divides all timestamps of a moment so far. */
    private final long[] resolutionMicros = new long[MOMENTS.length];

    private final long[] momentMicros = new long[MOMENTS.length];

    ConsumerLegs() {
        clear();
    }

    void clear() {
        for (int from = 0; from < MOMENTS.length; from++) {
            resolutionMicros[from] =
                    from == Moment.COMMIT.ordinal() || from == Moment.REPORT.ordinal() ? 1 : SECOND_MICROS;
            for (int to = 0; to < MOMENTS.length; to++) {
                legs[from][to] = null;
            }
        }
    }

    void record(long committed, ChangeTimes times, long reported) {
        momentMicros[Moment.COMMIT.ordinal()] = committed;
        momentMicros[Moment.SOURCE.ordinal()] = times.sourceMicros();
        momentMicros[Moment.ENVELOPE.ordinal()] = times.envelopeMicros();
        momentMicros[Moment.RECORD.ordinal()] = times.recordMicros();
        momentMicros[Moment.REPORT.ordinal()] = reported;
        int from = Moment.COMMIT.ordinal();
        for (int to = from + 1; to < MOMENTS.length; to++) {
            if (momentMicros[to] != 0) {
                refineResolution(to);
                recorder(from, to).record(momentMicros[to] - momentMicros[from]);
                from = to;
            }
        }
    }

    private void refineResolution(int moment) {
        while (momentMicros[moment] % resolutionMicros[moment] != 0) {
            resolutionMicros[moment] = resolutionMicros[moment] == SECOND_MICROS ? MILLI_MICROS : 1;
        }
    }

    private DurationRecorder recorder(int from, int to) {
        DurationRecorder existing = legs[from][to];
        DurationRecorder recorder = existing == null ? new DurationRecorder() : existing;
        legs[from][to] = recorder;
        return recorder;
    }

    /** Returns the legs in chronological order. Call it only once. */
    List<Leg> take() {
        List<Leg> takenLegs = new ArrayList<>();
        for (int from = 0; from < MOMENTS.length; from++) {
            for (int to = from + 1; to < MOMENTS.length; to++) {
                DurationRecorder recorder = legs[from][to];
                if (recorder != null) {
                    takenLegs.add(new Leg(
                            MOMENTS[from],
                            MOMENTS[to],
                            Math.max(resolutionMicros[from], resolutionMicros[to]) / 1e3,
                            Durations.of(null, recorder.take())));
                }
            }
        }
        return takenLegs;
    }
}
