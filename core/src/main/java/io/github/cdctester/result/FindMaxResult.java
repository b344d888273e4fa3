// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for the highest rate that holds.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt when it began
 * @param workload what was written
 * @param background what was written beside it, or {@code null}
 * @param limits what must hold, as it was written
 * @param startRate the first rate, in starts a second
 * @param maxRate the highest rate that was to be tried
 * @param precisionPercent how close the answer was to be
 * @param confirmations how often the answer was to hold again
 * @param mostSteps trials at most
 * @param restMillis the stream's delay at rest, by heartbeats; {@code null} where it was not found out
 * @param interrupted whether somebody wanted it to end early
 * @param endedBecause why it ended without an answer; {@code null} where it has one
 * @param failure what went wrong outside of the trials, such as tables that could not be dropped; {@code null} where nothing did
 * @param checks consistency conditions after making the tables
 * @param answer the highest rate, and how sure that is
 * @param steps each trial, in order
 * @param curve the runs behind the search at shares of the answer, by rate; empty where none were asked for
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
        @Nullable Double restMillis,
        boolean interrupted,
        @Nullable String endedBecause,
        @Nullable String failure,
        List<Check> checks,
        Answer answer,
        List<RateTrial> steps,
        List<CurvePoint> curve)
        implements ExperimentResult {

    /** Tells such a search from other results. */
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
     * Returns true if there is an answer that the tester or its machine did not limit, and the stream was whole all the time: one that had not arrived at its end does not
     * count, as too high a rate does that.
     *
     * @return whether there is, no stream and no consumer lost, repeated or reordered anything, and the tables were consistent when they were new
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

    /** Whether the search has found what it was to find. */
    public enum Status {
        /** A rate that held as often as it had to, and one that did not, as close as asked for. */
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
     * The highest rate that holds.
     *
     * @param status whether the search has found it
     * @param rate the highest rate that held as often as it had to and below which none failed, in starts a second; {@code null} where
     *     none did: then the limit is in the {@code bracket}
     * @param held trials that held at {@code rate}, or without one at the bracket's lower end
     * @param failed trials there that did not; a confirmed rate may have one
     * @param confirmed whether there is a {@code rate}; one that was not asked to hold again has 1 in {@code held}
     * @param lowestFailed the lowest rate that failed; {@code null} where none did
     * @param resolutionPercent how far that is above {@code rate}, or without one above the bracket's lower end: the limit is between
     *     them; {@code null} where one of them is missing
     * @param failedBecause what was wrong at the lowest rate that failed; {@code null} where none did
     * @param limitedBy whose limit that is; {@code null} where that cannot be told
     * @param bracket what the limit is between; {@code null} if it is not known
     * @param bound the one cause of the failure at the lowest rate that failed; {@code null} where none did, or that cannot be told
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
            @Nullable Bound bound) {

        /** {@return true if the tester or its machine ended the search, so that the server may do more and the question is open} */
        public boolean isLowerBound() {
            return bound != null && bound.isOfTester();
        }
    }

    /**
     * Two rates that the limit is between, in starts a second.
     *
     * @param lower the highest that held, once at least; {@code null} where none did
     * @param upper the lowest above it that did not, or not again; {@code null} where none failed
     */
    public record RateBracket(
            @Nullable Double lower, @Nullable Double upper) {}

    /** What a rate above the answer failed by. */
    public enum Bound {
        /** One of the limits that were asked for. */
        LIMIT,
        /** The load generator: too few threads, or not enough CPU time for them. */
        WRITER,
        /** The tester's machine: its processors were busy, mostly with other processes, such as a server there. */
        MACHINE,
        /** The server or the network. */
        SERVER,
        /** The tester's reader of the stream. */
        READER;

        /** {@return true if this is the tester or its machine, rather than what is measured} */
        public boolean isOfTester() {
            return this == WRITER || this == MACHINE || this == READER;
        }
    }

    /** What a trial is for. */
    public enum Purpose {
        /** Finds a rate that holds and one that does not. */
        RAMP,
        /** Brings them closer. */
        BISECTION,
        /** Finds out whether a failure was chance. */
        RETRY,
        /** Finds out whether the answer holds again. */
        CONFIRMATION,
        /** Measures delay and latency at a share of the answer; says nothing about the answer. */
        CURVE
    }

    /**
     * A point of the throughput-latency curve.
     *
     * @param percent which share of the answer its rate is, up to rounding to four digits
     * @param asked whether it was asked for, beside those that each curve has
     * @param step its trial, by number
     */
    public record CurvePoint(double percent, boolean asked, int step) {}

    /** What became of a trial. */
    public enum TrialOutcome {
        /** The rate was delivered, the stream kept up, and all limits held. */
        HELD,
        /** One of the limits did not hold. */
        LIMIT_BROKE,
        /** What was committed and had not arrived became more and more, whether that shows in a limit yet or not. */
        BACKLOG_GREW,
        /** The load could not be delivered: transactions were started later and later, or not at all. */
        NOT_DELIVERED,
        /** The run broke, or was interrupted. It says nothing about the rate. */
        RUN_FAILED
    }

    /**
     * A run at one rate.
     *
     * @param trial the run; its {@code step} is its number, its {@code remarks} say why the rate did not hold, and its
     *     {@code checks} are the search's limits
     * @param purpose what it is for
     * @param outcome what became of it
     * @param limitedBy what limited the writes or the stream; {@code null} if that is not known
     * @param backlogGrowthPercent how much of the committed data stayed behind, by its trend over the measured time; negative if
     *     the backlog fell; {@code null} if there are too few seconds to tell
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
