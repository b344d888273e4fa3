// SPDX-License-Identifier: Apache-2.0
/**
 * Composes the page of a run and of a plan: the answer and what to distrust, charts over the seconds, where the delay is, tables. Goes
 * through the seconds of a result once, as those of a day may lie in a file; words and numbers are those of the table in
 * {@code internal.report}.
 */
@NullMarked
package io.github.cdctester.internal.report.page.run;

import org.jspecify.annotations.NullMarked;
