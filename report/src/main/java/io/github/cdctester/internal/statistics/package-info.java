// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics of repeats: the difference of two groups, and whether it exceeds the noise. Contains only computations, and is the
 * only package that uses the statistics library. docs/dev/statistics.md describes the methods.
 */
@NullMarked
package io.github.cdctester.internal.statistics;

import org.jspecify.annotations.NullMarked;
