// SPDX-License-Identifier: Apache-2.0
/** The tables of a run's document, and the wording that they share. */
@NullMarked
package io.github.cdctester.internal.report.compose.run.table;

import org.jspecify.annotations.NullMarked;
