// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Mark;
import java.util.List;
import java.util.stream.Stream;

/**
 * What all charts over time have behind and above their curves.
 *
 * @param from where the time axis begins, in seconds
 * @param to where it ends
 * @param marks what happened
 * @param bands warm-up, drain and phases
 */
record Backdrop(double from, double to, List<Mark> marks, List<Band> bands) {

    static final Backdrop NONE = new Backdrop(0, 0, List.of(), List.of());

    /** So many of each make a chart unreadable, and its page large. */
    private static final int MOST = 200;

    Backdrop {
        marks = marks.stream().limit(MOST).toList();
        bands = bands.stream().limit(MOST).toList();
    }

    Backdrop with(List<Mark> more, List<Band> moreBands) {
        return new Backdrop(
                from,
                to,
                Stream.concat(marks.stream(), more.stream()).toList(),
                Stream.concat(bands.stream(), moreBands.stream()).toList());
    }
}
