// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Note.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class WarningTest {

    @Test
    void separatesWarningFromReason() {
        Warning warning = Warning.of(Note.of(Code.DELAY_NEGATIVE, "count", 2, "lowestMillis", -1.5));
        assertThat(warning.code()).isEqualTo("DELAY_NEGATIVE");
        assertThat(warning.severity()).isEqualTo(Severity.MEDIUM);
        assertThat(warning.what()).contains("clock offset is wrong");
        assertThat(Warning.of(Note.of(Code.PROBE_GAPS, "probe", "p", "gaps", 1, "readings", 2, "reason", "away: gone"))
                        .line())
                .endsWith(". Its curve has gaps, and its mean excludes them.");
    }

    /** A lower load does not help if the run was interrupted. */
    @Test
    void interruptedRunHasNoAdviceToLowerLoad() {
        assertThat(Warning.of(Note.of(Code.STREAM_CUT_OFF)).remedy())
                .doesNotContain("lower the load")
                .contains("why the run ended");
        assertThat(Warning.of(Note.of(Code.STREAM_END_NOT_SEEN)).remedy()).contains("lower the load");
    }

    @Test
    void doesNotCapitalizeSettingName() {
        assertThat(Warning.of(Note.of(Code.ROW_IMAGE_NOT_FULL, "binlogRowImage", "MINIMAL"))
                        .what())
                .startsWith("binlog_row_image");
    }

    @Test
    void truncatesVeryLongNote() {
        assertThat(Warning.of(Note.other("x".repeat(5_000))).what()).hasSizeLessThan(700);
    }

    @Test
    void insertsArgumentsIntoSentences() {
        assertThat(Warning.of("compare.NOISE_LARGE", "2 values", "write.latency.p99 ms", "-3.1 to +60.2"))
                .isEqualTo(new Warning(
                        "NOISE_LARGE",
                        Severity.LOW,
                        "Large changes may go unnoticed in 2 values",
                        "The interval of write.latency.p99 ms is -3.1 to +60.2 %",
                        "Use longer runs or more repeats: within noise does not mean no difference."));
    }

    @Test
    void keepsSpecialCharactersOfArguments() {
        assertThat(Warning.of("run.FAILED", "100 % | %1$s of it").why()).isEqualTo("100 % | %1$s of it");
    }

    @Test
    void rejectsCodeWithoutSentences() {
        assertThatThrownBy(() -> Warning.of("run.NOTHING")).hasMessageContaining("run.NOTHING");
    }

    @Test
    void eachCodeHasAllSentences() throws IOException {
        Properties texts = new Properties();
        try (InputStream in = Objects.requireNonNull(Warning.class.getResourceAsStream("warnings.properties"))) {
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        assertThat(texts).hasSizeGreaterThan(40).allSatisfy((key, text) -> {
            Warning warning = Warning.of(key.toString(), 1.0, 2.0, 3.0, 4.0, 5.0);
            assertThat(warning.code()).isUpperCase().doesNotContain(".");
            assertThat(warning.what()).isNotBlank().doesNotContain("%1", "|");
            assertThat(warning.why()).isNotBlank().doesNotContain("|");
            assertThat(warning.remedy()).endsWith(".").doesNotContain("|");
        });
    }
}
