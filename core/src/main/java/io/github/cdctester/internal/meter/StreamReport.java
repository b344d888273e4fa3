// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import java.util.Map;
import java.util.Optional;

/**
 * What a stream has brought, to be told elsewhere.
 *
 * @param snapshot the stream now
 * @param warmUp delays before the measured part since the last report
 * @param window delays in the measured part since the last report
 * @param sideBySide delays by source since the last report
 * @param passages what large transactions did since the last report
 */
public record StreamReport(
        StreamSnapshot snapshot,
        DelayParts warmUp,
        DelayParts window,
        Map<DelaySource, Distribution> sideBySide,
        Optional<Passages> passages) {

    /** Takes what came since the last one. */
    public static StreamReport of(StreamMeter meter) {
        return new StreamReport(
                meter.snapshot(),
                meter.takeWarmUpDelays(),
                meter.takeWindowDelays(),
                meter.takeSideBySide(),
                meter.takePassages());
    }
}
