// SPDX-License-Identifier: Apache-2.0
/** Composes the document of a search for the highest rate. */
@NullMarked
package io.github.cdctester.internal.report.compose.findmax;

import org.jspecify.annotations.NullMarked;
