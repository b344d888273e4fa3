// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.Optional;

/**
 * What a stream has brought since the last report, for another machine.
 *
 * @param snapshot the stream now
 * @param warmUp delays before the measured part
 * @param window delays in it
 * @param passages effect of large transactions
 */
public record StreamReport(StreamSnapshot snapshot, DelayParts warmUp, DelayParts window, Optional<Passages> passages) {

    /** Takes what came since the last one. */
    public static StreamReport of(StreamMeter meter) {
        return new StreamReport(
                meter.snapshot(), meter.takeWarmUpDelays(), meter.takeWindowDelays(), meter.takePassages());
    }
}
