// SPDX-License-Identifier: Apache-2.0
/** Steps in a series: when a value went from one level to another, and latency, rate and delay around it. Contains only computations. */
@NullMarked
package io.github.cdctester.internal.steps;

import org.jspecify.annotations.NullMarked;
