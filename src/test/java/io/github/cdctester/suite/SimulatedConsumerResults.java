// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.ConsumerResult.Second;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import java.util.List;
import java.util.Map;

/** Adds two consumers to a measured run. The first keeps up, and the second pauses periodically. */
final class SimulatedConsumerResults {

    private SimulatedConsumerResults() {}

    static RunResult withConsumers(RunResult run, String punctualName, String pausingName) {
        List<SampleRow> samples = run.samples().stream()
                .map(row -> row.phase() == SampleRow.RunPart.WARM_UP
                        ? row
                        : new SampleRow(
                                row.second(),
                                row.phase(),
                                row.seconds(),
                                row.write(),
                                row.cdc(),
                                row.streams(),
                                row.workloads(),
                                row.probes(),
                                List.of(punctualConsumer(row, punctualName), pausingConsumer(row, pausingName))))
                .toList();
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                samples,
                run.phases(),
                run.probeUnits(),
                List.of(new FaultMark(3.25, "stall 2s", null, "2 connections stalled", 2_000.0, null)),
                List.of(
                        consumerResult(punctualName, run, 0, Delivery.EXACTLY_ONCE, List.of()),
                        consumerResult(
                                pausingName,
                                run,
                                17,
                                Delivery.AT_MOST_ONCE,
                                List.of(
                                        new CatchUp("stall 2s", 3.5, 6.25, 0.75, 9_000.0, 4_321, 1_000_000L, 0, 17L),
                                        new CatchUp(null, 8.125, null, null, null, 17, null, 0, null)))));
    }

    private static SampleRow.Consumer punctualConsumer(SampleRow row, String name) {
        long count = row.cdc().transactions() - row.cdc().heartbeats();
        return consumerSample(row, name, count, 1.5, 3);
    }

    private static SampleRow.Consumer pausingConsumer(SampleRow row, String name) {
        boolean isPausing = row.second() % 10 < 3;
        long count = row.cdc().transactions() - row.cdc().heartbeats();
        return consumerSample(row, name, isPausing ? 0 : count, 40, isPausing ? 1_000 * (1 + row.second() % 10) : 50);
    }

    private static SampleRow.Consumer consumerSample(
            SampleRow row, String name, long count, double factor, long behind) {
        return new SampleRow.Consumer(
                name,
                count == 0 ? delay(0, 0) : delay(count, factor * (1 + row.second() % 5)),
                Map.of(
                        "transactions", (double) count,
                        "transactionsPerSecond", count / row.seconds(),
                        "behind", (double) behind));
    }

    private static DurationSummary delay(long count, double millis) {
        return count == 0
                ? new DurationSummary("COMMIT_TIMESTAMP", 0, null, null, null, null, null, null, 0, 0)
                : new DurationSummary(
                        "COMMIT_TIMESTAMP", count, millis / 2, millis / 2, millis, millis, millis, 3 * millis, 0, 0);
    }

    private static ConsumerResult consumerResult(
            String name, RunResult run, long lost, Delivery delivery, List<CatchUp> catchUps) {
        long committedCount = run.verdict().observed();
        Verdict verdict = new Verdict(
                lost == 0 ? Verdict.Status.LOSSLESS : Verdict.Status.LOST,
                "exact",
                "each commit was looked for among its GTIDs",
                committedCount,
                committedCount - lost,
                lost,
                0L,
                0L,
                0L,
                12L,
                lost == 0 ? null : name + ":42",
                List.of(),
                List.of(),
                null);
        double perSecond = (committedCount - lost) / run.summary().seconds();
        return new ConsumerResult(
                name,
                Identity.GTID,
                delay(committedCount - lost, lost == 0 ? 7.125 : 81.625),
                committedCount - lost,
                null,
                null,
                null,
                perSecond,
                null,
                null,
                null,
                verdict,
                delivery,
                0,
                null,
                lost == 0 ? 0 : 3,
                lost == 0 ? null : name + ":99",
                12,
                0,
                null,
                catchUps,
                lost == 0 ? null : "EOF of " + name,
                lost == 0 ? List.of() : List.of(Note.of(Note.Code.CONSUMER_STRAY_REPORTS, "count", 3, "first", name)),
                List.of(new Second(1, committedCount - lost, lost, 81.625)),
                0L,
                new Summary.Drain(0, 0),
                null,
                null,
                true,
                false,
                null,
                List.of());
    }
}
