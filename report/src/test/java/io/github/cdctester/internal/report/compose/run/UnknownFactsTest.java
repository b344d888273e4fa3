// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Verdict;
import org.junit.jupiter.api.Test;

/** A value that is not known is not shown as a value. */
final class UnknownFactsTest {

    private static String tableWith(String known, String unknown) {
        String json = Formats.JSON.text(RunResults.of(1_000, 0, 0.1, Verdict.Status.LOSSLESS));
        assertThat(json).contains(known);
        return Formats.TABLE.text(
                StoredResult.of("unknown", json.replace(known, unknown)).run());
    }

    @Test
    void omitsUnknownSettingsOfServer() {
        assertThat(tableWith("\"checksum\" : \"CRC32\"", "\"checksum\" : \"\""))
                .contains("ROW, row image FULL, TLS on")
                .doesNotContain("checksum");
        assertThat(tableWith("\"rowImage\" : \"FULL\"", "\"rowImage\" : \"\"")).contains("ROW, checksum CRC32, TLS on");
    }

    @Test
    void omitsUnknownCpuTime() {
        assertThat(tableWith("\"cpuSeconds\" : 1.5", "\"cpuSeconds\" : -1.0"))
                .contains("12 ms GC, 100 MB heap at most")
                .doesNotContain("s CPU");
    }
}
