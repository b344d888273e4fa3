// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.result.SampleRow;

/** Takes what it wants of each second of a run, and becomes a part of the page. */
interface Strand {

    /** The next second, and from where to where it lies on the time axis. */
    void take(SampleRow row, double from, double to);
}
