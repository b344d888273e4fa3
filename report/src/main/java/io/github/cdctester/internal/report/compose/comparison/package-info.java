// SPDX-License-Identifier: Apache-2.0
/** Composes the document of a comparison. */
@NullMarked
package io.github.cdctester.internal.report.compose.comparison;

import org.jspecify.annotations.NullMarked;
