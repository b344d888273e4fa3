// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for the highest passing rate.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt start time
 * @param workload the workload
 * @param background the background workload, or {@code null}
 * @param limits the limits as the user wrote them
 * @param startRate the first rate, in starts per second
 * @param maxRate the maximum rate to try
 * @param precisionPercent requested precision of the answer in percent
 * @param confirmations required number of confirmations of the answer
 * @param mostSteps maximum number of trials
 * @param idleMillis the stream's delay without load, measured with heartbeats; {@code null} if unknown
 * @param interrupted whether the search was stopped early
 * @param endedBecause reason for an end without an answer, or for an answer that is only a lower limit; else {@code null}
 * @param failure the failure outside the trials, for example while dropping tables; {@code null} for none
 * @param checks consistency conditions, checked after creating the tables
 * @param answer the highest rate, and its certainty
 * @param steps all trials, in order
 * @param curve runs after the search, at percentages of the answer's rate, ordered by rate; empty if not requested
 */
public record FindMaxResult(
        int schemaVersion,
        String kind,
        Instant startedAt,
        String workload,
        @Nullable String background,
        List<String> limits,
        double startRate,
        double maxRate,
        double precisionPercent,
        int confirmations,
        int mostSteps,
        @Nullable Double idleMillis,
        boolean interrupted,
        @Nullable String endedBecause,
        @Nullable String failure,
        List<Check> checks,
        Answer answer,
        List<RateTrial> steps,
        List<CurvePoint> curve)
        implements ExperimentResult {

    /** The kind of a search. */
    public static final String KIND = "find-max";

    public FindMaxResult {
        limits = List.copyOf(limits);
        checks = List.copyOf(checks);
        steps = List.copyOf(steps);
        curve = List.copyOf(curve);
    }

    @Override
    public List<Trial> trials() {
        return steps.stream().map(RateTrial::trial).toList();
    }

    /**
     * Returns true if the search passed: there is an answer, the tester or its machine did not limit it, and the checks
     * of the new tables passed. In addition, no stream or consumer lost, repeated or reordered anything. {@code BEHIND}
     * is accepted, because it is the effect of an excessive rate.
     */
    @Override
    public boolean isHeld() {
        return answer.status().isFound()
                && !answer.isLowerBound()
                && checks.stream().allMatch(Check::held)
                && trials().stream()
                        .map(Trial::result)
                        .filter(Objects::nonNull)
                        .flatMap(result -> Stream.concat(
                                Stream.of(result.verdict()),
                                result.consumers().stream()
                                        .filter(consumer ->
                                                !consumer.isHeld()) // a consumer with repeats may be accepted
                                        .map(ConsumerResult::verdict)))
                        .map(Verdict::status)
                        .noneMatch(status -> status.isBad() && status != Verdict.Status.BEHIND);
    }

    /** The outcome of a search. */
    public enum Status {
        /** A rate passed often enough, and a rate above it within the requested precision failed. */
        FOUND,
        /**
         * The maximum is the answer's rate or higher: the search reached its maximum rate, or the tester or its machine
         * could not deliver more.
         */
        AT_LEAST,
        /** A rate passed often enough, but the trials ran out before a failed rate within the requested precision was found. */
        COARSE,
        /** Even the lowest rate failed. */
        NONE,
        /** The search ended before any rate passed often enough. */
        OPEN;

        /** {@return true if the status is an answer} */
        public boolean isFound() {
            return this == FOUND || this == AT_LEAST;
        }
    }

    /**
     * The highest passing rate.
     *
     * @param status the outcome of the search
     * @param rate the highest rate that passed and was confirmed as often as required, without a failed rate below it; in starts
     *     per second; {@code null} if there is none, see {@code bracket}
     * @param held number of passed trials at {@code rate}; if {@code rate} is {@code null}, at the bracket's lower end
     * @param failed number of failed trials at the same rate; a confirmed rate may have failed trials if enough others passed
     * @param confirmed whether {@code rate} exists and passed more than once
     * @param lowestFailed the lowest failed rate; {@code null} for none
     * @param resolutionPercent distance of {@code lowestFailed} above {@code rate} in percent; if {@code rate} is
     *     {@code null}, above the bracket's lower end. {@code null} if the lower or the failed rate is missing.
     * @param failedBecause outcome of the trial at the lowest failed rate; {@code null} for none
     * @param limitedBy the bottleneck; {@code null} if unknown
     * @param bracket the range that contains the maximum; {@code null} if unknown
     * @param bound the single cause of the failure at the lowest failed rate; {@code null} for none, or if unknown
     * @param consumer the consumer that alone did not keep up at the lowest failed rate; {@code null} for none. If the
     *     processors were busy, {@code bound} contains the cause.
     */
    public record Answer(
            Status status,
            @Nullable Double rate,
            int held,
            int failed,
            boolean confirmed,
            @Nullable Double lowestFailed,
            @Nullable Double resolutionPercent,
            @Nullable TrialOutcome failedBecause,
            @Nullable LimitedBy limitedBy,
            @Nullable RateBracket bracket,
            @Nullable Bound bound,
            @Nullable ConsumerLimit consumer) {

        /** {@return true if the tester or its machine limited the rate, so that the server may be capable of more} */
        public boolean isLowerBound() {
            return bound != null && bound.isOfTester();
        }
    }

    /**
     * A rate below and a rate above the maximum, in starts per second.
     *
     * @param lower the highest rate that passed at least once; {@code null} for none
     * @param upper the lowest rate above {@code lower} that failed, even if only in a confirmation; {@code null} for none
     */
    public record RateBracket(
            @Nullable Double lower, @Nullable Double upper) {}

    /**
     * A consumer that did not keep up or broke a limit, in a trial in which load and stream kept up.
     *
     * @param name the consumer
     * @param transactionsPerSecond transactions that the consumer completed during the measured part, divided by the
     *     length of that part
     * @param backlogGrowthPercent growth of the consumer's backlog in percent of the commits, from the trend over the
     *     measured part; {@code null} if there are too few seconds
     * @param behind transactions of the measured part that the consumer had not completed when that part ended
     */
    public record ConsumerLimit(
            String name,
            double transactionsPerSecond,
            @Nullable Double backlogGrowthPercent,
            long behind) {}

    /** Cause of the failure of a rate above the answer. */
    public enum Bound {
        /** One of the requested limits. */
        LIMIT,
        /** The load generator: too few threads, or not enough CPU time for them. */
        WRITER,
        /** The tester's machine: its processors were busy, mostly with other processes, for example a local server. */
        MACHINE,
        /** The server or the network. */
        SERVER,
        /** The tester's reader of the stream. */
        READER,
        /** A judged consumer, while the load was delivered and the stream kept up. */
        CONSUMER;

        /** {@return true if the cause is the tester or its machine instead of the measured system} */
        public boolean isOfTester() {
            return this == WRITER || this == MACHINE || this == READER;
        }
    }

    /** Purpose of a trial. */
    public enum Purpose {
        /** Finds a passing rate and a failing one. */
        RAMP,
        /** Narrows the range between the passing rate and the failing one. */
        BISECTION,
        /** Repeats a failed rate, because the failure may be a coincidence. */
        RETRY,
        /** Confirms the answer with another run. */
        CONFIRMATION,
        /** Measures delay and latency at a percentage of the answer's rate; does not affect the answer. */
        CURVE
    }

    /**
     * A point of the throughput-latency curve.
     *
     * @param percent rate in percent of the answer, rounded to four digits
     * @param asked whether the user requested this point in addition to the standard points
     * @param step number of the trial
     */
    public record CurvePoint(double percent, boolean asked, int step) {}

    /** Outcome of a trial. */
    public enum TrialOutcome {
        /** The rate was delivered, the stream and all consumers kept up, and all limits held. */
        HELD,
        /** A limit was violated. */
        LIMIT_BROKE,
        /** The backlog of the stream or of a consumer grew, even if no limit shows it yet. */
        BACKLOG_GREW,
        /** The load could not be delivered: transactions were started later and later, or not at all. */
        NOT_DELIVERED,
        /** The run failed or was interrupted, so it shows nothing about the rate. */
        RUN_FAILED
    }

    /**
     * A run at one rate.
     *
     * @param trial the run. Its {@code step} is the number of the trial, its {@code remarks} explain why the rate
     *     failed, and its {@code checks} are the search's limits.
     * @param purpose purpose of the trial in the search
     * @param outcome outcome of the trial
     * @param limitedBy bottleneck of the writes, the stream or a consumer; {@code null} if unknown
     * @param backlogGrowthPercent growth of the stream's backlog in percent of the committed data, from the trend over
     *     the measured part; negative if the backlog shrank; {@code null} if there are too few seconds
     */
    public record RateTrial(
            Trial trial,
            Purpose purpose,
            TrialOutcome outcome,
            @Nullable LimitedBy limitedBy,
            @Nullable Double backlogGrowthPercent) {

        /** {@return the number of the trial, from 1} */
        public int step() {
            return trial.step();
        }

        /** {@return the rate in starts per second} */
        public double rate() {
            return trial.value();
        }

        /**
         * Returns a copy with the wait after this run.
         *
         * @param after the wait; {@code null} for none
         * @return the copy
         */
        public RateTrial withSettling(@Nullable Settling after) {
            return new RateTrial(trial.withSettling(after), purpose, outcome, limitedBy, backlogGrowthPercent);
        }
    }
}
