// SPDX-License-Identifier: Apache-2.0
/** The document of a run, of a plan's phases as one run, and of a run that has no result. */
@NullMarked
package io.github.cdctester.internal.report.compose.run;

import org.jspecify.annotations.NullMarked;
