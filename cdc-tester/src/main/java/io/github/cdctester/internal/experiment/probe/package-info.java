// SPDX-License-Identifier: Apache-2.0
/**
 * Probes read numbers during a run, each in its own thread and at its own interval. Readings are passed to sinks; only the latest
 * value of each series is stored here.
 */
@NullMarked
package io.github.cdctester.internal.experiment.probe;

import org.jspecify.annotations.NullMarked;
