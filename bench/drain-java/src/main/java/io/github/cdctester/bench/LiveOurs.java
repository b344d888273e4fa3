// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.DurationSummary;
import java.time.Duration;
import java.util.Locale;

/**
 * cdc-tester's {@code subscribe}, from the current end of the log. The argument is {@code SECONDS}. Server and tester
 * share a clock here, so the estimated offset, which is wrong by some µs, is removed from the delays.
 */
record LiveOurs(Target target) implements Side {

    @Override
    public String read(String argument) {
        RunResult result = Ours.plan(target, SubscriberSpec.DEFAULT.delaySource(DelaySource.COMMIT_TIMESTAMP))
                .window(warmUp(Duration.ZERO), measure(Duration.ofSeconds(Long.parseLong(argument))))
                .run();
        DurationSummary delay = result.summary().cdc().delay();
        if (result.interrupted() || delay.p50Millis() == null) {
            throw new IllegalStateException("measured nothing: " + result.interruptedBecause());
        }
        // a delay is the arrival minus the commit time converted to the tester's clock, so it contains the offset
        long offset = result.clock().offsetMicros();
        return String.format(
                Locale.ROOT,
                "p50us=%.0f p99us=%.0f maxus=%.0f count=%d seconds=%.3f offsetus=%d negatives=%d",
                delay.p50Millis() * 1_000 - offset,
                delay.p99Millis() * 1_000 - offset,
                delay.maxMillis() * 1_000 - offset,
                delay.count(),
                result.summary().cdc().seconds(),
                offset,
                delay.negatives());
    }
}
