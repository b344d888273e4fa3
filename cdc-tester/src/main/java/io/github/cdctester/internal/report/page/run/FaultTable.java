// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What was broken on purpose, and what came of it. */
final class FaultTable {

    private static final int MOST = 200;

    private FaultTable() {}

    /** The section; none where nothing was broken. */
    static Optional<Section> of(RunResult result) {
        List<FaultMark> faults = result.faults();
        if (faults.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Section(
                "faults",
                "Faults on purpose",
                null,
                List.of(TextCells.table(
                        null,
                        faults.size() > MOST ? "The first " + MOST + " of " + faults.size() + "." : null,
                        List.of("at s", "lasted ms", "fault", "came to"),
                        faults.stream().limit(MOST).map(FaultTable::row).toList()))));
    }

    private static Row row(FaultMark fault) {
        Double millis = fault.millis();
        String failure = fault.failure();
        String outcome = fault.outcome();
        return Cells.row(
                Cells.number(RunWords.one(fault.second())),
                Cells.number(millis == null ? "-" : String.format(Locale.ROOT, "%.0f", millis)),
                Cells.text(fault.fault()),
                Cells.text(failure != null ? "not carried out: " + failure : outcome == null ? "" : outcome));
    }
}
