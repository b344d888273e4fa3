// SPDX-License-Identifier: Apache-2.0
/**
 * The difference of two groups of repeats, and whether it exceeds noise: pure functions on numbers, the only package that uses the
 * statistics library. docs/dev/statistics.md has the methods and the reasons.
 */
@NullMarked
package io.github.cdctester.internal.statistics;

import org.jspecify.annotations.NullMarked;
