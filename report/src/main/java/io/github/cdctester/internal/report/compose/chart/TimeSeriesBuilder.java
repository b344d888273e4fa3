// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.result.SampleRow;

/** Collects from the seconds of a run, in order, for a part of the page. */
interface TimeSeriesBuilder {

    /** Takes the next second, and where it begins and ends on the time axis. */
    void take(SampleRow row, double from, double to);
}
