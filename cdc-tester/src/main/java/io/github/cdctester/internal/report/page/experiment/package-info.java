// SPDX-License-Identifier: Apache-2.0
/**
 * Pages of results that have more than one run in them: sweeps, searches for the highest rate, matrices, comparisons. Numbers,
 * marks and words are those of the text tables; here is decided only what is drawn, and what to distrust.
 */
@NullMarked
package io.github.cdctester.internal.report.page.experiment;

import org.jspecify.annotations.NullMarked;
