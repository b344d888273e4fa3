// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary.Gap;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractObjectAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on the result of a run. */
public class RunResultAssert extends AbstractObjectAssert<RunResultAssert, RunResult> {

    private static final int MAX_LOST_NAMES = 20;

    /** Soft assertions replace it. */
    Findings findings;

    /** Creates assertions. */
    public RunResultAssert(RunResult actual) {
        super(actual, RunResultAssert.class);
        findings = Findings.of(actual, () -> info.hasDescription() ? info.descriptionText() : "");
    }

    /**
     * Sets the location of this run's report for failure messages. {@code @CdcTest} sets it itself.
     *
     * @param location a file or a directory
     */
    public RunResultAssert reportedIn(Path location) {
        findings = findings.reportedIn(location);
        return myself;
    }

    /** Fails unless the verdict is {@code LOSSLESS}, with any method of verification. */
    public RunResultAssert isLossless() {
        return hasVerdict(Status.LOSSLESS);
    }

    /** Fails unless the verdict has this status. */
    public RunResultAssert hasVerdict(Status expected) {
        isNotNull();
        Verdict verdict = actual.verdict();
        if (verdict.status() != expected) {
            fail(
                    "Expected the verdict " + expected + ", but it was " + headlineAndReason(verdict)
                            + offendersText(verdict) + ".",
                    false);
        }
        return myself;
    }

    /**
     * Fails unless the run judged at least one consumer, and each has the verdict {@code LOSSLESS}. Allowed repeats
     * ({@code ConsumerProbe.allowRepeats()}) do not fail.
     */
    public RunResultAssert consumersAreLossless() {
        isNotNull();
        String failedConsumers = actual.consumers().stream()
                .filter(consumer -> consumer.verdict().status() == Status.NOT_CHECKED || !consumer.isHeld())
                .map(RunResultAssert::consumerText)
                .collect(Collectors.joining("; "));
        if (actual.consumers().isEmpty()) {
            fail("Expected lossless consumers, but the run judged no consumer.", false);
        } else if (!failedConsumers.isEmpty()) {
            fail("Expected each consumer to be lossless, but " + failedConsumers + ".", false);
        }
        return myself;
    }

    private static String consumerText(ConsumerResult consumer) {
        return "consumer " + consumer.name() + " was " + headlineAndReason(consumer.verdict())
                + (consumer.failure() == null ? "" : "; it failed: " + PlainText.line(consumer.failure()))
                + offendersText(consumer.verdict());
    }

    private static String headlineAndReason(Verdict verdict) {
        return verdict.headline() + (verdict.reason().isEmpty() ? "" : ": " + verdict.reason());
    }

    /** Returns the first lost transactions, or the first offender; empty if there is neither. */
    private static String offendersText(Verdict verdict) {
        List<String> lost = verdict.lost();
        if (!lost.isEmpty()) {
            long unlisted = Objects.requireNonNullElse(verdict.missing(), 0L) - Math.min(MAX_LOST_NAMES, lost.size());
            return "; lost: " + lost.stream().limit(MAX_LOST_NAMES).collect(Collectors.joining(", "))
                    + (unlisted > 0 ? " and " + unlisted + " more" : "");
        }
        return verdict.firstOffender() == null ? "" : "; the first: " + verdict.firstOffender();
    }

    /**
     * Fails if a statement was rejected, a connection of the writers broke, a commit was not acknowledged, or the stream broke.
     */
    public RunResultAssert hasNoErrors() {
        Writes.ofAll(whole()).hasNoErrors();
        List<Gap> gaps = SecondDescription.gaps(actual);
        if (!gaps.isEmpty()) {
            fail(
                    "Expected a stream in one piece, but it broke " + PlainText.withNoun(gaps.size(), "time")
                            + "; the first: " + SecondDescription.gapText(gaps.get(0)) + ".",
                    true);
        }
        return myself;
    }

    /** Fails if the run was interrupted. */
    public RunResultAssert wasNotInterrupted() {
        isNotNull();
        if (actual.interrupted()) {
            List<SampleRow> samples = actual.samples();
            findings.fail(
                    "Expected a run to its end, but it was interrupted: " + actual.interruptedBecause() + ".",
                    samples.isEmpty() ? null : samples.get(samples.size() - 1),
                    "it ended");
        }
        return myself;
    }

    /** Fails unless all limits and consistency checks of the plan passed. */
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

    /** Returns assertions on DT (delay time) of all streams: arrival of a transaction's last byte minus its commit time. */
    public DurationAssert<RunResultAssert> delay() {
        return whole().delay(myself);
    }

    /** Returns assertions on the latency of all writers: acknowledgement of the commit minus intended start. */
    public DurationAssert<RunResultAssert> latency() {
        return Writes.ofAll(whole()).latency(myself);
    }

    /** Returns assertions on the latency of one load. Fails if the run has no load of this name. */
    public DurationAssert<RunResultAssert> latencyOf(String load) {
        return Writes.ofLoad(whole(), load).latency(myself);
    }

    /** Returns assertions on one load. Fails if the run has no load of this name. */
    public LoadAssert<RunResultAssert> load(String name) {
        return new LoadAssert<>(Writes.ofLoad(whole(), name), myself);
    }

    /** Returns assertions on the rates. */
    public ThroughputAssert<RunResultAssert> throughput() {
        return new ThroughputAssert<>(whole(), myself);
    }

    /**
     * Returns assertions on an interval of the run. Fails if it has no samples.
     *
     * @param firstSecond the first second, numbered like {@code samples}: from 1 at the start of the load
     * @param lastSecond the last second, inclusive
     * @throws IllegalArgumentException if {@code lastSecond} is before {@code firstSecond}
     */
    public SecondsAssert between(long firstSecond, long lastSecond) {
        isNotNull();
        return new SecondsAssert(Measured.between(actual, firstSecond, lastSecond, findings), myself);
    }

    private Measured whole() {
        isNotNull();
        return Measured.whole(actual, findings);
    }

    /** Adds context about the second in which the stream first broke. */
    private void fail(String message, boolean concernsTiming) {
        SampleRow secondOfBreak = SecondDescription.secondOfFirstBreak(actual);
        findings.fail(message, secondOfBreak, "the stream broke first", concernsTiming);
    }

    /** Fails if there is no result. */
    @Override
    public RunResultAssert isNotNull() {
        @Nullable RunResult nullableActual = actual;
        if (nullableActual == null) {
            throw Findings.startingInTest(new AssertionError("Expected the result of a run, but it was null."));
        }
        return myself;
    }

    /** Assertions on an interval of a run. The interval may include seconds of the warm-up and the drain. */
    public static final class SecondsAssert {

        private final Measured measured;
        private final RunResultAssert parent;

        SecondsAssert(Measured measured, RunResultAssert parent) {
            this.measured = measured;
            this.parent = parent;
        }

        /** Returns assertions on DT (delay time) of the transactions that arrived in the interval. */
        public DurationAssert<SecondsAssert> delay() {
            return measured.delay(this);
        }

        /** Returns assertions on the latency of the transactions that ended in the interval. */
        public DurationAssert<SecondsAssert> latency() {
            return Writes.ofAll(measured).latency(this);
        }

        /** Returns assertions on the latency of one load. Fails if the run has no load of this name. */
        public DurationAssert<SecondsAssert> latencyOf(String load) {
            return Writes.ofLoad(measured, load).latency(this);
        }

        /** Returns assertions on one load. Fails if the run has no load of this name. */
        public LoadAssert<SecondsAssert> load(String name) {
            return new LoadAssert<>(Writes.ofLoad(measured, name), this);
        }

        /** Returns assertions on the rates. */
        public ThroughputAssert<SecondsAssert> throughput() {
            return new ThroughputAssert<>(measured, this);
        }

        /** Fails if a statement was rejected, or a connection of the writers broke. */
        public SecondsAssert hasNoErrors() {
            Writes.ofAll(measured).hasNoErrors();
            return this;
        }

        /** Returns to the assertions on the whole run. */
        public RunResultAssert and() {
            return parent;
        }
    }
}
