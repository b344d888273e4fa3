// SPDX-License-Identifier: Apache-2.0
/**
 * Finds steps in a series: when a value moved from one level to another, with latency, rate and delay around the step. Contains
 * only computations.
 */
@NullMarked
package io.github.cdctester.internal.steps;

import org.jspecify.annotations.NullMarked;
