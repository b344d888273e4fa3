// SPDX-License-Identifier: Apache-2.0
/** Composes the document of a sweep. */
@NullMarked
package io.github.cdctester.internal.report.compose.sweep;

import org.jspecify.annotations.NullMarked;
