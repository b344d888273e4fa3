// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.summary.CdcSummary.Gap;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractObjectAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on a run. From {@link #delay()} and {@link #load} return with {@code and()}. */
public class RunResultAssert extends AbstractObjectAssert<RunResultAssert, RunResult> {

    private static final int MAX_LOST = 20;

    /** Receives failures; soft assertions set another one. */
    Findings findings;

    /** Creates assertions. */
    public RunResultAssert(RunResult actual) {
        super(actual, RunResultAssert.class);
        findings = Findings.of(actual, () -> info.hasDescription() ? info.descriptionText() : "");
    }

    /**
     * Names where the report of this run is, for the messages of failures. Under {@code @CdcTest} that is known.
     *
     * @param place a file or a directory
     */
    public RunResultAssert reportedIn(Path place) {
        findings = findings.reportedIn(place);
        return myself;
    }

    /** The verdict is {@code LOSSLESS}, by whichever method. */
    public RunResultAssert isLossless() {
        return hasVerdict(Status.LOSSLESS);
    }

    /** The verdict is this one. */
    public RunResultAssert hasVerdict(Status expected) {
        isNotNull();
        Verdict verdict = actual.verdict();
        if (verdict.status() != expected) {
            fail(
                    "Expected the verdict " + expected + ", but it was " + verdict.headline()
                            + (verdict.reason().isEmpty() ? "" : ": " + verdict.reason()) + first(verdict),
                    false);
        }
        return myself;
    }

    /** Returns the name of lost data; otherwise the first problem. */
    private static String first(Verdict verdict) {
        List<String> lost = verdict.lost();
        if (!lost.isEmpty()) {
            long more = Objects.requireNonNullElse(verdict.missing(), 0L) - Math.min(MAX_LOST, lost.size());
            return "; lost: " + lost.stream().limit(MAX_LOST).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more." : ".");
        }
        return verdict.firstOffender() == null ? "." : "; the first: " + verdict.firstOffender() + ".";
    }

    /** No statement was refused, no connection of the writers broke, each commit was answered, and the stream did not break. */
    public RunResultAssert hasNoErrors() {
        Writes.ofAll(whole()).hasNoErrors();
        List<Gap> gaps = SecondInWords.gaps(actual);
        if (!gaps.isEmpty()) {
            fail(
                    "Expected a stream in one piece, but it broke " + PlainText.counted(gaps.size(), "time")
                            + "; the first: " + SecondInWords.gap(gaps.get(0)) + ".",
                    true);
        }
        return myself;
    }

    /** The run did not end before its time. */
    public RunResultAssert wasNotInterrupted() {
        isNotNull();
        if (actual.interrupted()) {
            List<SampleRow> all = actual.samples();
            findings.fail(
                    "Expected a run to its end, but it was interrupted: " + actual.interruptedBecause() + ".",
                    all.isEmpty() ? null : all.get(all.size() - 1),
                    "it ended");
        }
        return myself;
    }

    /** Checks that the plan's own limits and consistency conditions passed. */
    public RunResultAssert heldItsLimits() {
        isNotNull();
        for (Check check : actual.checks()) {
            if (!check.held()) {
                String offender = check.offender();
                fail(
                        "Expected every limit to hold, but " + check.expression() + " was broken: "
                                + (offender == null ? "it could not be checked." : offender + "."),
                        check.actual() != null);
            }
        }
        return myself;
    }

    /** Turns to DT: arrival of a transaction's last byte minus its commit time; of several streams, of all. */
    public DurationAssert<RunResultAssert> delay() {
        return whole().delay(myself);
    }

    /** Turns to the latency of all writers: commit acknowledged minus intended start. */
    public DurationAssert<RunResultAssert> latency() {
        return Writes.ofAll(whole()).latency(myself);
    }

    /** Turns to the latency of one load. */
    public DurationAssert<RunResultAssert> latencyOf(String load) {
        return Writes.ofLoad(whole(), load).latency(myself);
    }

    /** Turns to one load. */
    public LoadAssert<RunResultAssert> load(String name) {
        return new LoadAssert<>(Writes.ofLoad(whole(), name), myself);
    }

    /** Turns to the rates. */
    public ThroughputAssert<RunResultAssert> throughput() {
        return new ThroughputAssert<>(whole(), myself);
    }

    /**
     * Selects some seconds of the run; percentiles are computed from all their values.
     *
     * @param firstSecond the first, numbered like {@code samples}: from the start of the load, from 1
     * @param lastSecond the last, inclusive
     * @throws IllegalArgumentException if the last is before the first
     */
    public SecondsAssert between(long firstSecond, long lastSecond) {
        isNotNull();
        return new SecondsAssert(Measured.between(actual, firstSecond, lastSecond, findings), myself);
    }

    private Measured whole() {
        isNotNull();
        return Measured.whole(actual, findings);
    }

    /** With the second of the first break of the stream, if there is one. */
    private void fail(String what, boolean timed) {
        SampleRow broken = SecondInWords.firstBroken(actual);
        findings.fail(what, broken, "the stream broke first", timed);
    }

    /** Only a soft assertion continues here without a result. */
    @Override
    public RunResultAssert isNotNull() {
        @Nullable RunResult given = actual;
        if (given == null) {
            throw new AssertionError("Expected the result of a run, but it was null.");
        }
        return myself;
    }

    /** Assertions on some seconds of a run. Seconds of the warm-up and the drain are included if they are selected. */
    public static final class SecondsAssert {

        private final Measured measured;
        private final RunResultAssert back;

        SecondsAssert(Measured measured, RunResultAssert back) {
            this.measured = measured;
            this.back = back;
        }

        /** Turns to DT of all that arrived in them. */
        public DurationAssert<SecondsAssert> delay() {
            return measured.delay(this);
        }

        /** Turns to the latency of all transactions that ended in them. */
        public DurationAssert<SecondsAssert> latency() {
            return Writes.ofAll(measured).latency(this);
        }

        /** Turns to the latency of one load. */
        public DurationAssert<SecondsAssert> latencyOf(String load) {
            return Writes.ofLoad(measured, load).latency(this);
        }

        /** Turns to one load. */
        public LoadAssert<SecondsAssert> load(String name) {
            return new LoadAssert<>(Writes.ofLoad(measured, name), this);
        }

        /** Turns to the rates. */
        public ThroughputAssert<SecondsAssert> throughput() {
            return new ThroughputAssert<>(measured, this);
        }

        /** No statement was refused, and no connection of the writers broke. */
        public SecondsAssert hasNoErrors() {
            Writes.ofAll(measured).hasNoErrors();
            return this;
        }

        /** Goes back to the whole run. */
        public RunResultAssert and() {
            return back;
        }
    }
}
