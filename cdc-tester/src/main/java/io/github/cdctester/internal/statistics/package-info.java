// SPDX-License-Identifier: Apache-2.0
/**
 * How far two groups of repeats are apart, and whether that is more than noise: pure functions on numbers, the only room that
 * knows the statistics library. docs/adr/0016-statistics.md says why it is done so.
 */
@NullMarked
package io.github.cdctester.internal.statistics;

import org.jspecify.annotations.NullMarked;
