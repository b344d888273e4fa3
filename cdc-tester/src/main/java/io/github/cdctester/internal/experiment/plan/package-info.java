// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments over time: phases with loads, waits and observation, probes, and actions at their times. An experiment is one run,
 * with one stream through all phases; this package defines its course, and divides its result.
 */
@NullMarked
package io.github.cdctester.internal.experiment.plan;

import org.jspecify.annotations.NullMarked;
