// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.report.page.model.Doubt;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.TesterSummary;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether the tester was the limit, and whether it saw enough. */
record TesterDoubts(DoubtSink sink) {

    /** From that share of a processor on, the thread that reads is what holds the stream up. */
    static final double BUSY_READER = 0.8;

    /** So many seconds of a busy reader are not one pause that it makes up for. */
    private static final int FEW_BUSY_SECONDS = 3;

    /** From that share of all processors on, threads wait for one another. */
    private static final double BUSY_MACHINE = 0.7;

    /** Collections of that share of the time are in the 99th percentile; of a tenth of it in the 99.9th. */
    private static final double GC_IN_P99 = 0.01;

    private static final long FEW_FOR_P99 = 100;
    private static final long FEW_FOR_P999 = 1_000;
    private static final double SHORT_SECONDS = 10;
    private static final Pattern PROCESSORS = Pattern.compile("(\\d{1,6}) processors?$");

    /**
     * Of a run.
     *
     * @param readers what its seconds tell of the threads that read; {@code null} where nobody has gone through them
     */
    void of(RunResult result, @Nullable ReaderStrand readers) {
        cpu(result, readers);
        gc(result.summary());
        samples(result.summary());
        load(result);
    }

    /** The processors of the tester's machine, as far as the result tells. */
    static OptionalInt processors(RunResult result) {
        Matcher found = PROCESSORS.matcher(result.tool().os());
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }

    /** The share of the time in which the thread that reads was on a processor; NaN where that is not known. */
    static double readerShare(Summary summary) {
        double seconds = Math.max(summary.seconds(), summary.cdc().seconds());
        double busy = summary.tester().readerCpuSeconds();
        return busy < 0 || seconds <= 0 || !summary.streams().isEmpty() ? Double.NaN : Math.min(1, busy / seconds);
    }

    private void cpu(RunResult result, @Nullable ReaderStrand readers) {
        Summary summary = result.summary();
        double seconds = Math.max(summary.seconds(), summary.cdc().seconds());
        OptionalInt processors = processors(result);
        if (processors.isPresent() && seconds > 0 && summary.tester().cpuSeconds() > 0) {
            double share = summary.tester().cpuSeconds() / seconds / processors.getAsInt();
            if (share >= BUSY_MACHINE) {
                add(
                        5,
                        "The tester was near the limit of its processors",
                        "It used %.0f %% of the %d processors of its machine: delays and latencies may be its own.",
                        "Take a machine with more processors, or share the load between several testers.",
                        100 * Math.min(1, share),
                        processors.getAsInt());
            }
        }
        reader(summary, readers);
    }

    /** Over the whole run, or for a part of it that its mean hides. */
    private void reader(Summary summary, @Nullable ReaderStrand readers) {
        double reader = readerShare(summary);
        if (!(reader >= BUSY_READER) && readers != null && readers.busySeconds() >= FEW_BUSY_SECONDS) {
            add(
                    13,
                    "The tester's reader may be the limit in some seconds",
                    "A thread that reads a stream was on a processor for %.0f %% of the time or more in %d of %d s: the server may have"
                            + " been able to send more.",
                    "Look at the chart of the reader; where it is near 100 %%, take BPS for the least that the server can do.",
                    100 * BUSY_READER,
                    readers.busySeconds(),
                    readers.seconds());
        }
        if (reader >= BUSY_READER) {
            add(
                    7,
                    "The tester's reader may be the limit",
                    "The thread that reads the stream was on a processor for %.0f %% of the time: the server may be able to send"
                            + " more.",
                    "Take BPS for the least that the server can do; do without checksum checks and row counting if they are on.",
                    100 * reader);
        }
    }

    private void gc(Summary summary) {
        TesterSummary tester = summary.tester();
        double seconds = Math.max(summary.seconds(), summary.cdc().seconds());
        double share = seconds <= 0 ? 0 : tester.gcPauseMillis() / 1_000.0 / seconds;
        if (share >= GC_IN_P99 / 10) {
            add(
                    share >= GC_IN_P99 ? 8 : 36,
                    "Pauses of the tester are in the longest delays",
                    "Garbage collections took %d ms, %.2f %% of the time: "
                            + (share >= GC_IN_P99 ? "p99 and what is above it" : "p99.9 and the maximum")
                            + " may be the tester's own.",
                    "Give the tester more memory; compare p50 and p95.",
                    tester.gcPauseMillis(),
                    100 * share);
        }
    }

    private void samples(Summary summary) {
        DurationSummary delay = summary.cdc().delay();
        if (delay.count() == 0) {
            add(
                    2,
                    "DT was not measured",
                    "Nothing arrived whose commit time is known.",
                    "Take another source of delays, or run longer.");
        } else if (delay.count() < FEW_FOR_P999) {
            add(
                    delay.count() < FEW_FOR_P99 ? 22 : 37,
                    "DT is made of few values",
                    "There are %d: " + (delay.count() < FEW_FOR_P99 ? "p99 and p99.9 are" : "p99.9 is")
                            + " the maximum, or next to it.",
                    "Run longer.",
                    delay.count());
        }
        if (summary.seconds() < SHORT_SECONDS) {
            add(
                    23,
                    "The measured part is short",
                    "It took %.1f s: one pause of the server or of the tester is a large part of it.",
                    "Measure for a minute or more before you compare.",
                    summary.seconds());
        }
    }

    private void load(RunResult result) {
        Plan plan = result.plan();
        if (plan.loads().isEmpty()) {
            return;
        }
        if (plan.window().warmUp().isZero() && result.phases().isEmpty()) {
            add(
                    38,
                    "There was no warm-up",
                    "Cold caches, connections that are made and Java's own start are in the first seconds, and in the totals.",
                    "Add a warm-up, which no total contains.");
        }
        if (plan.loads().stream().noneMatch(load -> load.load() instanceof LoadSpec.OpenLoop)) {
            add(
                    54,
                    "Latency is that of a closed loop",
                    "A worker that waits starts nothing meanwhile, so that a stall counts once a worker and not once a user.",
                    "Give a rate where it matters how long users wait.");
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be one more dependency
    private void add(int rank, String what, String why, String remedy, Object... values) {
        sink.add(rank, new Doubt(what, String.format(Locale.ROOT, why, values), remedy));
    }
}
