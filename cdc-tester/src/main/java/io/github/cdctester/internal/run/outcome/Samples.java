// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.Sampler;
import java.util.Map;

/**
 * What was taken second by second.
 *
 * @param recorder has the seconds
 * @param missed seconds for which no sample could be taken in time
 */
public record Samples(Sampler sampler, RunRecorder recorder, long missed, Map<String, String> probeUnits) {}
