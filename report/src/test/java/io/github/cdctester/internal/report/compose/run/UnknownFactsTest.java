// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.RichResult;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.run.table.StreamTables;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.StreamSpread;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import java.util.List;
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

    /** Stream b has a median, but too few delays for a 99th percentile. */
    @Test
    void omitsSpreadOfUnreliablePercentiles() {
        assertThat(rowOfMinimum(10)).containsExactly("min", "-", "0.010");
        assertThat(rowOfMinimum(1_000)).doesNotContain("-");
    }

    private static List<String> rowOfMinimum(long transactionsOfSecondStream) {
        RunResult run = RichResult.of();
        List<StreamSummary> streams = List.of(
                run.summary().streams().get(1),
                ofTransactions(run.summary().streams().get(1), transactionsOfSecondStream));
        List<CdcSummary> cdcs = streams.stream().map(StreamSummary::cdc).toList();
        Table table = StreamTables.streams(new Summary(
                10,
                cdcs.get(0),
                streams,
                StreamSpread.of(cdcs),
                run.summary().write(),
                run.summary().tester(),
                List.of()));
        List<String> row = TableTexts.row(table, 3);
        return List.of(row.get(0), row.get(row.size() - 2), row.get(row.size() - 3));
    }

    private static StreamSummary ofTransactions(StreamSummary stream, long transactions) {
        return new StreamSummary(
                "b",
                stream.endpoint(),
                RunResults.of(transactions, 0, 0.1, Verdict.Status.LOSSLESS).summary().stream(),
                stream.readerCpuSeconds(),
                stream.server(),
                stream.clock());
    }
}
