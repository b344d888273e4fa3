// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.StreamSpread;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result with known numbers, for tests of limits. */
final class LimitedResult {

    static final Plan PLAN = RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));

    static final DurationSummary NO_DURATIONS = new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private LimitedResult() {}

    static DurationSummary durations(double factor) {
        return new DurationSummary(
                "s", 100, 2 * factor, 1 * factor, 5 * factor, 10 * factor, 20 * factor, 40 * factor, 3, -0.5);
    }

    static Summary summary(@Nullable WriteSummary write) {
        StreamSpread.Range range = new StreamSpread.Range(1e6, 2e6, 3e6);
        CdcSummary cdc = new CdcSummary(
                durations(1),
                durations(0.5),
                NO_DURATIONS,
                null,
                Map.of(DelaySource.EVENT_HEADER, durations(100)),
                10.5,
                5e6,
                50_000,
                9_999.5,
                null,
                "exact",
                7,
                Map.of("sb.test.sbtest1", Map.of(CdcSummary.ChangeKind.INSERT, 7L)),
                0,
                50_000_000,
                500_000,
                100_000,
                Map.of("XID", 99_000L, "QUERY", 1_000L),
                new CdcSummary.Payloads(0, 0, 0, Map.of()),
                new CdcSummary.Heartbeats(100, 500, 50_000, 0),
                0,
                0,
                0,
                List.of(),
                null,
                new CdcSummary.Position("binlog.000002", 4_711, null),
                new Summary.Drain(0.5, 40),
                null);
        return new Summary(
                10.0,
                cdc,
                List.of(),
                new StreamSpread(range, range, range, null, null, new StreamSpread.Range(1, 2, 3)),
                write,
                new TesterSummary(1.5, 0.3, 1.0, null, 12, 100_000_000, 0, 0, 0, List.of()),
                List.of());
    }

    static Summary summaryWithWrites() {
        return summary(new WriteSummary(
                10_000,
                60_000,
                100_000,
                Map.of("insert", 100_000L),
                100_000,
                0,
                0,
                100_000,
                0,
                0,
                Map.of(1213, 3L, 1205, 2L),
                1,
                0,
                0,
                null,
                null,
                12.5,
                NO_DURATIONS,
                durations(2),
                durations(2),
                Map.of("insert", durations(2)),
                NO_DURATIONS,
                durations(2),
                null,
                98.5,
                List.of()));
    }

    static Verdict verdict(Verdict.Status status) {
        return new Verdict(status, "exact", "", 10L, 9L, 1L, 0L, null, 0L, 0L, null, List.of(), List.of(), null);
    }

    static Check check(String expression) {
        return Limit.parse(expression).check(PLAN, summaryWithWrites(), verdict(Verdict.Status.LOST), List.of());
    }
}
