// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import static io.github.cdctester.config.LoadSpec.closedLoop;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.Gap;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The stream breaks for 0.5 s in second 3, which belongs to phase {@code crowd}. Second 1 is warm-up, and second 5 is the drain. */
final class BrokenRun {

    private static final RunResult TEMPLATE = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOST);
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private BrokenRun() {}

    static RunResult broken() {
        Verdict verdict = new Verdict(
                Verdict.Status.LOST,
                "exact",
                "3 of 1000 commits never came",
                1000L,
                997L,
                3L,
                0L,
                0L,
                0L,
                0L,
                "0-1-17",
                List.of("0-1-17", "0-1-19"),
                List.of(),
                null);
        return of(verdict, true, List.of(new Check("delay.p99>1ms", 80.0, false, "cdc.delay.p99Millis is 80 ms")));
    }

    /** The samples are the same, but there is no break, error or failed check. */
    static RunResult unbroken() {
        Verdict verdict = new Verdict(
                Verdict.Status.LOSSLESS,
                "exact",
                "",
                1000L,
                1000L,
                0L,
                0L,
                0L,
                0L,
                0L,
                null,
                List.of(),
                List.of(),
                null);
        return of(verdict, false, List.of());
    }

    /** The rows have these lengths. */
    static RunResult withLengths(RunResult run, double... seconds) {
        List<SampleRow> rows = new ArrayList<>();
        for (SampleRow row : run.samples()) {
            rows.add(new SampleRow(
                    row.second(),
                    row.phase(),
                    seconds[rows.size()],
                    row.write(),
                    row.cdc(),
                    row.streams(),
                    row.workloads(),
                    row.probes(),
                    row.consumers()));
        }
        return RunResultCopy.of(run).samples(rows).build();
    }

    /** The returned run is not interrupted. */
    static RunResult withChecksAndNotes(RunResult run, List<Check> checks, List<Note> notes) {
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                false,
                null,
                notes,
                run.summary(),
                run.verdict(),
                checks,
                run.samples(),
                run.phases(),
                run.probeUnits(),
                run.faults(),
                run.consumers());
    }

    private static RunResult of(Verdict verdict, boolean isInterrupted, List<Check> checks) {
        NamedLoad main = NamedLoad.of(Sysbench.oltpInsert(), closedLoop(4)).named("main");
        NamedLoad burst = NamedLoad.of(Sysbench.oltpInsert(), closedLoop(2)).named("burst");
        Plan plan = Plan.of(TEMPLATE.plan().endpoint(), TEMPLATE.plan().window(), List.of(main, burst))
                .ignoredErrors(TEMPLATE.plan().ignoredErrors())
                .subscriber(TEMPLATE.plan().subscriber())
                .verification(TEMPLATE.plan().verification());
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                TEMPLATE.tool(),
                START,
                plan,
                TEMPLATE.server(),
                TEMPLATE.clock(),
                isInterrupted,
                isInterrupted ? "stopped" : null,
                TEMPLATE.notes(),
                new Summary(
                        3,
                        cdc(isInterrupted),
                        List.of(),
                        null,
                        write(isInterrupted),
                        TEMPLATE.summary().tester(),
                        List.of()),
                verdict,
                checks,
                List.of(
                        row(1, RunPart.WARM_UP, 900, Motion.FLOWING, 0),
                        row(2, RunPart.MEASURE, 5, Motion.FLOWING, 0),
                        row(3, RunPart.MEASURE, 912.4, Motion.STUCK, 7),
                        row(4, RunPart.MEASURE, 20, Motion.FLOWING, 0),
                        row(5, RunPart.DRAIN, 30, Motion.IDLE, 0)),
                List.of(new PhaseSpan(
                        "crowd",
                        PhaseSpan.PhaseType.LOADS,
                        1,
                        3,
                        3,
                        4,
                        List.of("main", "burst"),
                        "time",
                        null,
                        List.of())),
                Map.of(),
                List.of(),
                List.of());
    }

    private static CdcSummary cdc(boolean isBroken) {
        CdcSummary cdc = TEMPLATE.summary().cdc();
        Gap gap = new Gap(START.plusMillis(1_200), 0.5, 2, "EOF", "a", "a", Gap.ResumedBy.GTIDS, null);
        return new CdcSummary(
                delays(80, 0, null),
                cdc.delayAtFirstByte(),
                cdc.delayEndToEnd(),
                null,
                Map.of(),
                3.5,
                40_000,
                500,
                100,
                null,
                "off",
                0,
                Map.of(),
                0,
                cdc.bytes(),
                cdc.events(),
                cdc.transactions(),
                cdc.eventsByKind(),
                cdc.payloads(),
                cdc.heartbeats(),
                0,
                0,
                0,
                isBroken ? List.of(gap) : List.of(),
                cdc.from(),
                cdc.to(),
                null,
                null);
    }

    private static WriteSummary write(boolean isBroken) {
        WriteSummary loadSummary = writeSummary(TEMPLATE.summary().write(), isBroken, List.of());
        return writeSummary(
                TEMPLATE.summary().write(),
                isBroken,
                List.of(
                        new WorkloadSummary("main", 4, 0.0, 3, loadSummary),
                        new WorkloadSummary(
                                "burst", 2, 1.0, 2, TEMPLATE.summary().write())));
    }

    private static WriteSummary writeSummary(WriteSummary write, boolean isBroken, List<WorkloadSummary> loads) {
        return new WriteSummary(
                300,
                300,
                900,
                Map.of("insert", 900L),
                900,
                0,
                0,
                900,
                0,
                0,
                isBroken ? Map.of(1213, 7L) : Map.of(),
                isBroken ? 1 : 0,
                0,
                isBroken ? 2 : 0,
                null,
                null,
                null,
                write.waiting(),
                delays(60, 0, null),
                write.latencyWithWaiting(),
                Map.of(),
                write.startDelay(),
                write.serviceTime(),
                null,
                null,
                loads);
    }

    private static SampleRow row(long second, RunPart part, double delayMillis, Motion state, long errors) {
        SampleRow.Write write = write(second, errors);
        SampleRow.Cdc cdc = new SampleRow.Cdc(
                delays(delayMillis, 100, "GTID"),
                streamValues(state),
                Map.of("XID", 110L),
                encodedHistogram(delayMillis));
        return new SampleRow(
                second,
                part,
                1,
                write,
                cdc,
                List.of(),
                List.of(new SampleRow.Workload("main", write), new SampleRow.Workload("burst", write(second, 0))),
                Map.of("cpu", 0.97),
                List.of());
    }

    /** Without heartbeats, the second has 100 transactions, 500 events and 40,000 bytes. */
    private static Map<String, Double> streamValues(Motion state) {
        return SecondFixtures.values(
                "bytes", 48_000,
                "bytesPerSecond", 48_000,
                "events", 550,
                "eventsPerSecond", 550,
                "transactions", 110,
                "transactionsPerSecond", 110,
                "heartbeats", 10,
                "heartbeatEvents", 50,
                "heartbeatBytes", 8_000,
                "state", state.ordinal(),
                "behindBytes", state == Motion.STUCK ? 12_345 : 0,
                "unreadMillis", state == Motion.STUCK ? 903.25 : 0);
    }

    private static SampleRow.Write write(long second, long errors) {
        double millis = 10.0 * second;
        return SecondFixtures.write(
                4,
                100 * second,
                100 * second,
                100,
                100,
                0,
                100,
                0,
                errors,
                errors == 0 ? 0 : 1,
                delays(millis, 100, null),
                delays(millis, 0, null),
                delays(millis, 100, null),
                encodedHistogram(millis),
                null);
    }

    private static DurationSummary delays(double millis, long count, String source) {
        return new DurationSummary(source, count, millis, millis, millis, millis, millis, millis, 0, 0);
    }

    private static String encodedHistogram(double... millis) {
        Histogram histogram = new Histogram(2);
        Arrays.stream(millis).forEach(value -> histogram.recordValue(Math.round(value * 1_000)));
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }
}
