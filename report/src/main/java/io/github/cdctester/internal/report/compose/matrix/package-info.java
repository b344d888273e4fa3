// SPDX-License-Identifier: Apache-2.0
/** Composes the document of a matrix. */
@NullMarked
package io.github.cdctester.internal.report.compose.matrix;

import org.jspecify.annotations.NullMarked;
