// SPDX-License-Identifier: Apache-2.0
/**
 * Probes: numbers that are read during a run, each by its own thread and at its own pace. Readings go directly to sinks and are not
 * stored here; the last value of each series is available.
 */
@NullMarked
package io.github.cdctester.internal.experiment.probe;

import org.jspecify.annotations.NullMarked;
