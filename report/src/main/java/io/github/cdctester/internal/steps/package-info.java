// SPDX-License-Identifier: Apache-2.0
/** Finds steps in a series, with latency, rate and delay around each step. Contains only computations. */
@NullMarked
package io.github.cdctester.internal.steps;

import org.jspecify.annotations.NullMarked;
