// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.ConsumerResult.Second;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs that have judged consumers. */
public final class JudgedResult {

    private static final RunResult PLAIN = RunResults.of(100, 0.5, 0.1, Verdict.Status.LOSSLESS);

    private JudgedResult() {}

    public static RunResult of(List<SampleRow> rows, List<FaultMark> faults, ConsumerResult... consumers) {
        return new RunResult(
                PLAIN.schemaVersion(),
                PLAIN.tool(),
                PLAIN.startedAt(),
                PLAIN.plan(),
                PLAIN.server(),
                PLAIN.clock(),
                false,
                null,
                PLAIN.notes(),
                PLAIN.summary(),
                PLAIN.verdict(),
                PLAIN.checks(),
                rows,
                List.of(),
                Map.of(),
                faults,
                List.of(consumers));
    }

    /** A consumer that has reported everything, by GTIDs. */
    public static ConsumerResult lossless(String name) {
        return consumer(
                name, Identity.GTID, verdict(Verdict.Status.LOSSLESS, 0, 0, null), Delivery.EXACTLY_ONCE, 0, null);
    }

    /** A consumer that repeats three transactions, without another fault. */
    public static ConsumerResult repeating(String name) {
        return consumer(
                name,
                Identity.POSITION,
                verdict(Verdict.Status.DUPLICATED, 0, 3, "binlog.000001:77 again"),
                Delivery.AT_LEAST_ONCE,
                0,
                null,
                true,
                false);
    }

    /** The same, which promises no more. */
    public static ConsumerResult allowedToRepeat(ConsumerResult consumer, String name) {
        return consumer(name, consumer.identity(), consumer.verdict(), consumer.delivery(), 0, null, true, true);
    }

    /** A consumer that was not checked, in a run with known or unknown output. */
    public static ConsumerResult unchecked(String name, boolean outputKnown) {
        Verdict verdict = verdict(Verdict.Status.NOT_CHECKED, 0, 0, null);
        return consumer(name, Identity.GTID, verdict, Delivery.UNKNOWN, 0, null, outputKnown, false);
    }

    /** A consumer with a torn and a lost transaction, which was behind. */
    public static ConsumerResult torn(String name) {
        return consumer(
                name,
                Identity.ROW,
                verdict(Verdict.Status.LOST, 2, 0, "cdc_seq 41"),
                Delivery.AT_MOST_ONCE,
                1,
                "cdc_seq 42: 1 of its 3 rows");
    }

    /** The same, which keeps another promise. */
    public static ConsumerResult with(ConsumerResult consumer, Delivery delivery) {
        return consumer(
                consumer.name(),
                consumer.identity(),
                consumer.verdict(),
                delivery,
                consumer.torn(),
                consumer.firstTorn());
    }

    private static Verdict verdict(Verdict.Status status, long missing, long repeated, @Nullable String first) {
        return new Verdict(
                status,
                "exact",
                "each commit was looked for among its reports",
                100L,
                100 - missing,
                missing,
                repeated,
                0L,
                0L,
                4L,
                first,
                missing == 0 ? List.of() : List.of("cdc_seq 41", "cdc_seq 42"),
                List.of(),
                null);
    }

    private static ConsumerResult consumer(
            String name, Identity by, Verdict verdict, Delivery delivery, long torn, @Nullable String firstTorn) {
        return consumer(name, by, verdict, delivery, torn, firstTorn, true, false);
    }

    private static ConsumerResult consumer(
            String name,
            Identity by,
            Verdict verdict,
            Delivery delivery,
            long torn,
            @Nullable String firstTorn,
            boolean outputKnown,
            boolean repeatsAllowed) {
        return new ConsumerResult(
                name,
                by,
                new DurationSummary("ACKNOWLEDGED", 198, 6.5, 5.25, 9.5, 12.125, 13.0, 14.75, 0, 0),
                verdict.observed(),
                by == Identity.ROW ? 240L : null,
                null,
                1_000L,
                33.3,
                by == Identity.ROW ? 80.0 : null,
                null,
                333.3,
                verdict,
                delivery,
                torn,
                firstTorn,
                verdict.status() == Verdict.Status.DUPLICATED ? 0 : 5,
                verdict.status() == Verdict.Status.DUPLICATED ? null : "cdc_seq 7",
                4,
                2,
                "<what is this>",
                torn == 0 ? List.of() : List.of(new CatchUp(1.5, 2.25, 60), new CatchUp(2.75, null, 2)),
                torn == 0 ? null : "java.io.EOFException: it <broke>",
                List.of(Note.other("2 of its reports could not be read")),
                List.of(new Second(1, 50, 10, 12.0), new Second(2, 48, torn == 0 ? 0 : 2, 12.5)),
                0,
                new Summary.Drain(1.25, 30),
                null,
                null,
                outputKnown,
                repeatsAllowed);
    }
}
