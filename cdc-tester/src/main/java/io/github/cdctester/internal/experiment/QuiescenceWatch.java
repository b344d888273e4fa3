// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.run.RunListener;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Looks at each second of a wait for the stream, and ends it when the stream is at rest. For the run's thread. */
final class QuiescenceWatch implements RunListener {

    /** So many seconds in which heartbeats arrive tell what rest is. */
    private static final int SECONDS_OF_REST = 3;

    /** A delay that is no more above rest than that, or no more than twice as long, is back at rest. */
    private static final double TOLERANCE_MILLIS = 10;

    private final @Nullable Double restMillis;
    private final StopSignal stop;
    private final StopSignal enough = new StopSignal();
    private int flowing;
    private double lowestMillis = Double.POSITIVE_INFINITY;
    private @Nullable Double lastMillis;
    private @Nullable Double lastSeenMillis;
    private boolean atRest;
    private long atRestNanos;

    QuiescenceWatch(@Nullable Double restMillis, StopSignal stop) {
        this.restMillis = restMillis;
        this.stop = stop;
    }

    @Override
    public void sample(SampleRow sample) {
        if (stop.isRaised()) {
            enough.raise();
        }
        if (enough.isRaised()) {
            return;
        }
        Double median = median(sample);
        lastMillis = median;
        if (median == null) {
            flowing = 0;
            return;
        }
        lastSeenMillis = median;
        flowing++;
        lowestMillis = Math.min(lowestMillis, median);
        if (restMillis == null ? flowing >= SECONDS_OF_REST : median <= bound(restMillis)) {
            atRest = true;
            atRestNanos = System.nanoTime();
            enough.raise();
        }
    }

    /** Raised when there is nothing more to wait for. */
    StopSignal enough() {
        return enough;
    }

    boolean isAtRest() {
        return atRest;
    }

    long atRestNanos() {
        return atRestNanos;
    }

    double lowestMillis() {
        return lowestMillis;
    }

    /** The last second's median; {@code null} where no heartbeat arrived in it. */
    @Nullable
    Double lastMillis() {
        return lastMillis;
    }

    /** Why it is not at rest. A last second without a heartbeat does not mean that none arrived. */
    String reason() {
        if (stop.isRaised()) {
            return "interrupted";
        }
        return lastSeenMillis == null || restMillis == null
                ? "heartbeats did not arrive"
                : String.format(
                        Locale.ROOT, "DT of heartbeats was still %.3f ms, %.3f ms at rest", lastSeenMillis, restMillis);
    }

    private static double bound(double restMillis) {
        return Math.max(2 * restMillis, restMillis + TOLERANCE_MILLIS);
    }

    /** Of the stream that is worst off; {@code null} where nothing came from one of them. */
    private static @Nullable Double median(SampleRow sample) {
        List<SampleRow.Cdc> streams = sample.streams().isEmpty()
                ? List.of(sample.cdc())
                : sample.streams().stream().map(SampleRow.Stream::cdc).toList();
        double worst = 0;
        for (SampleRow.Cdc stream : streams) {
            Double median = stream.delay().p50Millis();
            if (stream.state() != SampleRow.Motion.FLOWING || median == null) {
                return null;
            }
            worst = Math.max(worst, median);
        }
        return worst;
    }
}
