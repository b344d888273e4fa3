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
 * @param startedAt when it began
 * @param workload the workload
 * @param background the background workload, or {@code null}
 * @param limits the limits, in the user's form
 * @param startRate the first rate, in starts a second
 * @param maxRate the maximum rate to try
 * @param precisionPercent the requested precision of the answer
 * @param confirmations the number of confirmations of the answer
 * @param mostSteps maximum number of trials
 * @param idleMillis the stream's idle delay, by heartbeats; {@code null} if unknown
 * @param interrupted whether it was stopped early
 * @param endedBecause why it ended without an answer; {@code null} if it has one
 * @param failure the failure outside of the trials, such as tables that could not be dropped; {@code null} for none
 * @param checks consistency conditions after making the tables
 * @param answer the highest rate, and its certainty
 * @param steps each trial, in order
 * @param curve the runs after the search at shares of the answer, by rate; empty if not requested
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

    /** Distinguishes such a search from other results. */
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
     * Returns true if there is an answer that the tester or its machine did not limit, and the stream was always complete: a stream
     * that is behind at its end does not count, because that is the effect of an excessive rate.
     *
     * @return true if there is one, no stream and no consumer lost, repeated or reordered anything, and the new tables were
     *     consistent
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
                                result.consumers().stream().map(ConsumerResult::verdict)))
                        .map(Verdict::status)
                        .noneMatch(status -> status.isBad() && status != Verdict.Status.BEHIND);
    }

    /** The outcome of a search. */
    public enum Status {
        /** A confirmed rate, and a failed one within the requested precision. */
        FOUND,
        /** The limit is at this rate or above: no higher rate was to be tried, or the tester or its machine could not do more. */
        AT_LEAST,
        /** A rate that held as often as it had to, but the steps ran out before one close above it was found not to. */
        COARSE,
        /** Not even the lowest rate held. */
        NONE,
        /** It ended before any rate had held as often as it had to. */
        OPEN;

        /** {@return true if that is an answer} */
        public boolean isFound() {
            return this == FOUND || this == AT_LEAST;
        }
    }

    /**
     * The highest passing rate.
     *
     * @param status the outcome of the search
     * @param rate the highest confirmed rate without a failed rate below it, in starts per second; {@code null} for none: then the
     *     limit is in the {@code bracket}
     * @param held passed trials at {@code rate}, or without one at the bracket's lower end
     * @param failed failed trials there; a confirmed rate may have one
     * @param confirmed whether there is a {@code rate}; without confirmations {@code held} is 1
     * @param lowestFailed the lowest failed rate; {@code null} for none
     * @param resolutionPercent its distance above {@code rate}, or without one above the bracket's lower end: the limit is between
     *     them; {@code null} if one of them is missing
     * @param failedBecause the reasons at the lowest failed rate; {@code null} for none
     * @param limitedBy the bottleneck; {@code null} if unknown
     * @param bracket the range of the limit; {@code null} if unknown
     * @param bound the single cause of the failure at the lowest failed rate; {@code null} for none, or if unknown
     * @param consumer the consumer that alone did not keep up at the lowest failed rate; {@code null} for none. If the processors
     *     were busy, {@code bound} is their cause
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

        /** {@return true if the tester or its machine ended the search, so that the server may do more and the question is open} */
        public boolean isLowerBound() {
            return bound != null && bound.isOfTester();
        }
    }

    /**
     * Two rates around the limit, in starts per second.
     *
     * @param lower the highest that passed at least once; {@code null} for none
     * @param upper the lowest failed one above it, also in a confirmation; {@code null} for none
     */
    public record RateBracket(
            @Nullable Double lower, @Nullable Double upper) {}

    /**
     * A consumer in a trial in which load and stream kept up, and the consumer did not, or broke a limit.
     *
     * @param name the consumer
     * @param transactionsPerSecond transactions that it completed during the measured part, by its length
     * @param backlogGrowthPercent growth of its backlog, in percent of the commits, by its trend over the measured part;
     *     {@code null} if there are too few seconds
     * @param behind transactions of the measured part that it had not completed at its end
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
        /** The tester's machine: its processors were busy, mostly with other processes, such as a server there. */
        MACHINE,
        /** The server or the network. */
        SERVER,
        /** The tester's reader of the stream. */
        READER,
        /** A judged consumer, while the load was delivered and the stream kept up. */
        CONSUMER;

        /** {@return true if this is the tester or its machine, rather than what is measured} */
        public boolean isOfTester() {
            return this == WRITER || this == MACHINE || this == READER;
        }
    }

    /** Purpose of a trial. */
    public enum Purpose {
        /** Finds a passing rate and a failing one. */
        RAMP,
        /** Brings them closer. */
        BISECTION,
        /** Finds out whether a failure was chance. */
        RETRY,
        /** Finds out whether the answer holds again. */
        CONFIRMATION,
        /** Measures delay and latency at a share of the answer; does not affect the answer. */
        CURVE
    }

    /**
     * A point of the throughput-latency curve.
     *
     * @param percent its rate as a share of the answer, rounded to four digits
     * @param asked whether it was requested, in addition to each curve's points
     * @param step its trial, by number
     */
    public record CurvePoint(double percent, boolean asked, int step) {}

    /** Outcome of a trial. */
    public enum TrialOutcome {
        /** The rate was delivered, the stream and all consumers kept up, and all limits held. */
        HELD,
        /** One of the limits did not hold. */
        LIMIT_BROKE,
        /** The backlog of the stream or of a consumer grew, even if no limit shows it yet. */
        BACKLOG_GREW,
        /** The load could not be delivered: transactions were started later and later, or not at all. */
        NOT_DELIVERED,
        /** The run failed, or was interrupted. It is no evidence about the rate. */
        RUN_FAILED
    }

    /**
     * A run at one rate.
     *
     * @param trial the run; its {@code step} is its number, its {@code remarks} explain why the rate did not hold, and its
     *     {@code checks} are the search's limits
     * @param purpose its purpose in the search
     * @param outcome its outcome
     * @param limitedBy what limited the writes, the stream or a consumer; {@code null} if that is not known
     * @param backlogGrowthPercent for the stream, how much of the committed data stayed behind, by its trend over the measured time; negative if
     *     the backlog fell; {@code null} if there are too few seconds
     */
    public record RateTrial(
            Trial trial,
            Purpose purpose,
            TrialOutcome outcome,
            @Nullable LimitedBy limitedBy,
            @Nullable Double backlogGrowthPercent) {

        /** {@return its number, from 1} */
        public int step() {
            return trial.step();
        }

        /** {@return starts a second} */
        public double rate() {
            return trial.value();
        }

        /**
         * Adds the wait.
         *
         * @param after how the wait after this run ended
         * @return the same trial with it
         */
        public RateTrial withSettling(@Nullable Settling after) {
            return new RateTrial(trial.withSettling(after), purpose, outcome, limitedBy, backlogGrowthPercent);
        }
    }
}
