// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.result.summary.Summary.StreamSpread;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates a result with nearly all parts: two streams, two loads, a replay, gaps, worker nodes, and samples with histograms.
 */
public final class RichResult {

    private static final RunResult SIMPLE_RUN = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOST);
    private static final DurationSummary DURATIONS = SIMPLE_RUN.summary().cdc().delay();

    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private RichResult() {}

    public static RunResult of() {
        CdcSummary cdc = cdc();
        return new RunResult(
                SIMPLE_RUN.schemaVersion(),
                SIMPLE_RUN.tool(),
                Instant.parse("2026-01-02T03:04:05.678901Z"),
                SIMPLE_RUN.plan(),
                SIMPLE_RUN.server(),
                SIMPLE_RUN.clock(),
                true,
                "stopped",
                SIMPLE_RUN.notes(),
                new Summary(
                        10,
                        cdc,
                        List.of(
                                new StreamSummary("a", "h:1", cdc, 0.1, SIMPLE_RUN.server(), SIMPLE_RUN.clock()),
                                new StreamSummary(
                                        "b",
                                        "h:2",
                                        SIMPLE_RUN.summary().cdc(),
                                        -1,
                                        SIMPLE_RUN.server(),
                                        SIMPLE_RUN.clock())),
                        StreamSpread.of(List.of(cdc, SIMPLE_RUN.summary().cdc())),
                        write(SIMPLE_RUN.summary().write(), DURATIONS),
                        tester(),
                        List.of()),
                verdict(SIMPLE_RUN.verdict()),
                List.of(new Check("dt.p99>1ms", 1.5, false, "cdc.delay.p99Millis is 1.5 ms")),
                List.of(second(1, DURATIONS), second(2, DURATIONS)),
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    private static TesterSummary tester() {
        return new TesterSummary(
                1.5,
                0.3,
                0.1,
                null,
                12,
                100_000_000,
                0,
                0,
                0,
                List.of(node("10.0.0.2:7070", null), node("b:1", "gone")));
    }

    /** Returns the summary of a worker node. {@code lossReason} is {@code null} if the node was not lost. */
    static NodeSummary node(String address, @Nullable String lossReason) {
        return new NodeSummary(
                address,
                "17.0.15",
                "MariaDB Connector/J 3.5.6",
                List.of(LoadClient.ofJdbc("oltp_insert", Reason.DRIVER_CHOSEN)),
                16,
                new ClockSummary(-2_000_000, 150),
                8,
                40_000,
                lossReason == null ? DURATIONS : NO_DURATIONS,
                NO_DURATIONS,
                List.of("a"),
                lossReason == null ? 61.5 : null,
                lossReason == null ? 80.25 : null,
                33,
                123_000_000,
                lossReason);
    }

    private static CdcSummary cdc() {
        DurationSummary durations = DURATIONS;
        return new CdcSummary(
                durations,
                durations,
                durations,
                new CdcSummary.LargeTransactions(10, 2, 30, durations, durations, durations, durations, durations, 2.5),
                Map.of(DelaySource.HEARTBEAT, durations),
                10,
                1,
                2,
                3,
                4.5,
                "exact",
                7,
                Map.of("shop.orders", Map.of(CdcSummary.ChangeKind.INSERT, 7L)),
                1,
                100,
                50,
                10,
                Map.of("XID", 10L),
                new CdcSummary.Payloads(1, 2, 3, Map.of("WRITE_ROWS", 3L)),
                new CdcSummary.Heartbeats(1, 2, 3, 4),
                1,
                2,
                3,
                List.of(new CdcSummary.Gap(
                        Instant.parse("2026-01-02T03:04:05.678901Z"),
                        1.5,
                        3,
                        "EOF",
                        "a",
                        "b",
                        CdcSummary.Gap.ResumedBy.GTIDS,
                        new ClockSummary(3, 4))),
                null,
                new CdcSummary.Position("binlog.000001", 4, "0-1-100"),
                new Summary.Drain(0.5, 4),
                null);
    }

    private static WriteSummary write(WriteSummary write, DurationSummary durations) {
        return new WriteSummary(
                1,
                2,
                3,
                Map.of("insert", 3L),
                3,
                0,
                0,
                3,
                0,
                0,
                Map.of(1213, 2L),
                0,
                0,
                0,
                5L,
                2L,
                28.6,
                durations,
                durations,
                durations,
                Map.of("insert", durations),
                durations,
                durations,
                1.5,
                null,
                List.of(
                        new WorkloadSummary("oltp_insert", 2, 0.0, 10, write),
                        new WorkloadSummary("large_transaction", 1, 1.0, 9, write)));
    }

    private static Verdict verdict(Verdict verdict) {
        ReplaySummary replay =
                new ReplaySummary(List.of("t"), List.of("t.c"), 1, 2, 3, 4, 5, 6, 7, 8, null, null, "x", 9, "memory");
        Verdict replayVerdict = new Verdict(
                Verdict.Status.LOST,
                "exact",
                "",
                1L,
                2L,
                3L,
                null,
                null,
                null,
                null,
                "x",
                List.of(),
                List.of(),
                replay);
        return new Verdict(
                verdict.status(),
                verdict.method(),
                verdict.reason(),
                verdict.committed(),
                verdict.observed(),
                verdict.missing(),
                verdict.duplicated(),
                verdict.outOfOrder(),
                verdict.unknownOutcome(),
                verdict.others(),
                verdict.firstOffender(),
                List.of(),
                List.of(new Verdict.OfStream("a", replayVerdict), new Verdict.OfStream("b", verdict)),
                replay);
    }

    static SampleRow second(long number, DurationSummary durations) {
        SampleRow.Write write =
                SecondFixtures.write(2, 10, 10, 20, 20, 4, 10, 6, 0, 1, durations, durations, durations, "AAAA", null);
        SampleRow.Cdc cdc = SecondFixtures.cdc(
                durations,
                1,
                1,
                2,
                2,
                3,
                3,
                1,
                SampleRow.Motion.FLOWING,
                number == 1 ? null : 7L,
                0.5,
                number == 1 ? Map.of() : Map.of("XID", 3L),
                number == 1 ? null : "BBBB");
        return new SampleRow(
                number,
                SampleRow.RunPart.MEASURE,
                1.0001,
                number == 1 ? null : write,
                cdc,
                List.of(new SampleRow.Stream("a", cdc), new SampleRow.Stream("b", cdc)),
                List.of(new SampleRow.Workload("oltp_insert", write), new SampleRow.Workload("tpcc", write)),
                Map.of(),
                List.of());
    }
}
