// SPDX-License-Identifier: Apache-2.0
/** Fewer points of long curves, without losing their peaks: what a day's page would be too large with. Knows numbers only. */
@NullMarked
package io.github.cdctester.internal.report.page.points;

import org.jspecify.annotations.NullMarked;
