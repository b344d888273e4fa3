// SPDX-License-Identifier: Apache-2.0
/** Steps in a series: when a value went from one level to another, and what latency, rate and delay did meanwhile. Nothing but arithmetic. */
@NullMarked
package io.github.cdctester.internal.steps;

import org.jspecify.annotations.NullMarked;
