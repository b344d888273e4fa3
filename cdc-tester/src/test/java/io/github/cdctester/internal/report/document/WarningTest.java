// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Note.Severity;
import org.junit.jupiter.api.Test;

class WarningTest {

    @Test
    void theReasonStandsApart() {
        Warning warning = Warning.of(Note.of(Code.DELAY_NEGATIVE, "count", 2, "lowestMillis", -1.5));
        assertThat(warning.code()).isEqualTo("DELAY_NEGATIVE");
        assertThat(warning.severity()).isEqualTo(Severity.MEDIUM);
        assertThat(warning.what()).contains("clock offset is wrong");
        assertThat(Warning.of(Note.of(Code.PROBE_GAPS, "probe", "p", "gaps", 1, "readings", 2, "reason", "away: gone"))
                        .line())
                .endsWith(". Its curve has gaps, and its mean lacks them.");
    }

    /** Less load would not have helped. */
    @Test
    void whoeverEndedTheRunIsNotAdvisedToLowerTheLoad() {
        assertThat(Warning.of(Note.of(Code.STREAM_CUT_OFF)).remedy())
                .doesNotContain("lower the load")
                .contains("what ended the run");
        assertThat(Warning.of(Note.of(Code.STREAM_END_NOT_SEEN)).remedy()).contains("lower the load");
    }

    @Test
    void aSettingKeepsItsName() {
        assertThat(Warning.of(Note.of(Code.ROW_IMAGE_NOT_FULL, "binlogRowImage", "MINIMAL"))
                        .what())
                .startsWith("binlog_row_image");
    }

    @Test
    void aVeryLongNoteIsCut() {
        assertThat(Warning.of(Note.other("x".repeat(5_000))).what()).hasSizeLessThan(700);
    }
}
