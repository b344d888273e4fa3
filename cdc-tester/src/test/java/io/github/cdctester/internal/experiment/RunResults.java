// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.summary.StreamFacts;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ClockSummary;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.TesterSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.server.ServerInfos;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Results of runs that never were: ten seconds of oltp_insert, with 100 heartbeats of 3 events and 300 bytes each. */
public final class RunResults {

    /** So long was the measured part. */
    public static final double SECONDS = 10;

    private RunResults() {}

    /** A plan with any workload. */
    public static Plan plan(WorkloadSpec workload, LoadSpec load) {
        return Plan.of(
                Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret"),
                Window.DEFAULT,
                List.of(NamedLoad.of(workload, load)));
    }

    /** A run of so many transactions, the stream's last one so long behind the last commit. */
    public static RunResult of(
            long transactions, double catchUpSeconds, double readerCpuSeconds, Verdict.Status status) {
        return of(transactions, catchUpSeconds, readerCpuSeconds, status, List.of());
    }

    /** The same with checks. */
    public static RunResult of(
            long transactions,
            double catchUpSeconds,
            double readerCpuSeconds,
            Verdict.Status status,
            List<Check> checks) {
        Plan plan = plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)).withoutPasswords();
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                new ToolInfo("0", "17", "Linux", "driver"),
                Instant.EPOCH,
                plan,
                StreamFacts.server(ServerInfos.mySql()),
                new ClockSummary(0, 0),
                false,
                null,
                List.of(Note.other("a note")),
                new Summary(
                        SECONDS,
                        cdc(transactions, SECONDS + catchUpSeconds),
                        List.of(),
                        null,
                        write(transactions),
                        new TesterSummary(1.5, 0.3, readerCpuSeconds, null, 12, 100_000_000, 0, 0, 0, List.of()),
                        List.of()),
                new Verdict(
                        status,
                        "exact",
                        "",
                        transactions,
                        transactions,
                        1L,
                        0L,
                        0L,
                        0L,
                        0L,
                        null,
                        List.of(),
                        List.of(),
                        null),
                checks,
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    private static CdcSummary cdc(long transactions, double seconds) {
        long events = 5 * transactions + 300;
        long bytes = 485 * transactions + 30_000;
        return new CdcSummary(
                durations(transactions / 1_000.0, transactions < 100 ? transactions : 1_000),
                durations(1),
                durations(1),
                null,
                Map.of(),
                seconds,
                bytes / seconds,
                events / seconds,
                (transactions + 100) / seconds,
                null,
                "off",
                0,
                Map.of(),
                0,
                bytes,
                events,
                transactions + 100,
                Map.of("XID", transactions + 100),
                new CdcSummary.Payloads(0, 0, 0, Map.of()),
                new CdcSummary.Heartbeats(100, 300, 30_000),
                0,
                0,
                0,
                List.of(),
                new CdcSummary.Position("binlog.000001", 4, null),
                new CdcSummary.Position("binlog.000001", 4 + bytes, null),
                new Summary.Drain(seconds - SECONDS, 0),
                null);
    }

    private static WriteSummary write(long transactions) {
        return new WriteSummary(
                transactions / SECONDS,
                transactions / SECONDS,
                transactions,
                Map.of("insert", transactions),
                transactions,
                0,
                0,
                transactions,
                0,
                0,
                Map.of(),
                0,
                0,
                0,
                null,
                null,
                null,
                durations(2),
                durations(2),
                durations(2),
                Map.of(),
                durations(2),
                durations(2),
                null,
                null,
                List.of());
    }

    private static DurationSummary durations(double millis) {
        return durations(millis, 1_000);
    }

    private static DurationSummary durations(double millis, long count) {
        return new DurationSummary(
                "COMMIT_TIMESTAMP", count, millis, millis, 2 * millis, 3 * millis, 4 * millis, 5 * millis, 0, 0);
    }
}
