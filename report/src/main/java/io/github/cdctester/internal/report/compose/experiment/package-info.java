// SPDX-License-Identifier: Apache-2.0
/** What the documents of sweeps, searches, matrices and comparisons share. */
@NullMarked
package io.github.cdctester.internal.report.compose.experiment;

import org.jspecify.annotations.NullMarked;
