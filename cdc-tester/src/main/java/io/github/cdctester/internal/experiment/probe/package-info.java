// SPDX-License-Identifier: Apache-2.0
/**
 * Probes: numbers that are read beside a run, each by a thread of its own, at a pace of its own. What was read goes to sinks as it
 * comes and is not kept; the last value of each series is there for whoever asks.
 */
@NullMarked
package io.github.cdctester.internal.experiment.probe;

import org.jspecify.annotations.NullMarked;
