// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments over time: phases with loads, waits and observation, probes beside them, actions at their times. An experiment is
 * one run, whose stream is followed through all phases; this room says what it goes through, and takes its result apart again.
 */
@NullMarked
package io.github.cdctester.internal.experiment.plan;

import org.jspecify.annotations.NullMarked;
