// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.result.sample.SampleRow;

/** Receives the seconds of a run in order, and builds a part of the page. */
interface TimeSeriesBuilder {

    /** Receives the next second, with its start and end on the time axis. */
    void add(SampleRow row, double from, double to);
}
