// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.result.SampleRow;

/** What the probes have read. Series come and go: one that is not there has a gap. */
final class ProbeStrand implements Strand {

    private static final int MOST_SERIES = 160;

    private final Curves curves;

    ProbeStrand(int rows) {
        curves = new Curves(rows, MOST_SERIES);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        row.probes().forEach((name, value) -> curves.put(name, name, to, value));
        curves.endRow(to);
    }

    /** A curve for each series, by the series' names. */
    Curves curves() {
        return curves;
    }
}
