// SPDX-License-Identifier: Apache-2.0
/** Charts over the seconds of a run: time series, and events of the run as marks and bands. */
@NullMarked
package io.github.cdctester.internal.report.compose.chart;

import org.jspecify.annotations.NullMarked;
