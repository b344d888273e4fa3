// SPDX-License-Identifier: Apache-2.0
/** Common parts of the documents of sweeps, searches, matrices and comparisons. */
@NullMarked
package io.github.cdctester.internal.report.compose.experiment;

import org.jspecify.annotations.NullMarked;
