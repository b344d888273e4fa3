// SPDX-License-Identifier: Apache-2.0
/**
 * How far two groups of repeats are apart, and whether that is more than noise: pure functions on numbers, the only room that
 * knows the statistics library. docs/statistics.md has the methods and the reasons.
 */
@NullMarked
package io.github.cdctester.internal.statistics;

import org.jspecify.annotations.NullMarked;
