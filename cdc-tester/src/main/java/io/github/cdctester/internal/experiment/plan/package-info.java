// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments with several phases: loads, waits, observation, probes, and timed actions. An experiment is one run, with one
 * stream through all phases. This package controls the phases, and divides the result by phase.
 */
@NullMarked
package io.github.cdctester.internal.experiment.plan;

import org.jspecify.annotations.NullMarked;
