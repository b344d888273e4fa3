// SPDX-License-Identifier: Apache-2.0
/** Composes the document of a run, of a plan, and of a run without a result. */
@NullMarked
package io.github.cdctester.internal.report.compose.run;

import org.jspecify.annotations.NullMarked;
