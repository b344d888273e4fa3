// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static io.github.cdctester.internal.binlog.rows.RowKind.DELETE;
import static io.github.cdctester.internal.binlog.rows.RowKind.INSERT;
import static io.github.cdctester.internal.binlog.rows.RowKind.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.judge.verify.StreamJudge.Method;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** In each test, ten transactions were committed and arrived. */
class RowComparisonTest {

    private static final Method COUNTS = new Method(Method.CheckType.COUNTS, "asked for");
    private static final Map<String, Map<RowKind, Long>> WRITTEN =
            Map.of("a", Map.of(INSERT, 10L, UPDATE, 20L), "b", Map.of(DELETE, 5L));

    private boolean isOwnLog = true;
    private long unknownOutcome;
    private @Nullable String incomplete;

    @Test
    void isLosslessIfAllRowsArrive() {
        Verdict verdict = verdict(rows(Map.of(
                "x.a", Map.of(INSERT, 10L, UPDATE, 20L),
                "x.b", Map.of(DELETE, 5L),
                "x.somebody_elses", Map.of(INSERT, 7L),
                "y.a", Map.of(INSERT, 3L))));
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains("rows by table and kind");
    }

    @Test
    void acceptsLowerCaseNamesInLog() {
        RowComparison rows =
                RowComparison.of("Shop", Map.of("Item", Map.of(INSERT, 1L)), Map.of("shop.item", Map.of(INSERT, 1L)));
        assertThat(verdict(rows).status()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void comparesNothingIfOwnTablesAreAmbiguous() {
        Map<String, Map<RowKind, Long>> observed = Map.of(
                "x.a", Map.of(INSERT, 10L, UPDATE, 20L), StreamMeter.OTHER_TABLES, Map.of(INSERT, 7L, DELETE, 5L));

        assertThat(RowComparison.of("x", WRITTEN, observed).notCompared()).contains("more than 16384 tables");
        assertThat(RowComparison.of("x", Map.of("a", Map.of(INSERT, 10L)), observed)
                        .notCompared())
                .isNull();
    }

    @Test
    void isLostIfRowIsMissing() {
        Verdict verdict = verdict(rows(Map.of("x.a", Map.of(INSERT, 10L, UPDATE, 18L), "x.b", Map.of(DELETE, 4L))));
        assertThat(verdict.status()).isEqualTo(Status.LOST);
        assertThat(verdict.missing()).isEqualTo(1);
        assertThat(verdict.firstOffender()).isEqualTo("UPDATE x.a: 18 rows of 20");
        assertThat(verdict.reason()).contains("UPDATE x.a: 18 rows of 20").contains("1 more");
    }

    @Test
    void isLostIfRowOfOtherKindArrives() {
        Verdict verdict =
                verdict(rows(Map.of("x.a", Map.of(INSERT, 11L, UPDATE, 19L, DELETE, 9L), "x.b", Map.of(DELETE, 5L))));
        assertThat(verdict.status()).isEqualTo(Status.LOST);
        assertThat(verdict.firstOffender()).isEqualTo("UPDATE x.a: 19 rows of 20");
    }

    @Test
    void isBehindIfRowsMayStillArrive() {
        incomplete = "the end had not come";
        assertThat(verdict(rows(Map.of())).status()).isEqualTo(Status.BEHIND);
    }

    @Test
    void isNotCheckedIfRowsAreAdded() {
        Verdict verdict =
                verdict(rows(Map.of("x.a", Map.of(INSERT, 10L, UPDATE, 20L), "x.b", Map.of(DELETE, 5L, INSERT, 1L))));
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("INSERT x.b: 1 rows of 0");
    }

    @Test
    void acceptsRowsOfCommitWithUnknownOutcome() {
        unknownOutcome = 1;
        Verdict verdict = verdict(rows(Map.of("x.a", Map.of(INSERT, 11L, UPDATE, 20L), "x.b", Map.of(DELETE, 5L))));
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void missingTableOfOtherLogIsNotChecked() {
        isOwnLog = false;
        assertThat(verdict(rows(Map.of("z.a", Map.of(INSERT, 10L, UPDATE, 20L), "x.b", Map.of(DELETE, 5L))))
                        .status())
                .isEqualTo(Status.NOT_CHECKED);
        Verdict verdict = verdict(rows(Map.of("x.a", Map.of(INSERT, 9L, UPDATE, 20L), "x.b", Map.of(DELETE, 5L))));
        assertThat(verdict.status()).isEqualTo(Status.LOST);
        assertThat(verdict.firstOffender()).isEqualTo("INSERT x.a: 9 rows of 10");
    }

    @Test
    void reportsWhyRowsWereNotCompared() {
        Verdict verdict = verdict(RowComparison.inconclusive("binlog_format is MIXED"));
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains("rows were not, because binlog_format is MIXED");
    }

    @Test
    void addsUpPartsOfLog() {
        RowComparison firstPart = rows(Map.of("x.a", Map.of(INSERT, 4L, UPDATE, 20L)));
        RowComparison secondPart = rows(Map.of("x.a", Map.of(INSERT, 6L), "x.b", Map.of(DELETE, 5L)));
        assertThat(verdict(firstPart.plus(secondPart)).status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict(firstPart).status()).isEqualTo(Status.LOST);
        assertThat(firstPart.plus(RowComparison.inconclusive("why")).notCompared())
                .isEqualTo("why");
    }

    private static RowComparison rows(Map<String, Map<RowKind, Long>> observed) {
        return RowComparison.of("x", WRITTEN, observed);
    }

    private Verdict verdict(RowComparison rows) {
        return StreamJudge.verdict(
                COUNTS,
                new Evidence(10L, unknownOutcome, 10, StreamFindings.NOTHING, false, 0, isOwnLog, incomplete, rows));
    }
}
