// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FoldedWarningTest {

    private static Warning warning(Code code) {
        return new Warning(code.name(), code.severity(), "what of " + code, "", "");
    }

    private static List<Warning> warnings(Code... codes) {
        return Stream.of(codes).map(FoldedWarningTest::warning).toList();
    }

    @Test
    void foldsProductionWarningsIntoOneLine() {
        List<FoldedWarning> lines = FoldedWarning.visible(warnings(
                Code.MEASURED_PART_SHORT, Code.SAME_MACHINE, Code.COMMITS_NOT_DURABLE, Code.DELAY_BY_HEARTBEAT));
        assertThat(lines)
                .extracting(FoldedWarning::line)
                .containsExactly(
                        "what of MEASURED_PART_SHORT",
                        "Not as in production: tester and server on one machine, commits that do not wait for the disk",
                        "what of DELAY_BY_HEARTBEAT");
        assertThat(lines.get(1).warnings()).hasSize(2);
    }

    @Test
    void keepsSingleProductionWarning() {
        assertThat(FoldedWarning.visible(warnings(Code.SAME_MACHINE)))
                .extracting(FoldedWarning::line)
                .containsExactly("what of SAME_MACHINE");
    }

    @Test
    void foldsManyWarningsAfterFirst() {
        List<Warning> fiveWarnings = warnings(
                Code.LIMIT_BROKEN, Code.NOT_WARMED_UP, Code.NO_WARM_UP, Code.CLOSED_LOOP, Code.DELAY_BY_HEARTBEAT);
        assertThat(FoldedWarning.visible(fiveWarnings)).hasSize(2);
        assertThat(FoldedWarning.folded(fiveWarnings)).hasSize(3);
        assertThat(FoldedWarning.visible(fiveWarnings).get(0).isSevere())
                .isEqualTo(Code.LIMIT_BROKEN.severity() == Note.Severity.HIGH);
        assertThat(FoldedWarning.folded(fiveWarnings.subList(0, 3))).isEmpty();
    }

    @Test
    void balancesRowsOfFigures() {
        assertThat(Stream.of(1, 6, 7, 8, 9, 10, 13, 15).map(ToneStyles::columns))
                .containsExactly(1, 6, 7, 4, 5, 5, 7, 5);
    }
}
