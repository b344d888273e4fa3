// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics of repeats. This is the only package that uses the statistics library. docs/dev/statistics.md describes the
 * methods.
 */
@NullMarked
package io.github.cdctester.internal.statistics;

import org.jspecify.annotations.NullMarked;
